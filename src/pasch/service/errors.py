"""Errors of the service, in addition to those of the rules. Each has a stable code.

The templates are English and serve as the keys of their translations, as in `pasch.rules.errors`.
"""

from pasch.rules.errors import IllegalAction, PaschError, Unknown

POLL_SECONDS = 1
"""Seconds after which to poll the progress of long work."""


class Unauthenticated(PaschError):
    """No session, or one that is unknown here."""

    code = "unauthenticated"

    def __init__(self) -> None:
        super().__init__("This needs a session: open one first")


class ScopeMissing(PaschError):
    """The token is valid but lacks the scope."""

    code = "scope_missing"

    def __init__(self, scope: str) -> None:
        super().__init__("This token does not allow that: it lacks “{scope}”", scope=scope)


class NameProtected(PaschError):
    """The name belongs to another person's account."""

    code = "name_protected"

    def __init__(self, name: str) -> None:
        super().__init__("The name “{name}” is protected: log in, or take another one", name=name)


class NameReserved(PaschError):
    """A name that suggests that its bearer runs the server or is one of its bots."""

    code = "name_protected"

    def __init__(self, name: str) -> None:
        super().__init__("The name “{name}” is reserved: take another one", name=name)


class WrongPassword(PaschError):
    """Name and password do not match. The error does not reveal whether the name exists."""

    code = "wrong_password"

    def __init__(self) -> None:
        super().__init__("Wrong name or password")


class HasAccount(PaschError):
    """Only possible for guests."""

    code = "has_account"

    def __init__(self) -> None:
        super().__init__("You already have an account")


class NoAccount(PaschError):
    """Only possible with an account."""

    code = "no_account"

    def __init__(self) -> None:
        super().__init__("You have no account")


class UnknownPerson(Unknown):
    """No person has this handle."""

    code = "unknown_person"

    def __init__(self) -> None:
        super().__init__("There is no such person")


class UnknownPuzzle(Unknown):
    """No puzzle has this id."""

    code = "unknown_puzzle"

    def __init__(self) -> None:
        super().__init__("There is no such puzzle")


class UnknownEvent(Unknown):
    """No shared event has this code."""

    code = "unknown_event"

    def __init__(self) -> None:
        super().__init__("There is no such event: check the code")


class UnknownToken(Unknown):
    """The caller has no such token."""

    code = "unknown_token"

    def __init__(self) -> None:
        super().__init__("There is no such token")


class UnknownLink(Unknown):
    """The code is unknown, used or expired; all are answered alike."""

    code = "unknown_link"

    def __init__(self) -> None:
        super().__init__("This code is not valid any more: each works once, for five minutes")


class MistypedKey(PaschError):
    """A text that cannot be a seat key: its check character is wrong, and nothing was looked up."""

    code = "mistyped_key"


class UnknownKey(Unknown):
    """The key is unknown, its player has left, or its match was deleted; all are answered alike."""

    code = "unknown_key"

    def __init__(self) -> None:
        super().__init__("No match has this key: it was deleted after weeks without a move, or its player has left")


class KeyOver(Unknown):
    """The match of a key has ended. Only the holder of the key learns this."""

    code = "unknown_key"


class UnknownTable(Unknown):
    """The table does not exist, or the caller may not see it; both are answered alike."""

    code = "unknown_table"

    def __init__(self) -> None:
        super().__init__("This table does not exist, or only its players may see it")


class ContinuedElsewhere(PaschError):
    """The caller sat at this table, and continued on another device with the seat key."""

    code = "continued_elsewhere"

    def __init__(self) -> None:
        super().__init__("This match is being continued on another device; its key brings it back here")


class NotSeated(PaschError):
    """The caller does not sit at this table, or not on the named seat."""

    code = "not_seated"


class SeatOfAnother(NotSeated):
    """The caller acts on another player's seat."""


class NotYourTurn(PaschError):
    """The caller sits at the table, but another seat is to move."""

    code = "not_your_turn"


class OutOfStep(PaschError):
    """The logs of the caller and the table differ; `seq` is the last event of the table."""

    code = "stale"

    def __init__(self, template: str, seq: int, **values: int) -> None:
        super().__init__(template, seq=seq, **values)
        self.seq = seq


class Stale(OutOfStep):
    """The table has moved on since the caller's last view."""

    def __init__(self, seq: int) -> None:
        super().__init__("Another move came first, perhaps yours in another window or on another device", seq)


class NoSuchEvent(OutOfStep):
    """The caller names an event that the table does not have."""

    def __init__(self, asked: int, seq: int) -> None:
        super().__init__("There is no event {asked} yet: the last one is {seq}", seq, asked=asked)


class TooManyTables(PaschError):
    """The caller, or all callers of one address together, have reached their limit of open public tables."""

    code = "too_many_tables"

    def __init__(self, most: int) -> None:
        super().__init__("At most {most} of your public tables can be open: end one, or open a private one", most=most)


class NoOpenSeat(IllegalAction):
    """Joining is impossible: every seat is taken, or the match has begun."""


class BotsUnwelcome(PaschError):
    """The table admits people only."""

    code = "bots_unwelcome"


class RateLimited(PaschError):
    """Too many requests; `retry_after` is the number of seconds to wait."""

    code = "rate_limited"

    def __init__(self, retry_after: int) -> None:
        super().__init__("Too many requests: try again in {seconds} seconds", seconds=retry_after)
        self.retry_after = retry_after


class HintsForbidden(PaschError):
    """The table forbids advice."""

    code = "hints_forbidden"


class UnknownLine(Unknown):
    """The line of chat does not exist, or the caller may not read it."""

    code = "unknown_line"

    def __init__(self) -> None:
        super().__init__("There is no such message")


class RoomClosed(PaschError):
    """The caller may not read this room of a table, or not yet."""

    code = "room_closed"

    def __init__(self) -> None:
        super().__init__("This channel is not open to you; players can read the watchers’ channel after the match")


class NotReady(PaschError):
    """The service cannot answer yet. `progress`, from 0 to 1, is that of the work it waits for.

    `retry_after` is the number of seconds after which to retry; None when the work has failed.
    """

    code = "not_ready"

    def __init__(
        self, template: str, *, progress: float | None = None, retry_after: int | None = None, **values: str | int
    ) -> None:
        super().__init__(template, **values)
        self.progress = progress
        self.retry_after = POLL_SECONDS if retry_after is None and progress is not None else retry_after


class DatabaseUnwritable(PaschError):
    """The database answers but rejects writes: its disk is `full`, or it is read-only.

    `name` is the database's name for the error, such as `SQLITE_FULL`, and `reason` its message.
    """

    code = "not_ready"

    def __init__(self, *, name: str, reason: str, full: bool) -> None:
        super().__init__("The database is not available: {reason}", reason=reason)
        self.full = full
        self.name = name
        self.reason = reason


class DatabaseReplaced(PaschError):
    """The database was replaced after the start. The process ends, because its confirmed writes would be lost."""

    code = "not_ready"
