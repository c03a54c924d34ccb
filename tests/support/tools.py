"""Run a tool of the gates and fail with its output."""

import subprocess
import sys

import pytest

import build_client


def run_python_tool(*arguments: str) -> None:
    """Run Python with the arguments in the root folder."""
    _run([sys.executable, *arguments], cwd=str(build_client.ROOT), env=None)


def run_npm(*arguments: str) -> None:
    """Run npm with the arguments in the client's folder, with the Node of the build."""
    _run([*build_client.npm(), *arguments], cwd=str(build_client.SOURCES), env=build_client.node_environment())


def _run(command: list[str], *, cwd: str, env: dict[str, str] | None) -> None:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        said = done.stdout.decode(errors="replace").strip()
        pytest.fail(f"exit code {done.returncode} from {' '.join(command)}\n{said}", pytrace=False)
