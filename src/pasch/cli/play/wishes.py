"""What `pasch play` is asked for."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from pasch.rules.variant import Variant
from pasch.service.people.names import clean_name


@dataclass(frozen=True)
class Wishes:
    """What the command was asked for: people by name, then so many bots.

    `server` is the address of a server or of a table there, None for a game at this terminal. `guests`: seats for
    others at a table of the server that is opened at once. `real_dice`: people here have dice of their own, all of
    them or those named in `real_for`.
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

    def rolls_really(self, name: str) -> bool:
        """Whether the player of this name has real dice."""
        return self.real_dice or clean_name(name) in {clean_name(one) for one in self.real_for}

    @property
    def full_screen(self) -> bool:
        """Whether this is a terminal that can show a table."""
        people = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        return people and not (self.plain or self.as_json)
