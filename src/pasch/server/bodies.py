"""Bodies are JSON and say so; files are read by whoever takes them."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from pasch.server.errors import TooLarge, UnsupportedMediaType


async def json_only(request: Request) -> None:
    """Raise `UnsupportedMediaType` for a body that is not announced as JSON; no body needs no announcement."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" and (kind or await request.body()):
        raise UnsupportedMediaType("The body must be JSON, announced by Content-Type: application/json")


JsonOnly = Annotated[None, Depends(json_only)]
"""Parameter of a route that takes a body."""


READ_ON = 32
"""So many times what a file may have is read of somebody who is known: browsers that are cut off hear no reason."""


async def large_body(request: Request, most: int) -> bytes:
    """A body that no middleware has read, at most so many bytes. Raises `TooLarge`."""
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size <= most:
            chunks.append(chunk)
        elif size > READ_ON * most:
            break
    if size > most:
        raise TooLarge("The body is larger than {most} KiB", most=most // 1024)
    return b"".join(chunks)
