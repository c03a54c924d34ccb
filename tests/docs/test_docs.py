"""The documentation's examples run, and it names everything that exists."""

import doctest
import re
import tomllib
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from pasch.rules.facts import maximum
from pasch.rules.switches import SWITCHES, Kind
from pasch.rules.variants import VARIANTS
from pasch.server.api.problem import STATUS, Refused
from pasch.server.wire.commands import AnyCommand
from pasch.service.views.schema.events import Event
from pasch.service.views.schema.table import OpenClaim, Pool, Seat, Snapshot, Turn, WonDie
from pasch.words import variant_card
from tests.server.world import document
from tests.support.sizes import cases

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.glob("**/*.md")), ROOT / "README.md", ROOT / "SECURITY.md"]
MOST_FIELDS = 11
"""The most names in a paragraph of http.md; more belong in a table."""
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", cases(PAGES, default={*PAGES} - {DOCS / "library.md"}), ids=lambda path: path.stem)
def test_examples_run(path: Path) -> None:
    failed, _ = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert failed == 0


@pytest.mark.parametrize("path", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda path: path.stem)
def test_links_point_to_existing_files(path: Path) -> None:
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_pages_contain_no_placeholders(path: Path) -> None:
    assert not re.search(r"@@|TODO|FIXME|XXX", path.read_text(encoding="utf-8"))


def test_every_benchmark_is_documented() -> None:
    for path in sorted((ROOT / "bench").glob("*.py")):
        if "__main__" in path.read_text(encoding="utf-8"):
            assert f"bench.{path.stem}" in page("performance.md"), path.stem


def test_every_variant_is_listed_with_its_maximum() -> None:
    rows = {line.split("`")[1]: line for line in page("variants.md").splitlines() if line.startswith("| `")}
    assert list(rows) == list(VARIANTS)
    for key, row in rows.items():
        assert row.rstrip(" |").endswith(f"| {maximum(VARIANTS[key])}")
        assert f"| {variant_card(VARIANTS[key], 'en')['group_name']} |" in row
        assert ("a reconstruction" in row) == VARIANTS[key].reconstruction


def test_every_switch_is_documented_with_its_values() -> None:
    rows = {line.split("`")[1]: line for line in page("adding-a-variant.md").splitlines() if line.startswith("| `")}
    for name, switch in SWITCHES.items():
        for choice in switch.choices:
            assert f"`{str(choice).lower()}`" in rows[name]
        if switch.kind is Kind.NUMBER:
            assert f"{switch.low}–{switch.high}" in rows[name]


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = [int(path.name.split("-")[0]) for path in sorted((DOCS / "decisions").glob("*.md"))]
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_endpoint_is_documented() -> None:
    named = page("http.md")
    for path, operations in document()["paths"].items():
        for method in operations:
            assert f"`{method.upper()} {path}`" in named


def test_every_error_code_is_documented_with_its_status() -> None:
    rows = {tuple(cell.strip(" `") for cell in line.split("|")[1:3]) for line in page("http.md").splitlines()}
    codes = {(str(status), code) for code, status in STATUS.items()}
    codes |= {(str(kind.status), kind.code) for kind in Refused.__subclasses__()}
    assert codes <= rows


def test_every_command_and_event_is_documented() -> None:
    named = page("http.md")
    for shape in (*get_args(AnyCommand), *get_args(Event.__value__)):
        [kind] = get_args(get_type_hints(shape)["type"])
        assert f"`{kind}`" in named


def test_every_snapshot_field_is_documented() -> None:
    named = page("http.md").partition("## The snapshot")[2].partition("## Commands")[0]
    for shape in (Snapshot, Seat, Turn, Pool, OpenClaim, WonDie):
        for field in get_type_hints(shape):
            assert f"`{field}`" in named, field


def test_long_field_lists_are_tables() -> None:
    prose = re.sub(r"```.*?```", "", page("http.md"), flags=re.DOTALL)
    crowded = [
        paragraph[:80]
        for paragraph in prose.split("\n\n")
        if not paragraph.startswith("|") and len(set(re.findall(r"`[a-z_]+`", paragraph))) > MOST_FIELDS
    ]
    assert crowded == []


def test_every_dependency_is_documented() -> None:
    named = set(re.findall(r"`([a-z0-9-]+)`", page("dependencies.md")))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {re.split(r"[^a-z0-9-]", line)[0] for line in project["dependencies"]} <= named
