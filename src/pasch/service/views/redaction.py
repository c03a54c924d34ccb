"""What a caller may not know yet: dice under another player's cup, and advice.

The log stores everything as it was. Redaction covers the caller's copy in place, so every event
retains its number. The player of one seat knows the dice of that seat. Around one screen, one
session plays several seats: it sees dice in the snapshot only, and only while the seat that rolled
them is to move. No dice are hidden after the match. A seed that tables share stays secret until its event is over.
Players of a running match get no advice where their table forbids hints.
"""

from dataclasses import replace
from datetime import datetime

from pasch.rules.dice import Keep
from pasch.rules.errors import IllegalAction
from pasch.rules.fingerprint import Plain
from pasch.rules.game import Game, blind, hides_dice
from pasch.rules.match import Match
from pasch.rules.variant import Variant
from pasch.service.errors import HintsForbidden, NotYourTurn
from pasch.service.log import Data, LogEvent
from pasch.service.ports import TableRow
from pasch.service.table.moves import running
from pasch.service.table.seats import must_be_seated
from pasch.service.table.state import TableState

Seats = tuple[int, ...]
"""The caller's seats."""


def seed_is_open(row: TableRow, state: TableState, now: datetime) -> bool:
    """Whether the seed of the dice may be known: the match has ended, and so has the event that shares the seed."""
    opens_at = seed_opens_at(row, state)
    return state.status.ended and (opens_at is None or opens_at <= now)


def seed_opens_at(row: TableRow, state: TableState) -> datetime | None:
    """The end of the event that shares the seed; None at a table with a seed of its own.

    An event can end earlier than the table expected: the row has the present end.
    """
    shared = state.options.shared_seed
    return None if shared is None else row.event_ends_at or shared.opens_at


def keeps_secrets(state: TableState) -> bool:
    """Whether this table hides anything from any viewer."""
    return hides_dice(state.variant) and not state.status.ended


def open_to(seats: Seats) -> Seats:
    """The seats whose dice the caller may know at any time."""
    return seats if len(seats) == 1 else ()


def sees_dice(state: TableState, seats: Seats) -> bool:
    """Whether the caller may see the dice of the running turn."""
    if state.match is None or state.match.game.turn is None or not keeps_secrets(state):
        return True
    turn = state.match.game.turn
    return turn.seat in seats and (turn.to_move == turn.seat or turn.to_move not in seats)


def saw_dice(now: TableState, then: TableState, seats: Seats) -> bool:
    """Whether the caller may see the dice of an earlier moment of the table."""
    if then.match is None or then.match.game.turn is None or not keeps_secrets(now):
        return True
    return then.match.game.turn.seat in open_to(seats)


def as_seen(state: TableState, match: Match, *, dice: bool) -> Match:
    """The match as far as the caller may know it; `dice`: including those on the table."""
    if not keeps_secrets(state):
        return match
    turn = match.game.turn
    seer = turn.seat if turn is not None and dice else None
    return replace(match, games=(*match.games[:-1], blind(match.game, seer)))


def redacted_data(state: TableState, seats: Seats, event: LogEvent) -> Data:
    """The data of an event, as the caller may know it."""
    if not keeps_secrets(state) or event.seat is None or event.seat in open_to(seats):
        return event.data
    match event.type:
        case "dice_rolled":
            return _covered(event.data)
        case "scored" | "nothing_taken":
            return {**event.data, "dice": None}
        case _:
            return event.data


def _covered(data: Data) -> Data:
    """A roll without its faces; the number of kept dice is visible from outside the cup."""
    covered: dict[str, Plain] = {**data, "dice": None, "keep": None}
    kept = data.get("keep")
    return covered | {"kept_count": len(Keep.from_text(kept)) if isinstance(kept, str) else 0}


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
    must_be_seated(mine, None, len(state.places))
    if not state.hints:
        raise HintsForbidden("This table plays without hints")


def is_about(state: TableState, asked: Variant) -> bool:
    """Whether the table forbids hints, and a question about these rules could be about its match."""
    return not state.hints and state.variant.fingerprint == asked.fingerprint


def check_question(state: TableState, mine: Seats, asked: Variant) -> None:
    """Raise `HintsForbidden` for a question about these rules from players of a running match without hints."""
    if mine and state.match is not None and not state.status.ended and is_about(state, asked):
        raise HintsForbidden("You play by these rules at a table without hints: ask again when that match has ended")
