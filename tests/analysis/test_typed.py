"""The ledger with typed dice: it judges known decisions, counts unknown ones as luck, and its sums add up."""

import pytest

from pasch.analysis import analyse
from pasch.rules.notation.record_reader import read_record

HEAD = "pasch-record 1\nvariant: kniffel-plain\nplayer 1: Anna\n"


def turns_of(*lines):
    ledger = analyse(read_record(HEAD + "\n".join(lines) + "\nresult: *\n"))
    return ledger.games[0].seats[0].turns


def test_single_typed_roll_counts_as_the_last_roll():
    """The ledger does not judge the missing rolls, only the entry."""
    [typed] = turns_of("1.1 ~13356 > chance 18")
    [thrown] = turns_of("1.1 13356 > chance 18")
    assert typed.rolls[-1].choice.best_value < thrown.rolls[-1].choice.best_value
    assert typed.loss < thrown.loss
    assert typed.luck - typed.loss == pytest.approx(thrown.luck - thrown.loss)


def test_fully_typed_turn_is_judged_like_a_rolled_one():
    """The kept dice are known, as with server dice."""
    [typed] = turns_of("1.1 ~13346 k33 ~33356 k333 ~23333 > four_of_a_kind 14")
    [thrown] = turns_of("1.1 13346 k33 33356 k333 23333 > four_of_a_kind 14")
    assert [roll.luck for roll in typed.rolls] == pytest.approx([roll.luck for roll in thrown.rolls])
    assert typed.loss == pytest.approx(thrown.loss)


def test_last_typed_dice_count_as_the_last_roll():
    """Earlier typed dice keep their place in the turn."""
    [typed] = turns_of("1.1 ~13346 k33 ~33356 > three_of_a_kind 20")
    [thrown] = turns_of("1.1 13346 k33 33356 > three_of_a_kind 20")
    assert [roll.dice for roll in typed.rolls] == [roll.dice for roll in thrown.rolls]
    assert typed.rolls[0].luck == pytest.approx(thrown.rolls[0].luck)
    assert typed.luck - typed.loss == pytest.approx(thrown.luck - thrown.loss)


def test_corrected_turn_replaces_the_original():
    corrected = turns_of("1.1 ~13355 > chance 17", "2.1 11111 > ones 5", "^1.1 ~66666 > sixes 30")
    right = turns_of("1.1 ~66666 > sixes 30", "2.1 11111 > ones 5")
    assert [(turn.cell, turn.points) for turn in corrected] == [("sixes", 30), ("ones", 5)]
    assert [turn.luck - turn.loss for turn in corrected] == pytest.approx([turn.luck - turn.loss for turn in right])
