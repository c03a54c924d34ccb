"""`pasch admin`: the operator's work on a database, also while a server runs on it."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from pasch.cli.console import AsJson, Lang, Refused
from pasch.i18n import translator

if TYPE_CHECKING:
    from pasch.service.chat.store import Reported
    from pasch.storage.database import Database as Store

T = TypeVar("T")

admin = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Work of an operator on a database.")

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="sqlite:////path or postgresql://user@host/name; left out, that of the settings.",
    ),
]
MOST = 2**63 - 1
"""The greatest number that a database knows."""
LineId = Annotated[
    int, typer.Argument(metavar="ID", min=1, max=MOST, help="The number of the message, as reports name it.")
]


def waited(work: Coroutine[object, object, T]) -> T:
    """What an asynchronous call returns. Only now asyncio is loaded, which all other commands do without."""
    import asyncio

    return asyncio.run(work)


def on_database(url: str | None, work: "Callable[[Store], Awaitable[T]]") -> T:
    """What work on the database returns that is named, or on the usual one. It must be there already.

    Raises `CannotStore`, `CannotServe`.
    """
    from pasch.storage.opening import opened_at_head

    async def done() -> T:
        async with opened_at_head(_url(url)) as store:
            return await work(store)

    return waited(done())


@admin.command()
def reports(*, database: Database = None, lang: Lang, as_json: AsJson = False) -> None:
    """List the messages that people have reported."""
    from pasch.cli.console import print_json
    from pasch.storage.chat import SqlChat

    found = on_database(database, lambda store: SqlChat(store).reports())
    if as_json:
        print_json([_plain(reported) for reported in found])
    else:
        _tell(found, lang)


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
    person: Annotated[str, typer.Argument(metavar="HANDLE", help="Whose name; reports and snapshots tell the handle.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The new name; left out, none, or one that says nothing.")
    ] = "",
    *,
    database: Database = None,
    lang: Lang,
) -> None:
    """Take a person's name away, everywhere; a server that runs shows it within seconds."""
    from pasch.cli.service import service_on
    from pasch.service.ids import Handle
    from pasch.storage.opening import opened_at_head

    async def renamed() -> str:
        async with service_on(_url(database), opening=opened_at_head) as house:
            return await house.leaving.rename(Handle(person), name)

    given = waited(renamed())
    say = translator(lang).text
    print(say("admin", "The name is now “{name}”.", name=given) if given else say("admin", "The name was removed."))


@admin.command("keep-line")
def keep_line(line: LineId, *, database: Database = None, lang: Lang) -> None:
    """Leave a reported message as it is: its reports are done."""
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
            help="28d, 4w or 12h: whatever has been unchanged for so long; left out, what a server deletes by itself.",
        ),
    ] = None,
    database: Database = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Delete matches that were ended early, lie interrupted, or have finished and no account keeps."""
    from pasch.cli.upkeep import purge_database, retention_set

    keep = retention_set()
    on_database(database, lambda store: purge_database(store, keep, older_than, lang, as_json=as_json))


@admin.command()
def deletions(*, database: Database = None, lang: Lang, as_json: AsJson = False) -> None:
    """List the last 1,000 deleted matches, the latest first, without names."""
    from pasch.cli.upkeep import list_deletions

    on_database(database, lambda store: list_deletions(store, lang, as_json=as_json))


File = Annotated[str, typer.Argument(metavar="FILE", help="The file of the backup; - for standard output or input.")]


@admin.command()
def backup(file: File, *, database: Database = None, lang: Lang, as_json: AsJson = False) -> None:
    """Write everything into one new file, while the server runs; restore makes either kind of database of it."""
    from pasch.cli import upkeep

    upkeep.backup(_url(database), file, lang, as_json=as_json)


@admin.command()
def restore(file: File, *, database: Database = None, lang: Lang, as_json: AsJson = False) -> None:
    """Make an empty database of a backup, and replay every table of it."""
    from pasch.cli import upkeep

    if not upkeep.restore(_url(database), file, lang, as_json=as_json):
        raise typer.Exit(1)


@admin.command()
def check(*, database: Database = None, lang: Lang, as_json: AsJson = False) -> None:
    """Look whether the log of every table is without gaps, and replay it."""
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
    """The database that is named, or the one of the server's settings. Raises `InvalidSetting`, `CannotServe`."""
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


def _tell(found: "Sequence[Reported]", lang: str) -> None:
    from pasch.cli.console import print_table

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
