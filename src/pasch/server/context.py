"""What every request may need, put together once when the app is made."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from pasch.server.closing import Closing
from pasch.server.limits import Limiter
from pasch.server.metrics import Metrics
from pasch.server.settings import ServerSettings
from pasch.server.solving import ServerSolver
from pasch.service.coach import Coach
from pasch.service.sessions import Sessions
from pasch.service.tables import Tables


@dataclass(frozen=True)
class Context:
    """The service and this process's own counters."""

    tables: Tables
    sessions: Sessions
    solver: ServerSolver
    coach: Coach
    settings: ServerSettings
    metrics: Metrics
    closing: Closing
    session_limit: Limiter
    opening_limit: Limiter
    change_limit: Limiter
    refusal_limit: Limiter
    advice_limit: Limiter
    analysis_limit: Limiter

    @classmethod
    def of(cls, tables: Tables, sessions: Sessions, solver: ServerSolver, settings: ServerSettings) -> "Context":
        """A context whose counters stand at zero."""
        return cls(
            tables,
            sessions,
            solver,
            Coach(tables, solver),
            settings,
            Metrics(),
            Closing(),
            Limiter(settings.sessions, settings.callers),
            Limiter(settings.openings, settings.callers),
            Limiter(settings.changes, settings.callers),
            Limiter(settings.refusals, settings.callers),
            Limiter(settings.advice, settings.callers),
            Limiter(settings.analyses, settings.callers),
        )


def context_of(connection: HTTPConnection) -> Context:
    """The context of the app that answers this connection."""
    context: Context = connection.app.state.context
    return context
