"""Par, compared with plain recursion on small sheets; cases without par; losses by kind of decision."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from random import Random

import pytest

from pasch.analysis import Kind, analyse
from pasch.bots.perfect import PerfectBot
from pasch.fairness.stream import RollId, commitment, rolled
from pasch.fairness.verify import landed
from pasch.rules.actions import RollDice
from pasch.rules.dice import NOTHING
from pasch.rules.events import DiceRolled
from pasch.rules.match import Match
from pasch.rules.notation.record import Provenance, Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import write_record
from pasch.solver.store import solve
from tests.naive.solver import Card, Dice, Entry, Toy, Turn, bonus, entries, first_throw, keeps, thrown
from tests.rules.play import choose
from tests.solver.test_small_games import GAMES, SAVING, Small, small
from tests.support.sizes import cases

SEED = bytes(range(32))
SEATS = ("c0ffee", "5eed")
SOME = {"bonus", "forced", "dice stay", "a ten-sided die"}
"""The default subset covers ties, few entries, few keeps and two kinds of dice."""


def played(variant, act, *, games=1, players=("Anna", "Bernd")) -> Record:
    """Play a match with the dice of the seeds; `act` decides."""
    start = match = Match.begin(variant, players, games)
    log = []
    while not match.over:
        step, turn = act(match), match.game.turn
        if isinstance(step, RollDice):
            keep = step.keep or NOTHING
            roll_id = RollId("table", SEATS, len(match.games), turn.number, turn.rolls_used + 1)
            six, ten = variant.dice - len(keep.faces), variant.ten_sided - len(keep.tens)
            step = DiceRolled(landed(keep, rolled(SEED, roll_id, six, ten)), step.keep)
        match, events = match.apply(step)
        log += events
    seeds = tuple(enumerate(SEATS, start=1))
    return Record.of(start, log, provenance=Provenance("", "table", "server", commitment(SEED), SEED.hex(), seeds))


def anyhow(seed: int):
    chance = Random(seed)
    return lambda match: choose(match, chance)


# ------------------------------------------------------------------------------- the naive par


def faces(game: int, turn: int, roll: int, dice: tuple[int, ...]) -> list[int]:
    """Return the faces of dice with these numbers of sides, as docs/fairness.md specifies."""
    message = json.dumps(["pasch-dice-1", "table", list(SEATS), game, turn, roll, 0], separators=(",", ":"))
    stream = iter(hmac.digest(SEED, message.encode(), hashlib.sha256))
    return [next(byte for byte in stream if byte < 256 // each * each) % each + (each == 6) for each in dice]


def naive_par(game: Small, number: int, seat: int) -> int:
    """Play the first of the best options in tie-break order, valued by plain recursion."""
    toy, card, total = game.toy, Card(), 0
    for round_ in range(len(toy.rows)):
        turn, option = first_throw(toy, card), ()
        while not isinstance(option, Entry):
            fallen = sides(toy, option)
            shown = faces(number, 2 * round_ + seat, turn.used + 1, fallen)
            dice = sorted(option + tuple(zip(fallen, shown, strict=True)))
            [turn] = [after for after, _ in thrown(toy, turn, option) if after.dice == tuple(dice)]
            options = in_order(toy, card, turn)
            values = [game.mean.option(card, turn, each) for each in options]
            option = next(each for each, value in zip(options, values, strict=True) if value > max(values) - 0.001)
        card, total = option.card, total + option.points + option.extra
    return total + bonus(toy, card)


def sides(toy: Toy, kept: Dice) -> tuple[int, ...]:
    """Return the sides of the dice that fall, six-sided dice first."""
    tens = sum(many == 10 for many, _ in kept)
    return (6,) * (toy.dice - len(kept) + tens) + (10,) * (toy.tens - tens)


def in_order(toy: Toy, card: Card, turn: Turn) -> list:
    """Sort keeps by fewer dice, then lower faces; then entries from the top row, points before 0."""
    kept = sorted(keeps(toy, turn), key=lambda dice: (len(dice), dice)) if turn.left else []
    rows = [row.name for row in toy.rows]
    return kept + sorted(entries(toy, card, turn), key=lambda entry: (rows.index(entry.row.name), -entry.points))


@pytest.mark.parametrize("name", cases([name for name in GAMES if name not in SAVING], default=SOME))
def test_par_matches_plain_recursion(name):
    game = small(name)
    record = played(game.variant, anyhow(1), games=2)
    found = analyse(record, game.solution)
    assert [[seat.par for seat in each.seats] for each in found.games] == [
        [naive_par(game, number, seat) for seat in (1, 2)] for number in (1, 2)
    ]
    assert [player.par for player in found.players] == [
        sum(each.seats[seat].par for each in found.games) for seat in (0, 1)
    ]


# ------------------------------------------------------------------------------- conditions for par


def perfectly(match):
    return PerfectBot(solve).choose(match.game)


def test_perfect_play_scores_par_against_any_opponent():
    kniffel, wild = solve("kniffel").variant, anyhow(2)
    both = played(kniffel, lambda match: perfectly(match) if match.game.to_move == 2 else wild(match))
    anna, bernd = analyse(both).players
    assert bernd.loss == 0
    assert bernd.score == bernd.par != anna.par
    assert anna.par == analyse(played(kniffel, anyhow(3))).players[0].par


def test_unproven_dice_have_no_par():
    record = played(solve("kniffel-plain").variant, anyhow(4), players=["Anna"])
    text = write_record(record)
    line = next(number for number, each in enumerate(text.split("\n")) if each.startswith("13.1 "))
    for damaged in (
        re.sub(r"seed: .*\n", "", text),
        re.sub(r"commitment: .*\n", "commitment: " + "0" * 64 + "\n", text),
        re.sub(r"dice: server\n", "dice: manual\n", text),
        "\n".join([*text.split("\n")[:line], "result: *", ""]),
    ):
        assert analyse(read_record(damaged)).players[0].par is None
    assert analyse(text_of_typed(record)).players[0].par is None
    assert analyse(read_record(text)).players[0].par is not None


def text_of_typed(record: Record) -> str:
    """Return the record without the dice of its first turn."""
    return re.sub(r"(?m)^1\.1 .* > ", "1.1 ? > ", write_record(record))


# ------------------------------------------------------------------------------- kinds of decision


KINDS = """pasch-record 1
variant: kniffel-plain
player 1: Anna
1.1 12344 k1234 12345 > large_straight 40
2.1 12226 k222 22235 k222 22234 > twos 6
result: *
"""


def test_losses_by_kind_sum_to_the_loss():
    record = played(solve("kniffel").variant, anyhow(5))
    for seat in analyse(record).games[0].seats:
        assert sum(seat.losses.values()) == pytest.approx(seat.loss)
        kinds = [{choice.kind for choice in turn.choices} for turn in seat.turns]
        assert not any(Kind.ENDGAME in kind for kind in kinds[:10])
        assert kinds[10:] == [{Kind.ENDGAME}] * 3


def test_decisions_are_classified_by_kind():
    [anna] = analyse(KINDS).players
    kinds = [choice.kind for turn in anna.games[0].turns for choice in turn.choices]
    assert kinds == [Kind.KEEPS, Kind.ENTRIES, Kind.KEEPS, Kind.KEEPS, Kind.BONUS]
    assert list(anna.losses) == list(Kind)
