"""The shared objects of all requests, created once with the app."""

from starlette.requests import HTTPConnection

from pasch.server.configuration.settings import ServerSettings
from pasch.server.guards.limits import ConcurrencyLimit, Guesses, Limiter, OpenTables, Turnstile
from pasch.server.health import Closing, Watch
from pasch.server.metrics import Metrics
from pasch.server.solver import ServerSolver
from pasch.service.coach import Coach
from pasch.service.service import Service

MOMENT = 0.1
"""Seconds after which a request no longer blocks the next one of its address."""


class Context(Service):
    """The service, whose parts stay frozen, and this process's own counters, which begin at zero."""

    def __init__(self, service: Service, solver: ServerSolver, settings: ServerSettings) -> None:
        super().__init__(**vars(service))
        self.solver = solver
        self.coach = Coach(service.tables, solver)
        self.settings = settings
        self.metrics = Metrics(settings.operation.slow_request)
        self.metrics.watch(service, solver.queue)
        self.closing = Closing()
        self.watch = Watch(service, self.metrics, self.closing)
        self.session_limit = Limiter(settings.sessions, settings.callers)
        self.opening_limit = Limiter(settings.openings, settings.callers)
        self.bot_table_limit = Limiter(settings.bot_tables, settings.callers)
        self.change_limit = Limiter(settings.changes, settings.callers)
        self.refusal_limit = Limiter(settings.refusals, settings.callers)
        self.aside_limit = Limiter(settings.asides, settings.callers)
        self.import_limit = Limiter(settings.imported, settings.callers)
        self.advice_limit = Limiter(settings.advice, settings.callers)
        self.analysis_limit = Limiter(settings.analyses, settings.callers)
        self.result_limit = Limiter(settings.results, settings.callers)
        self.file_limit = Limiter(settings.files, settings.callers)
        self.sheet_limit = Limiter(settings.sheets, settings.callers)
        self.chat_limit = Limiter(settings.chat, settings.callers)
        self.report_limit = Limiter(settings.reports, settings.callers)
        self.guesses = Guesses(settings)
        self.link_limit = Limiter(settings.links, settings.callers)
        self.account_limit = Limiter(settings.accounts, settings.callers)
        self.miss_limit = Limiter(settings.misses, settings.callers)
        self.connections = ConcurrencyLimit(settings.connections)
        self.turnstile = Turnstile(MOMENT)
        self.imports = ConcurrencyLimit(settings.imports)
        self.open_tables = OpenTables(settings.address_tables, settings.callers, service.tables.unended)


def context_of(connection: HTTPConnection) -> Context:
    """The context of the app that answers this connection."""
    context: Context = connection.app.state.context
    return context
