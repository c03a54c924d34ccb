"""Opens the database at a URL."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pasch.storage.database import CannotStore, Connection, Database, is_postgres
from pasch.storage.file import SqliteFile
from pasch.storage.schema import HEAD


@asynccontextmanager
async def opened(url: str, revision: str | None = HEAD) -> AsyncIterator[Database]:
    """The database at a URL, closed when the context ends. It is created and migrated to a revision.

    With None the database must exist and is not changed. Raises `CannotStore`.
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
    """The database at a URL, which must have the current schema: nothing is created or migrated.

    So a newer program that only reads cannot migrate the database of an older server. Raises `CannotStore`.
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
    """The schema revision of a database."""
    found = await db.row("SELECT version_num FROM alembic_version")
    return "" if found is None else str(found[0])
