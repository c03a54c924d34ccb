"""Limits on the structure of the sources: small folders, one schema, and no repetition."""

import ast
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from tools.shape import ROOT, repetitions, sources

MOST_FILES = 25
SCHEMA = ROOT / "src/pasch/service/views/schema"
LOWER = [
    *(ROOT / "src/pasch/words" / name for name in ("cards.py", "cells.py", "switches.py")),
    *(ROOT / "src/pasch/words/teaching" / name for name in ("glossary.py", "steps.py", "tips.py")),
    ROOT / "src/pasch/analysis/figures.py",
]
"""Files with shapes that storeys below the service use."""
NO_ANSWERS = [ROOT / "src/pasch/server/wire/base.py"]
"""The base of the request bodies."""


def test_no_folder_exceeds_the_file_limit():
    folders = Counter(path.parent for path in (ROOT / "src").rglob("*.py"))
    assert {str(folder.relative_to(ROOT)): count for folder, count in folders.items() if count > MOST_FILES} == {}


def test_answer_shapes_are_declared_in_the_schema():
    declares = re.compile(r"^from .* import .*\b(TypedDict|BaseModel)\b", re.MULTILINE)
    files = {path for path in (ROOT / "src").rglob("*.py") if declares.search(path.read_text("utf-8"))}
    assert files - {*SCHEMA.glob("*.py"), *LOWER, *NO_ANSWERS} == set()


def test_answer_shapes_have_distinct_fields():
    twins = defaultdict(list)
    for path in [*SCHEMA.glob("*.py"), *LOWER]:
        for shape in ast.parse(path.read_text("utf-8")).body:
            if isinstance(shape, ast.ClassDef):
                fields = frozenset(each.target.id for each in shape.body if isinstance(each, ast.AnnAssign))
                twins[fields].append(shape.name)
    assert [names for fields, names in twins.items() if len(fields) > 2 and len(names) > 1] == []


@pytest.mark.slow
def test_sources_repeat_no_ten_lines():
    assert [f"{first} = {second}" for _, first, second in repetitions(ROOT, sources())] == []


def test_repetitions_finds_equal_lines(tmp_path: Path):
    lines = "".join(f"    value_{number} = {number}\n" for number in range(12))
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(f"import {name[:3]}\n\n{lines}\n", "utf-8")
    assert repetitions(tmp_path, [tmp_path / "one.py", tmp_path / "two.py"]) == [(12, "one.py:3", "two.py:3")]
