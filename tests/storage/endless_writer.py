"""Append to a new table forever and print every acknowledged number. Tests kill this process."""

import asyncio
import os
import sys
from datetime import UTC, datetime

from pasch.service.ids import SessionId, TableId
from pasch.service.log import NewEvent
from pasch.service.ports import Append, TableRow
from pasch.service.requests import Status, Visibility
from pasch.storage.opening import opened
from pasch.storage.tables import SqlTables


async def write(url: str) -> None:
    async with opened(url) as database:
        store = SqlTables(database)
        table = TableId(f"table-{os.getpid()}")
        print(table, flush=True)
        seq = 0
        while True:
            now = datetime.now(UTC)
            append = Append(table, seq, (NewEvent("dice_rolled", 1, {"dice": "13356"}),), now, Status.RUNNING)
            if seq:
                await store.append(append)
            else:
                await store.create(TableRow(table, SessionId("s"), Visibility.PRIVATE, (), b"seed"), append)
            seq += 1
            print(seq, flush=True)


asyncio.run(write(sys.argv[1]))
