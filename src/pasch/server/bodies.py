"""Bodies are JSON and say so."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from pasch.server.errors import UnsupportedMediaType


async def json_only(request: Request) -> None:
    """Raise `UnsupportedMediaType` for a body that is not announced as JSON; no body needs no announcement."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" and (kind or await request.body()):
        raise UnsupportedMediaType("The body must be JSON, announced by Content-Type: application/json")


JsonOnly = Annotated[None, Depends(json_only)]
"""Parameter of a route that takes a body."""
