"""`/session`: guests get a token."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from pasch.server.bodies import JsonOnly
from pasch.server.callers import COOKIE, address_of, check_origin, find_caller
from pasch.server.context import context_of
from pasch.server.documented import refusals
from pasch.server.language import Language
from pasch.server.wire.session import NewSession, OpenSession, SessionName
from pasch.service.errors import Unauthenticated

router = APIRouter(tags=["session"])
YEAR = 31_536_000


@router.post("/session", status_code=201, response_model=NewSession, responses=refusals(403, 415, 422, 429))
async def open_session(request: Request, _json: JsonOnly, _lang: Language, wish: OpenSession | None = None) -> Response:
    """Open a guest's session. The token comes as a cookie too."""
    context = context_of(request)
    check_origin(request, context)
    context.session_limit.spend(address_of(request))
    new = await context.sessions.open((wish and wish.name) or "")
    answer = JSONResponse({"token": new.token, "name": new.session.name}, 201)
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, new.token, max_age=YEAR, httponly=True, samesite="lax", path="/", secure=secure)
    return answer


@router.get("/session", response_model=SessionName | None, responses=refusals(401, 422))
async def who_am_i(
    request: Request,
    _lang: Language,
    optional: Annotated[bool, Query(description="Answer `null` instead of 401 when there is no session.")] = False,  # noqa: FBT002 - a query parameter
) -> Response:
    """The caller's session."""
    try:
        session = await find_caller(request, context_of(request))
    except Unauthenticated:
        if not optional:
            raise
        return JSONResponse(None)
    return JSONResponse({"name": session.name})
