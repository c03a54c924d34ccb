"""Lint, format, types, imports and dependencies of the Python side; a failure shows the tool's output."""

import re
from pathlib import Path

import pytest

from tests.support.tools import run_python_tool

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "tool",
    [
        pytest.param(["ruff", "check"], id="ruff check"),
        pytest.param(["ruff", "format", "--check", "--diff"], id="ruff format"),
        pytest.param(["mypy"], id="mypy", marks=pytest.mark.slow),  # 50 s of processor time without a cache
        pytest.param(["deptry", "src"], id="deptry"),
    ],
)
def test_python_tool_passes(tool: list[str]):
    run_python_tool("-m", *tool)


def test_imports_respect_the_storeys():
    run_python_tool("-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache", "--no-logo")


def test_browser_waits_for_functions_only():
    """Playwright compiles an expression again for every poll, which the content policy forbids after the first."""
    waits = [
        (path.name, first)
        for path in TESTS.rglob("*.py")
        for first in re.findall(r"wait_for_function\(\s*\"(.)", path.read_text())
    ]
    assert waits
    assert [wait for wait in waits if wait[1] != "("] == []
