"""Bringing a database on a server to the present schema, and knowing databases that are none of ours."""

import logging
from typing import TYPE_CHECKING

import asyncpg

from pasch.storage.errors import CannotStore
from pasch.storage.schema import HEAD, nothing_at, refuse_newer, upgrade
from pasch.storage.urls import Address

if TYPE_CHECKING:
    from sqlalchemy import Connection

log = logging.getLogger("pasch.storage")
log.addHandler(logging.NullHandler())  # where nobody has set up a log, a command's standard error is none

CONNECT_SECONDS = 10
LOCK = 0x50617363
"""The advisory lock of whoever migrates: “Pasc”."""

_STATE = (
    "SELECT current_setting('server_encoding'), to_regclass('alembic_version') IS NOT NULL"
    " AND to_regclass('events') IS NOT NULL AND to_regclass('commands') IS NOT NULL,"
    " EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema()), current_setting('fsync')"
)


async def bring_up_to_date(address: Address, revision: str | None = HEAD) -> None:
    """Create or migrate the tables; with None they must be there, and stay as they are.

    Raises `CannotStore` for another program's database, one from a newer version, or one that cannot hold every
    name; what asyncpg raises when it cannot be reached.
    """
    found = await _revision(address)
    if revision is None:
        if found is None:
            raise nothing_at(address.shown)
    elif found != revision:
        await _migrate(address, revision)


async def _revision(address: Address) -> str | None:
    """The revision of the database, None for an empty one."""
    db = await asyncpg.connect(address.dsn, timeout=CONNECT_SECONDS)
    try:
        encoding, ours, used, fsync = await db.fetchrow(_STATE)
        if encoding != "UTF8":
            raise CannotStore(
                "The database {path} stores text as {encoding}; make one WITH ENCODING 'UTF8'",
                path=address.shown,
                encoding=encoding,
            )
        if used and not ours:
            raise CannotStore("The database {path} belongs to another program; name another one", path=address.shown)
        revision = await db.fetchval("SELECT version_num FROM alembic_version") if ours else None
    finally:
        await db.close()
    refuse_newer(address.shown, revision)
    if fsync == "off":
        log.warning("database_not_durable", extra={"what": "fsync is off"})
    return revision


async def _migrate(address: Address, revision: str) -> None:
    """Run the missing migrations while nobody else does; whoever waited finds nothing left to do."""
    from sqlalchemy import text
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    async def connect() -> asyncpg.Connection:
        return await asyncpg.connect(address.dsn, timeout=CONNECT_SECONDS)

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)

    def missing(connection: "Connection") -> None:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        upgrade(connection, revision)

    try:
        async with engine.begin() as connection:
            await connection.run_sync(missing)
    except DBAPIError as error:
        raise CannotStore(
            "The database {path} cannot be opened: {reason}", path=address.shown, reason=str(error.orig)
        ) from None
