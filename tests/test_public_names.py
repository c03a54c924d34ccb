"""`import pasch` is light, and its public names are the same for type checker, program and reader."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import pasch

HEAVY = {"numba", "numpy", "fastapi", "starlette", "uvicorn", "pydantic", "sqlalchemy", "sqlite3", "alembic", "typer"}


def names_for_the_type_checker() -> dict[str, str]:
    """Public name → module, read from the imports under TYPE_CHECKING."""
    tree = ast.parse(Path(pasch.__file__).read_text(encoding="utf-8"))
    guarded = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in guarded.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


def test_type_checker_and_program_see_the_same_names():
    assert names_for_the_type_checker() == pasch._HOME


def test_dir_lists_the_public_names():
    assert dir(pasch) == sorted(pasch.__all__) == sorted([*pasch._HOME, "__version__"])


def test_research_functions_are_public():
    assert {"BOTS", "find_bot", "simulate", "win_chances", "win_curves"} < set(pasch.__all__)


@pytest.mark.parametrize("name", sorted(pasch._HOME))
def test_every_public_name_loads_and_has_a_docstring(name: str):
    value = getattr(pasch, name)
    assert value.__doc__
    assert getattr(pasch, name) is value


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'gamble'"):
        _ = pasch.gamble


def test_importing_pasch_loads_nothing_heavy():
    program = "import sys, json, pasch; print(json.dumps(sorted(sys.modules)))"
    loaded = json.loads(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
    assert HEAVY.isdisjoint(loaded)
