"""Bodies are JSON and say so; files are read by whoever takes them."""

import json
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from pasch.rules.errors import InvalidInput
from pasch.server.api.errors import BadField, TooLarge, UnsupportedMediaType
from pasch.server.api.invalid import shown
from pasch.server.context import context_of

LARGE = 4096
"""Bytes of a body from which reading it takes its turn: 64 KiB of small objects take milliseconds."""


class JsonRoute(APIRoute):
    """A route whose body, if it takes one, is announced as JSON and names no key twice.

    The body is read once: FastAPI finds the value where Starlette's request keeps it.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:  # Any: Starlette's own type
        """What answers a request: the value of the body is known before."""
        answer = super().get_route_handler()
        if self.body_field is None:
            return answer

        async def read_before(request: Request) -> Response:
            await json_only(request)
            if body := await request.body():
                request._json = await _value(request, body)  # noqa: SLF001 - where Starlette caches it
            return await answer(request)

        return read_before


async def _value(request: Request, body: bytes) -> object:
    if len(body) < LARGE:
        return read_json(body)
    async with context_of(request).tables.pace.turn():
        return read_json(body)


async def json_only(request: Request) -> None:
    """Raise `UnsupportedMediaType` for a body that is not announced as JSON; no body needs no announcement."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" and (kind or await request.body()):
        raise UnsupportedMediaType("The body must be JSON, announced by Content-Type: application/json")


def read_json(text: str | bytes) -> object:
    """The value of a text of JSON. Raises `InvalidInput`, also for an object that names a key twice.

    What checks a body on its way here may read the first of two values, and Pasch would act on the second.
    """
    try:
        value: object = json.loads(text, object_pairs_hook=_object)
    except BadField:
        raise
    except (ValueError, RecursionError):  # broken, not UTF-8, numbers of thousands of digits, a tower of brackets
        raise InvalidInput("The body is no valid JSON") from None
    return value


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadField(shown(_repeated(key for key, _ in pairs)), "“{field}” must not be named twice in one object")
    return found


def _repeated(keys: Iterable[str]) -> str:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            break
        seen.add(key)
    return key


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
