"""`pasch admin`: the operator's work."""

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pasch.cli.upkeep import age_from_text
from pasch.rules.errors import InvalidInput
from pasch.service.chat.store import NewMessage, Room
from pasch.service.ids import Handle, SessionId, TableId
from pasch.service.requests import Session, Status
from pasch.storage.chat import SqlChat
from pasch.storage.opening import SqliteFile
from pasch.storage.people import SqlPeople
from tests.cli.terminal import pasch
from tests.storage.logs import row, step
from tests.support.stores import sql_tables

AT = datetime(2026, 11, 21, 12, tzinfo=UTC)
BERND = SessionId("bernd")


@pytest.fixture
def database(tmp_path):
    """A database where Bernd has written a message and reported it himself."""
    url = f"sqlite:///{tmp_path / 'pasch.sqlite3'}"
    with SqliteFile.opened(url) as file:
        chat = SqlChat(file)
        asyncio.run(SqlPeople(file).add_session(Session(BERND, "Bernd", AT, Handle("b1")), b"hash"))
        line = asyncio.run(chat.say(NewMessage(None, Room.LOBBY, AT, BERND, "bad\u00e9")))
        asyncio.run(chat.report(line.id, BERND, "rude", AT))
    return "--database", url


def test_reported_message_is_listed_and_removed(database):
    assert pasch("admin", "reports", *database).out == (
        "Message  Author      Text  Reasons  Reports\n1        Bernd (b1)  badé  rude           1\n"
    )
    removed = pasch("admin", "remove-line", "1", *database)
    assert (removed.code, removed.out) == (0, "Message 1 was removed.\n")
    assert pasch("admin", "reports", *database, "--lang", "de").out == "Nichts ist gemeldet.\n"


@pytest.mark.slow
def test_harmless_message_stays_and_its_report_closes(database):
    [reported] = json.loads(pasch("admin", "reports", *database, "--json").out)
    assert (reported["id"], reported["text"], reported["reports"], reported["reasons"]) == (1, "badé", 1, ["rude"])
    assert pasch("admin", "keep-line", "1", *database).out == "Message 1 stays.\n"
    again = pasch("admin", "keep-line", "1", *database)
    assert (again.code, again.err) == (1, "pasch: There is no report about a message 1\n")


def test_unknown_message_is_refused(database):
    missing = pasch("admin", "remove-line", "9", *database)
    assert (missing.code, missing.err) == (1, "pasch: There is no message 9\n")
    assert pasch("admin", "remove-line", "9" * 30, *database).code == 2


def test_name_is_replaced_or_removed(database):
    assert pasch("admin", "rename", "b1", "Berta", *database).out == "The name is now “Berta”.\n"
    assert "Berta (b1)" in pasch("admin", "reports", *database).out
    assert pasch("admin", "rename", "b1", *database, "--lang", "de").out == "Der Name ist weg.\n"
    unknown = pasch("admin", "rename", "nobody", *database)
    assert (unknown.code, unknown.err) == (1, "pasch: There is no such person\n")


# ------------------------------------------------------------------------------- old matches


@pytest.fixture
def matches(tmp_path):
    """A database with an aborted match and a running one, both unchanged since `AT`."""
    url = f"sqlite:///{tmp_path / 'matches.sqlite3'}"
    with sql_tables(url) as store:
        for name, status in (("over", Status.ABORTED), ("young", Status.RUNNING)):
            at = datetime.now(UTC) - timedelta(hours=30)
            opened = replace(step(0, "table_opened", table=TableId(name), status=status), at=at)
            asyncio.run(store.create(row(TableId(name)), opened))
    return "--database", url


@pytest.mark.slow
def test_purge_deletes_old_matches_and_logs_them(matches):
    purged = pasch("admin", "purge", *matches)
    assert (purged.code, purged.out) == (
        0,
        "1 match deleted.\nEnded early: 1. Interrupted: 0. Finished: 0.\n",
    )
    [gone] = json.loads(pasch("admin", "purge", "--older-than", "24h", "--json", *matches).out)
    assert (gone["table"], gone["why"]) == ("young", "interrupted")
    assert pasch("admin", "purge", *matches, "--lang", "de").out == "Nichts ist alt genug, um gelöscht zu werden.\n"
    listed = json.loads(pasch("admin", "deletions", "--json", *matches).out)
    assert [each["table"] for each in listed] == ["young", "over"]
    assert pasch("admin", "deletions", *matches).out.splitlines()[1].split()[1:3] == ["young", "interrupted"]


@pytest.mark.slow
def test_invalid_age_is_refused_and_deletes_nothing(matches):
    refused = pasch("admin", "purge", "--older-than=28", *matches)
    assert (refused.code, refused.err) == (1, "pasch: “28” is not an age: write 28d, 4w or 12h\n")
    assert pasch("admin", "deletions", *matches).out == "Nothing was deleted.\n"


def test_age_text_is_parsed():
    assert [age_from_text(age) for age in ("28d", "4w", "672h")] == [timedelta(days=28)] * 3
    for age in ("", "0d", "-1d", "1y", "99999d", "d", "٣d"):
        with pytest.raises(InvalidInput):
            age_from_text(age)


@pytest.fixture
def finished(tmp_path):
    """A database with a match that finished a hundred days ago."""
    url = f"sqlite:///{tmp_path / 'finished.sqlite3'}"
    with sql_tables(url) as store:
        table, at = TableId("old"), datetime.now(UTC) - timedelta(days=100)
        opened = replace(step(0, "table_opened", table=table, status=Status.FINISHED), at=at)
        asyncio.run(store.create(row(table), opened))
    return "--database", url


@pytest.mark.slow
def test_purge_follows_the_retention_settings(finished, tmp_path):
    file = tmp_path / "pasch.toml"
    file.write_text("keep_finished = 365\n")
    for kept in ({"PASCH_CONFIG": str(file)}, {"PASCH_KEEP_FINISHED": "365"}):
        assert json.loads(pasch("admin", "purge", "--json", *finished, **kept).out) == []
    [gone] = json.loads(pasch("admin", "purge", "--json", *finished, PASCH_KEEP_FINISHED="99").out)
    assert (gone["table"], gone["why"]) == ("old", "finished")


@pytest.mark.slow
def test_invalid_settings_delete_nothing(finished):
    refused = pasch("admin", "purge", *finished, PASCH_KEEP_FINISHED="for ever")
    assert (refused.code, refused.out) == (1, "")
    assert pasch("admin", "deletions", *finished).out == "Nothing was deleted.\n"
