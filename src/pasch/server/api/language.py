"""The caller's language: `?lang=`, else `Accept-Language`, else English."""

from typing import Annotated
from urllib.parse import parse_qs

from fastapi import Depends, Query
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Scope

from pasch.i18n import LANGUAGES, pick


def language_of(scope: Scope) -> str:
    """The language of the request."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[-1].lower()
    primary = asked.replace("_", "-").partition("-")[0]
    return primary if primary in LANGUAGES else pick(Headers(scope=scope).get("accept-language", ""))


def _asked(
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


Language = Annotated[str, Depends(_asked)]
"""Parameter of a route: the caller's language."""
