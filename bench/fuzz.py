"""Malformed texts, guided by code coverage: `.venv/bin/python -m bench.fuzz --minutes 10`.

Each target of `tests/fuzz/targets.py` gets its share of the time, in a separate process under atheris (libFuzzer).
atheris mutates texts that reached new code. A target must refuse an input in a sentence or read its own output again.
A crash, or an input that takes longer than two seconds, ends with exit code 1. The input is saved in
`tests/fuzz/found`, where a test tries it from then on. With `--runs` instead of minutes, every target gets this many
inputs, the same ones for the same `--seed`. atheris exists for Linux on x86-64 with Python 3.11 to 3.13.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOUND = ROOT / "tests" / "fuzz" / "found"
OURS = ["pasch.rules", "pasch.server.sockets.commands", "pasch.server.wire", "pasch.server.api.problem"]
"""Packages whose coverage counts."""
TARGETS = ("position", "record", "turn", "words", "rules", "rules_json", "command", "opening")
DONE = re.compile(r"#\d+\s+DONE")
"""The start of libFuzzer's last output line."""
LONGEST = 4000
"""The most bytes of an input."""
SLOWEST = 2
"""Seconds allowed per input, on a machine with other load."""


def fuzz_one(target: str, options: list[str]) -> None:
    """Fuzz a target in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=OURS):
        from tests.fuzz.targets import tried

    def one(data: bytes) -> None:
        tried(target, data.decode("utf-8", "replace"))

    atheris.Setup([sys.argv[0], *options], one)
    atheris.Fuzz()


def fuzz(target: str, how: list[str]) -> bool:
    """Fuzz a target in a separate process; whether it found nothing."""
    from tests.fuzz.targets import seeds

    with tempfile.TemporaryDirectory() as corpus:
        for number, text in enumerate(seeds(target)):
            (Path(corpus) / str(number)).write_text(text, encoding="utf-8")
        options = [corpus, f"-artifact_prefix={FOUND}/{target}-", f"-timeout={SLOWEST}", f"-max_len={LONGEST}"]
        command = [sys.executable, "-m", "bench.fuzz", "--one", target, *options, *how]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [line for line in done.stderr.splitlines() if DONE.match(line)]
    print(f"{target:<10} {lines[-1] if lines and not done.returncode else done.stderr[-3000:]}", flush=True)
    return done.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description="Fuzzing: unlikely texts, guided by the code that they reach.")
    parser.add_argument("--minutes", type=float, default=10.0, help="for all targets together")
    parser.add_argument("--runs", type=int, help="inputs for each target, instead of a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", choices=TARGETS, help="only this one")
    wanted = parser.parse_args()
    targets = [wanted.target] if wanted.target else list(TARGETS)
    share = int(wanted.minutes * 60 / len(targets)) or 1
    how = [f"-runs={wanted.runs}" if wanted.runs else f"-max_total_time={share}", f"-seed={wanted.seed}"]
    whole = [fuzz(target, how) for target in targets]
    sys.exit(0 if all(whole) else 1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        fuzz_one(sys.argv[2], sys.argv[3:])
    else:
        main()
