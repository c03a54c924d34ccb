"""What a token allows whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Scope(StrEnum):
    """One thing that a token may allow.

    `READ` sees what its owner may see, `PLAY` opens tables, sits down and plays, `CHAT` writes.
    `ACCOUNT` is everything else: the name, the password, the other tokens. Only what a browser
    or a log-in got has it.
    """

    READ = "read"
    PLAY = "play"
    CHAT = "chat"
    ACCOUNT = "account"


EVERYTHING = frozenset(Scope)


@dataclass(frozen=True)
class Access:
    """A token without its secret: `id` names it, `ends_at` None means that it does not end by itself."""

    id: str = ""
    scopes: frozenset[Scope] = EVERYTHING
    ends_at: datetime | None = None


FULL = Access()
