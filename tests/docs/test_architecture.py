"""The architecture page agrees with the code: its storeys, its files, and the walk of a roll."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "pasch"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PLACES = (SOURCES, SOURCES.parent, ROOT)
BELOW_SERVER = {"rules", "words", "i18n", "solver", "fairness", "sheets", "bots", "analysis", "service"}
"""The packages of storeys 1 to 4."""
TOOLS = {"pasch", "tabular"}
"""Modules next to the packages, which the page omits."""


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def walk() -> Iterator[tuple[str, str]]:
    """The rows of the walk: a file, and each file that it uses."""
    for line in PAGE.partition("| stage | file | does | uses |")[2].partition("\n\n")[0].splitlines()[2:]:
        _, file, _, used = cells(line)
        for each in used.split(" · "):
            yield file.strip("`"), each.strip("`")


def imports(file: str) -> set[str]:
    """The modules that a file imports."""
    tree = ast.parse((SOURCES / file).read_text("utf-8"))
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {name for node in froms for name in (node.module, *(f"{node.module}.{each.name}" for each in node.names))}


@pytest.mark.parametrize(("file", "used"), [*walk()])
def test_walk_of_a_roll_follows_the_imports(file, used):
    assert f"pasch.{used.removesuffix('.py').replace('/', '.')}" in imports(file)


def test_every_named_file_exists():
    named = {name for name in re.findall(r"`([\w./-]+\.py)`", PAGE) if "/" in name}
    assert {name for name in named if not any((place / name).is_file() for place in PLACES)} == set()


def test_storeys_match_the_import_contract():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    rows = (row.partition(":") for row in settings["contracts"][0]["rows"])
    contract = {package: {each.strip() for each in allowed.split(",")} - {""} for package, _, allowed in rows}
    shown = {"–": set(), "storeys 1 to 4": BELOW_SERVER, "everything": {"*"}}
    lines = re.findall(r"^\| \d \| `pasch\.(\w+)` \|.*\| (.*) \|$", PAGE, re.MULTILINE)
    table = {package: shown.get(allowed) or {*allowed.split(", ")} - {"–"} for package, allowed in lines}
    assert table == {package: contract[package] - TOOLS for package in contract.keys() - {"__main__", *TOOLS}}
