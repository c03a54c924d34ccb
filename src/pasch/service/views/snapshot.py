"""A table as a caller sees it: snapshot, events and list items in plain data."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast

from pasch.service.log import Data
from pasch.service.ports import SeatRow, TableRow
from pasch.service.requests import SeatKind, Session, Status
from pasch.service.retention import KEEP, Retention
from pasch.service.runtime.cache import EventContext, LiveTable
from pasch.service.table.moves import can_take_back
from pasch.service.table.place import Place
from pasch.service.table.presence import time_text
from pasch.service.table.state import TableState
from pasch.service.views.actions import legal_actions
from pasch.service.views.parts import clock_view, variant_view
from pasch.service.views.redaction import Seats, redacted_data, saw_dice, seed_is_open, sees_dice
from pasch.service.views.scene import Scene, current_names, progress, scene, shown, time_view
from pasch.service.views.schema.events import Event
from pasch.service.views.schema.lists import ListedSeat, ListedTable
from pasch.service.views.schema.table import DicePromise, Moment, Ownership, Participants, Permissions
from pasch.service.views.view import View
from pasch.words import TableContext, event_text


def seats_of(caller: Session | None, live: LiveTable) -> Seats:
    """The caller's seats."""
    if caller is None:
        return ()
    return live.row.seats_of(caller.id)


def is_stranger(caller: Session | None, live: LiveTable) -> bool:
    """Whether a caller sees only public data: they have no seat, no reserved seat, and did not open the table."""
    row = live.row
    return caller is None or not (
        caller.id == row.opener or any(caller.id in (seat.session, seat.kept_for) for seat in row.seats)
    )


# ------------------------------------------------------------------------------- snapshot


@dataclass(frozen=True)
class Onlooker:
    """The viewer, the language and the time; `caller` None has no session."""

    caller: Session | None
    lang: str
    now: datetime


def view_of(
    onlooker: Onlooker, live: LiveTable, *, watchers: int = 0, at: int | None = None, keep: Retention = KEEP
) -> View:
    """The table as the onlooker sees it, with so many watchers; as of event `at`, if that is given.

    `keep` is how long the table is retained. A past moment allows no actions. Costs about a millisecond for the seat to
    move. Raises `InvalidInput` when there is no event `at`.
    """
    caller, past = onlooker.caller, at is not None
    state, row = live.state if at is None else live.state_at(at), live.row
    seats = seats_of(caller, live)
    acting = () if past else seats
    return View(
        scene=_past(onlooker, live, state, keep) if past else _scene(onlooker, live, keep),
        now=onlooker.now,
        circumstances={
            **_dice_promise(row, state, onlooker.now),
            **_moment(state, onlooker.now, past=past),
            **_participants(row, caller, watchers),
            **_permissions(live, state, caller, acting, past=past),
        },
        ownership=live.reused(
            ("ownership", caller and caller.id), (row,), lambda: [_whose(e, caller) for e in row.seats]
        ),
        legal=live.once(("actions", acting), lambda: legal_actions(live.state, acting)),
    )


def _scene(onlooker: Onlooker, live: LiveTable, keep: Retention) -> Scene:
    """The current table: made once for all with the same language who may know the same dice."""
    lang, dice = onlooker.lang, sees_dice(live.state, seats_of(onlooker.caller, live))
    return live.once(("scene", lang, dice, keep), lambda: scene(live, live.state, lang, keep, dice=dice))


def _past(onlooker: Onlooker, live: LiveTable, then: TableState, keep: Retention) -> Scene:
    dice = saw_dice(live.state, then, seats_of(onlooker.caller, live))
    return scene(live, then, onlooker.lang, keep, dice=dice)


def _dice_promise(row: TableRow, state: TableState, now: datetime) -> DicePromise:
    seed = row.server_seed.hex() if seed_is_open(row, state, now) else ""
    return {"commitment": state.commitment, "server_seed": seed or None}


def _moment(state: TableState, now: datetime, *, past: bool) -> Moment:
    return {
        "clock": None if past else clock_view(state, now),
        "pause": {"asked": state.pause[0], "agreed": [*state.pause[1:]]} if state.pause else None,
        "pause_ends": None if state.pause_ends is None else time_text(state.pause_ends),
    }


def _participants(row: TableRow, caller: Session | None, watchers: int) -> Participants:
    theirs = caller is not None and (_opened_by(row, caller) or bool(row.seats_of(caller.id)))
    return {"watchers": watchers, "opener": _opener(row), "rematch": row.rematch if theirs else None}


def _permissions(
    live: LiveTable, state: TableState, caller: Session | None, acting: Seats, *, past: bool
) -> Permissions:
    return {
        "every_throw": not state.variant.last_dice_suffice,
        "can_take_back": bool(acting) and can_take_back(state),
        "can_start": not past and _opened_by(live.row, caller) and _can_start(state),
    }


def _opener(row: TableRow) -> int | None:
    """The first seat of the person who may start the match; None for a person without a seat."""
    return next(iter(row.seats_of(row.opener)), None)


def _opened_by(row: TableRow, caller: Session | None) -> bool:
    return caller is not None and caller.id == row.opener


def _can_start(state: TableState) -> bool:
    return state.status is Status.WAITING and not state.open_seats


def _whose(row: SeatRow, caller: Session | None) -> Ownership:
    return {"kept": _reserved_for(row, caller), "mine": caller is not None and row.session == caller.id}


def _reserved_for(row: SeatRow, caller: Session | None) -> Literal["you", "another"] | None:
    if row.kept_for is None:
        return None
    return "you" if caller is not None and row.kept_for == caller.id else "another"


# ------------------------------------------------------------------------------- events


def event_views(caller: Session | None, live: LiveTable, after: int, lang: str, most: int) -> list[Event]:
    """The events after a number, so many at most, as the caller may know them, with their sentences."""
    called, seats, first = current_names(live, lang), seats_of(caller, live), max(after, 0)
    return [_event(live, seats, each, called, lang) for each in live.log[first : first + most]]


def _event(live: LiveTable, seats: Seats, known: EventContext, called: tuple[str, ...], lang: str) -> Event:
    event, state = known.event, live.state
    data = _data(event.type, event.seat, redacted_data(state, seats, event), called)
    context = TableContext(
        variant=state.variant,
        names=called,
        games=state.games,
        game=known.game,
        next_seat=known.next_seat,
        game_over=known.game_over,
        new_round=known.new_round,
    )
    view = {
        "seq": event.seq,
        "type": event.type,
        "at": time_text(event.at),
        "seat": event.seat,
        "data": dict(data),
        "text": event_text(lang, context, event.type, event.seat, data),
    }
    return cast("Event", view)


def _data(kind: str, seat: int | None, data: Data, called: tuple[str, ...]) -> Data:
    """The data of the log, and the name that the log must not contain."""
    return {**data, "name": called[seat - 1]} if kind == "seat_taken" and seat is not None else data


# ------------------------------------------------------------------------------- lists


def item(live: LiveTable, lang: str, keep: Retention = KEEP) -> ListedTable:
    """A table in a list; `keep` is how long the table is retained."""
    state = live.state
    match, game = shown(state)
    called = current_names(live, lang)
    return {
        "id": live.id,
        **variant_view(state.variant, lang),
        "rules_name": state.rules_name,
        "status": state.status.value,
        **progress(state, match, game),
        "time": time_view(state),
        "bots": state.options.bots,
        "seats": [
            _item_seat(n, *seat) for n, seat in enumerate(zip(called, state.places, match.totals, strict=True), 1)
        ],
        "open_seats": sum(_open_to_all(*seat) for seat in zip(live.row.seats, state.places, strict=True)),
        "updated_at": time_text(live.log[-1].event.at),
        "kept_until": time_text(keep.until(state.status, state.at)),
    }


def _open_to_all(row: SeatRow, place: Place) -> bool:
    return not place.taken and row.kept_for is None


def _item_seat(number: int, name: str, place: Place, total: int) -> ListedSeat:
    return {
        "seat": number,
        "name": name,
        "kind": SeatKind(place.kind).value,
        "open": not place.taken,
        "total": total,
    }
