"""Play by the solved table of a variant: the perfect bot, the winner, and the entry of an absent player.

A bot asks for the table of a variant when it is about to act, and plays without one where there is none. Whoever must
not solve while somebody waits, as a server, hands its bots a function of its own that answers None until a table is
ready.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from pasch.bots.simple import SimpleBot, ends_of_turn
from pasch.bots.styles import Option
from pasch.rules.actions import Action, Believe, Claim, EndTurn, RollDice, Score, TakeNothing
from pasch.rules.errors import InvalidInput
from pasch.rules.game import Game
from pasch.rules.legal import honest_points
from pasch.rules.state import Stage
from pasch.rules.variant import Variant

if TYPE_CHECKING:
    from pasch.solver.solve import Solution

Solutions = Callable[[Variant], "Solution | None"]
"""The solved table of a variant, None where there is none (yet)."""

PATIENCE = 5.0
"""Seconds, as estimated, that a solve on the spot may take; longer ones have to be done before (`pasch solve`)."""

ONE_AT_A_TIME = Lock()
"""Held while compiled code runs on several threads: two of them at once are more than Numba's own pool can bear."""


def solved(variant: Variant) -> Solution | None:
    """The table of a variant: from memory, from the cache folder, or solved now where that takes seconds."""
    from pasch.solver.store import loaded, solve

    if variant.mechanic is not None:
        return None  # a table knows nothing of what players do to each other

    with ONE_AT_A_TIME:
        found = loaded(variant)
        return solve(variant) if found is None and _soon(variant) else found


def at_hand(variant: Variant) -> Solution | None:
    """The table of a variant from memory or from the cache folder, None where it would have to be solved first.

    One at a time: a large table is checked for half a second when it is read.
    """
    from pasch.solver.store import loaded

    with ONE_AT_A_TIME:
        return loaded(variant)


@lru_cache(maxsize=64)
def _soon(variant: Variant) -> bool:
    """Whether there is an exact table that can be had in a moment."""
    from pasch.solver.estimates import NoRoom, check_room
    from pasch.solver.program import compile_variant
    from pasch.solver.solve import estimate

    try:
        expected = estimate(compile_variant(variant))
        check_room(variant, expected.bytes)
    except (InvalidInput, NoRoom):
        return False
    return expected.seconds <= PATIENCE


# ------------------------------------------------------------------------------- perfect bot


class PerfectBot:
    """Plays exactly for its own expected points; where there is no table, as the simple bot does."""

    key = "perfect"

    def __init__(self, solutions: Solutions = solved) -> None:
        self._solutions = solutions

    def choose(self, game: Game) -> Action:
        """The action with the greatest value; rolling goes before entering where both are worth the same."""
        legal = game.legal_actions
        if len(legal) == 1:
            return legal[0]
        values = values_for(game, self._solutions)
        return SimpleBot().choose(game) if values is None else max(values, key=values.__getitem__)


def values_for(game: Game, solutions: Solutions) -> Mapping[Action, float] | None:
    """The value of every action, None where there is no table for the variant. About a millisecond."""
    solution = solutions(game.variant)
    if solution is None:
        return None
    from pasch.solver.advice import options
    from pasch.solver.turn import turn_values

    return options(solution, game, turn_values(solution, game.acting()[1]))


# ------------------------------------------------------------------------------- winner


if TYPE_CHECKING:
    from pasch.solver.solve import Solution

Judge = Callable[["Solution", Game], Mapping[Action, float] | None]
"""The chance to win after every action of the seat to move; None where it is too early to tell."""

FEW = 6
"""The most open cells on any sheet with which it looks at the others."""

EFFORT = 30_000
"""The most that looking takes, in blocks (`pasch.solver.duel.winning`): a third of a second of two cores in a turn."""

EQUAL = 6
"""Decimals to which chances are told apart."""


def judged(solution: Solution, game: Game) -> Mapping[Action, float] | None:
    """The judge of this process."""
    from pasch.solver.duel.winning import chances_to_win

    with ONE_AT_A_TIME:
        return chances_to_win(solution, game, within=EFFORT)


class WinnerBot:
    """Plays to end above the others; where there is no table, as the simple bot does.

    Chances come from `judge`, so that a caller that must not wait can compute them elsewhere.
    """

    key = "winner"

    def __init__(self, solutions: Solutions = solved, judge: Judge = judged) -> None:
        self._solutions = solutions
        self._judge = judge
        self._perfect = PerfectBot(solutions)

    def choose(self, game: Game) -> Action:
        """The action with the greatest chance to win, among equal ones that with the most points to expect."""
        legal = game.legal_actions
        if len(legal) == 1:
            return legal[0]
        solution = self._solutions(game.variant) if len(game.players) > 1 and _late(game) else None
        chances = None if solution is None else self._judge(solution, game)
        values = None if chances is None else values_for(game, self._solutions)
        if chances is None or values is None:
            return self._perfect.choose(game)
        return max(chances, key=lambda action: (round(chances[action], EQUAL), values[action]))


def _late(game: Game) -> bool:
    """Whether few cells are open on every sheet."""
    return all(len(sheet.open) <= FEW for sheet in game.sheets)


# ------------------------------------------------------------------------------- absent player


_ENDINGS = Score | Claim | TakeNothing | Believe | EndTurn


def least_loss_entry(game: Game, solutions: Solutions = at_hand) -> Action:
    """What brings the turn nearer to its end and loses least, in a game that waits for an action.

    With dice on the table that is an entry (`Score`): the best one by the solved table where one is at hand, else as
    the simple bot judges. Before the first roll it is that roll. Games that end a turn otherwise get what does so: an
    honest claim, a chip not taken, a claim believed, `EndTurn`. So whoever repeats it until another seat has to move
    ends any turn; dice that fall in between are not its business. Never solves; some milliseconds.

    Raises `IllegalAction` when the game is over.
    """
    if game.stage is Stage.READY:
        return RollDice()
    return max(_options(game, solutions), key=lambda option: option[0])[1]


def _options(game: Game, solutions: Solutions) -> list[Option]:
    values = values_for(game, solutions) if game.variant.mechanic is None else None
    if values is not None:
        return [(value, action) for action, value in values.items() if isinstance(action, Score)]
    return [(worth, action) for worth, action in ends_of_turn(game) if _ends_honestly(game, action)]


def _ends_honestly(game: Game, action: Action) -> bool:
    match action:
        case Claim(cell=cell, points=points):
            return points <= honest_points(game, cell)
        case _:
            return isinstance(action, _ENDINGS)
