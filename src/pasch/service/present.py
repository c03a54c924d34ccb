"""A table as somebody sees it: snapshot, events and list items in plain data."""

from collections.abc import Sequence
from datetime import UTC, datetime

from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.service.hiding import Seats, as_seen, sees_dice, told
from pasch.service.legal import action_views
from pasch.service.live import LiveTable, Told
from pasch.service.log import Data
from pasch.service.moves import can_take_back
from pasch.service.names import told_apart
from pasch.service.ports import TableRow
from pasch.service.requests import SeatKind, Session, Status
from pasch.service.sheets import hand_view, result_views, sheet_views
from pasch.service.state import Place, TableState
from pasch.service.turns import pool_view, turn_view
from pasch.service.views import EventView, ItemSeatView, SeatView, Snapshot, TableItem
from pasch.words import (
    TableContext,
    aborted_text,
    bot_name,
    default_name,
    event_text,
    hint_text,
    sheet_layout,
    variant_name,
    waiting_text,
)


def seats_of(caller: Session | None, live: LiveTable) -> Seats:
    """The seats the caller plays."""
    if caller is None:
        return ()
    return tuple(row.seat for row in live.row.seats if row.session == caller.id)


def names(row: TableRow, places: Sequence[Place], lang: str) -> tuple[str, ...]:
    """What the seats are called, each name once."""
    pairs = zip(row.seats, places, strict=True)
    return told_apart(seat.name or _unnamed(seat.seat, place, lang) for seat, place in pairs)


def _unnamed(seat: int, place: Place, lang: str) -> str:
    return default_name(seat, lang) if place.bot is None else bot_name(place.bot, lang)


def time_text(at: datetime) -> str:
    """A time as it stands on the wire."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


# ------------------------------------------------------------------------------- snapshot


def snapshot(caller: Session | None, live: LiveTable, lang: str) -> Snapshot:
    """The table as the caller sees it now. Costs about a millisecond for the seat to move."""
    state, row = live.state, live.row
    match, game = _shown(state)
    seats = seats_of(caller, live)
    called = names(row, state.places, lang)
    return {
        "id": live.id,
        "seq": state.seq,
        "status": state.status.value,
        "visibility": row.visibility.value,
        "opened_at": time_text(live.log[0].event.at),
        "variant": state.variant.key,
        "variant_name": variant_name(state.variant, lang),
        "rules": dict(state.variant.switches),
        "rules_name": state.rules_name,
        "hints": state.hints,
        "game": len(match.games),
        "games": state.games,
        "round": state.round,
        "rounds": max(game.rounds, state.round),
        "commitment": state.commitment,
        "server_seed": row.server_seed.hex() if state.status.ended else None,
        "sheet": sheet_layout(state.variant, lang),
        "turn": turn_view(game, sees_dice=sees_dice(state, seats)) if state.to_move else None,
        "pool": pool_view(game),
        "seats": _seat_views(live, game, seats, called),
        "legal_actions": action_views(state, seats),
        "can_take_back": bool(seats) and can_take_back(state),
        "can_start": caller is not None and caller.id == row.opener and _can_start(state),
        "results": result_views(match),
        "totals": match.totals,
        "grand_totals": match.grand_totals,
        "ranks": match.ranks,
        "text": _text(state, as_seen(state, seats, match), called, lang),
    }


def _shown(state: TableState) -> tuple[Match, Game]:
    """The match; before the start an empty one, so that the sheets can be drawn."""
    match = state.match or state.begun()
    return match, match.game


def _can_start(state: TableState) -> bool:
    return state.status is Status.WAITING and not state.open_seats


def _text(state: TableState, match: Match, called: tuple[str, ...], lang: str) -> str:
    if state.status is Status.WAITING:
        return waiting_text(lang, state.open_seats)
    if state.status is Status.ABORTED:
        return aborted_text(lang)
    return hint_text(lang, called, match)


def _seat_views(live: LiveTable, game: Game, mine: Seats, called: tuple[str, ...]) -> list[SeatView]:
    views: list[SeatView] = []
    for sheet, place, name in zip(sheet_views(game), live.state.places, called, strict=True):
        views.append(
            {
                **sheet,
                **hand_view(game, sheet["seat"], live.state.round),
                "name": name,
                "kind": place.kind.value,
                "bot": place.bot,
                "present": place.taken,
                "mine": sheet["seat"] in mine,
            }
        )
    return views


# ------------------------------------------------------------------------------- events


def event_views(caller: Session | None, live: LiveTable, after: int, lang: str) -> list[EventView]:
    """The events after a number as the caller may know them, with their sentences."""
    called, seats = names(live.row, live.state.places, lang), seats_of(caller, live)
    return [_event(live, seats, each, called, lang) for each in live.log[max(after, 0) :]]


def _event(live: LiveTable, seats: Seats, known: Told, called: tuple[str, ...], lang: str) -> EventView:
    event, state = known.event, live.state
    data = _data(event.type, event.seat, told(state, seats, event), called)
    context = TableContext(
        variant=state.variant,
        names=called,
        games=state.games,
        game=known.game,
        next_seat=known.next_seat,
        game_over=known.game_over,
    )
    return {
        "seq": event.seq,
        "type": event.type,
        "at": time_text(event.at),
        "seat": event.seat,
        "data": dict(data),
        "text": event_text(lang, context, event.type, event.seat, data),
    }


def _data(kind: str, seat: int | None, data: Data, called: tuple[str, ...]) -> Data:
    """What the log says, and the name that it must not hold."""
    return {**data, "name": called[seat - 1]} if kind == "seat_taken" and seat is not None else data


# ------------------------------------------------------------------------------- lists


def item(live: LiveTable, lang: str) -> TableItem:
    """A table in a list."""
    state = live.state
    match, game = _shown(state)
    called = names(live.row, state.places, lang)
    return {
        "id": live.id,
        "variant": state.variant.key,
        "variant_name": variant_name(state.variant, lang),
        "rules": dict(state.variant.switches),
        "rules_name": state.rules_name,
        "status": state.status.value,
        "game": len(match.games),
        "games": state.games,
        "round": state.round,
        "rounds": max(game.rounds, state.round),
        "seats": [
            _item_seat(n, *seat) for n, seat in enumerate(zip(called, state.places, match.totals, strict=True), 1)
        ],
        "open_seats": state.open_seats,
        "updated_at": time_text(live.log[-1].event.at),
    }


def _item_seat(number: int, name: str, place: Place, total: int) -> ItemSeatView:
    return {"seat": number, "name": name, "kind": SeatKind(place.kind).value, "total": total}
