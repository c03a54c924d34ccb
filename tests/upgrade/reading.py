"""The contract's promises about a table, read from a database as the service reads it."""

from datetime import datetime
from pathlib import Path
from typing import Any

from pasch.service.ids import TableId
from pasch.service.people.sessions import Sessions
from pasch.storage.bus import LocalBus
from pasch.storage.database import Database
from pasch.storage.people import SqlPeople
from pasch.storage.tables import SqlTables
from tests.service.harness import Harness, ManualClock, SequentialEntropy

FIXTURE = Path(__file__).parent / "version_0_1.tar.xz"
SNAPSHOT = ("id", "seq", "status", "variant", "game", "games", "round", "commitment", "server_seed")
TURN = ("seat", "dice", "rolls_left")
SEAT = ("seat", "name", "kind", "cells", "upper", "saldo", "bonus", "lower", "extra", "total")


def promised(snapshot: Any) -> Any:
    """The part of a snapshot that `contract.md` names, without presence."""
    turn, seats = snapshot["turn"], snapshot["seats"]
    return {
        **{name: snapshot[name] for name in SNAPSHOT},
        "turn": None if turn is None else {name: turn[name] for name in TURN},
        "seats": [{name: seat[name] for name in SEAT} for seat in seats],
    }


async def read_tables(database: Database, tokens: dict[str, str], at: datetime) -> dict[str, Any]:
    """Every table as the holder of a token sees it at a moment."""
    clock = ManualClock()
    clock.time = at
    harness = Harness(SqlTables(database), clock=clock)
    sessions = Sessions(SqlPeople(database), LocalBus(), clock, SequentialEntropy())
    return {
        table: promised(await harness.snapshot(await sessions.find(token), TableId(table)))
        for table, token in tokens.items()
    }
