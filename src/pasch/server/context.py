"""The shared objects of all requests, created once with the app."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from pasch.server.configuration.settings import ServerSettings
from pasch.server.guards.limits import ConcurrencyLimit, Guesses, Limiter, OpenTables, Turnstile
from pasch.server.operation.health import Closing, Watch
from pasch.server.operation.metrics import Metrics, Observer
from pasch.server.solving import ServerSolver
from pasch.service.archive.history import History
from pasch.service.chat.chat import Chat
from pasch.service.coach import Coach
from pasch.service.daily import Daily
from pasch.service.house import House
from pasch.service.people.accounts import Accounts
from pasch.service.people.continuing import Continuing
from pasch.service.people.privacy import Leaving
from pasch.service.people.sessions import Sessions, Tokens
from pasch.service.puzzles.puzzles import Puzzles
from pasch.service.results.scores import Scores
from pasch.service.runtime.lobby import Lobby
from pasch.service.runtime.tables import Tables

PLACES = 3
"""Concurrent requests of one address. Each step of a request takes up to a millisecond."""
MOMENT = 0.1
"""Seconds after which a request no longer blocks the next one of its address."""


@dataclass(frozen=True)
class Context:
    """The service and this process's own counters."""

    tables: Tables
    sessions: Sessions
    accounts: Accounts
    tokens: Tokens
    leaving: Leaving
    solver: ServerSolver
    coach: Coach
    scores: Scores
    daily: Daily
    puzzles: Puzzles
    history: History
    chat: Chat
    lobby: Lobby
    continuing: Continuing
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
            house.tables,
            house.sessions,
            house.accounts,
            house.tokens,
            house.leaving,
            solver,
            Coach(house.tables, solver),
            house.scores,
            house.daily,
            house.puzzles,
            house.history,
            house.chat,
            house.lobby,
            house.continuing,
            settings,
            metrics,
            Observer(metrics, settings.operation.slow_request),
            closing,
            Watch(house, metrics, closing),
            Limiter(settings.sessions, settings.callers),
            Limiter(settings.openings, settings.callers),
            Limiter(settings.bot_tables, settings.callers),
            Limiter(settings.changes, settings.callers),
            Limiter(settings.refusals, settings.callers),
            Limiter(settings.asides, settings.callers),
            Limiter(settings.imported, settings.callers),
            Limiter(settings.advice, settings.callers),
            Limiter(settings.analyses, settings.callers),
            Limiter(settings.results, settings.callers),
            Limiter(settings.files, settings.callers),
            Limiter(settings.sheets, settings.callers),
            Limiter(settings.chat, settings.callers),
            Limiter(settings.reports, settings.callers),
            Guesses(settings),
            Limiter(settings.links, settings.callers),
            Limiter(settings.accounts, settings.callers),
            Limiter(settings.misses, settings.callers),
            ConcurrencyLimit(settings.connections),
            Turnstile(PLACES, MOMENT),
            ConcurrencyLimit(settings.imports),
            OpenTables(settings.address_tables, settings.callers, house.tables.unended),
        )


def context_of(connection: HTTPConnection) -> Context:
    """The context of the app that answers this connection."""
    context: Context = connection.app.state.context
    return context
