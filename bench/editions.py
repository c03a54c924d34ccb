"""Two editions side by side: `.venv/bin/python -m bench.editions COMMIT [--games N]` from the root folder.

Both play the same random games of every variant and pick every action from the legal ones. After each step they write
the legal actions, the events as a log stores them and the totals; after every seventh step and at the end, because that
takes longest, also the position. A separate work tree holds the edition of COMMIT, so the script uses only what both
editions have. With exit code 1 it names the games that differ, each with its first differing step.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BATCH = 100
"""Games per line of the comparison."""


def record_lines(key: str, seed: int) -> Iterator[str]:
    """An edition's record of one random game, with a line for each step."""
    from pasch.rules.actions import Action, RollDice
    from pasch.rules.dice import Roll
    from pasch.rules.events import ActionDieRolled, DiceRolled
    from pasch.rules.game import Game
    from pasch.rules.notation.events import event_to_data
    from pasch.rules.notation.position import Position
    from pasch.rules.variants import VARIANTS

    rng, variant = random.Random(f"{key} {seed}"), VARIANTS[key]
    low, high = variant.seats
    game = Game(variant, [f"P{seat}" for seat in range(1, rng.randint(low, min(high, 4)) + 1)])
    for number in count():
        if game.over:
            return
        step: Action | ActionDieRolled | DiceRolled
        if game.stage.value == "die_in_the_air":
            texts, step = [], ActionDieRolled(rng.randint(1, 6))
        else:
            legal = list(game.legal_actions)
            texts, step = [variant.action_text(action) for action in legal], rng.choice(legal)
        if isinstance(step, RollDice):
            kept = step.keep
            six = rng.choices(range(1, 7), k=variant.dice - (len(kept.faces) if kept else 0))
            ten = rng.choices(range(10), k=variant.ten_sided - (len(kept.tens) if kept else 0))
            faces, tens = (kept.faces, kept.tens) if kept else ((), ())
            if rng.random() < LUCK:  # five equal dice decide jokers, bonuses and penalties, but are rare
                six = [rng.randint(1, 6)] * len(six)
            step = DiceRolled(Roll((*faces, *six), (*tens, *ten)), kept)
        after, events = game.apply(step)
        stored, at = [], game
        for event in events:
            stored.append((*event_to_data(event, at), getattr(event, "seat", None)))
            at = at.evolve(event)
        noted = number % 7 == 0 or after.over
        positions = [Position.of(each).to_text() for each in (after, at) if noted]
        ranks = after.ranks if after.over else []
        yield json.dumps([texts, stored, *positions, after.totals, ranks])
        game = after


LUCK = 0.1
"""The chance that all dice in the air show the same face."""


def play(keys: list[str], games: int) -> None:
    """Print a digest for each batch of games of each variant."""
    for key in keys:
        for first in range(0, games, BATCH):
            seeds = range(first, min(first + BATCH, games))
            lines = [*chain.from_iterable(record_lines(key, seed) for seed in seeds)]
            digest = hashlib.sha256("".join(lines).encode())
            print(f"{key} {seeds.start} {seeds.stop} {len(lines)} {digest.hexdigest()}", flush=True)


def _run(source: Path, *arguments: str) -> subprocess.Popen[str]:
    """This script with another edition of the package."""
    path = {"PYTHONPATH": f"{source / 'src'}:{source}"}
    command = [sys.executable, str(Path(__file__)), *arguments]
    return subprocess.Popen(command, env=os.environ | path, stdout=subprocess.PIPE, text=True, cwd=source)


def _difference(old: Path, line: str) -> str:
    """The first step in which the editions differ in a batch."""
    key, first, stop, *_ = line.split()
    for seed in range(int(first), int(stop)):
        runs = [_run(source, "--tell", key, str(seed)) for source in (old, ROOT)]
        outputs = [run.communicate()[0].splitlines() for run in runs]
        for step, pair in enumerate(zip(*outputs, strict=False)):
            if pair[0] != pair[1]:
                return f"{key}, game {seed}, step {step}:\n  {pair[0]}\n  {pair[1]}"
        if len(outputs[0]) != len(outputs[1]):
            return f"{key}, game {seed}: {len(outputs[0])} steps became {len(outputs[1])}"
    return f"{key}, games {first} to {stop}: no difference when played again"


def compare(old: Path, keys: list[str], games: int) -> int:
    """Play both editions concurrently and print the differences."""
    start = time.monotonic()
    runs = [_run(source, "--play", ",".join(keys), "--games", str(games)) for source in (old, ROOT)]
    lines, steps, wrong = 0, Counter[str](), []
    assert runs[0].stdout is not None
    assert runs[1].stdout is not None
    for before, now in zip(runs[0].stdout, runs[1].stdout, strict=True):
        key, *_, played, _ = now.split()
        lines, steps[key] = lines + 1, steps[key] + int(played)
        if before != now:
            wrong.append(now)
    if any(run.wait() for run in runs):
        return 1
    for line in wrong:
        print(_difference(old, line))
    seconds = time.monotonic() - start
    for key, total in steps.items():
        print(f"{key:20}{total:>10} steps, {sum(line.split()[0] == key for line in wrong)} batches differ")
    played = f"{len(keys)} variants, {games} games each, {steps.total()} steps"
    print(f"{played}: {len(wrong)} of {lines} batches differ; {seconds:.0f} s")
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("commit", nargs="?", help="the edition to compare with")
    parser.add_argument("--games", type=int, default=10_000, help="random games of each variant (default: 10000)")
    parser.add_argument("--variants", help="keys, separated by commas (default: all of both editions)")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    parser.add_argument("--tell", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--keys", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        play(given.play.split(","), given.games)
        return 0
    if given.tell:
        print(*record_lines(given.tell[0], int(given.tell[1])), sep="\n")
        return 0
    from pasch.rules.variants import VARIANTS

    if given.keys:
        print(*VARIANTS)
        return 0
    if given.commit is None:
        parser.error("name the commit of the edition to compare with")
    keys = given.variants.split(",") if given.variants else list(VARIANTS)
    with tempfile.TemporaryDirectory() as folder:
        old = Path(folder) / "old"
        subprocess.run(["git", "worktree", "add", "--detach", old, given.commit], cwd=ROOT, check=True)
        try:
            known = _run(old, "--keys").communicate()[0].split()
            return compare(old, [key for key in keys if key in known], given.games)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", old], cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main())
