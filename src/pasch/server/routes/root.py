"""Addresses at the root, for monitoring."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from starlette.responses import PlainTextResponse, Response

from pasch.server.api.answers import JSON
from pasch.server.api.documents import asyncapi
from pasch.server.api.problem import Ending, NoDatabase
from pasch.server.api.requests import refusals
from pasch.server.client import Asset, asset_of, sent
from pasch.server.context import context_of
from pasch.server.health import Health

router = APIRouter(tags=["operation"])


@router.get("/healthz", response_model=dict[str, str], responses=refusals())
async def health() -> Response:
    """Whether this process answers; otherwise restart it."""
    return JSON({"status": "ok"})


@router.get("/readyz", response_model=dict[str, str], responses=refusals())
async def readiness(request: Request) -> Response:
    """Whether this process accepts clients: the database answers within a second, and no shutdown has begun.

    `degraded` is ready, too: news from other processes is late, or the disk of the database is full or read-only.
    """
    found = await context_of(request).watch.check()
    match found:
        case Health.ENDING:
            raise Ending("This server is shutting down")
        case Health.NO_DATABASE:
            raise NoDatabase("The database does not answer at the moment")
        case Health.READY | Health.DEGRADED:
            return JSON({"status": found.value})


@router.get("/metrics", response_class=PlainTextResponse, responses=refusals())
async def metrics(request: Request) -> Response:
    """The metrics of this process, for Prometheus."""
    return Response(context_of(request).metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)


DOCUMENTS: Mapping[str, Callable[[FastAPI], dict[str, Any]]] = {
    "/openapi.json": lambda app: app.openapi(),
    "/asyncapi.json": lambda app: asyncapi(app.openapi()),
}
"""The documents of the interface, by path."""


async def document(request: Request) -> Response:
    """A document, computed once: that takes half a second."""
    path, known = request.scope["path"], request.app.state.documents
    if path not in known:
        known[path] = await context_of(request).tables.pace.in_thread(_written, request.app, path)
    return sent(request, known[path])


def _written(app: FastAPI, path: str) -> Asset:
    text = json.dumps(DOCUMENTS[path](app), ensure_ascii=False, separators=(",", ":"))
    return asset_of(text.encode(), "application/json")


for path in DOCUMENTS:
    router.add_route(path, document, include_in_schema=False)
