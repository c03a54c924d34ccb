"""The shared objects of all requests, created once with the app."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from pasch.server.configuration.settings import ServerSettings
from pasch.server.guards.limits import ConcurrencyLimit, Guesses, Limiter, OpenTables, Turnstile
from pasch.server.operation.health import Closing, Watch
from pasch.server.operation.metrics import Metrics, Observer
from pasch.server.solving import ServerSolver
from pasch.service.coach import Coach
from pasch.service.house import House

PLACES = 3
"""Concurrent requests of one address. Each step of a request takes up to a millisecond."""
MOMENT = 0.1
"""Seconds after which a request no longer blocks the next one of its address."""


@dataclass(frozen=True)
class Context(House):
    """The service and this process's own counters."""

    solver: ServerSolver
    coach: Coach
    settings: ServerSettings
    metrics: Metrics
    observer: Observer
    closing: Closing
    watch: Watch
    session_limit: Limiter
    opening_limit: Limiter
    bot_table_limit: Limiter
    change_limit: Limiter
    refusal_limit: Limiter
    aside_limit: Limiter
    import_limit: Limiter
    advice_limit: Limiter
    analysis_limit: Limiter
    result_limit: Limiter
    file_limit: Limiter
    sheet_limit: Limiter
    chat_limit: Limiter
    report_limit: Limiter
    guesses: Guesses
    link_limit: Limiter
    account_limit: Limiter
    miss_limit: Limiter
    connections: ConcurrencyLimit
    turnstile: Turnstile
    imports: ConcurrencyLimit
    open_tables: OpenTables

    @classmethod
    def of(cls, house: House, solver: ServerSolver, settings: ServerSettings) -> "Context":
        """A context with all counters at zero."""
        metrics, closing = Metrics(), Closing()
        metrics.watch(house, solver.queue)
        return cls(
            **vars(house),
            solver=solver,
            coach=Coach(house.tables, solver),
            settings=settings,
            metrics=metrics,
            observer=Observer(metrics, settings.operation.slow_request),
            closing=closing,
            watch=Watch(house, metrics, closing),
            session_limit=Limiter(settings.sessions, settings.callers),
            opening_limit=Limiter(settings.openings, settings.callers),
            bot_table_limit=Limiter(settings.bot_tables, settings.callers),
            change_limit=Limiter(settings.changes, settings.callers),
            refusal_limit=Limiter(settings.refusals, settings.callers),
            aside_limit=Limiter(settings.asides, settings.callers),
            import_limit=Limiter(settings.imported, settings.callers),
            advice_limit=Limiter(settings.advice, settings.callers),
            analysis_limit=Limiter(settings.analyses, settings.callers),
            result_limit=Limiter(settings.results, settings.callers),
            file_limit=Limiter(settings.files, settings.callers),
            sheet_limit=Limiter(settings.sheets, settings.callers),
            chat_limit=Limiter(settings.chat, settings.callers),
            report_limit=Limiter(settings.reports, settings.callers),
            guesses=Guesses(settings),
            link_limit=Limiter(settings.links, settings.callers),
            account_limit=Limiter(settings.accounts, settings.callers),
            miss_limit=Limiter(settings.misses, settings.callers),
            connections=ConcurrencyLimit(settings.connections),
            turnstile=Turnstile(PLACES, MOMENT),
            imports=ConcurrencyLimit(settings.imports),
            open_tables=OpenTables(settings.address_tables, settings.callers, house.tables.unended),
        )


def context_of(connection: HTTPConnection) -> Context:
    """The context of the app that answers this connection."""
    context: Context = connection.app.state.context
    return context
