"""The visual language of the client: the use of yellow, of the brightest colour, and of handwriting."""

import re
from colorsys import rgb_to_hls
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "client" / "src"
TOKENS = (SOURCES / "styles" / "tokens.css").read_text("utf-8")
HEX = re.compile(r"(--[\w-]+): (#[0-9a-f]{6});")
DARK = dict(HEX.findall(TOKENS.partition('[data-theme="dark"] {')[2].partition("}")[0]))
MAIN = {"--main", "--main-strong"}
WRITTEN = {
    "BeginPage.svelte": "names",
    "HandOver.svelte": "the next name",
    "PointsDialog.svelte": "points to enter",
    "PoolPanel.svelte": "names and entries",
    "PositionEntry.svelte": "entries",
    "SheetCell.svelte": "entries",
    "SheetHead.svelte": "names",
    "WaitingPage.svelte": "names",
}
"""The components that use handwriting, and what they write."""


def rgb(colour: str) -> list[float]:
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def luminance(colour: str) -> float:
    """The relative luminance of WCAG."""
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def is_yellow(colour: str) -> bool:
    hue, light, saturation = rgb_to_hls(*rgb(colour))
    return 0.105 < hue < 0.175 and saturation > 0.5 and 0.3 < light < 0.9


def test_dice_are_the_brightest_colour_in_the_dark_theme() -> None:
    others = {name: luminance(colour) for name, colour in DARK.items() if not name.startswith("--die")}
    assert max(others.values()) < 0.9 * luminance(DARK["--die"]), max(others, key=lambda name: others[name])


def test_yellow_is_reserved_for_the_main_action() -> None:
    sheets = [*SOURCES.rglob("*.css"), *SOURCES.rglob("*.svelte")]
    colours = [(path.name, *named) for path in sheets for named in HEX.findall(path.read_text("utf-8"))]
    assert [(path, name) for path, name, colour in colours if is_yellow(colour) and name not in MAIN] == []


def test_handwriting_is_limited_to_names_and_entries() -> None:
    written = {path.name for path in SOURCES.rglob("*.svelte") if "var(--font-hand)" in path.read_text("utf-8")}
    assert written == set(WRITTEN)
