"""Who may ask for advice, and when. Pure."""

from pasch.rules.errors import IllegalAction
from pasch.rules.game import Game
from pasch.rules.variant import Variant
from pasch.service.errors import HintsForbidden, NotYourTurn
from pasch.service.table.moves import running
from pasch.service.table.seats import must_be_seated
from pasch.service.table.state import TableState
from pasch.service.views.redaction import Seats


def game_to_advise(state: TableState, mine: Seats) -> Game:
    """The game in which one of these seats is to move.

    Raises `NotSeated`, `HintsForbidden`, `IllegalAction`, `NotYourTurn`.
    """
    check_player(state, mine)
    game = running(state).game
    if state.to_move is None:
        raise IllegalAction("The game is over: no decision is left")
    if state.to_move not in mine:
        raise NotYourTurn("It is the turn of seat {seat}", seat=state.to_move)
    return game


def check_player(state: TableState, mine: Seats) -> None:
    """Raise unless these seats may ask about their running match: `NotSeated`, `HintsForbidden`."""
    must_be_seated(mine, None)
    if not state.hints:
        raise HintsForbidden("This table plays without hints")


def is_about(state: TableState, asked: Variant) -> bool:
    """Whether the table forbids hints, and a question about these rules could be about its match."""
    return not state.hints and state.variant.fingerprint == asked.fingerprint


def check_question(state: TableState, mine: Seats, asked: Variant) -> None:
    """Raise `HintsForbidden` for a question about these rules from players of a running match without hints."""
    if mine and state.match is not None and not state.status.ended and is_about(state, asked):
        raise HintsForbidden("You play by these rules at a table without hints: ask again when that match has ended")
