"""A table for all who may know the same dice: what depends neither on the viewer nor on the time.

`LiveTable.once` stores a scene until the table changes, so that five hundred watchers cost as much
as one. Treat the result as read-only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import cast
from weakref import ReferenceType, ref

from pasch.rules.game import Game
from pasch.rules.lazy import lazy
from pasch.rules.match import Match
from pasch.service.ids import handle_of
from pasch.service.people.names import distinct_names
from pasch.service.ports import SeatRow, TableRow
from pasch.service.requests import SeatKind, Status
from pasch.service.retention import Retention
from pasch.service.runtime.cache import LiveTable
from pasch.service.table.place import Place, on_one_device
from pasch.service.table.presence import time_text
from pasch.service.table.real_dice import types_dice
from pasch.service.table.state import TableState
from pasch.service.views.parts import (
    Finished,
    Standing,
    away_view,
    hand_view,
    pool_view,
    result_views,
    sheet_view,
    short_sheet,
    standings,
    turn_view,
    variant_view,
)
from pasch.service.views.redaction import as_seen
from pasch.service.views.rows import scene_changes, short_scene
from pasch.service.views.schema.sheets import GameSheets
from pasch.service.views.schema.table import (
    Agreement,
    Identity,
    Imported,
    Progress,
    SceneSeat,
    Scores,
    TableScene,
    TimeGiven,
)
from pasch.words import (
    aborted_text,
    bot_name,
    default_name,
    hint_text,
    paused_text,
    sheet_layout,
    typing_text,
    waiting_text,
)


@dataclass(frozen=True, eq=False)
class Seated:
    """A seat as in a snapshot, and in the socket's short form."""

    view: SceneSeat

    @lazy
    def short(self) -> Mapping[str, object]:
        """The socket's short form."""
        return short_sheet(self.view)


@dataclass(frozen=True, eq=False)
class Scene:
    """The table, its seats without their owners, and its finished games."""

    view: TableScene
    seats: Sequence[Seated]
    finished: Sequence[Finished]
    _patches: list[tuple[ReferenceType["Scene"], Mapping[str, object]]] = field(
        default_factory=list, init=False, repr=False
    )
    """The patches made so far. A scene must not keep earlier ones in memory."""

    @lazy
    def short(self) -> Mapping[str, object]:
        """The socket's short form."""
        return short_scene(self.view, [seat.short for seat in self.seats], self.finished)

    def since(self, before: "Scene") -> Mapping[str, object]:
        """The patch from an earlier scene in its short form; made once for all viewers."""
        for known, patch in self._patches:
            if known() is before:
                return patch
        patch = scene_changes(before.short, self.short)
        self._patches.append((ref(before), patch))
        return patch


def scene(live: LiveTable, state: TableState, lang: str, keep: Retention, *, dice: bool) -> Scene:
    """The table in its current or an earlier state; `dice`: including those of the running turn.

    Costs a tenth of a millisecond, more when games are over.
    """
    current, row, (match, game) = state is live.state, live.row, shown(state)
    called = current_names(live, lang) if current else names(row, state.places, lang)
    corrected = _corrected_entries(state)
    finished = live.results.of(match, corrected) if current else [*map(Finished, result_views(match, corrected))]
    view: TableScene = {
        **_identity(live, state, keep),
        **_agreed(state, lang),
        **progress(state, match, game),
        "sheet": sheet_layout(state.variant, lang),
        "turn": turn_view(game, sees_dice=dice) if state.in_play else None,
        "pool": pool_view(game),
        **_scores(match, [game.view for game in finished]),
        "text": _text(state, as_seen(state, match, dice=dice), called, lang),
    }
    seats = _seats(live if current else None, row, state, called, standings(match, len(match.games), corrected))
    return Scene(view, seats, finished)


def shown(state: TableState) -> tuple[Match, Game]:
    """The match; before the start an empty one, so that its sheets can be drawn."""
    match = state.match or state.begun()
    return match, match.game


def names(row: TableRow, places: Sequence[Place], lang: str) -> tuple[str, ...]:
    """The names of the seats, all different."""
    pairs = zip(row.seats, places, strict=True)
    return distinct_names(seat.name or _unnamed(seat.seat, place, lang) for seat, place in pairs)


def current_names(live: LiveTable, lang: str) -> tuple[str, ...]:
    """The names of the seats now."""
    row, places = live.row, live.state.places
    return live.reused(("names", lang), (row, places), lambda: names(row, places, lang))


def _unnamed(seat: int, place: Place, lang: str) -> str:
    return default_name(seat, lang) if place.bot is None else bot_name(place.bot, lang)


def progress(state: TableState, match: Match, game: Game) -> Progress:
    """How far the match is."""
    return {
        "game": len(match.games),
        "games": state.games,
        "round": state.round,
        "rounds": max(game.rounds, state.round),
    }


def time_view(state: TableState) -> TimeGiven | None:
    """The time limit, if there is one."""
    time = state.options.time
    return None if time is None else cast("TimeGiven", time.data)


def imported_view(state: TableState) -> Imported | None:
    """The origin of the match, if it was played elsewhere."""
    origin = state.imported
    return None if origin is None else {"date": origin.origin.date, "proved": origin.proved}


# ------------------------------------------------------------------------------- its parts


def _identity(live: LiveTable, state: TableState, keep: Retention) -> Identity:
    return {
        "id": live.id,
        "seq": state.seq,
        "status": state.status.value,
        "visibility": live.row.visibility.value,
        "opened_at": time_text(live.log[0].event.at),
        "imported": imported_view(state),
        "kept_until": time_text(keep.until(state.status, state.at)),
    }


def _agreed(state: TableState, lang: str) -> Agreement:
    return {
        **variant_view(state.variant, lang),
        "rules_name": state.rules_name,
        "hints": state.hints,
        "time": time_view(state),
        "absent": state.options.absent.value,
        "bots": state.options.bots,
    }


def _scores(match: Match, results: list[GameSheets]) -> Scores:
    return {
        "results": results,
        "totals": match.totals,
        "grand_totals": match.grand_totals,
        "ranks": match.ranks,
    }


def _corrected_entries(state: TableState) -> frozenset[tuple[int, int, int]]:
    """The turns with a corrected entry: game, round and seat."""
    return frozenset() if state.match is None else state.match.corrected_entries


def _text(state: TableState, match: Match, called: tuple[str, ...], lang: str) -> str:
    if state.status is Status.WAITING:
        return waiting_text(lang, state.open_seats)
    if state.status is Status.PAUSED:
        return paused_text(lang, on_one_device=on_one_device(state.places))
    if state.status is Status.ABORTED:
        return aborted_text(lang)
    real = state.to_move is not None and types_dice(state, state.to_move)
    return (typing_text(lang, called, match) if real else None) or hint_text(lang, called, match)


def _seats(
    live: LiveTable | None, row: TableRow, state: TableState, called: Sequence[str], standings: Sequence[Standing]
) -> list[Seated]:
    """The seats. With the table in its current state, seats that no event has changed are reused."""
    seats = []
    for at, name, place, owner in zip(standings, called, state.places, row.seats, strict=True):
        make = partial(_seat, state, at, name, place, owner)
        if live is None or at.typed or place.away:
            seats.append(make())
            continue
        frozen, round_ = at.seat in at.game.frozen, state.round if at.hand.dice else None
        parts = (at.sheet, at.sums, at.rank, at.hand, frozen, round_, place, owner)
        seats.append(live.reused(("seat", at.seat, name), parts, make))
    return seats


def _seat(state: TableState, at: Standing, name: str, place: Place, owner: SeatRow) -> Seated:
    view: SceneSeat = {
        **sheet_view(at),
        **hand_view(at, state.round),
        "sheet_frozen": at.seat in at.game.frozen,
        "name": name,
        "kind": place.kind.value,
        "bot": place.bot,
        "present": place.present,
        "away": away_view(state, place),
        "held": None if place.substitute is None else place.substitute.bot,
        "open": not place.taken,
        "ready": place.ready or place.kind is SeatKind.BOT,
        "person": None if owner.session is None else handle_of(owner.session),
        "computer": place.computer,
        "mark": place.mark,
        "real_dice": place.real,
    }
    return Seated(view)
