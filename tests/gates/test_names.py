"""Retired identifiers stay out of the code. Prose is exempt."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = frozenset(
    [
        "again",
        "attendance",
        "carrying",
        "company",
        "deeds",
        "desk",
        "due",
        "further",
        "hands",
        "happenings",
        "holding",
        "keeper",
        "keeping",
        "leases",
        "listed",
        "look",
        "phase",
        "phases",
        "present",
        "reckoning",
        "room",
        "staged",
        "strike",
        "talk",
        "throw",
        "told",
        "wording",
    ]
)
NAMES = frozenset(
    [
        "Alone",
        "Attendance",
        "Company",
        "Deed",
        "Desk",
        "ExtraKniffel",
        "Happening",
        "Hold",
        "House",
        "Keeper",
        "Keeping",
        "LeaseTimes",
        "LeasedOwnership",
        "Listed",
        "Others",
        "Phase",
        "Pulses",
        "ResultKeeper",
        "Shared",
        "Strike",
        "Talk",
        "Through",
        "Throw",
        "ThrowFigures",
        "Throws",
        "Timekeeper",
        "Told",
        "besides",
        "deed",
        "deeds",
        "ears",
        "errand",
        "errands",
        "further",
        "goes_on",
        "happenings",
        "heard",
        "keeper",
        "keepers",
        "looked",
        "looks",
        "said_by",
        "strike",
        "talk",
        "tell",
        "telling",
        "through",
        "throw",
        "throws",
        "told",
        "told_anew",
        "told_at",
        "wish",
        "wished",
    ]
)
LOWER = frozenset(
    [
        "reckoning",
        "saldo",
        "strikes",
        "struck",
        "to_throw",
    ]
)
"""Identifiers retired in the packages that handle neither wire nor stored rows, where `saldo` and `present` remain."""
LOWER_PACKAGES = ("analysis", "bots", "fairness", "i18n", "rules", "sheets", "words")


RIDDLES = frozenset(
    [
        "anew",
        "anybody",
        "apart",
        "beside",
        "everybody",
        "nobody",
        "somebody",
        "stands",
        "tell",
        "tells",
        "told",
        "whoever",
    ]
)
"""Words that a name of a test replaces by its subject and what that does."""


def retired(path: str, source: str) -> Iterator[str]:
    """The retired modules, classes, functions, parameters, variables and attributes that a file defines."""
    names = NAMES | LOWER if any(f"pasch/{package}/" in path for package in LOWER_PACKAGES) else NAMES
    if Path(path).stem in MODULES:
        yield f"{path}: rename the module {Path(path).stem}"
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.name.strip("_") in names:
            yield f"{path}:{node.lineno}: rename {node.name}"
        if isinstance(node, ast.arg) and node.arg in names:
            yield f"{path}:{node.lineno}: rename {node.arg}"
        if isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Store):
            name = node.attr if isinstance(node, ast.Attribute) else node.id
            if name.strip("_") in names:
                yield f"{path}:{node.lineno}: rename {name}"


def test_sources_define_no_retired_identifier():
    files = sorted((ROOT / "src" / "pasch").rglob("*.py"))
    assert [found for file in files for found in retired(str(file.relative_to(ROOT)), file.read_text("utf-8"))] == []


def test_test_names_have_a_subject():
    trees = (ast.parse(file.read_text("utf-8")) for file in (ROOT / "tests").rglob("test_*.py"))
    names = [
        node.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert [name for name in names if name.startswith("test_") and RIDDLES & set(name.split("_"))] == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("service/keeper.py", ""),
        ("service/log.py", "class Happening: ..."),
        ("service/log.py", "async def happenings(): ..."),
        ("service/log.py", "def f(self):\n    self._keeper = 1"),
        ("service/log.py", "def f(wish): ..."),
        ("src/pasch/rules/sheet.py", "saldo: int"),
    ],
)
def test_gate_finds_retired_identifiers(path: str, source: str):
    assert list(retired(path, source))


def test_gate_ignores_prose():
    assert not list(retired("service/log.py", '"""A keeper."""'))
