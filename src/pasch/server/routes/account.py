"""Sessions and accounts."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from pasch.server.api.answers import JSON
from pasch.server.api.requests import JsonRoute, Language, answer, refusals
from pasch.server.context import Context, context_of
from pasch.server.guards.callers import (
    DEVICE,
    Caller,
    address_of,
    check_origin,
    find_caller,
    forget_cookie,
    with_cookie,
    with_device,
)
from pasch.server.routes.play import home_of, qr_code
from pasch.server.wire.bodies import (
    ChangePassword,
    ClaimLink,
    LogIn,
    MakeAccount,
    MakeToken,
    OpenSession,
    PublishProfile,
)
from pasch.service.errors import Unauthenticated
from pasch.service.people import store
from pasch.service.people.accounts import login_name
from pasch.service.requests import Scope, Session
from pasch.service.table.presence import time_text
from pasch.service.views.schema.people import Account, Link, NewSession, NewToken, SessionName, Token, Tokens

session_router = APIRouter(tags=["session"], route_class=JsonRoute)


@session_router.post("/session", status_code=201, responses=answer(NewSession, 201) | refusals(403, 409, 415, 422, 429))
async def open_session(request: Request, _lang: Language, body: OpenSession | None = None) -> Response:
    """Open a guest session; the token is also set as a cookie. A name that an account protects is refused."""
    context = context_of(request)
    check_origin(request)
    context.session_limit.spend(address_of(request))
    return with_cookie(request, await context.sessions.open((body and body.name) or ""), 201)


@session_router.get("/session", response_model=SessionName | None, responses=refusals(401, 422))
async def who_am_i(
    request: Request,
    _lang: Language,
    optional: Annotated[bool, Query(description="Answer `null` instead of 401 without a session.")] = False,  # noqa: FBT002 - a query parameter
) -> Response:
    """The caller's session."""
    try:
        session = await find_caller(request)
    except Unauthenticated:
        if not optional:
            raise
        return JSON(None)
    return JSON(SessionName(name=session.name, person=session.handle))


@session_router.delete("/session", status_code=204, responses=refusals(401, 403, 409, 422))
async def delete_session(request: Request, caller: Caller, _lang: Language) -> Response:
    """Delete all data of a guest. Seats become nameless, and bots play on. For accounts: `DELETE /account`."""
    await context_of(request).leaving.delete_guest(caller)
    return forget_cookie()


@session_router.post("/session/link", status_code=201, responses=answer(Link, 201) | refusals(401, 403, 422, 429))
async def link_device(request: Request, caller: Caller, _lang: Language) -> Response:
    """A one-time code, valid for five minutes. Another device that claims it plays as the caller."""
    context = context_of(request)
    context.link_limit.spend(f"session {caller.access.id}", f"address {address_of(request)}")
    link = await context.tokens.link(caller)
    # After the #: browsers never send that part, so no log contains the code.
    address = f"{home_of(request)}link#{link.code}"
    body: Link = {
        "code": link.code,
        "address": address,
        "qr": await context.tables.pace.in_thread(qr_code, address),
        "ends_at": time_text(link.ends_at),
    }
    return JSON(body, 201)


@session_router.post(
    "/session/claim", status_code=201, responses=answer(NewSession, 201) | refusals(403, 404, 415, 422, 429)
)
async def claim_link(request: Request, _lang: Language, body: ClaimLink) -> Response:
    """A token for the bearer of a code, also as a cookie. Unknown, used and expired codes get the same answer."""
    context = context_of(request)
    check_origin(request)
    context.guesses.code(address_of(request))
    return with_cookie(request, await context.tokens.claim(body.code), 201)


TokenName = Annotated[str, Path(max_length=100, description="The `id` of a token.")]

router = APIRouter(prefix="/account", tags=["account"], route_class=JsonRoute)


@router.get("", responses=answer(Account) | refusals(401, 422))
async def show_account(request: Request, caller: Caller, _lang: Language) -> Response:
    """The caller's name, and whether an account protects it."""
    return JSON(await _account(context_of(request), caller))


@router.post("", status_code=201, responses=answer(Account, 201) | refusals(401, 403, 409, 415, 422, 429))
async def make_account(request: Request, caller: Caller, _lang: Language, body: MakeAccount) -> Response:
    """Reserve the caller's name with a password. Seats and tokens stay."""
    context = context_of(request)
    context.account_limit.spend(address_of(request))
    account = await context.accounts.protect(caller, body.name, body.password, computer=body.bot)
    answer = JSON(await _account(context, await context.sessions.renewed(caller)), 201)
    return with_device(answer, request, context.accounts.device_proof(account))


@router.post("/login", responses=answer(NewSession) | refusals(403, 415, 422, 429))
async def log_in(request: Request, _lang: Language, body: LogIn) -> Response:
    """A token for a name and its password, also as a cookie. Unknown names and wrong passwords get the same answer.

    A second cookie marks the browser as a known device, which strangers' failed attempts never lock out.
    """
    context = context_of(request)
    check_origin(request)
    await _count_guess(context, request, body.name)
    account, new = await context.accounts.log_in(body.name, body.password)
    return with_device(with_cookie(request, new), request, context.accounts.device_proof(account))


@router.post("/logout", status_code=204, responses=refusals(401, 403, 422))
async def log_out(request: Request, caller: Caller, _lang: Language) -> Response:
    """End the caller's token. A guest cannot return."""
    await context_of(request).tokens.log_out(caller)
    return forget_cookie()


@router.put("/password", status_code=204, responses=refusals(401, 403, 409, 415, 422, 429))
async def change_password(request: Request, caller: Caller, _lang: Language, body: ChangePassword) -> Response:
    """Change the password. All other devices have to log in again; tokens for programs stay."""
    context = context_of(request)
    await _count_guess(context, request, caller.name)
    account = await context.accounts.change_password(caller, body.old, body.new)
    return with_device(Response(status_code=204), request, context.accounts.device_proof(account))


@router.put("/profile", responses=answer(Account) | refusals(401, 403, 415, 422))
async def publish_profile(request: Request, caller: Caller, _lang: Language, body: PublishProfile) -> Response:
    """Show the caller's profile to everyone, or to no one else; guests too. Without this call it is private."""
    context = context_of(request)
    return JSON(await _account(context, await context.sessions.publish(caller, public=body.public)))


@router.get("/export", response_model=dict[str, object], responses=refusals(401, 403, 422))
async def export_data(request: Request, caller: Caller, _lang: Language) -> Response:
    """All stored data about the caller: names, tokens, tables, results, chat."""
    data = await context_of(request).leaving.export(caller)
    return JSON(data, headers={"Content-Disposition": 'attachment; filename="pasch.json"'})


@router.delete("", status_code=204, responses=refusals(401, 403, 409, 422))
async def delete_account(request: Request, caller: Caller, _lang: Language) -> Response:
    """Delete the account and all other data of the caller. Seats become nameless, and bots play on."""
    await context_of(request).leaving.delete_account(caller)
    return forget_cookie()


@router.get("/tokens", responses=answer(Tokens) | refusals(401, 403, 422))
async def list_tokens(request: Request, caller: Caller, _lang: Language) -> Response:
    """The caller's tokens, of browsers and of programs."""
    tokens = await context_of(request).tokens.all(caller)
    return JSON(Tokens(tokens=[_token(token, caller) for token in tokens]))


@router.post("/tokens", status_code=201, responses=answer(NewToken, 201) | refusals(401, 403, 409, 415, 422))
async def make_token(request: Request, caller: Caller, _lang: Language, body: MakeToken) -> Response:
    """A token for a program, with scopes. It cannot create tokens, nor change or delete the account."""
    new = await context_of(request).tokens.make(caller, body.label, {Scope(scope) for scope in body.scopes}, body.days)
    token: NewToken = {**_token(new.kept, caller), "token": new.secret}
    return JSON(token, 201)


@router.delete("/tokens/{token}", status_code=204, responses=refusals(401, 403, 404, 422))
async def end_token(request: Request, token: TokenName, caller: Caller, _lang: Language) -> Response:
    """End a token by its id."""
    await context_of(request).tokens.end(caller, token)
    return Response(status_code=204)


async def _count_guess(context: Context, request: Request, name: str) -> None:
    """Count an attempt at the password of an account. Raises `RateLimited`."""
    device = await context.accounts.known_device(name, request.cookies.get(DEVICE, ""))
    context.guesses.password(login_name(name), address_of(request), device)


async def _account(context: Context, caller: Session) -> Account:
    account = await context.accounts.of(caller)
    return {
        "name": caller.name,
        "person": caller.handle,
        "protected": account is not None,
        "bot": caller.computer,
        "public": caller.public,
        "opened_at": time_text(caller.opened_at),
    }


def _token(token: store.Token, caller: Session) -> Token:
    access = token.access
    return {
        "id": access.id,
        "label": token.label,
        "scopes": [scope.value for scope in Scope if scope in access.scopes],
        "opened_at": time_text(token.opened_at),
        "ends_at": None if access.ends_at is None else time_text(access.ends_at),
        "device": token.device,
        "current": access.id == caller.access.id,
    }
