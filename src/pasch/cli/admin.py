"""`pasch admin`: maintains a database, also while a server uses it."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from pasch.cli.console import AsJson, Lang, Refused, print_json, print_table
from pasch.i18n import translator

if TYPE_CHECKING:
    from pasch.service.chat.store import Reported
    from pasch.storage.database import Database as Store

T = TypeVar("T")

admin = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Maintain the database of a server.")

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="sqlite:////path or postgresql://user@host/name; by default that of the settings.",
    ),
]
MOST = 2**63 - 1
"""The greatest number that a database can store."""
LineId = Annotated[
    int, typer.Argument(metavar="ID", min=1, max=MOST, help="The number of the message, from the list of reports.")
]


def waited(work: Coroutine[object, object, T]) -> T:
    """The result of an asynchronous call. Imports asyncio only here, because other commands do not need it."""
    import asyncio

    return asyncio.run(work)


def on_database(url: str | None, work: "Callable[[Store], Awaitable[T]]") -> T:
    """The result of work on the database at a URL, by default the usual one. It must exist.

    Raises `CannotStore`, `CannotServe`.
    """
    from pasch.storage.opening import opened_at_head

    async def done() -> T:
        async with opened_at_head(_url(url)) as store:
            return await work(store)

    return waited(done())


@admin.command()
def reports(*, database: Database = None, lang: Lang, as_json: AsJson = False) -> None:
    """List the reported messages."""
    from pasch.storage.chat import SqlChat

    found = on_database(database, lambda store: SqlChat(store).reports())
    if as_json:
        print_json([_plain(reported) for reported in found])
    else:
        _print_reports(found, lang)


@admin.command("remove-line")
def remove_line(line: LineId, *, database: Database = None, lang: Lang) -> None:
    """Delete the text of a message for all readers."""
    from pasch.service.system import SystemClock
    from pasch.storage.chat import SqlChat

    removed = on_database(database, lambda store: SqlChat(store).remove(line, SystemClock().now()))
    if removed is None:
        raise Refused("There is no message {number}", number=line)
    print(translator(lang).text("admin", "Message {number} was removed.", number=line))


@admin.command()
def rename(
    person: Annotated[
        str, typer.Argument(metavar="HANDLE", help="The handle of the person, from a report or a snapshot.")
    ],
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name; by default a neutral one.")] = "",
    *,
    database: Database = None,
    lang: Lang,
) -> None:
    """Replace a person's name everywhere; a running server shows the change within seconds."""
    from pasch.cli.service import service_on
    from pasch.service.ids import Handle
    from pasch.storage.opening import opened_at_head

    async def renamed() -> str:
        async with service_on(_url(database), opening=opened_at_head) as service:
            return await service.leaving.rename(Handle(person), name)

    given = waited(renamed())
    say = translator(lang).text
    print(say("admin", "The name is now “{name}”.", name=given) if given else say("admin", "The name was removed."))


@admin.command("keep-line")
def keep_line(line: LineId, *, database: Database = None, lang: Lang) -> None:
    """Keep a reported message and close its reports."""
    from pasch.service.system import SystemClock
    from pasch.storage.chat import SqlChat

    known = on_database(database, lambda store: SqlChat(store).keep(line, SystemClock().now()))
    if not known:
        raise Refused("There is no report about a message {number}", number=line)
    print(translator(lang).text("admin", "Message {number} stays.", number=line))


@admin.command()
def purge(
    *,
    older_than: Annotated[
        str | None,
        typer.Option(
            metavar="AGE",
            help="Age since the last change, such as 28d, 4w or 12h; by default the server's retention.",
        ),
    ] = None,
    database: Database = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Delete matches that were aborted, interrupted or finished long ago, unless an account keeps them."""
    from pasch.cli.upkeep import purge_database, retention_set

    keep = retention_set()
    on_database(database, lambda store: purge_database(store, keep, older_than, lang, as_json=as_json))


@admin.command()
def deletions(*, database: Database = None, lang: Lang, as_json: AsJson = False) -> None:
    """List the last 1,000 deleted matches, newest first, without names."""
    from pasch.cli.upkeep import list_deletions

    on_database(database, lambda store: list_deletions(store, lang, as_json=as_json))


File = Annotated[str, typer.Argument(metavar="FILE", help="The file of the backup; - for standard output or input.")]


@admin.command()
def backup(file: File, *, database: Database = None, lang: Lang, as_json: AsJson = False) -> None:
    """Write the whole database into one new file; a server may run meanwhile. Both kinds of database can restore it."""
    from pasch.cli import upkeep

    upkeep.backup(_url(database), file, lang, as_json=as_json)


@admin.command()
def restore(file: File, *, database: Database = None, lang: Lang, as_json: AsJson = False) -> None:
    """Fill an empty database from a backup, and replay every table."""
    from pasch.cli import upkeep

    if not upkeep.restore(_url(database), file, lang, as_json=as_json):
        raise typer.Exit(1)


@admin.command()
def check(*, database: Database = None, lang: Lang, as_json: AsJson = False) -> None:
    """Check the log of every table for gaps, and replay it."""
    from pasch.cli import upkeep

    if not upkeep.checked(_url(database), lang, as_json=as_json):
        raise typer.Exit(1)


@admin.command()
def salvage(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The new SQLite file.")],
    *,
    database: Database = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Copy every intact table of a damaged SQLite file into a new file."""
    from pasch.cli import upkeep

    upkeep.salvaged(_url(database), file, lang, as_json=as_json)


def _url(database: str | None) -> str:
    """The given database, or that of the server's settings. Raises `InvalidSetting`, `CannotServe`."""
    from pasch.cli.serve import usual_database

    return database or usual_database()


def _plain(reported: "Reported") -> dict[str, object]:
    from pasch.service.table.presence import time_text

    line = reported.line
    return {
        "id": line.id,
        "text": line.text,
        "person": line.author.handle,
        "name": line.author.name,
        "table": line.table,
        "room": line.room.value,
        "said_at": time_text(line.at),
        "reports": reported.times,
        "reasons": list(reported.reasons),
        "reported_at": time_text(reported.at),
    }


def _print_reports(found: "Sequence[Reported]", lang: str) -> None:
    t = translator(lang)
    if not found:
        print(t.text("admin", "No reports."))
        return
    head = (
        t.text("admin", "Message"),
        t.text("admin", "Author"),
        t.text("admin", "Text"),
        t.text("admin", "Reasons"),
        t.text("admin", "Reports"),
    )
    rows = [
        (
            str(each.line.id),
            f"{each.line.author.name} ({each.line.author.handle})".strip(),
            each.line.text,
            " · ".join(each.reasons),
            str(each.times),
        )
        for each in found
    ]
    print_table(head, rows, numbers=1)
