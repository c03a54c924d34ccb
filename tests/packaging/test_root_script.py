"""`./pasch` in a fresh folder installs its packages once under concurrent starts and reports errors in one line."""

from __future__ import annotations

import ast
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from build_client import ROOT

pytestmark = pytest.mark.slow

FILES = ["pasch", "build_client.py", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE"]
FILES += ["requirements.lock", "requirements-uv.lock"]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A fresh checkout without the client's sources; other tests cover their build."""
    folder = tmp_path / "clone"
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "client"))
    for file in FILES:
        shutil.copy(ROOT / file, folder / file)
    return folder


def start(folder: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start ./pasch with this environment's uv on its path."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.Popen(
        [sys.executable, folder / "pasch", *arguments],
        env={**os.environ, "PATH": path, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def outcome(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Exit code, standard output and standard error at the end of a process."""
    out, err = process.communicate()
    return process.returncode, out, err


def test_concurrent_first_starts_install_packages_once(clone: Path):
    ends = [outcome(one) for one in [start(clone, "--help"), start(clone, "--help")]]
    assert [(code, "serve" in out) for code, out, _ in ends] == [(0, True), (0, True)], ends
    assert sum("installing the Python packages" in err for _, _, err in ends) == 1
    code, out, err = outcome(start(clone, "--help"))
    assert (code, "serve" in out, err) == (0, True, "")


def test_last_line_reports_an_unreachable_package_index(clone: Path):
    closed = "http://127.0.0.1:9/simple"  # no server listens on the discard port
    empty = str(clone / "empty-cache")
    code, out, err = outcome(start(clone, "--help", UV_DEFAULT_INDEX=closed, UV_CACHE_DIR=empty, UV_HTTP_RETRIES="0"))
    assert (code, out) == (1, "")
    assert err.splitlines()[-1].startswith(
        "pasch: the Python packages could not be installed; is the package index reachable?"
    )
    assert "Traceback" not in err


def test_different_python_version_gets_a_new_environment(clone: Path):
    """The stamp names the Python version; the script distrusts an environment whose stamp names another version."""
    assert outcome(start(clone, "--help"))[0] == 0
    stamp = clone / ".venv" / "pasch-setup.json"
    version = "{}.{}".format(*sys.version_info)
    stamp.write_text(stamp.read_text().replace(f'"{version}"', '"3.10"'))
    code, _, err = outcome(start(clone, "--help"))
    assert code == 0
    assert "installing the Python packages" in err
    assert f'"{version}"' in stamp.read_text()


def test_any_python_3_parses_the_root_script():
    ast.parse((ROOT / "pasch").read_text(), feature_version=(3, 7))


def run_as(version: str, folder: Path, script: Path) -> subprocess.CompletedProcess[str]:
    """Run `./pasch verify` in this Python, which calls itself another version, with only this folder on the path."""
    code = f"import runpy, sys; sys.version_info = {(*map(int, version.split('.')), 0)}; sys.argv = sys.argv[1:]"
    command = [sys.executable, "-c", f"{code}; runpy.run_path(sys.argv[0], run_name='__main__')", script, "verify"]
    return subprocess.run(
        command, check=False, env={"PATH": str(folder)}, cwd=script.parent, capture_output=True, text=True
    )


def put_programs(folder: Path, programs: dict[str, str]) -> None:
    """Put shell scripts into a folder."""
    for name, does in programs.items():
        program = folder / name
        program.write_text(f"#!/bin/sh\n{does}\n")
        program.chmod(0o755)


@pytest.mark.parametrize(("version", "others"), [("3.9", ["3.12", "3.13"]), ("3.15", ["3.13"]), ("3.9", [])])
def test_unsupported_python_delegates_to_the_newest_supported_one(tmp_path: Path, version: str, others: list[str]):
    put_programs(tmp_path, {"python3.14": "exit 127", **{f"python{other}": f"echo {other} $@" for other in others}})
    ended = run_as(version, tmp_path, ROOT / "pasch")
    if others:
        assert (ended.returncode, ended.stdout.split()) == (0, [others[-1], str(ROOT / "pasch"), "verify"])
    else:
        assert (ended.returncode, ended.stdout) == (1, "")
        assert ended.stderr == f"pasch: Python 3.11 to 3.14 is needed, and this is {version}.\n"


@pytest.mark.parametrize(("version", "chosen"), [("3.11", "3.13"), ("3.13", "")])
def test_new_environment_gets_the_newest_python(clone: Path, tmp_path: Path, version: str, chosen: str):
    newer = {f"python{each}": f"echo {each} $@" for each in ("3.12", "3.13")}
    uv = '[ "$1" = --version ] && echo uv 99.0'
    put_programs(tmp_path, {**newer, "python3.14": "exit 127", "uv": uv})
    ended = run_as(version, tmp_path, clone / "pasch")
    assert ended.stdout.split() == ([chosen, str(clone / "pasch"), "verify"] if chosen else [])
    assert ("no virtual environment" in ended.stderr) == (not chosen)  # the set-up began in this Python


@pytest.mark.parametrize(("version", "fits"), [("{}.{}".format(*sys.version_info), True), ("3.9", False)])
def test_probe_succeeds_in_its_version(version: str, fits: bool):
    probe = runpy.run_path(str(ROOT / "pasch"))["PROBE"]
    code = f"import sys; sys.modules['pip'] = sys; {probe}"  # the environment of the tests has no pip
    assert (subprocess.run([sys.executable, "-c", code, version], check=False).returncode == 0) is fits
