"""Addresses at the root: for machines that watch the server."""

import json

from fastapi import APIRouter, FastAPI, Request
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from starlette.responses import JSONResponse, PlainTextResponse, Response

from pasch.server.api.problem import Ending, NoDatabase
from pasch.server.api.requests import refusals
from pasch.server.client import Asset, asset_of, sent
from pasch.server.context import context_of
from pasch.server.operation.health import Health

router = APIRouter(tags=["operation"])


@router.get("/healthz", response_model=dict[str, str], responses=refusals())
async def health() -> Response:
    """Whether this process answers: then it need not be started anew."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz", response_model=dict[str, str], responses=refusals())
async def readiness(request: Request) -> Response:
    """Whether people should be sent to this process: the database answers within a second, and it is not ending.

    `degraded` is ready, too: news from other processes comes late, or the disk of the database is full or
    read-only.
    """
    found = await context_of(request).watch.check()
    match found:
        case Health.ENDING:
            raise Ending("This server is about to end")
        case Health.NO_DATABASE:
            raise NoDatabase("The database does not answer just now")
        case Health.READY | Health.DEGRADED:
            return JSONResponse({"status": found.value})


@router.get("/metrics", response_class=PlainTextResponse, responses=refusals())
async def metrics(request: Request) -> Response:
    """What is counted and measured here, for Prometheus."""
    return Response(context_of(request).metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)


async def openapi(request: Request) -> Response:
    """The OpenAPI document, worked out and written once: that takes half a second."""
    state = request.app.state
    if state.document is None:
        state.document = await context_of(request).tables.pace.apart(_document, request.app)
    return sent(request, state.document)


def _document(app: FastAPI) -> Asset:
    return asset_of(json.dumps(app.openapi(), ensure_ascii=False, separators=(",", ":")).encode(), "application/json")


router.add_route("/openapi.json", openapi, include_in_schema=False)
