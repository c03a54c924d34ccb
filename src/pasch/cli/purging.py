"""What `pasch admin purge` and `pasch admin deletions` do: old matches are deleted, and what was deleted is told."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from pasch.cli.output import print_json, print_table
from pasch.i18n import translator
from pasch.rules.errors import InvalidInput
from pasch.service.retention import Deletion, Purge, Retention
from pasch.service.system import SystemClock
from pasch.service.table.presence import time_text
from pasch.storage.database import Database
from pasch.storage.retention import SqlRetention

UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
LISTED = 1000
"""The most deletions that are listed."""


def retention_set() -> Retention:
    """How long file and environment let the server keep matches. Raises `InvalidSetting`."""
    from pasch.server.configuration.reading import read_setup
    from pasch.server.configuration.settings import retention_of

    return retention_of(read_setup().server)


async def purge_database(
    database: Database, keep: Retention, older_than: str | None, lang: str, *, as_json: bool
) -> None:
    """Delete what is overdue, and say how much it was. Raises `InvalidInput` for an age that is none."""
    age = None if older_than is None else age_from_text(older_than)
    gone = await Purge(SqlRetention(database), SystemClock(), keep).once(age)
    if as_json:
        print_json([_plain(each) for each in gone])
    else:
        _tell(gone, lang)


async def list_deletions(database: Database, lang: str, *, as_json: bool) -> None:
    """Say what was deleted last."""
    found = [_plain(each) for each in await SqlRetention(database).deletions(LISTED)]
    if as_json:
        print_json(found)
        return
    t = translator(lang)
    if not found:
        print(t.text("admin", "Nothing has been deleted."))
        return
    head = (
        t.text("admin", "Deleted"),
        t.text("admin", "Table"),
        t.text("admin", "Reason"),
        t.text("admin", "Last played"),
    )
    print_table(head, [(each["deleted_at"], each["table"], each["why"], each["changed_at"]) for each in found])


def age_from_text(text: str) -> timedelta:
    """The age that `28d`, `4w` or `12h` means. Raises `InvalidInput`."""
    found = re.fullmatch(r"([1-9][0-9]{0,3})([hdw])", text)
    if found is None:
        raise InvalidInput("“{text}” is no age: write 28d, 4w or 12h", text=text[:40])
    return int(found[1]) * UNITS[found[2]]


def _tell(gone: Sequence[Deletion], lang: str) -> None:
    t, counts = translator(lang), Counter(each.was.why.value for each in gone)
    if not gone:
        print(t.text("admin", "Nothing is old enough to be deleted."))
        return
    print(t.count("admin", "{count} match is deleted.", "{count} matches are deleted.", len(gone)))
    print(
        t.text(
            "admin",
            "Ended early: {aborted}. Interrupted: {interrupted}. Finished: {finished}.",
            aborted=counts["aborted"],
            interrupted=counts["interrupted"],
            finished=counts["finished"],
        )
    )


def _plain(deletion: Deletion) -> dict[str, str]:
    was = deletion.was
    return {
        "table": was.table,
        "why": was.why.value,
        "opened_at": time_text(was.opened_at),
        "changed_at": time_text(was.changed_at),
        "deleted_at": time_text(deletion.at),
    }
