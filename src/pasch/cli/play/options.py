"""The options of `pasch play`, and the combinations that it refuses."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pasch.cli.console import Refused
from pasch.rules.variant import Variant
from pasch.service.people.names import clean_name


@dataclass(frozen=True)
class PlayOptions:
    """The options of the command: people by name, then the number of bots.

    `server` is the address of a server or of a table there, None for a match at this terminal. `guests`: open a table
    on the server with this many seats for others. `real_dice`: all people here have real dice, or those named in
    `real_for`.
    """

    variant: Variant
    players: tuple[str, ...]
    bots: int
    games: int
    record: Path | None
    lang: str
    plain: bool = False
    as_json: bool = False
    server: str | None = None
    guests: int | None = None
    public: bool = False
    real_dice: bool = False
    real_for: tuple[str, ...] = ()

    def has_real_dice(self, name: str) -> bool:
        """Whether this player has real dice."""
        return self.real_dice or clean_name(name) in {clean_name(one) for one in self.real_for}

    @property
    def full_screen(self) -> bool:
        """Whether this is a terminal that can show the full-screen table."""
        streams = (sys.stdin, sys.stdout, sys.stderr)  # Textual draws on the last
        people = all(stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"
        return people and not (self.plain or self.as_json)


USUAL = "kniffel"
"""The default variant."""


def check(options: PlayOptions) -> None:
    """Refuse options of another mode, and unknown names. Raises `Refused`."""
    names = {clean_name(name) for name in options.players}
    stranger = next((one for one in options.real_for if clean_name(one) not in names), None)
    if stranger is not None:
        raise Refused(
            "--real-for names players from --players with real dice: “{name}” is not one of them", name=stranger[:40]
        )
    if options.server is None and (options.guests is not None or options.public):
        option = "--public" if options.guests is None else "--guests"
        raise Refused("{option} needs a table on a server: name one with --server", option=option)


def check_joining(options: PlayOptions) -> None:
    """Refuse options for a new table when joining an existing one. Raises `Refused`."""
    for option in _of_tables(options):
        raise Refused("{option} needs a new table: the table at this address is already open", option=option)
    _check_one(options)


def check_listing(options: PlayOptions) -> None:
    """Refuse options for a new table when listing the server's tables. Raises `Refused`."""
    for option in _of_tables(options):
        raise Refused("{option} needs a new table: open one with --guests, such as --guests 1", option=option)
    _check_one(options)


def _check_one(options: PlayOptions) -> None:
    if len(options.players) > 1:
        raise Refused("Only one player can join another player’s table: name one with --players")


def _of_tables(options: PlayOptions) -> Iterator[str]:
    """The given options that only concern a new table."""
    given = {
        "VARIANT": options.variant.key != USUAL,
        "--set": bool(options.variant.switches),
        "--bots": options.bots > 0,
        "--games": options.games != 1,
        "--real-dice": options.real_dice,
        "--real-for": bool(options.real_for),
        "--public": options.public,
        "--guests": options.guests is not None,
    }
    yield from (option for option, asked in given.items() if asked)
