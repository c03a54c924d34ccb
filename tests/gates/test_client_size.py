"""The gzipped size of a first visit to the web client, without fonts."""

import gzip
import re
from pathlib import Path

import pytest

import build_client
from pasch.i18n import LANGUAGES

ASSETS = build_client.BUILT / "assets"
VISITS = {
    "start": (("start-*", "first.{language}-*", "start.{language}-*"), 60_000),
    "a table's address": (("table-*", "first.{language}-*"), 75_000),
}
"""The additional files of a first page, and the most bytes of all of them."""
RUNTIME = next(ASSETS.glob("rolldown-runtime-*.js"), ASSETS / "none")
"""The bundler's own runtime, a few hundred bytes."""
MOST_FILES = 8
"""Requests of a first visit, without fonts and API calls."""
_ASSET = re.compile(r"[\w.-]+-[\w-]{8}\.(?:js|css)\b")
_IMPORT = re.compile(r"""(?:from|import)"\./([\w.-]+)\"""")


@pytest.mark.parametrize("visit", VISITS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_first_visit_stays_within_its_size_limit(visit: str, language: str) -> None:
    names, limit = VISITS[visit]
    there = files("index.html") | {path for name in names for path in ASSETS.glob(name.format(language=language))}
    there |= {
        ASSETS / name for path in there if path.suffix == ".js" for name in _IMPORT.findall(path.read_text("utf-8"))
    }
    sizes = {path.name: packed(path) for path in there if path.suffix != ".gz"}
    total = sum(sizes.values())
    listing = "\n".join(f"{size:7} {name}" for name, size in sorted(sizes.items(), key=lambda item: -item[1]))
    assert total <= limit, f"{visit} ({language}): {total} bytes\n{listing}"
    assert len(sizes) <= MOST_FILES, listing


def test_game_pages_do_not_load_the_reference() -> None:
    reference = files("reference.html") - {build_client.BUILT / "reference.html"}
    assert max(map(packed, reference)) > 100_000
    named = {name for path in set(ASSETS.glob("*.js")) - reference for name in _ASSET.findall(path.read_text("utf-8"))}
    assert {name for name in named if name in {path.name for path in reference}} <= {RUNTIME.name}
    assert files("index.html") & reference == set()


def test_chart_code_loads_only_on_pages_with_charts() -> None:
    others = [path for path in ASSETS.glob("*.js") if not path.name.startswith("charts-")]
    assert len(others) > 8
    imports = {path.name: set(_IMPORT.findall(path.read_text("utf-8"))) for path in others}
    assert {name for name, found in imports.items() if any(each.startswith("charts-") for each in found)} == set()


def test_every_asset_named_by_the_client_exists() -> None:
    there = {path.name: path for path in build_client.BUILT.rglob("*") if path.suffix in {".js", ".css", ".html"}}
    named = {name for path in there.values() for name in _ASSET.findall(path.read_text("utf-8"))}
    assert named - set(there) == set()
    assert len(named) > 12


def files(page: str) -> set[Path]:
    """A page, and the scripts and style sheets that it names."""
    path = build_client.BUILT / page
    return {path} | {ASSETS / name for name in _ASSET.findall(path.read_text("utf-8"))}


def packed(path: Path) -> int:
    """The size of a file as the server sends it, in bytes."""
    return len(gzip.compress(path.read_bytes(), 9, mtime=0))
