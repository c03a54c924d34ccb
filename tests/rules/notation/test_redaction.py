"""Redacted records of games with hidden dice: they contain no dice that were never shown."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.rules.events import DiceRolled
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import redacted, write_record
from pasch.rules.variants import VARIANTS
from tests.rules.notation.wild import players, wild_match
from tests.support.sizes import every_variant

BLUFF = VARIANTS["luegenkniffel"]

HEAD = ["pasch-record 1", "variant: luegenkniffel", "player 1: A", "player 2: B", "player 3: C"]
TURNS = [
    "1.1 12345 k- 22255 > claim full_house 25 doubt 2,3",
    "1.2 12345 k1 12346 > claim sixes 24",
    "1.3 11111 > ones 0",
    "^1.3 11111 > twos 0",
    "2.1 ~13566 > claim chance 30 doubt 2",
    "2.2 11123 k111 11136 > claim ones 4 doubt 3 asked 1 ...",
]
"""All possible fates of dice under a cup."""


def lines_for(*seats: int, turns: list[str] = TURNS) -> list[str]:
    """The turns as these seats read them."""
    record = read_record("\n".join([*HEAD, *turns, "result: *"]))
    text = write_record(redacted(record, seats))
    assert read_record(text).totals == record.totals
    return text.splitlines()[len(HEAD) : -1]


def test_public_record_hides_unrevealed_dice():
    assert lines_for() == [
        "1.1 22255 > claim full_house 25 doubt 2,3",
        "1.2 ? > sixes 24",
        "1.3 ? > ones 0",
        "^1.3 ? > twos 0",
        "2.1 ~13566 > claim chance 30 doubt 2",
    ]


def test_each_seat_reads_its_own_dice():
    for seat in (1, 2, 3):
        shown = lines_for(seat)
        assert [line for line in shown if line.removeprefix("^")[2] == str(seat)] == [
            line for line in TURNS if line.removeprefix("^")[2] == str(seat)
        ]
    assert lines_for(1, 2, 3) == TURNS


def test_running_turn_of_others_is_omitted():
    assert lines_for(2, turns=[*TURNS[:-3], "2.1 12345"]) == [
        "1.1 22255 > claim full_house 25 doubt 2,3",
        TURNS[1],
        "1.3 ? > ones 0",
    ]


def test_doubling_before_first_roll_stays_visible():
    record = read_record(
        "\n".join([HEAD[0], HEAD[1], 'rules: {"doubles": 1}', *HEAD[2:], "1.1 !x2 12345", "result: *"])
    )
    assert write_record(redacted(record)).splitlines()[-2] == "1.1 !x2"


@pytest.mark.parametrize("key", every_variant(sorted(set(VARIANTS) - {"luegenkniffel"})))
def test_other_games_are_not_redacted(key):
    variant = VARIANTS[key]
    start = Match.begin(variant, players(variant, 2))
    record = Record.of(start, wild_match(start, Random(key), 30))
    assert redacted(record) is record


@given(
    rules=st.sampled_from(
        [{}, {"doubles": 2}, {"announce": "after_first_roll"}, {"order": "down"}, {"joker": "forced"}]
    ),
    seats=st.sets(st.integers(1, 4)),
    many=st.integers(0, 200),
    seed=st.integers(0, 2**32),
)
def test_redacted_record_contains_no_hidden_dice(rules, seats, many, seed):
    """Hidden dice of others appear only in a doubted claim, and the totals are the same."""
    start = Match.begin(BLUFF.replace(**rules), players(BLUFF, 4), 2)
    record = Record.of(start, wild_match(start, Random(seed), many))
    shown = redacted(record, seats)
    text = write_record(shown)
    read = read_record(text)
    assert read.events == shown.events
    assert read.totals == record.totals
    assert {event.seat for event in record.events if isinstance(event, DiceRolled)} & seats == {
        event.seat for event in shown.events if isinstance(event, DiceRolled)
    } & seats
    for seat, turn in re.findall(r"(?m)^\^?\d+\.(\d) (.*)$", text):
        if int(seat) not in seats and re.search(r"(?<!\S)~?\d{5}(?!\S)", turn):
            assert re.fullmatch(r"(!x2 )?~?\d{5} (!\w+ )?> claim \w+ \d+ doubt [\d,]+", turn)
    if read.match.game.turn and read.match.game.turn.seat not in seats:
        assert read.match.game.turn.roll is None
