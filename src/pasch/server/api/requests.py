"""Reading requests and their language, and documenting their answers."""

import json
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import Depends, Query
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Scope
from typing_extensions import TypeAliasType

from pasch.i18n import LANGUAGES, pick
from pasch.rules.errors import InvalidInput
from pasch.rules.switches import SwitchValue
from pasch.server.api.documents import REFERENCE
from pasch.server.api.problem import MEDIA_TYPE, TooLarge, UnsupportedMediaType, shown
from pasch.server.context import context_of
from pasch.server.wire.base import RuleValues
from pasch.service.views.schema.problems import Problem

LARGE = 4096
"""The size of a body from which its parsing waits for its turn: 64 KiB of small objects take milliseconds."""


class JsonRoute(APIRoute):
    """A route whose body, if any, must have the content type of JSON and no duplicate keys.

    The body is parsed once: FastAPI finds the value in the cache of Starlette's request.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:  # Any: Starlette's own type
        """The handler of a request, with the body parsed beforehand."""
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
    """Raise `UnsupportedMediaType` for a body without the content type of JSON; an empty body needs none."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" and (kind or await request.body()):
        raise UnsupportedMediaType("The body must be JSON with Content-Type: application/json")


def read_json(text: str | bytes) -> object:
    """The value of a JSON text. Raises `InvalidInput`, also for duplicate keys in an object.

    A filter on the way may read the first of two values, and Pasch would act on the second.
    """
    try:
        value: object = json.loads(text, object_pairs_hook=_object)
    except InvalidInput:
        raise
    except (ValueError, RecursionError):  # broken, not UTF-8, numbers of thousands of digits, a tower of brackets
        raise InvalidInput("The body is not valid JSON") from None
    return value


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise InvalidInput("“{field}” appears twice in one object", field=shown(_repeated(key for key, _ in pairs)))
    return found


def _repeated(keys: Iterable[str]) -> str:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            break
        seen.add(key)
    return key


READ_ON = 32
"""Multiple of the file limit that is read from a known caller: a browser that is cut off shows no reason."""


async def large_body(request: Request, most: int) -> bytes:
    """A body that no middleware has read, at most this many bytes. Raises `TooLarge`."""
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


RulesQuery = Annotated[
    str | None,
    Query(
        alias="rules",
        max_length=4000,
        description="House rules as one line of JSON: the switches changed from the preset.",
        examples=['{"joker": "none"}'],
    ),
]
_RULES: TypeAdapter[dict[str, SwitchValue]] = TypeAdapter(RuleValues)


def queried_rules(text: str | None) -> Mapping[str, SwitchValue]:
    """House rules from a query. Raises `InvalidInput`."""
    if text is None:
        return {}
    try:
        return _RULES.validate_json(text, strict=True)
    except ValidationError:
        raise InvalidInput(
            "“{field}” must be one line of JSON, such as {example}", field="rules", example='{"joker": "none"}'
        ) from None


MEANINGS = {
    400: "The request cannot be read, or names a host that this server does not serve: `unknown_host`.",
    401: "There is no session, or it has ended: `unauthenticated`.",
    403: "Not the caller's seat (`not_seated`), a table without hints (`hints_forbidden`), "
    "a page of another site acts in the caller's name (`wrong_origin`), the token was not made for this "
    "(`scope_missing`), or the password is wrong (`wrong_password`); in chat `room_closed`.",
    404: "There is no such table, or it is private and not the caller's: `unknown_table`. No such token "
    "(`unknown_token`), or a code that is not valid any more (`unknown_link`).",
    405: "The address does not take this method: `method_not_allowed`.",
    409: "Not possible now: `not_your_turn`, `illegal_action`, `cell_filled`, `no_rolls_left`, `not_rolled`, "
    "`dice_not_held`, `stale`; a name is somebody else's: `name_protected`; `has_account`, `no_account`; "
    "as many public tables are open as may be: `too_many_tables`.",
    413: "The body is too large: `too_large`.",
    415: "The body is not announced as what is asked for, mostly `application/json`: `unsupported_media_type`.",
    422: "The input is wrong in itself: `invalid_input`, `unknown_variant`, `unknown_category`; in a file of records "
    "`damaged_file`.",
    429: "Too often in a short time: `rate_limited`; the header `Retry-After` says when to try again, in seconds.",
    500: "A mistake of the server's: `internal_error`.",
    503: "Not ready yet: `not_ready`; unless the work has failed, the header `Retry-After` says when to ask again, in "
    "seconds. At `/readyz`: `ending`, `no_database`.",
}
ALWAYS = (405, 413, 429, 500, 503)
"""The refusals that every address may give."""


Responses = dict[int | str, dict[str, Any]]
"""The entry `responses` of a route."""


def schema_of(shape: type | TypeAliasType) -> dict[str, Any]:
    """The place of a shape in the document."""
    return {"$ref": f"{REFERENCE}{shape.__name__}"}


def answer(shape: type, status: int = 200) -> Responses:
    """The entry of a route whose answer has this shape. What a route returns is not checked while it runs."""
    return {status: {"content": {"application/json": {"schema": schema_of(shape)}}}}


def file_answer(description: str, kind: str) -> Responses:
    """The entry of a route whose answer is a text of this media type."""
    return {200: {"description": description, "content": {kind: {"schema": {"type": "string"}}}}}


def refusals(*statuses: int) -> Responses:
    """The entry `responses` of a route that may refuse with these statuses, and with those that any may."""
    content = {MEDIA_TYPE: {"schema": schema_of(Problem)}}
    return {status: {"description": MEANINGS[status], "content": content} for status in sorted({*statuses, *ALWAYS})}


def language_of(scope: Scope) -> str:
    """The language of the request."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[-1].lower()
    primary = asked.replace("_", "-").partition("-")[0]
    return primary if primary in LANGUAGES else pick(Headers(scope=scope).get("accept-language", ""))


async def _requested_language(
    connection: HTTPConnection,
    _lang: Annotated[
        str | None,
        Query(
            alias="lang",
            max_length=35,
        ),
    ] = None,
) -> str:
    return language_of(connection.scope)


Language = Annotated[str, Depends(_requested_language)]
"""Parameter of a route: the caller's language."""
