"""Refusals that belong to HTTP itself. Those of the game come from the rules and the service.

Every one is a `PaschError`, so one place words them all, and each has a code that stays as it is.
"""

from typing import ClassVar

from pasch.rules.errors import InvalidInput, PaschError


class Refused(PaschError):
    """A request that is refused before it reaches a table."""

    status: ClassVar[int] = 400


class WrongOrigin(Refused):
    """A page of another site acts in the caller's name."""

    status, code = 403, "wrong_origin"


class UnknownHost(Refused):
    """The request names a host that this server does not serve."""

    code = "unknown_host"


class NotFound(Refused):
    """There is nothing at this address."""

    status, code = 404, "not_found"


class MethodNotAllowed(Refused):
    """The address does not take this method."""

    status, code = 405, "method_not_allowed"


class TooLarge(Refused):
    """A body over the limit."""

    status, code = 413, "too_large"


class UnsupportedMediaType(Refused):
    """A body that is not announced as JSON."""

    status, code = 415, "unsupported_media_type"


class Ending(Refused):
    """This process will end in a moment; nobody should be sent to it."""

    status, code = 503, "ending"


class NoDatabase(Refused):
    """The database does not answer this process."""

    status, code = 503, "no_database"


class InternalError(Refused):
    """A mistake of the server's. What it was stands in its log, not in the answer."""

    status, code = 500, "internal_error"


class BadField(InvalidInput):
    """A field of the body or the query that is wrong; `field` is its path, such as `seats.0.name`."""

    def __init__(self, field: str, template: str, **values: str | int) -> None:
        super().__init__(template, field=field, **values)
        self.field = field
