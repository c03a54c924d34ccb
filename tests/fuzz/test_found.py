"""Inputs that once caused a failure, and others near valid ones, are refused in a sentence or read correctly."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.fuzz import TARGETS as GUIDED
from tests.fuzz.targets import MOST_LINES, TARGETS, seeds, tried
from tests.support.line_limit import limit_lines

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
FOUND = sorted(path for path in (Path(__file__).parent / "found").iterdir() if path.suffix != ".md")


def test_fuzz_command_knows_every_target():
    assert tuple(TARGETS) == GUIDED


def test_past_failures_are_handled():
    for path in FOUND:
        with limit_lines(MOST_LINES, path.name):
            tried(path.name.partition("-")[0], path.read_bytes().decode("utf-8", "replace"))


@st.composite
def near(draw, text):
    """A valid text with one piece removed, doubled, or replaced."""
    at, to = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
    other = draw(st.one_of(st.just(""), st.just(text[at:to] * 2), st.text(max_size=20), st.integers().map(str)))
    return text[:at] + other + text[to:]


@pytest.mark.parametrize("target", TARGETS)
@given(data=st.data())
def test_texts_near_valid_ones_are_refused_or_read(target, data):
    text = data.draw(st.sampled_from([*seeds(target)]).flatmap(near))
    with limit_lines(MOST_LINES, text):
        tried(target, text)


if platform.machine() == "x86_64" and sys.platform == "linux" and sys.version_info < (3, 14):
    # Atheris supports these platforms. The timed form is a command: python -m bench.fuzz --minutes 10.

    @pytest.mark.parametrize("target", ["position", "record"])
    def test_coverage_guided_fuzzing_finds_no_fault(target, long):
        runs = 100_000 if long else 1000
        command = [sys.executable, "-m", "bench.fuzz", "--target", target, "--runs", str(runs), "--seed", "7"]
        done = subprocess.run(command, cwd=ROOT, env={**os.environ}, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"#{runs}" in done.stdout
