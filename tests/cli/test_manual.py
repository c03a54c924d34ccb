"""docs/commands.md: its examples run, and every command and option has a description."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from pasch.cli.app import app

PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text("utf-8")
EXAMPLES = re.findall(r"^\$ (.+)\n((?:(?!\$ |```).*\n)*)", PAGE, re.MULTILINE)
COMMANDS = typer.main.get_command(app).commands


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), EXAMPLES)
def test_example_shows_the_real_output(command: str, shown: str):
    done = subprocess.run(
        ["bash", "-c", command.replace("pasch ", f"{sys.executable} -m pasch ")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={
            "PATH": "/usr/bin:/bin",
            "LC_ALL": "C.UTF-8",
            **{name: os.environ[name] for name in ("PASCH_CACHE", "NUMBA_CACHE_DIR")},
        },
        check=False,
    )
    assert done.stdout.decode() == shown


def test_manual_contains_examples():
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize("name", COMMANDS)
def test_command_section_names_every_option(name: str):
    part = PAGE.partition(f"\n## pasch {name}\n")[2].partition("\n## ")[0]
    assert part
    shared = PAGE.partition("\n## ")[0]
    for parameter in COMMANDS[name].params:
        for option in [] if parameter.hidden else parameter.opts:  # options between processes are hidden
            if option.startswith("--"):
                assert option in part or option in shared, option


def test_sections_match_the_existing_commands():
    assert set(re.findall(r"^## pasch (\w+)$", PAGE, re.MULTILINE)) == set(COMMANDS)
