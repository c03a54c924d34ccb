"""Play by the solved table of a variant: the perfect bot, the winner, and the entry of an absent player.

A bot requests the table of a variant when it acts, and plays without one if there is none. A program that must not
block, such as a server, passes its bots a function that returns None until a table is ready.
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
"""A function that returns the solved table of a variant; None if there is none (yet)."""

PATIENCE = 5.0
"""The longest estimated time, in seconds, for a solve on demand; longer ones need `pasch solve` in advance."""

ONE_AT_A_TIME = Lock()
"""Held while compiled code runs on several threads: Numba's pool does not support two such calls at once."""


def solved(variant: Variant) -> Solution | None:
    """The table of a variant: from memory, from the cache folder, or solved now if that takes only seconds."""
    from pasch.solver.store import loaded, solve

    if variant.mechanic is not None:
        return None  # a table ignores interactions between players

    with ONE_AT_A_TIME:
        found = loaded(variant)
        return solve(variant) if found is None and soon_solved(variant, PATIENCE) else found


def at_hand(variant: Variant) -> Solution | None:
    """The table of a variant from memory or from the cache folder; None if it is not solved yet.

    Reads one table at a time: checking a large one takes half a second.
    """
    from pasch.solver.store import loaded

    with ONE_AT_A_TIME:
        return loaded(variant)


@lru_cache(maxsize=64)
def soon_solved(variant: Variant, seconds: float) -> bool:
    """Whether an exact table fits into memory and can be solved within these seconds, by its estimate."""
    from pasch.solver.estimates import NoRoom, check_memory
    from pasch.solver.program import compile_variant
    from pasch.solver.solve import estimate

    try:
        expected = estimate(compile_variant(variant))
        check_memory(variant, expected.bytes)
    except (InvalidInput, NoRoom):
        return False
    return expected.seconds <= seconds


# ------------------------------------------------------------------------------- perfect bot


class PerfectBot:
    """A bot that exactly maximises its own expected points; without a table it plays like the simple bot."""

    key = "perfect"

    def __init__(self, solutions: Solutions = solved) -> None:
        self._solutions = solutions

    def choose(self, game: Game) -> Action:
        """The action with the greatest value; at equal value rolling precedes entering."""
        legal = game.legal_actions
        if len(legal) == 1:
            return legal[0]
        values = values_for(game, self._solutions)
        return SimpleBot().choose(game) if values is None else max(values, key=values.__getitem__)


def values_for(game: Game, solutions: Solutions) -> Mapping[Action, float] | None:
    """The value of every action; None without a table for the variant. Takes about a millisecond."""
    solution = solutions(game.variant)
    if solution is None:
        return None
    from pasch.solver.advice import options
    from pasch.solver.turn import turn_values

    return options(solution, game, turn_values(solution, game.acting()[1]))


# ------------------------------------------------------------------------------- winner


Judge = Callable[["Solution", Game], Mapping[Action, float] | None]
"""A function that returns the winning chance of every action; None if it is too early in the game."""

FEW = 6
"""The maximum of open cells on any sheet for considering the other sheets."""

EFFORT = 30_000
"""The limit of the analysis in blocks (`pasch.solver.duel.winning`): 0.33 s of two cores per turn."""

EQUAL = 6
"""The number of decimals to which chances are compared."""


def judged(solution: Solution, game: Game) -> Mapping[Action, float] | None:
    """The judge that computes in this process."""
    from pasch.solver.duel.winning import chances_to_win

    with ONE_AT_A_TIME:
        return chances_to_win(solution, game, within=EFFORT)


class WinnerBot:
    """A bot that maximises its chance to win; without a table it plays like the simple bot.

    `judge` provides the chances, so that a caller that must not block can compute them elsewhere.
    """

    key = "winner"

    def __init__(self, solutions: Solutions = solved, judge: Judge = judged) -> None:
        self._solutions = solutions
        self._judge = judge
        self._perfect = PerfectBot(solutions)

    def choose(self, game: Game) -> Action:
        """The action with the greatest winning chance; among equals the one with the most expected points."""
        solution = self._solutions(game.variant) if _rivals_matter(game) else None
        chances = None if solution is None else self._judge(solution, game)
        values = None if chances is None else values_for(game, self._solutions)
        if chances is None or values is None:
            return self._perfect.choose(game)
        return max(chances, key=lambda action: (round(chances[action], EQUAL), values[action]))


def _rivals_matter(game: Game) -> bool:
    """Whether there is a choice against others, and every sheet has at most `FEW` open cells."""
    late = all(len(sheet.open) <= FEW for sheet in game.sheets)
    return late and len(game.players) > 1 and len(game.legal_actions) > 1


# ------------------------------------------------------------------------------- absent player


def least_loss_entry(game: Game, solutions: Solutions = at_hand) -> Action:
    """The action that brings the turn closer to its end at the least loss, in a game that waits for an action.

    With dice on the table this is an entry (`Score`): the best by a solved table if available, else by the simple
    bot. Before the first roll it is that roll. Games that end a turn otherwise get the action that does so: an honest
    claim, a chip not taken, a claim believed, `EndTurn`. Repeating it until another seat must move ends any turn; the
    caller rolls the dice in between. Never solves; takes some milliseconds.

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
    if isinstance(action, Claim):
        return action.points <= honest_points(game, action.cell)
    return isinstance(action, Score | TakeNothing | Believe | EndTurn)
