"""Par: the score of the optimal policy with the dice of a game, which it does not know in advance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pasch.fairness.stream import RollId, rolled
from pasch.fairness.verify import Proof, landed, logged_rolls, proof_of, verify
from pasch.rules.actions import Action, RollDice
from pasch.rules.dice import NOTHING, Keep, Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.notation.record import Record
from pasch.solver.advice import options
from pasch.solver.turn import turn_values

if TYPE_CHECKING:
    from pasch.solver.solve import Solution

TIE = 0.001
"""The tolerance, in points, for equal values in a table of float32."""

Dice = Callable[[int, int, Keep], Roll]
"""The dice of a seat, from the round, the number of the roll in the turn, and the kept dice."""


def pars(record: Record, solution: Solution) -> tuple[tuple[int | None, ...], ...]:
    """The par of each seat in each game.

    Par is None without proof of the dice, for unfinished games, or if the server did not roll in every turn of the
    seat. Costs 0.1 s for a sheet of 13 cells.
    """
    try:
        proof = proof_of(record.provenance)
    except InvalidInput:
        return unknown_pars(record)
    rolls = logged_rolls(record.start, record.events)
    if not verify(proof, rolls).holds:
        return unknown_pars(record)
    turns: dict[tuple[int, int], dict[int, None]] = defaultdict(dict)
    for roll in rolls:
        turns[roll.game, roll.seat][roll.turn] = None
    return tuple(
        tuple(_par(solution, game, proof, number, list(turns[number, seat])) for seat in _seats(record))
        for number, game in enumerate(record.games, start=1)
    )


def unknown_pars(record: Record) -> tuple[tuple[None, ...], ...]:
    """A par of None for each seat of each game."""
    return tuple(tuple(None for _ in _seats(record)) for _ in record.games)


def _seats(record: Record) -> range:
    return range(1, len(record.players) + 1)


def _par(solution: Solution, game: Game, proof: Proof, number: int, turns: Sequence[int]) -> int | None:
    """Par with the dice of a seat, whose turns have these numbers."""
    variant = solution.variant
    if not game.over or len(turns) != variant.turns:
        return None

    def dice(round_: int, roll: int, keep: Keep) -> Roll:
        roll_id = RollId(proof.table, proof.seeds, number, turns[round_ - 1], roll)
        six, ten = variant.dice - len(keep.faces), variant.ten_sided - len(keep.tens)
        return landed(keep, rolled(proof.server_seed, roll_id, six, ten))

    return optimal_score(solution, dice)


def optimal_score(solution: Solution, dice: Dice) -> int:
    """The total of a sheet played for the greatest expected total, with the tie-break of `first_best`."""
    game = Game(solution.variant, ["1"])
    while not game.over:
        game = _after_turn(solution, game, dice)
    return game.sheets[0].total


def _after_turn(solution: Solution, game: Game, dice: Dice) -> Game:
    values = turn_values(solution, game.acting()[1])
    while True:
        action = first_best(options(solution, game, values))
        if not isinstance(action, RollDice):
            return game.apply(action)[0]
        turn, _ = game.acting()
        roll = dice(turn.round, turn.rolls_used + 1, action.keep or NOTHING)
        game, _ = game.apply(DiceRolled(roll, action.keep))


def first_best(values: Mapping[Action, float]) -> Action:
    """The best action; among equals, the first of `pasch.solver.advice.options`.

    Its order: rolling before entering, fewer dice kept first, then lower faces; cells from the top, points before 0.
    """
    least = max(values.values()) - TIE
    return next(action for action, value in values.items() if value >= least)
