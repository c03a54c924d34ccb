"""The work of `pasch admin purge`, `deletions`, `backup`, `restore`, `check` and `salvage`."""

import asyncio
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from datetime import timedelta
from pathlib import Path
from shutil import copyfileobj
from tempfile import NamedTemporaryFile, TemporaryDirectory, mkstemp
from typing import BinaryIO

from pasch.cli.console import Refused, print_json, print_table, reason
from pasch.i18n import Translator, translator
from pasch.rules.errors import InvalidInput
from pasch.service.addresses import without_password
from pasch.service.ids import TableId
from pasch.service.retention import Deletion, Purge, Retention
from pasch.service.system import SystemClock
from pasch.service.table.presence import time_text
from pasch.storage.backup import header_of, read_backup, write_backup
from pasch.storage.database import Damaged, Database, is_postgres, sqlite_path
from pasch.storage.opening import opened, opened_at_head
from pasch.storage.retention import SqlRetention
from pasch.storage.salvage import Broken, Checked, Salvaged, check, salvage
from pasch.words import error_text

UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
LISTED = 1000
"""The most deletions listed."""


def retention_set() -> Retention:
    """The retention of matches in the server's settings. Raises `InvalidSetting`."""
    from pasch.server.configuration.reading import read_setup
    from pasch.server.configuration.settings import retention_of

    return retention_of(read_setup().server)


async def purge_database(
    database: Database, keep: Retention, older_than: str | None, lang: str, *, as_json: bool
) -> None:
    """Delete overdue matches, and print their number. Raises `InvalidInput` for an invalid age."""
    age = None if older_than is None else age_from_text(older_than)
    gone = await Purge(SqlRetention(database), SystemClock(), keep).once(age)
    if as_json:
        print_json([_plain_deletion(each) for each in gone])
    else:
        _print_purged(gone, lang)


async def list_deletions(database: Database, lang: str, *, as_json: bool) -> None:
    """Print the latest deletions."""
    found = [_plain_deletion(each) for each in await SqlRetention(database).deletions(LISTED)]
    if as_json:
        print_json(found)
        return
    t = translator(lang)
    if not found:
        print(t.text("admin", "Nothing was deleted."))
        return
    head = (
        t.text("admin", "Deleted"),
        t.text("admin", "Table"),
        t.text("admin", "Reason"),
        t.text("admin", "Last played"),
    )
    print_table(head, [(each["deleted_at"], each["table"], each["why"], each["changed_at"]) for each in found])


def age_from_text(text: str) -> timedelta:
    """The age in a text such as `28d`, `4w` or `12h`. Raises `InvalidInput`."""
    found = re.fullmatch(r"([1-9][0-9]{0,3})([hdw])", text)
    if found is None:
        raise InvalidInput("“{text}” is not an age: write 28d, 4w or 12h", text=text[:40])
    return int(found[1]) * UNITS[found[2]]


def _print_purged(gone: Sequence[Deletion], lang: str) -> None:
    t, counts = translator(lang), Counter(each.was.why.value for each in gone)
    if not gone:
        print(t.text("admin", "Nothing is old enough to be deleted."))
        return
    print(t.count("admin", "{count} match deleted.", "{count} matches deleted.", len(gone)))
    print(
        t.text(
            "admin",
            "Ended early: {aborted}. Interrupted: {interrupted}. Finished: {finished}.",
            aborted=counts["aborted"],
            interrupted=counts["interrupted"],
            finished=counts["finished"],
        )
    )


def _plain_deletion(deletion: Deletion) -> dict[str, str]:
    was = deletion.was
    return {
        "table": was.table,
        "why": was.why.value,
        "opened_at": time_text(was.opened_at),
        "changed_at": time_text(was.changed_at),
        "deleted_at": time_text(deletion.at),
    }


STREAM = "-"
DAMAGED = "damaged"
SHOWN = 20
"""The most damaged tables named."""


def backup(url: str, name: str, lang: str, *, as_json: bool) -> None:
    """Back up the database at a URL into a new file, or to standard output for `-`; messages then go to standard error.

    Raises `Refused`, `CannotStore`.
    """
    with _standard_output() if name == STREAM else _new_file(Path(name)) as out:
        counts = asyncio.run(_written(url, out))
    with redirect_stdout(sys.stderr if name == STREAM else sys.stdout):
        if as_json:
            print_json({"file": name, "bytes": out.size, "rows": counts})
            return
        t = translator(lang).given(file=name)
        print(t.count("admin", "{count} table saved to {file}.", "{count} tables saved to {file}.", counts["tables"]))


async def _written(url: str, out: "_CountedOutput") -> Mapping[str, int]:
    async with opened(url, None) as database:  # without migrating it: an older server may use it
        return await write_backup(database, out, SystemClock().now())


class _CountedOutput:
    """The destination of bytes, and their number. Its errors are not errors of the database."""

    def __init__(self, out: BinaryIO, refusal: Callable[[OSError | ValueError], Refused]) -> None:
        self.size = 0
        self._out = out
        self._refusal = refusal

    def write(self, data: bytes) -> int:
        """Write all of it. Raises `Refused`."""
        try:
            self._out.write(data)
        except OSError as error:
            raise self._refusal(error) from None
        self.size += len(data)
        return len(data)


@contextmanager
def _new_file(file: Path) -> Iterator[_CountedOutput]:
    """A file that exists as a whole or not at all. Only its owner may read it: it contains hashes of tokens."""

    def refusal(error: OSError | ValueError) -> Refused:
        return Refused("{file} cannot be written: {reason}", file=str(file)[:200], reason=reason(error))

    part: Path | None = None
    try:
        _refuse_there(file)
        number, name = mkstemp(prefix=".pasch-backup-", dir=file.parent)  # for this run and its owner alone
        part = Path(name)
        with os.fdopen(number, "wb") as out:
            yield _CountedOutput(out, refusal)
            out.flush()
            os.fsync(out.fileno())
        _refuse_there(file)
        part.rename(file)
    except (OSError, ValueError) as error:
        raise refusal(error) from None
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def _refuse_there(file: Path) -> None:
    if file.exists():
        raise Refused("There is a file {file} already; name another one", file=str(file))


@contextmanager
def _standard_output() -> Iterator[_CountedOutput]:
    """Standard output, written completely or refused, also if the reader closes it early."""

    def refusal(error: OSError | ValueError) -> Refused:
        return Refused("The output cannot be written: {reason}", reason=reason(error))

    try:
        with os.fdopen(sys.stdout.fileno(), "wb", closefd=False) as out:
            yield _CountedOutput(out, refusal)
    except (OSError, ValueError) as error:
        raise refusal(error) from None


def restore(url: str, name: str, lang: str, *, as_json: bool) -> bool:
    """Fill an empty database from a backup, or from standard input for `-`, and print how many tables replay.

    Returns whether all of them do. Raises `Refused`, `BadBackup`, `CannotStore`.
    """
    try:
        with _standard_input() if name == STREAM else nullcontext(Path(name)) as file:
            header = header_of(file, name)
            counts, found = asyncio.run(_restored(url, file, name, header.schema))
    except FileNotFoundError:
        raise Refused("There is no file {file}", file=name) from None
    except OSError as error:
        raise Refused("{file} cannot be read: {reason}", file=name, reason=reason(error)) from None
    if as_json:
        print_json({"file": name, "database": without_password(url), "rows": counts, **_plain(found)})
    else:
        when = header.made_at[:16].replace("T", " ")
        print(translator(lang).text("admin", "Restored the backup of {when}.", when=when))
        _print_check(found, lang)
    return not found.broken


@contextmanager
def _standard_input() -> Iterator[Path]:
    """A temporary file with the input: a backup is read twice, and nothing is written before it is complete."""
    with NamedTemporaryFile(prefix="pasch-") as file:
        copyfileobj(sys.stdin.buffer, file)
        file.flush()
        yield Path(file.name)


async def _restored(url: str, file: Path, name: str, schema: str) -> tuple[Mapping[str, int], Checked]:
    async with opened(url, schema) as database:
        counts = await read_backup(database, file, name)
    async with opened(url) as database:  # migrates a backup of an older version
        return counts, await check(database)


def checked(url: str, lang: str, *, as_json: bool) -> bool:
    """Print how many tables of the database are intact. Returns whether all of them are.

    For a damaged file it prints what `salvage` would save.
    """
    whole = True
    try:
        found = asyncio.run(_check_database(url))
    except Damaged as damage:
        whole = False
        with TemporaryDirectory(prefix="pasch-") as folder:
            found = _as_checked(asyncio.run(salvage(sqlite_path(url), Path(folder) / "saved")))
        print(f"pasch: {error_text(damage, lang)}", file=sys.stderr)
    if as_json:
        print_json(_plain(found))
    else:
        _print_check(found, lang)
    return whole and not found.broken


async def _check_database(url: str) -> Checked:
    async with opened_at_head(url) as database:  # an older schema has other rows than this reads
        return await check(database)


def salvaged(url: str, name: str, lang: str, *, as_json: bool) -> None:
    """Copy every intact table of an SQLite file, and all other readable rows, into a new file.

    Raises `Refused`, `CannotStore`.
    """
    if is_postgres(url):
        raise Refused("Only an SQLite file is salvaged; with PostgreSQL restore a backup")
    target = Path(name)
    try:
        _refuse_there(target)
        with TemporaryDirectory(prefix=".pasch-salvage-", dir=target.parent) as folder:
            part = Path(folder) / "saved"
            saved = asyncio.run(salvage(sqlite_path(url), part))
            _refuse_there(target)
            part.rename(target)
    except (OSError, ValueError) as error:
        raise Refused("{file} cannot be written: {reason}", file=name[:200], reason=reason(error)) from None
    if as_json:
        print_json({"file": name, "rows": saved.rows, **_plain(_as_checked(saved))})
        return
    _print_check(_as_checked(saved), lang)
    print(translator(lang).text("admin", "The intact tables were copied to {file}.", file=name))


def _as_checked(saved: Salvaged) -> Checked:
    """The result of a check of a damaged file."""
    broken = [Broken(TableId(table), 0, DAMAGED) for table in saved.damaged]
    tables = len(saved.intact) + len(broken)
    return Checked(tables, saved.rows["events"], broken, [*map(TableId, saved.intact)], saved.incomplete)


def _plain(found: Checked) -> Mapping[str, object]:
    broken = [{"table": each.table, "after": each.after, "why": each.why} for each in found.broken]
    salvaged = {"intact": [*found.intact], "incomplete": [*found.incomplete]}
    return {"tables": found.tables, "events": found.events, "broken": broken, **salvaged}


def _print_check(found: Checked, lang: str) -> None:
    t = translator(lang)
    print(t.count("admin", "{count} table is intact.", "{count} tables are intact.", len(found.intact)))
    for each in found.broken[:SHOWN]:
        print(_trouble(each, t))
    if len(found.broken) > SHOWN:
        print(t.text("admin", "And {count} more.", count=len(found.broken) - SHOWN))
    if found.incomplete:
        print(t.text("admin", "Unreadable rows in: {kinds}", kinds=", ".join(found.incomplete)))


def _trouble(broken: Broken, t: Translator) -> str:
    match broken.why:
        case "gap":
            where, after = broken.table, broken.after
            return t.text("admin", "Table {table}: an event is missing after {after}.", table=where, after=after)
        case "damaged":  # DAMAGED
            return t.text("admin", "Table {table} is damaged.", table=broken.table)
        case why:
            return t.text("admin", "Table {table} cannot be replayed: {why}", table=broken.table, why=why)
