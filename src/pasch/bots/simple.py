"""The simple bot: exact analysis of one turn, with a fair price per cell for the rest of the game.

The bot maximises the expected worth of the end of the turn over all rolls, and does not look beyond the turn. A style
for each mechanic (`pasch.bots.styles`) defines the worth of the end of a turn and the options besides rolling and
entering.
"""

from collections.abc import Iterator
from dataclasses import replace

from pasch.bots.outlook import Outlook, outlook
from pasch.bots.styles import STYLES, Option
from pasch.rules.actions import Action, Announce, Double, RollDice, Score
from pasch.rules.columns import DoubleWhen
from pasch.rules.game import Game


class SimpleBot:
    """A bot for every variant, strong enough to be a companion, and honest about its claims."""

    key = "simple"

    def choose(self, game: Game) -> Action:
        """The legal action with the greatest worth."""
        legal = game.legal_actions
        if len(legal) == 1:
            return legal[0]
        if _doubles_turn(game):
            return Double()  # before the first entry, coming dice have the most open cells
        ahead = _ahead(game)
        options = [*_entries(game, ahead), *_rolls(game, ahead), *_announcements(game, ahead), *_doubling(game, ahead)]
        other_options = STYLES.of(game.variant).other_options(game, ahead)
        return max([*options, *other_options], key=lambda option: option[0])[1]


def every_option(game: Game) -> list[Option]:
    """Every action with its worth in points, including every keep, in a game without a mechanic."""
    if _doubles_turn(game):
        return [(0.0, Double())]
    turn, ahead = game.acting()[0], _ahead(game)
    keeps = ((ahead.best_keep([keep], turn.rolls_used)[0], RollDice(keep)) for keep in game.legal_actions.keeps)
    return [*_entries(game, ahead), *keeps, *_announcements(game, ahead), *_doubling(game, ahead)]


def ends_of_turn(game: Game) -> list[Option]:
    """Every entry and every option of the mechanic, with its worth; without rolls."""
    ahead = _ahead(game)
    return [*_entries(game, ahead), *STYLES.of(game.variant).other_options(game, ahead)]


def _ahead(game: Game) -> Outlook:
    turn, _ = game.acting()
    return outlook(STYLES.of(game.variant).worth(game), turn, game.hands[turn.seat - 1])


def _entries(game: Game, ahead: Outlook) -> Iterator[Option]:
    turn, _ = game.acting()
    if not game.legal_actions.entries:
        return
    for action in game.legal_actions:
        if isinstance(action, Score):
            index, points = game.variant.index(action.cell), action.points or 0
            yield ahead.worth.entry(turn, index, points) + ahead.ended(turn.rolls_used), action


def _rolls(game: Game, ahead: Outlook) -> Iterator[Option]:
    turn, keeps = game.acting()[0], game.legal_actions.keeps
    if keeps:
        worth, keep = ahead.best_keep(keeps, turn.rolls_used)
        yield worth, RollDice(keep)


def _doubles_turn(game: Game) -> bool:
    """Whether the entry of this turn can be doubled, after any roll."""
    whole_turn = game.variant.double_when is DoubleWhen.BEFORE_FIRST_ROLL
    return whole_turn and Double() in game.legal_actions.others


def _doubling(game: Game, ahead: Outlook) -> Iterator[Option]:
    """The last roll of a turn, doubled; doubling an earlier roll would often waste it."""
    turn, legal = game.acting()[0], game.legal_actions
    used = turn.rolls_used
    if used + 1 >= turn.rolls and Double() in legal.others and not _doubles_turn(game):
        doubled = replace(ahead, doubled=range(used + 1, used + 2))
        yield doubled.best_keep(legal.keeps, used)[0], Double()


def _announcements(game: Game, ahead: Outlook) -> Iterator[Option]:
    """The worth of the roll on the table after each announcement."""
    turn, _ = game.acting()
    for cell in game.legal_actions.announcements:
        assert turn.roll is not None
        yield replace(ahead, announced=cell).of(turn.roll, turn.rolls_used), Announce(cell)
