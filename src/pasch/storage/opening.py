"""Opening the database that a URL names."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pasch.storage.database import CannotStore, Connection, Database, is_postgres
from pasch.storage.file import SqliteFile
from pasch.storage.schema import HEAD


@asynccontextmanager
async def opened(url: str, revision: str | None = HEAD) -> AsyncIterator[Database]:
    """The database at a URL, closed in the end. It is made and brought up to date, or to a revision.

    With None nothing of that: it must be there, and stays as it is. Raises `CannotStore`.
    """
    if is_postgres(url):
        from pasch.storage.postgres import PostgresDatabase

        async with PostgresDatabase.opened(url, revision) as database:
            yield database
    else:
        with SqliteFile.opened(url, revision) as file:
            yield file


@asynccontextmanager
async def opened_at_head(url: str) -> AsyncIterator[Database]:
    """The database that is at a URL and has the present schema: nothing is made, nothing migrated.

    So a newer program that only looks takes no database away from an older server. Raises `CannotStore`.
    """
    async with opened(url, None) as database:
        revision = await revision_of(database)
        if revision != HEAD:
            raise CannotStore(
                "The database is of an older version (schema {revision}, this one knows {head}); start the server of"
                " this version once, or use the older program",
                revision=revision,
                head=HEAD,
            )
        yield database


async def revision_of(db: Connection) -> str:
    """The schema that a database has."""
    found = await db.row("SELECT version_num FROM alembic_version")
    return "" if found is None else str(found[0])
