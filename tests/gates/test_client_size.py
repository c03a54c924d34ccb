"""What a first visit loads, fonts apart, as it travels: gzipped. Added up from the built client's own list of files."""

import gzip
import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import build_client

WORDS = "src/words/messages.{language}.gen.ts"
START = ("index.html", "src/pages/StartPage.svelte", WORDS, "src/words/messages.{language}.start.gen.ts")
TABLE = ("index.html", "src/app/TableRoute.svelte", "src/table/TablePage.svelte", WORDS)
_ASSET = re.compile(r"[\w.-]+-[\w-]{8}\.(?:js|css)\b")
LIMITS = {"start": (START, 60_000), "a table's address": (TABLE, 75_000)}


@pytest.mark.parametrize("visit", LIMITS)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_first_visit_is_light(visit: str, language: str) -> None:
    entries, limit = LIMITS[visit]
    sizes = {path.name: packed(path) for path in files(entry.format(language=language) for entry in entries)}
    total = sum(sizes.values())
    listing = "\n".join(f"{size:7} {name}" for name, size in sorted(sizes.items(), key=lambda item: -item[1]))
    assert total <= limit, f"{visit} ({language}): {total} bytes\n{listing}"


def test_no_page_of_the_game_loads_the_reference() -> None:
    manifest = json.loads((build_client.BUILT / ".vite" / "manifest.json").read_text())
    reference = files(["reference.html"]) - {build_client.BUILT / "index.html"}
    game = files(name for name in manifest if name != "reference.html")
    assert max(map(packed, reference)) > 100_000
    assert {path for path in game & reference if path.suffix != ".js" or packed(path) > 10_000} == set()


def test_every_file_that_the_client_names_is_there() -> None:
    there = {path.name: path for path in build_client.BUILT.rglob("*") if path.suffix in {".js", ".css", ".html"}}
    named = {name for path in there.values() for name in _ASSET.findall(path.read_text("utf-8"))}
    assert named - set(there) == set()
    assert len(named) > 50


def files(entries: Iterable[str]) -> set[Path]:
    """The first page and all scripts and style sheets that these entries need, each once."""
    manifest = json.loads((build_client.BUILT / ".vite" / "manifest.json").read_text())
    found = {"index.html"}
    waiting = list(entries)
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        part = manifest[name]
        found |= {part["file"], *part.get("css", ())}
        waiting += part.get("imports", ())
    return {build_client.BUILT / name for name in found}


def packed(path: Path) -> int:
    """The size of a file as the server sends it, in bytes."""
    return len(gzip.compress(path.read_bytes(), 9, mtime=0))
