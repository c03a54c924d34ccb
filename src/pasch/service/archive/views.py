"""Match history in plain data: list items and rows of a results table. Pure."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import TypedDict

from pasch.service.log import GAME_ENDS
from pasch.service.requests import Session
from pasch.service.results.views import RulesView
from pasch.service.runtime.cache import LiveTable
from pasch.service.table.presence import time_text
from pasch.service.views.scene import imported_view, names
from pasch.service.views.schema import ImportedView
from pasch.service.views.sheets import result_views
from pasch.service.views.variants import rules_view


class PastSeatView(TypedDict):
    """A seat's player, and the result over all games."""

    seat: int
    name: str
    kind: str
    mine: bool
    total: int
    rank: int


class PastView(RulesView):
    """An ended match. `at` is when it ended or was imported."""

    id: str
    status: str
    rules_name: str
    at: str
    games: int
    imported: ImportedView | None
    seats: list[PastSeatView]


class NameCount(TypedDict):
    """A name, and the number of tables it appeared at."""

    name: str
    matches: int


class VariantCount(TypedDict):
    """A variant, and the number of its matches."""

    variant: str
    variant_name: str
    matches: int


class HistoryView(TypedDict):
    """One page of a person's history, latest first; `before` requests the next page, null at the end."""

    matches: int
    variants: list[VariantCount]
    names: list[NameCount]
    past: list[PastView]
    before: str | None


class TakenView(TypedDict):
    """An imported record of a file: its `line`, its table, and whether that table existed before."""

    line: int
    table: str
    known: bool


class ImportView(TypedDict):
    """The result of an import."""

    imported: int
    known: int
    records: list[TakenView]


def past_view(caller: Session, live: LiveTable, lang: str) -> PastView:
    """A match in the list. The match has begun."""
    state = live.state
    match = state.match or state.begun()
    sums = zip(live.row.seats, state.places, match.grand_totals, match.ranks, strict=True)
    called = names(live.row, state.places, lang)
    return {
        **rules_view(state.variant, lang),
        "id": live.id,
        "status": state.status.value,
        "rules_name": state.rules_name,
        "at": ended_at(live),
        "games": len(match.games),
        "imported": imported_view(state),
        "seats": [
            {
                "seat": row.seat,
                "name": name,
                "kind": place.kind.value,
                "mine": row.session == caller.id,
                "total": total,
                "rank": rank,
            }
            for name, (row, place, total, rank) in zip(called, sums, strict=True)
        ],
    }


def ended_at(live: LiveTable) -> str:
    """When the last game of a table ended. Later events concern another match."""
    return time_text(next(logged.event.at for logged in reversed(live.log) if logged.event.type in GAME_ENDS))


# ------------------------------------------------------------------------------- results table

COLUMNS = (
    *("ended_at", "played_on", "table", "variant", "rules", "game", "games", "seat", "name", "upper", "bonus"),
    *("lower", "extra", "total", "rank", "imported"),
)
"""The column headings. Each row is one seat of one game."""

FORMULA = tuple("=+-@\t\r")
"""Spreadsheets evaluate cells that begin with these characters; a leading apostrophe makes them text."""


def head() -> str:
    """The first line. Its leading mark identifies the file as UTF-8 to spreadsheets."""
    return "\ufeff" + _lines([COLUMNS])


def result_lines(live: LiveTable, lang: str) -> str:
    """The rows of all games that were played to the end."""
    state, imported = live.state, live.state.imported
    match = state.match or state.begun()
    called = names(live.row, state.places, lang)
    at = ended_at(live)
    day = at[:10] if imported is None else imported.origin.date
    rules = json.dumps(dict(state.variant.switches), sort_keys=True) if state.variant.switches else ""
    about = ("" if imported else at, day, live.id, state.variant.key, rules)
    return _lines(
        (
            *about,
            *(game["game"], len(match.games), seat["seat"], _text(called[seat["seat"] - 1])),
            *(seat["upper"], seat["bonus"], seat["lower"], seat["extra"], seat["score"], seat["rank"]),
            "yes" if imported else "no",
        )
        for game in result_views(match)
        for seat in game["seats"]
    )


def _text(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def _lines(rows: Iterable[Sequence[str | int]]) -> str:
    made = io.StringIO()
    csv.writer(made).writerows(rows)
    return made.getvalue()
