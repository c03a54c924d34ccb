"""The program keeps its shape: folders that can be overlooked, and nothing written twice."""

from collections import Counter
from pathlib import Path

import pytest

from tools.shape import ROOT, repetitions, sources

MOST_FILES = 25


def test_no_folder_holds_more_files_than_can_be_overlooked():
    folders = Counter(path.parent for path in (ROOT / "src").rglob("*.py"))
    assert {str(folder.relative_to(ROOT)): count for folder, count in folders.items() if count > MOST_FILES} == {}


@pytest.mark.slow
def test_no_two_places_share_ten_equal_lines():
    assert [f"{first} = {second}" for _, first, second in repetitions(ROOT, sources())] == []


def test_equal_lines_are_found(tmp_path: Path):
    lines = "".join(f"    value_{number} = {number}\n" for number in range(12))
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(f"import {name[:3]}\n\n{lines}\n", "utf-8")
    assert repetitions(tmp_path, [tmp_path / "one.py", tmp_path / "two.py"]) == [(12, "one.py:3", "two.py:3")]
