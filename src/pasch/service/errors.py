"""What the service refuses, beside the errors of the rules. Every one has a stable code.

The templates are English and the keys of their translations, as in `pasch.rules.errors`.
"""

from pasch.rules.errors import IllegalAction, PaschError, Unknown

LOOK_AGAIN = 1
"""Seconds after which to ask again how far some work is."""


class Unauthenticated(PaschError):
    """No session, or one that is not known here."""

    code = "unauthenticated"

    def __init__(self) -> None:
        super().__init__("This needs a session: open one first")


class ScopeMissing(PaschError):
    """The token is a real one and was not made for this."""

    code = "scope_missing"

    def __init__(self, scope: str) -> None:
        super().__init__("This token does not allow that: it lacks “{scope}”", scope=scope)


class NameProtected(PaschError):
    """A name that belongs to somebody's account."""

    code = "name_protected"

    def __init__(self, name: str) -> None:
        super().__init__("The name “{name}” is protected: log in, or take another one", name=name)


class NameReserved(PaschError):
    """A name by which a person would seem to run the server, or to be a bot of it."""

    code = "name_protected"

    def __init__(self, name: str) -> None:
        super().__init__("The name “{name}” is reserved: take another one", name=name)


class WrongPassword(PaschError):
    """Name and password do not belong together. Whether there is such a name is not said."""

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
    """Nobody is known by this handle."""

    code = "unknown_person"

    def __init__(self) -> None:
        super().__init__("There is no such person")


class UnknownToken(Unknown):
    """The caller has no such token."""

    code = "unknown_token"

    def __init__(self) -> None:
        super().__init__("There is no such token")


class UnknownLink(Unknown):
    """No such code, or one that was used, or whose time is over: all are answered alike."""

    code = "unknown_link"

    def __init__(self) -> None:
        super().__init__("This code is not valid any more: each works once, for five minutes")


class MistypedKey(PaschError):
    """A text that cannot be the key of a seat: its check character says so, and nothing was looked up."""

    code = "mistyped_key"


class UnknownKey(Unknown):
    """No such key, or one whose player has left or whose match was deleted: all are answered alike."""

    code = "unknown_key"

    def __init__(self) -> None:
        super().__init__("No match has this key: it was deleted after weeks without a move, or its player has left")


class KeyOver(Unknown):
    """The match of a key has ended. Only a person who holds the key hears so."""

    code = "unknown_key"


class UnknownTable(Unknown):
    """No such table, or none that the caller may see: the two are answered alike."""

    code = "unknown_table"

    def __init__(self) -> None:
        super().__init__("There is no such table")


class ContinuedElsewhere(PaschError):
    """The caller sat at this table, and plays on with the key of the seat on another device."""

    code = "continued_elsewhere"

    def __init__(self) -> None:
        super().__init__("This match is being continued on another device; its key brings it back here")


class NotSeated(PaschError):
    """The caller does not sit at this table, or not on the seat it names."""

    code = "not_seated"


class SeatOfAnother(NotSeated):
    """The caller acts on the seat of another player."""


class NotYourTurn(PaschError):
    """The caller sits at the table, and somebody else is to move."""

    code = "not_your_turn"


class OutOfStep(PaschError):
    """The caller and the table know different logs; `seq` is the last event there is."""

    code = "stale"

    def __init__(self, template: str, seq: int, **values: int) -> None:
        super().__init__(template, seq=seq, **values)
        self.seq = seq


class Stale(OutOfStep):
    """The table has moved on since the caller looked."""

    def __init__(self, seq: int) -> None:
        super().__init__(
            "Another move came first, perhaps yours on another device: the table is now at event {seq}", seq
        )


class NoSuchEvent(OutOfStep):
    """The caller names an event that the table has not had."""

    def __init__(self, asked: int, seq: int) -> None:
        super().__init__("There is no event {asked} yet: the last one is {seq}", seq, asked=asked)


class TooManyTables(PaschError):
    """The caller, or all callers of an address together, have as many public tables open as they may."""

    code = "too_many_tables"

    def __init__(self, most: int) -> None:
        super().__init__("At most {most} of your public tables can be open: end one, or open a private one", most=most)


class NoOpenSeat(IllegalAction):
    """Nobody can join: every seat is taken, or the match has begun."""


class BotsUnwelcome(PaschError):
    """The table is one for people."""

    code = "bots_unwelcome"


class RateLimited(PaschError):
    """Too many requests; `retry_after` is the number of seconds to wait."""

    code = "rate_limited"

    def __init__(self, retry_after: int) -> None:
        super().__init__("Too many requests: try again in {seconds} seconds", seconds=retry_after)
        self.retry_after = retry_after


class HintsForbidden(PaschError):
    """A table where players are to decide without advice."""

    code = "hints_forbidden"


class UnknownLine(Unknown):
    """No such line of chat, or none that the caller hears."""

    code = "unknown_line"

    def __init__(self) -> None:
        super().__init__("There is no such message")


class RoomClosed(PaschError):
    """A room of a table that the caller may not hear, or not yet."""

    code = "room_closed"

    def __init__(self) -> None:
        super().__init__("This channel is not open to you; players can read the watchers’ channel after the match")


class NotReady(PaschError):
    """The service cannot answer just now. `progress`, from 0 to 1, says how far the work is that it waits for.

    `retry_after` is the number of seconds after which to ask again; None when the work has failed.
    """

    code = "not_ready"

    def __init__(
        self, template: str, *, progress: float | None = None, retry_after: int | None = None, **values: str | int
    ) -> None:
        super().__init__(template, **values)
        self.progress = progress
        self.retry_after = LOOK_AGAIN if retry_after is None and progress is not None else retry_after


class DatabaseUnwritable(PaschError):
    """The database answers and takes nothing: its disk is `full`, or else read-only.

    `name` is the database's own name of the error, such as `SQLITE_FULL`, and `reason` its sentence.
    """

    code = "not_ready"

    def __init__(self, *, name: str, reason: str, full: bool) -> None:
        super().__init__("The database is not available: {reason}", reason=reason)
        self.full = full
        self.name = name
        self.reason = reason


class DatabaseReplaced(PaschError):
    """The database is another one than at the start: the process ends, because nothing it confirms would be kept."""

    code = "not_ready"
