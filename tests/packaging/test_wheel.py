"""The published package needs only Python: the tests build it, install it elsewhere and start it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from pathlib import Path

import pytest

import build_client
from build_client import ROOT
from tests.support.server import Server

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution and the wheel built from it, which tests both."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, cwd=ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(packages: Path) -> Path:
    return next(packages.glob("*.whl"))


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program folder of a fresh environment with the wheel and its requirements."""
    folder = tmp_path_factory.mktemp("elsewhere")
    uv = [sys.executable, "-m", "uv", "--quiet"]
    run(*uv, "venv", "--python", sys.executable, folder / "env", cwd=folder)
    asked_for = ["--constraints", ROOT / "requirements.lock", wheel]
    run(*uv, "pip", "install", "--python", folder / "env", *asked_for, cwd=folder)
    return folder / "env" / ("Scripts" if sys.platform == "win32" else "bin")


def test_source_distribution_contains_client_sources_and_build(packages: Path):
    with tarfile.open(next(packages.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    built = build_client.BUILT.relative_to(ROOT).as_posix()
    assert {"client/package-lock.json", "build_client.py", "LICENSE", f"{built}/index.html"} <= names
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


def test_wheel_contains_the_whole_built_client(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("pasch/server/client/")}
    built = {f"pasch/server/client/{file.relative_to(build_client.BUILT).as_posix()}" for file in built_files()}
    assert packed == built
    assert "pasch/server/client/index.html" in packed


def test_installed_command_runs(elsewhere: Path, tmp_path: Path):
    assert "serve" in run(elsewhere / "pasch", "--help", cwd=tmp_path)


def test_installed_command_prints_a_sheet(elsewhere: Path, tmp_path: Path):
    run(elsewhere / "pasch", "sheet", "form.pdf", cwd=tmp_path)
    assert (tmp_path / "form.pdf").read_bytes().count(b"Literata-Bold")


def test_installed_package_is_typed_and_imports_nothing_heavy(elsewhere: Path, tmp_path: Path):
    program = (
        "import sys, pathlib, pasch; home = pathlib.Path(pasch.__file__).parent;"
        "print(home, (home / 'py.typed').exists(), {'numba', 'fastapi', 'sqlalchemy'} & sys.modules.keys())"
    )
    home, typed, heavy = run(elsewhere / "python", "-c", program, cwd=tmp_path).split(maxsplit=2)
    assert Path(home).is_relative_to(elsewhere.parent)
    assert (typed, heavy.strip()) == ("True", "set()")


def test_user_program_passes_strict_mypy_against_the_installed_package(elsewhere: Path, tmp_path: Path):
    program = shutil.copy(ROOT / "examples" / "research.py", tmp_path)
    checked = run(
        sys.executable, "-m", "mypy", "--strict", "--python-executable", elsewhere / "python", program, cwd=tmp_path
    )
    assert checked == "Success: no issues found in 1 source file\n"


def test_installed_server_serves_the_client(elsewhere: Path, tmp_path: Path):
    with Server(tmp_path, python=elsewhere / "python") as server, urllib.request.urlopen(server.url) as page:
        assert b"<script" in page.read()


def built_files() -> list[Path]:
    return [file for file in build_client.BUILT.rglob("*") if file.is_file()]
