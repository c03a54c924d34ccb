"""What the service refuses, beside the errors of the rules. Every one has a stable code.

The templates are English and the keys of their translations, as in `pasch.rules.errors`.
"""

from pasch.rules.errors import IllegalAction, PaschError, Unknown


class Unauthenticated(PaschError):
    """No session, or one that is not known here."""

    code = "unauthenticated"

    def __init__(self) -> None:
        super().__init__("This needs a session: open one first")


class UnknownTable(Unknown):
    """No such table, or none that the caller may see: the two are answered alike."""

    code = "unknown_table"

    def __init__(self) -> None:
        super().__init__("There is no such table")


class NotSeated(PaschError):
    """The caller does not sit at this table, or not on the seat it names."""

    code = "not_seated"


class NotYourTurn(PaschError):
    """The caller sits at the table, and somebody else is to move."""

    code = "not_your_turn"


class Stale(PaschError):
    """The table has moved on since the caller looked; `seq` is where it is now."""

    code = "stale"

    def __init__(self, seq: int) -> None:
        super().__init__("The table has moved on: it is at event {seq} now", seq=seq)
        self.seq = seq


class NoOpenSeat(IllegalAction):
    """Nobody can join: every seat is taken, or the match has begun."""


class RateLimited(PaschError):
    """Too many requests; `retry_after` is the number of seconds to wait."""

    code = "rate_limited"

    def __init__(self, retry_after: int) -> None:
        super().__init__("That was too much at once: try again in {seconds} seconds", seconds=retry_after)
        self.retry_after = retry_after


class HintsForbidden(PaschError):
    """A table where players are to decide without advice."""

    code = "hints_forbidden"


class NotReady(PaschError):
    """The service cannot answer just now. `progress`, from 0 to 1, says how far the work is that it waits for."""

    code = "not_ready"

    def __init__(self, template: str, *, progress: float | None = None, **values: str | int) -> None:
        super().__init__(template, **values)
        self.progress = progress
