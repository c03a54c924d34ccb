"""A database that is up to date, for servers and services that are going to have a bad day."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from pasch.storage.schema import bring_up_to_date


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory):
    """A file that is migrated once; every test begins with a copy."""
    file = tmp_path_factory.mktemp("database") / "pasch.sqlite3"
    bring_up_to_date(file)
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file


@pytest.fixture
def database(tmp_path, empty_database):
    return shutil.copy(empty_database, tmp_path / "pasch.sqlite3")
