"""Bodies are JSON and say so; files are read by whoever takes them."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from pasch.rules.errors import InvalidInput
from pasch.server.api.errors import BadField, TooLarge, UnsupportedMediaType
from pasch.server.api.invalid import shown


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
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise BadField(shown(twice), "“{field}” must not be named twice in one object")
    return found


async def _json_body(request: Request) -> None:
    await json_only(request)
    if body := await request.body():
        read_json(body)


JsonOnly = Annotated[None, Depends(_json_body)]
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
