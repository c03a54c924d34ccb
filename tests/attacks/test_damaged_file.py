"""Overwritten pages of the database file: Pasch names damaged tables and saves the others."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from pasch.storage.database import CannotStore
from pasch.storage.opening import opened
from pasch.storage.salvage import check, salvage
from pasch.storage.tables import SqlTables
from tests.cli.terminal import pasch
from tests.service.harness import ANNA, Harness

pytestmark = pytest.mark.anyio


PAGE = 4096


async def played(path: Path, tables: int = 25) -> list[str]:
    """Write a file with this many tables, each with some events; returns their ids."""
    async with opened(f"sqlite:///{path}") as database:
        harness = Harness(SqlTables(database))
        found = [await harness.open(ANNA, "Anna") for _ in range(tables)]
        for table in found:
            for _ in range(3):
                await harness.play_on(ANNA, table)
    return sorted(found)


async def logs(path: Path, tables: list[str]) -> dict[str, object]:
    async with opened(f"sqlite:///{path}") as database:
        store = SqlTables(database)
        return {table: (await store.find(table), await store.read(table, 0)) for table in tables}


def page_with(path: Path, text: bytes) -> int:
    """The second page that holds a text, from 0."""
    content = path.read_bytes()
    found = [start for start in range(0, len(content), PAGE) if text in content[start : start + PAGE]]
    return found[1] // PAGE


def damage(path: Path, page: int) -> None:
    with path.open("r+b") as file:
        file.seek(page * PAGE)
        file.write(b"\xff" * PAGE)


async def test_salvage_saves_tables_outside_the_damage(tmp_path: Path) -> None:
    path, saved = tmp_path / "pasch.sqlite3", tmp_path / "saved.sqlite3"
    tables = await played(path)
    before = await logs(path, tables)
    damage(path, page_with(path, b"dice_rolled"))
    left = path.read_bytes()
    found = await salvage(path, saved)
    assert path.read_bytes() == left
    assert sorted([*found.intact, *found.damaged]) == tables
    assert len(found.intact) > 12 > len(found.damaged) > 0
    assert found.incomplete == ["events"]
    assert await logs(saved, [*found.intact]) == {table: before[table] for table in found.intact}
    async with opened(f"sqlite:///{saved}") as database:
        assert (await check(database)).tables == len(found.intact)


@pytest.mark.slow
async def test_salvage_never_calls_a_damaged_table_intact(tmp_path: Path) -> None:
    path, hurt = tmp_path / "pasch.sqlite3", tmp_path / "hurt.sqlite3"
    tables = await played(path, 12)
    before = await logs(path, tables)
    whole, refused = 0, []
    for page in range(1, path.stat().st_size // PAGE):
        shutil.copy(path, hurt)
        damage(hurt, page)
        saved = tmp_path / f"saved-{page}.sqlite3"
        try:
            found = await salvage(hurt, saved)
        except CannotStore:
            refused.append(page)
            continue
        assert {*found.intact} | {*found.damaged} <= {*tables}
        assert await logs(saved, [*found.intact]) == {table: before[table] for table in found.intact}, page
        whole += len(found.intact)
    assert whole > 0
    assert len(refused) < 4  # the pages with the names and columns of all tables


async def test_salvage_refuses_a_file_without_its_first_page(tmp_path: Path) -> None:
    path = tmp_path / "pasch.sqlite3"
    await played(path, 1)
    damage(path, 0)
    with pytest.raises(CannotStore, match="Nothing can be read"):
        await salvage(path, tmp_path / "saved.sqlite3")


@pytest.mark.slow
async def test_check_command_names_damaged_tables_and_salvage_copies_the_rest(tmp_path: Path) -> None:
    path, saved = tmp_path / "pasch.sqlite3", tmp_path / "saved.sqlite3"
    tables = await played(path)
    damage(path, page_with(path, b"dice_rolled"))
    database = ("--database", f"sqlite:///{path}")
    checked = await asyncio.to_thread(pasch, "admin", "check", *database, "--json")
    found = json.loads(checked.out)
    assert (checked.code, found["incomplete"]) == (1, ["events"])
    assert "is damaged" in checked.err
    assert sorted([*found["intact"], *(each["table"] for each in found["broken"])]) == tables
    copied = await asyncio.to_thread(pasch, "admin", "salvage", str(saved), *database)
    assert (copied.code, f"{len(found['intact'])} tables are intact." in copied.out) == (0, True)
    assert f"Table {found['broken'][0]['table']} is damaged." in copied.out
    again = await asyncio.to_thread(pasch, "admin", "salvage", str(saved), *database)
    assert (again.code, "already" in again.err) == (1, True)
    new = await asyncio.to_thread(pasch, "admin", "check", "--database", f"sqlite:///{saved}", "--json")
    assert (new.code, json.loads(new.out)["intact"]) == (0, found["intact"])
