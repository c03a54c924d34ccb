"""The web client's own tools check its build, types, lint and unit tests; a failure shows the tool's output."""

from pathlib import Path

import pytest

import build_client
from tests.support.tools import run_npm


@pytest.fixture(autouse=True, scope="module")
def client_packages() -> None:
    assert build_client.packages_current(dev=True), (
        "client/node_modules is out of date: ./pasch test brings it up to date"
    )


def test_built_client_is_current():
    assert build_client.is_current(), "the client does not build: .venv/bin/python build_client.py says why"


def test_files_left_by_tools_are_not_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("src/page.ts", "src/page.test.ts", ".svelte-check/page.ts", "node_modules/tool.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(build_client, "SOURCES", tmp_path)
    assert [*build_client.source_files()] == [tmp_path / "src" / "page.ts"]


@pytest.mark.parametrize("script", [pytest.param("check", marks=pytest.mark.slow), "lint", "test"])
def test_client_script_passes(script: str):
    run_npm("run", "--silent", script)
