"""`/chat`, `/tables/{id}/chat`, `/people`: writing, reading, muting, reporting."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from pasch.server.api.answers import JSON
from pasch.server.api.requests import JsonRoute, Language, answer, refusals
from pasch.server.context import context_of
from pasch.server.guards.callers import Caller, Watcher, address_of, hidden_from
from pasch.server.wire.bodies import ReportLine, SayAtTable, SayInLobby, TableRoom
from pasch.service.chat.chat import Say
from pasch.service.chat.store import Room
from pasch.service.ids import Handle, TableId
from pasch.service.requests import Scope, Session
from pasch.service.views.schema.people import ChatLine, ChatLines, MutedPeople

router = APIRouter(tags=["chat"], route_class=JsonRoute)

Before = Annotated[int | None, Query(ge=1, le=2**53, description="Only lines with smaller numbers.")]
PersonHandle = Annotated[str, Path(max_length=100, description="A person's handle.")]
LineNumber = Annotated[int, Path(ge=1, le=2**53, description="The `id` of a line.")]


@router.get("/chat", responses=answer(ChatLines) | refusals(401, 422))
async def read_lobby_chat(request: Request, caller: Watcher, lang: Language, before: Before = None) -> Response:
    """The chat of the lobby: the latest hundred lines, or those before one. Needs no session."""
    return JSON(await context_of(request).chat.lines(caller, None, lang, before=before))


@router.post("/chat", status_code=201, responses=answer(ChatLine, 201) | refusals(401, 403, 404, 415, 422, 429))
async def say_in_lobby(request: Request, caller: Caller, lang: Language, body: SayInLobby) -> Response:
    """Write to everyone in the lobby, or to one person."""
    return await _say(request, caller, None, lang, Say(Room.LOBBY, body.text, _handle(body.to)))


@router.get("/tables/{table}/chat", responses=answer(ChatLines) | refusals(401, 403, 404, 422))
async def read_table_chat(  # noqa: PLR0913, PLR0917 - each is a part of the request
    request: Request,
    table: str,
    caller: Watcher,
    lang: Language,
    room: Annotated[TableRoom | None, Query(description="One room; by default all that the caller may read.")] = None,
    before: Before = None,
) -> Response:
    """The chat of a table. Players read the watchers' room after the match; watchers of a public table read both."""
    wanted = None if room is None else Room(room)
    with hidden_from(caller):
        chat = await context_of(request).chat.lines(caller, TableId(table), lang, room=wanted, before=before)
    return JSON(chat)


@router.post(
    "/tables/{table}/chat",
    status_code=201,
    responses=answer(ChatLine, 201) | refusals(401, 403, 404, 415, 422, 429),
)
async def say_at_table(request: Request, table: str, caller: Caller, lang: Language, body: SayAtTable) -> Response:
    """Write to the players of a table, or to its watchers."""
    return await _say(request, caller, TableId(table), lang, Say(Room(body.room), body.text, _handle(body.to)))


@router.post("/chat/{line}/report", status_code=204, responses=refusals(401, 403, 404, 415, 422, 429))
async def report_line(
    request: Request,
    line: LineNumber,
    caller: Caller,
    _lang: Language,
    body: ReportLine | None = None,
) -> Response:
    """Report an inappropriate line to the operator."""
    caller.need(Scope.CHAT)
    context = context_of(request)
    context.report_limit.spend(caller.id, address_of(request))
    await context.chat.report(caller, line, body.reason if body else "")
    return Response(status_code=204)


@router.put("/people/{handle}/mute", status_code=204, responses=refusals(401, 403, 404, 422))
async def mute(request: Request, handle: PersonHandle, caller: Caller, _lang: Language) -> Response:
    """Mute a person: their lines disappear, also earlier ones. The person is not notified."""
    caller.need(Scope.CHAT)
    await context_of(request).chat.mute(caller, Handle(handle))
    return Response(status_code=204)


@router.delete("/people/{handle}/mute", status_code=204, responses=refusals(401, 403, 404, 422))
async def unmute(request: Request, handle: PersonHandle, caller: Caller, _lang: Language) -> Response:
    """Unmute a person."""
    caller.need(Scope.CHAT)
    await context_of(request).chat.unmute(caller, Handle(handle))
    return Response(status_code=204)


@router.get("/mutes", responses=answer(MutedPeople) | refusals(401, 422))
async def muted(request: Request, caller: Caller, lang: Language) -> Response:
    """The people that the caller has muted."""
    return JSON(MutedPeople(people=await context_of(request).chat.muted(caller, lang)))


async def _say(request: Request, caller: Session, table: TableId | None, lang: str, line: Say) -> Response:
    caller.need(Scope.CHAT)
    context = context_of(request)
    context.chat_limit.spend(caller.id, address_of(request))
    return JSON(await context.chat.say(caller, table, line, lang), 201)


def _handle(handle: str | None) -> Handle | None:
    return None if handle is None else Handle(handle)
