"""What is counted, measured and told of every request."""

import logging
from contextlib import suppress

from starlette.types import Message, Scope

from pasch.server.configuration.settings import Rate
from pasch.server.guards.limits import Limiter
from pasch.server.http import API
from pasch.server.operation.metrics import Metrics
from pasch.service.errors import RateLimited

log = logging.getLogger("pasch.server")

ERROR = "pasch.error"
"""Where a request keeps what broke it."""
LATER = b"retry-after"
"""The header with which a caller is told to come back: what they ask for is being worked out, nothing has failed."""
FAILED = 500
ATTEMPTS = Rate(burst=10, per_second=1 / 60)
"""Lines of the log about seats of others: the figure counts all, the log does not grow by what strangers send."""
READINESS = "/readyz"


class Observer:
    """Counts answers, and tells the log of those that failed, or took longer than `slow` seconds."""

    def __init__(self, metrics: Metrics, slow: float) -> None:
        self._metrics = metrics
        self._slow = slow
        self._attempts = Limiter(ATTEMPTS, keys=1)

    def answered(self, scope: Scope, start: Message, seconds: float) -> None:
        """A request gets its answer now; `start` is the message that begins it."""
        method, route, status = scope.get("method", "GET"), route_of(scope), start["status"]
        self._metrics.requested(method, route, status, seconds)
        failed = status >= FAILED and not any(name == LATER for name, _ in start["headers"])
        if (not failed and seconds <= self._slow) or route == READINESS:
            return  # readiness is asked every few seconds; what has changed there is told by `Watch`
        told = {"method": method, "route": route, "status": status, "seconds": round(seconds, 4)}
        if failed:
            log.error("request_failed", exc_info=scope.get(ERROR), extra=told)
        else:
            log.warning("request_slow", extra=told)

    def command_answered(self, line: str, since: float, table: str) -> None:
        """A command that came at `since`, by `perf_counter`, gets its answer over `http` or a `socket` now."""
        seconds = self._metrics.answered(line, since)
        if seconds > self._slow:
            log.warning("command_slow", extra={"table": table, "seconds": round(seconds, 4)})

    def seat_attempted(self, table: str) -> None:
        """Count and log a refused command for the seat of another player."""
        self._metrics.seat_attempts += 1
        with suppress(RateLimited):
            self._attempts.spend("")
            log.warning("seat_of_another", extra={"table": table})


def route_of(scope: Scope) -> str | None:
    """The template of the address, such as `/api/v1/tables/{table}`; None where no route answers."""
    path = getattr(scope.get("route"), "path", None)
    if not isinstance(path, str):
        return None
    # A router that was included keeps its routes without the prefix.
    return API + path if scope["path"].startswith(API) and not path.startswith(API) else path
