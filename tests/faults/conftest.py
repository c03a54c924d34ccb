"""An up-to-date database for servers and services that suffer faults."""

import shutil

import pytest


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def database(tmp_path, empty_database):
    return shutil.copy(empty_database, tmp_path / "pasch.sqlite3")
