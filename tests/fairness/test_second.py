"""The page's verifier is a second program in another language. Both verifiers agree on every record."""

import json
import re
import subprocess
from pathlib import Path
from random import Random

import pytest

import build_client
from pasch.fairness.verify import check_record, logged_rolls
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_reader import read_as_far_as_sound
from pasch.rules.notation.record_writer import write_record
from pasch.rules.variants import VARIANTS
from tests.rules.play import finished
from tests.support.proved import proved_record

ROOT = Path(__file__).parents[2]
SECOND = Path(__file__).with_name("second.mjs")
GOLDEN = sorted((ROOT / "tests" / "golden" / "games").glob("*.txt"))


def second(records, *, plain=False):
    """The verdict of the page's program on these records; `plain`: without the browser's cryptography."""
    node = build_client.node()
    done = subprocess.run(
        [*node, str(SECOND)],
        input=json.dumps({"records": records, "plain": plain}).encode(),
        env=build_client.node_environment(),
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def flat(roll, line):
    return [line, roll.game, roll.turn, roll.round, roll.seat, roll.roll, roll.keep.to_text(), roll.dice.to_text()]


def rolls(text):
    """The first program's reading of a record."""
    reading = read_as_far_as_sound(text)
    return [flat(roll, reading.lines[roll.event]) for roll in logged_rolls(reading.record.start, reading.record.events)]


def random_record(key, seed):
    """A match with frequent fives of a kind, so that extra and lost turns are common."""
    names = ["Anna", "Bernd", "Clara"][: max(2, VARIANTS[key].seats[0])]
    start = Match.begin(VARIANTS[key], names, min(2, VARIANTS[key].games))
    return write_record(Record.of(start, finished(start, Random(seed))[1]))


@pytest.mark.slow
def test_both_verifiers_read_the_same_rolls():
    """Golden games and random ones of every variant."""
    records = [path.read_text() for path in GOLDEN]
    records += [random_record(key, seed) for key in VARIANTS for seed in range(3)]
    records += [proved_record(key, Random(key)) for key in VARIANTS]
    for text, other in zip(records, second(records), strict=True):
        assert other["rolls"] == rolls(text), text


@pytest.fixture(scope="module")
def damaged():
    """Records of every variant, unchanged and with one changed digit of a turn, a seed or the commitment."""
    rng = Random(11)
    found = []
    for key in VARIANTS:
        text = proved_record(key, rng, seeds=("c0ffee",))
        digits = [place.end() - 1 for place in re.finditer(r"(?<= )k?[1-6]{3,8}(?= )", text)]
        found.append(text)
        found += [turned(text, place) for place in rng.sample(digits, 6)]
        found += [turned(text, text.index(f"\n{name}: ") + len(name) + 5) for name in ("seed", "seed 1", "commitment")]
    return found


def turned(text, place):
    """The text with one digit changed to the next face."""
    return f"{text[:place]}{int(text[place], 16) % 6 + 1}{text[place + 1 :]}"


def test_verdict_is_the_same_without_browser_cryptography(damaged):
    assert second(damaged[:60], plain=True) == second(damaged[:60])


@pytest.mark.slow
def test_both_verifiers_find_the_same_first_wrong_roll(damaged):
    wrong = 0
    for text, other in zip(damaged, second(damaged), strict=True):
        checked = check_record(text)
        verdict = checked.verdict
        assert other["lack"] is None
        assert (other["committed"], other["makes"]) == (verdict.committed, checked.seed_makes)
        first = verdict.first_wrong
        assert other["checked"] == verdict.checked, text
        assert first is not None or other["byHand"] == checked.by_hand, text
        assert other["wrong"] == (None if first is None else flat(first, checked.line)), text
        assert other["right"] == (None if first is None else verdict.right.to_text())
        wrong += first is not None
    assert wrong > len(damaged) / 2
