"""The plots of docs/truth.md: `.venv/bin/python -m bench.plots` writes them to docs/truth as SVG.

Reads the data files that `bench.sweep` writes, and solves the games whose scores are drawn.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from bench.datafile import FOLDER, read
from pasch.rules.variants import VARIANTS
from pasch.solver.store import solve
from pasch.words import variant_name

Points = Sequence[tuple[float, float]]

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 720, 380, 64, 52, 44, 16
COLORS = ("#1b6e3c", "#b3361e", "#2457a6", "#8a5a00")
DRAWN = ("kniffel", "yahtzee", "yatzy")
"""Games with a plot of their scores."""

WIDE = 0.05
"""The greatest θ in the plot of play with risk."""


@dataclass(frozen=True)
class Axis:
    """An axis: its label, its range, and the distance of its grid lines."""

    name: str
    least: float
    most: float
    step: float

    def ticks(self) -> Iterator[float]:
        value = self.least
        while value <= self.most + self.step / 1000:
            yield value
            value += self.step

    def share(self, value: float) -> float:
        return (value - self.least) / (self.most - self.least)


def chart(title: str, x: Axis, y: Axis, curves: Mapping[str, Points]) -> str:
    """An SVG with a light background, readable on a dark page too; empty without curves."""
    if not curves:
        return ""

    def across(value: float) -> str:
        return f"{LEFT + x.share(value) * (WIDTH - LEFT - RIGHT):.1f}"

    def up(value: float) -> str:
        return f"{HEIGHT - BOTTOM - y.share(value) * (HEIGHT - BOTTOM - TOP):.1f}"

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        f'<title>{title}</title><rect width="{WIDTH}" height="{HEIGHT}" fill="#fbfaf6"/><g font-size="13">',
        f'<text x="{LEFT}" y="24" font-size="15" font-weight="600">{title}</text>',
    ]
    for value in x.ticks():
        at = across(value)
        lines.append(f'<path d="M{at} {TOP}V{HEIGHT - BOTTOM}" stroke="#dcd8cc"/>')
        lines.append(f'<text x="{at}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{value:g}</text>')
    for value in y.ticks():
        at = up(value)
        lines.append(f'<path d="M{LEFT} {at}H{WIDTH - RIGHT}" stroke="#dcd8cc"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{at}" dy="4" text-anchor="end">{value:g}</text>')
    lines.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 12}" text-anchor="end">{x.name}</text>')
    lines.append(f'<text x="{WIDTH - RIGHT}" y="24" text-anchor="end">{y.name}</text>')
    for number, (name, points) in enumerate(curves.items()):
        path = "L".join(f"{across(a)} {up(b)}" for a, b in points if x.least <= a <= x.most)
        color, legend = COLORS[number], TOP + 22 + 20 * number
        lines.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        lines.append(f'<path d="M{WIDTH - 190} {legend - 4}h22" stroke="{color}" stroke-width="3"/>')
        lines.append(f'<text x="{WIDTH - 160}" y="{legend}">{name}</text>')
    return "\n".join((*lines, "</g></svg>")) + "\n"


def reached(key: str) -> list[float]:
    """The frequency of at least this many points under optimal play, by points."""
    chances = solve(key).distribution
    by_score = [chances.get(score, 0.0) for score in range(max(chances) + 1)]
    return list(accumulate(reversed(by_score)))[::-1]


def scores() -> str:
    """The plot of how often optimal play reaches a score."""
    curves = {name(key): [(score, 100 * chance) for score, chance in enumerate(reached(key))] for key in DRAWN}
    x, y = Axis("points", 100, 450, 50), Axis("percent of games", 0, 100, 20)
    return chart("How often optimal play reaches a score", x, y, curves)


def targets() -> str:
    """The plot of the gain of a player who plays for one target only."""
    known = {line["game"]: line["chances"] for line in read(FOLDER / "targets.jsonl").values() if not line["rules"]}
    curves = {}
    for key in DRAWN:
        if key in known:
            usual = reached(key)
            gains = (100 * (best - plain) for best, plain in zip(known[key], usual, strict=False))
            curves[name(key)] = list(enumerate(gains))
    x, y = Axis("target in points", 100, 450, 50), Axis("percentage points gained", 0, 10, 2)
    return chart("What playing for one target only gains", x, y, curves)


def risk() -> str:
    """Mean and spread of the best play for e^(θ · score)."""
    known = {line["game"]: line["plays"] for line in read(FOLDER / "risk.jsonl").values() if not line["rules"]}
    curves = {}
    for key in filter(known.__contains__, ("kniffel-plain", "cheerio", "crag")):
        plain = next(play for play in known[key] if play["theta"] == 0)
        drawn = [play for play in known[key] if abs(play["theta"]) <= WIDE]
        curves[name(key)] = [(p["deviation"] - plain["deviation"], plain["mean"] - p["mean"]) for p in drawn]
    x, y = Axis("change of the standard deviation", -4, 4, 1), Axis("mean points given up", 0, 4, 1)
    return chart("What risk costs: θ from −0.05 (left) to 0.05 (right)", x, y, curves)


def name(key: str) -> str:
    """The name of a game."""
    return variant_name(VARIANTS[key], "en")


def main() -> None:
    for drawn in (scores, targets, risk):
        text = drawn()
        if text:
            (FOLDER / f"{drawn.__name__}.svg").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
