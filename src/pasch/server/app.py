"""The app: routes, error responses and middleware."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.telemetry import TelemetryConfig
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Lifespan
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from pasch import __version__
from pasch.i18n.translator import LANGUAGES, translator
from pasch.rules.errors import InvalidInput, PaschError
from pasch.server import API
from pasch.server.api.documents import complete
from pasch.server.api.problem import MethodNotAllowed, NotFound, ProblemResponse, problems
from pasch.server.api.requests import language_of
from pasch.server.client import Client
from pasch.server.configuration.settings import ServerSettings
from pasch.server.context import Context
from pasch.server.guards.callers import believed
from pasch.server.guards.middleware import BodyLimit, Crash, Gate, KnownHosts, Protection
from pasch.server.routes import (
    account,
    chat,
    coach,
    daily,
    events,
    history,
    pages,
    play,
    root,
    tables,
    variants,
)
from pasch.server.solver import ServerSolver
from pasch.service.service import Service

DESCRIPTION = """\
Play every variant of the Kniffel family, with dice that can be checked.

A **table** has seats, a variant, a match of one or more games, and one log of events numbered 1, 2, 3 … without gaps.
Take a session (`POST /api/v1/session`), open a table, take one of the snapshot's `legal_actions`, give it an `id` and
send it as a command: a client that knows no rules can play every variant.

`WS /api/v1/tables/{table}/ws?version=3&after=N` sends `ServerMessage`s and takes `Command`s, one JSON text each: hello
with the table, then every event after `N` in batches, each with a patch for the table, then the answer to the command
that caused them. `/asyncapi.json` describes the sockets.

Refusals are `application/problem+json` with a stable `code` and a sentence in the caller's language, which `?lang=` or
`Accept-Language` chooses.
"""
QUIET: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
"""No telemetry leaves the server; its own counters are at `/metrics`."""


def create_app(service: Service, solver: ServerSolver, settings: ServerSettings) -> FastAPI:
    """The HTTP interface and the web client over a service. Bots play while the app runs."""
    context = Context(service, solver, settings)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        for language in LANGUAGES:
            translator(language).listing(["", ""])  # loads slow data before the first request: catalogues, Babel's data
        results = service.results.working(solver, service.tables.games_over)
        with solver.working():
            watching = context.watch.watching()
            async with (
                service.tables.playing_bots(),
                service.chat.listening(),
                results,
                service.purge.working(),
                watching,
            ):
                yield

    app = interface(
        lifespan,
        [
            Middleware(ProxyHeadersMiddleware, believed(settings.operation.trusted_proxies)),
            Middleware(Protection, context.metrics, hsts=settings.operation.hsts),
            Middleware(Crash),
            Middleware(KnownHosts, settings),
            Middleware(Gate, context),
            Middleware(BodyLimit, settings),
        ],
    )
    app.state.context = context
    app.state.documents = {}
    app.router.default = Client(settings.client, settings.first_page)
    return app


def interface(lifespan: Lifespan[FastAPI] | None = None, middleware: Sequence[Middleware] = ()) -> FastAPI:
    """The routes, their schema and error responses, without a service: enough to describe them."""
    app = FastAPI(
        title="Pasch",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        openapi_url=None,  # `routes.root` serves a precomputed document there
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        separate_input_output_schemas=False,
        telemetry=QUIET,
        middleware=middleware,
        exception_handlers={PaschError: _refused, RequestValidationError: _invalid, HTTPException: _by_status},
    )
    for router in (
        account.session_router,  # most requests first: each is compared with the routes in this order
        tables.router,
        play.router,
        play.partie_router,
        account.router,
        variants.router,
        variants.words_router,
        coach.router,
        daily.router,
        events.router,
        coach.puzzle_router,
        history.results_router,
        history.router,
        variants.sheets_router,
        chat.router,
        tables.lobby_router,
    ):
        app.include_router(router, prefix=API)
    app.include_router(root.router)
    app.include_router(pages.router)
    complete(app)
    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, PaschError)
    return ProblemResponse(error, language_of(request.scope))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = problems(error.errors(), error.body)
    return ProblemResponse(found[0].error, language_of(request.scope), problems=found)


async def _by_status(request: Request, error: Exception) -> Response:
    """Errors of the framework: unknown addresses, wrong methods, unreadable bodies."""
    assert isinstance(error, HTTPException)
    lang = language_of(request.scope)
    match error.status_code:
        case 404:
            return ProblemResponse(NotFound("Nothing exists at this address"), lang)
        case 405:
            refusal = MethodNotAllowed("This address does not support {method}", method=request.method[:20])
            return ProblemResponse(refusal, lang, error.headers)
        case _:
            return ProblemResponse(InvalidInput("The body is not valid JSON"), lang)
