"""Corrections: an earlier turn is replaced and the later turns replayed, in the match and in records."""

from __future__ import annotations

import pytest

from pasch.rules.actions import TakeBack
from pasch.rules.corrections import TurnCorrected
from pasch.rules.errors import CorrectionClashes, DamagedRecord, IllegalAction, PaschError
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.variants import VARIANTS
from tests.rules.notation.wild import players

BLOCK = ["1.1 ~13355 > chance 17", "1.2 12345 > large_straight 40", "2.1 ~22222 > kniffel 50", "2.2 ? > chance 20"]
FURTHER = [*BLOCK, "3.1 ~33333 > threes 15 +50", "3.2 22256 > twos 6"]


def record_of(lines: list[str], variant: str = "kniffel", *, seats: int = 2, games: int = 2) -> str:
    names = [f"player {seat}: {name}" for seat, name in enumerate(players(VARIANTS[variant], seats), start=1)]
    return "\n".join(["pasch-record 1", f"variant: {variant}", *names, f"games: {games}", *lines, "result: *", ""])


def read(lines: list[str], variant: str = "kniffel") -> Record:
    """The record of these lines; writing it gives the same lines."""
    text = record_of(lines, variant)
    record = read_record(text)
    assert write_record(record).splitlines()[-len(lines) :] == text.splitlines()[-len(lines) :]
    return record


def refused(lines: list[str], variant: str = "kniffel") -> PaschError:
    """The reason for refusing the last line; the error names its line number in the file."""
    text = record_of(lines, variant)
    with pytest.raises(DamagedRecord) as damaged:
        read_record(text)
    assert damaged.value.line == text.splitlines().index(lines[-1]) + 1
    return damaged.value.cause


def test_correction_changes_dice_points_or_cell_of_earlier_turn():
    assert read(FURTHER).totals == [132, 66]
    assert read([*FURTHER, "^1.1 ~13356 > chance 18"]).totals == [133, 66]
    assert read([*FURTHER, "^1.1 ~13355 > fives 10"]).totals == [125, 66]
    assert read([*FURTHER, "^1.1 ? > chance 30"]).totals == [145, 66]
    assert read([*FURTHER, "^2.2 ? > chance 30"]).totals == [132, 76]
    assert read([*FURTHER, "^1.2 12345 > small_straight 30"]).totals == [132, 56]


def test_correction_replays_later_turns():
    """The second Kniffel earns no bonus points without the first one."""
    record = read([*FURTHER, "^2.1 ~22223 > four_of_a_kind 11"])
    assert record.totals == [17 + 11 + 15, 66]
    assert read([*FURTHER, "^2.1 ~22223 > four_of_a_kind 11", "^2.1 ~22222 > kniffel 50"]).totals == [132, 66]
    assert isinstance(record.events[-1], TurnCorrected)
    assert Record.of(record.start, record.as_it_counts).match == record.match


def test_running_turn_continues_after_correction_of_earlier_turn():
    lines = [*FURTHER, "4.1 ~11123 ...", "^1.1 ~13356 > chance 18", "4.1 ~11123 k111 ~11114 > ones 4"]
    assert read(lines).totals == [137, 66]
    assert read([*lines[:-1], "^1.1 ~13355 > chance 17", "4.1 ~11123 > ones 3"]).totals == [135, 66]
    assert refused([*lines[:-1], "4.1 ~11124 k111 ~11114 > ones 4"]).template.startswith("After a correction, repeat")
    assert refused([*lines[:-1], "4.2 ~11124 > ones 3"]).template == "The turn before this one has no entry"


def test_correction_replaces_dice_of_running_turn():
    lines = [*FURTHER, "4.1 ~11123 ...", "^4.1 ~11124 ..."]
    record = read(lines)
    assert record.match.game.turn.roll.to_text() == "11124"
    assert read([*lines, "4.1 ~11124 k111 ~11114 > ones 4"]).totals == [136, 66]
    assert read([*lines, "^4.1 ...", "4.1 ~11111 > ones 5 +50"]).totals == [187, 66]
    assert refused([*lines, "^4.1 ~11124 > ones 3"]).template.startswith("This turn is still running")


def test_correction_reaches_finished_games():
    cells = [cell.category for cell in VARIANTS["kniffel"].cells]
    first = [f"{round_}.{seat} ? > {cell} 0" for round_, cell in enumerate(cells, start=1) for seat in (1, 2)]
    lines = [*first, "game: 2", "1.1 ~13355 > chance 17"]
    record = read([*lines, "^1.13.2 ~12345 > chance 15", "^1.1 ~13356 > chance 18", "1.2 ~11234 > ones 2"])
    assert [game.totals for game in record.games] == [[0, 15], [18, 2]]
    assert read([*first, "^1.1 ~11345 > ones 2"]).totals == [2, 0]
    assert read([*first, "^13.2 ~12345 > chance 15"]).match.between_games


def test_latest_entry_with_same_dice_is_taken_back_not_corrected():
    record = read([*BLOCK, "^2.2 ? > chance 22"])
    assert not any(isinstance(event, TurnCorrected) for event in record.events)
    assert read([*BLOCK[:3], "^2.1 ~22222 > twos 10"]).events[-1].points == 10
    corrected = read([*BLOCK[:3], "^2.1 ~22223 > twos 8"])
    assert isinstance(corrected.events[-1], TurnCorrected)
    with pytest.raises(IllegalAction):
        corrected.match.apply(TakeBack())


def test_invalid_corrections_are_refused_with_the_reason():
    assert refused([*FURTHER, "^1.1 ~13356 > threes 6"]).template.startswith("This correction would make turn {number}")
    assert refused([*FURTHER, "^1.1 ~13356 > chance 17"]).template.startswith("{cell} scores {points}")
    assert refused([*FURTHER, "^1.2 12346 > chance 16"]).template.startswith("The server’s rolls cannot")
    assert refused([*FURTHER, "^1.1 13356 > chance 18"]).template.startswith("The server’s rolls cannot")
    assert refused([*FURTHER, "^1.1 ~13356 ..."]).template.startswith("Correct a finished turn")
    assert refused([*FURTHER, "^3.1 ~33333 > threes 15 +100"]).template.startswith("The rules give")
    assert refused([*FURTHER, "^4.1 ~33333 > threes 15"]).template.startswith("Game {game} has no turn")
    assert refused([*FURTHER, "^2.1.1 ~13356 > chance 18"]).template.startswith("Game {game} has no turn")
    assert refused([*FURTHER, "^1.3 ~13356 > chance 18"]).template.startswith("Game {game} has no turn")
    assert refused(["1.1 frozen 2 ~13355 > chance 17", "^1.2 ? > chance 5"]).template.startswith("The sheet of seat")
    assert refused(["1.1 frozen 2 ~13355 > chance 17", "^1.1 ~13356 > chance 18"]).template.startswith(
        "A correction does"
    )


def test_correction_clash_names_turn_and_cause():
    clash = refused([*FURTHER, "^1.1 ~13356 > threes 6"])
    assert isinstance(clash, CorrectionClashes)
    assert clash.turn == "3.1"
    assert clash.cause.code == "cell_filled"


def test_correction_that_changes_turn_order_is_refused():
    """A served generala ended the game, a bonus Kismet took a turn: the correction cannot undo later turns."""
    won = ["1.1 ~66666 > generala 60"]
    assert read_record(record_of(won, "generala")).match.game.over
    assert "the order of turns" in refused([*won, "^1.1 ~12345 > generala 0"], "generala").template
    kismet = ["1.1 ~66666 > kismet 80", "1.2 12345 > ones 1", "2.1 ~55555 > fives 25", "2.2 lost > twos 0"]
    assert "the order of turns" in refused([*kismet, "^2.1 ~45555 > fives 20"], "kismet").template
    assert read([*kismet, "^2.1 ~44444 > fours 20"], "kismet").totals == [80 + 20, 1]


def test_hidden_dice_cannot_be_corrected():
    lines = ["1.1 ~13355 > claim chance 17"]
    assert refused([*lines, "^1.1 ~13356 > claim chance 18"], "luegenkniffel").template.startswith("Games with hidden")


def test_played_turns_reflect_corrections():
    match = read([*FURTHER, "4.1 ~11123 ...", "^1.1 ~13356 > chance 18"]).match
    turns = match.played(1).turns
    assert [f"{each.turn.round}.{each.turn.seat} {each.written}" for each in turns] == [
        "1.1 ~13356 > chance 18",
        *FURTHER[1:],
        "4.1 ~11123",
    ]
    assert [each.running for each in turns] == [False] * 6 + [True]
    assert match.played(2) is None
