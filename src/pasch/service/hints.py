"""Who may ask for advice, and when. Pure."""

from pasch.rules.errors import IllegalAction
from pasch.rules.game import Game
from pasch.service.errors import HintsForbidden, NotYourTurn
from pasch.service.hiding import Seats
from pasch.service.moves import running
from pasch.service.seating import must_be_seated
from pasch.service.state import TableState


def game_to_advise(state: TableState, mine: Seats) -> Game:
    """The game in which one of these seats is to move.

    Raises `NotSeated`, `HintsForbidden`, `IllegalAction`, `NotYourTurn`.
    """
    check_player(state, mine)
    game = running(state).game
    if state.to_move is None:
        raise IllegalAction("The game is over: there is nothing to decide")
    if state.to_move not in mine:
        raise NotYourTurn("It is the turn of seat {seat}", seat=state.to_move)
    return game


def check_player(state: TableState, mine: Seats) -> None:
    """Raise unless these seats may ask about their running match: `NotSeated`, `HintsForbidden`."""
    must_be_seated(mine, None)
    if not state.hints:
        raise HintsForbidden("At this table everybody decides without hints")


def check_question(state: TableState, mine: Seats, asked: Game) -> None:
    """Raise `HintsForbidden` when the question is about what lies on this table, where hints are forbidden."""
    if state.hints or state.to_move is None or not mine or state.match is None:
        return
    game = state.match.game
    if game.sheet == asked.sheet and game.turn and asked.turn and game.turn.roll == asked.turn.roll is not None:
        raise HintsForbidden("That is what lies on a table of yours where everybody decides without hints")
