"""`/session`: guests get a token, and take it to further devices."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from pasch.server.api.bodies import JsonRoute
from pasch.server.api.documented import refusals
from pasch.server.api.language import Language
from pasch.server.context import context_of
from pasch.server.guards.callers import Caller, address_of, check_origin, find_caller, forget_cookie, with_cookie
from pasch.server.pictures import qr_code
from pasch.server.routes.play import home_of
from pasch.server.wire.account import ClaimLink, Link
from pasch.server.wire.session import NewSession, OpenSession, SessionName
from pasch.service.errors import Unauthenticated
from pasch.service.table.presence import time_text

router = APIRouter(tags=["session"], route_class=JsonRoute)


@router.post("/session", status_code=201, response_model=NewSession, responses=refusals(403, 409, 415, 422, 429))
async def open_session(request: Request, _lang: Language, wish: OpenSession | None = None) -> Response:
    """Open a guest's session. The token comes as a cookie too. A name that an account protects is refused."""
    context = context_of(request)
    check_origin(request, context)
    context.session_limit.spend(address_of(request))
    return with_cookie(request, await context.sessions.open((wish and wish.name) or ""), 201)


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
    return JSONResponse({"name": session.name, "person": session.handle})


@router.delete("/session", status_code=204, responses=refusals(401, 403, 409, 422))
async def delete_session(request: Request, caller: Caller, _lang: Language) -> Response:
    """Delete everything about a guest. Seats become nameless, matches go on with bots. Accounts: `DELETE /account`."""
    await context_of(request).leaving.delete_guest(caller)
    return forget_cookie()


@router.post("/session/link", status_code=201, response_model=Link, responses=refusals(401, 403, 422, 429))
async def link_device(request: Request, caller: Caller, _lang: Language) -> Response:
    """A one-time code, valid for five minutes: another device that claims it plays as the caller."""
    context = context_of(request)
    for key in (f"session {caller.access.id}", f"address {address_of(request)}"):
        context.link_limit.spend(key)
    link = await context.tokens.link(caller)
    # Behind the #: browsers send that part to nobody, so the code stands in no log.
    address = f"{home_of(request)}link#{link.code}"
    body = {
        "code": link.code,
        "address": address,
        "qr": await context.tables.pace.apart(qr_code, address),
        "ends_at": time_text(link.ends_at),
    }
    return JSONResponse(body, 201)


@router.post("/session/claim", status_code=201, response_model=NewSession, responses=refusals(403, 404, 415, 422, 429))
async def claim_link(request: Request, _lang: Language, wish: ClaimLink) -> Response:
    """A token for whoever brings a code, as a cookie too. Unknown, used and late codes are answered alike."""
    context = context_of(request)
    check_origin(request, context)
    context.guesses.code(address_of(request))
    return with_cookie(request, await context.tokens.claim(wish.code), 201)
