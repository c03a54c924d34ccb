"""Addresses at the root: for machines that watch the server."""

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from pasch.server.context import context_of
from pasch.server.documented import refusals

router = APIRouter(tags=["operation"])


@router.get("/healthz", response_model=dict[str, str], responses=refusals())
async def health() -> Response:
    """Whether this process answers."""
    return JSONResponse({"status": "ok"})


@router.get("/metrics", response_class=PlainTextResponse, responses=refusals())
async def metrics(request: Request) -> Response:
    """Counters for Prometheus."""
    context = context_of(request)
    text = context.metrics.text(context.solver.desk)
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")
