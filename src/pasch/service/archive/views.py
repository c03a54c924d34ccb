"""Match history in plain data: list items and rows of a results table. Pure."""

import csv
import io
import json
from collections.abc import Iterable, Sequence

from pasch.service.log import GAME_ENDS
from pasch.service.requests import Session, Status
from pasch.service.runtime.cache import LiveTable
from pasch.service.table.presence import time_text
from pasch.service.views.scene import imported_view, names
from pasch.service.views.schema.history import (
    PastMatch,
)
from pasch.service.views.sheets import result_views
from pasch.service.views.variants import rules_view


def past_view(caller: Session, live: LiveTable, lang: str) -> PastMatch:
    """A match in the list. The match has begun."""
    state = live.state
    match = state.match or state.begun()
    sums = zip(live.row.seats, state.places, match.grand_totals, match.ranks, strict=True)
    called = names(live.row, state.places, lang)
    return {
        **rules_view(state.variant, lang),
        "id": live.id,
        "status": "aborted" if state.status is Status.ABORTED else "finished",
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
