"""Pages of the web client with embedded answers: the start page, a table, and the picture of its sheet."""

import json
from collections.abc import Mapping
from html import escape

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from pasch.rules.errors import PaschError
from pasch.rules.notation.record import Ending, Record
from pasch.server.api.requests import language_of
from pasch.server.client import Client
from pasch.server.context import context_of
from pasch.server.guards.callers import address_of, find_watcher, hidden_from
from pasch.server.routes.account import who_am_i
from pasch.server.routes.play import home_of
from pasch.server.routes.tables import list_tables, show_table
from pasch.server.routes.variants import list_bots, list_variants
from pasch.service.errors import Unauthenticated, UnknownTable
from pasch.service.ids import TableId
from pasch.service.requests import Session, Status
from pasch.sheets import Paper, picture_in_child, record_drawing
from pasch.sheets.common import standings_of
from pasch.words import variant_name

router = APIRouter(include_in_schema=False)
PAGE = ["GET", "HEAD"]
RUNTIME = "rolldown-runtime"
"""What the bundler itself needs."""


@router.api_route("/", methods=PAGE)
async def start_page(request: Request) -> Response:
    """The start page with the games, the computer players and the caller's tables."""
    lang = language_of(request.scope)
    caller = await _caller(request)
    answers = {
        "/session?optional=true": await who_am_i(request, lang, optional=True),
        "/variants": await list_variants(request, lang),
        "/bots": await list_bots(lang),
    }
    if caller is not None:
        answers["/tables?mine=true"] = await list_tables(request, caller, lang, mine=True)
    parts = ("start", f"first.{lang}", f"start.{lang}", RUNTIME)
    return _client(request).first_page(request, lang, parts, "", carried(answers, lang), private=caller is not None)


@router.api_route("/t/{table}", methods=PAGE)
@router.api_route("/t/{table}/results", methods=PAGE)
@router.api_route("/watch/{table}", methods=PAGE)
async def table_page(request: Request, table: str) -> Response:
    """A table's page with the caller's snapshot; for a finished public table with a card for its link."""
    lang = language_of(request.scope)
    caller = await _caller(request)
    answers = {"/session?optional=true": await who_am_i(request, lang, optional=True)}
    guesses, address = context_of(request).miss_limit, address_of(request)
    try:
        guesses.check(address)
        answers[f"/tables/{table}"] = await show_table(request, table, caller, lang)
    except UnknownTable:
        guesses.count(address)
    except PaschError:
        pass  # the client repeats the request and shows the refusal
    parts, card = ("table", f"first.{lang}", RUNTIME), await _card(request, TableId(table))
    return _client(request).first_page(request, lang, parts, card, carried(answers, lang), private=True)


def carried(answers: Mapping[str, Response], lang: str) -> str:
    """Answers of the interface by address, as a data block that browsers never treat as a script or markup."""
    texts = (f"{json.dumps(path)}:{bytes(answer.body).decode()}" for path, answer in answers.items())
    block = f"{{{','.join(texts)}}}".replace("<", "\\u003c")
    return f'<script type="application/json" id="carried" data-language="{lang}">{block}</script>'


async def _caller(request: Request) -> Session | None:
    try:
        return await find_watcher(request)
    except Unauthenticated:
        return None


def _client(request: Request) -> Client:
    client = request.app.router.default
    assert isinstance(client, Client)
    return client


@router.get("/pasch-ca.crt")
async def authority(request: Request) -> Response:
    """The certificate that a phone installs to trust this machine. Raises `HTTPException` 404 without HTTPS."""
    certificate = context_of(request).settings.reach.authority
    if not certificate:
        raise HTTPException(404)
    return Response(certificate, media_type="application/x-x509-ca-cert")


@router.get("/t/{table}/sheet.png")
async def picture(request: Request, table: str) -> Response:
    """The first page of the printed sheets as a picture, to be shared."""
    context, lang = context_of(request), language_of(request.scope)
    caller = await find_watcher(request)
    with hidden_from(caller):
        record = await context.tables.record_to_print(caller, TableId(table), lang)
    context.sheet_limit.spend(address_of(request))
    drawing = await context.tables.pace.in_thread(record_drawing, record, Paper.A4, lang)
    made = await context.tables.pace.in_process(picture_in_child, drawing)
    return Response(made, media_type="image/png", headers={"Cache-Control": "no-cache"})


async def _card(request: Request, table: TableId) -> str:
    """Open Graph for a finished public table, else nothing."""
    context, lang = context_of(request), language_of(request.scope)
    try:
        live = await context.tables.writer.visible(None, table)
        if live.state.status is not Status.FINISHED:
            return ""
        record = await context.tables.record_to_print(None, table, lang)
    except PaschError:
        return ""
    return "".join(
        f'<meta property="og:{name}" content="{escape(text)}" />'
        for name, text in _open_graph(record, f"{home_of(request)}t/{table}", lang).items()
    )


def _open_graph(record: Record, address: str, lang: str) -> dict[str, str]:
    assert record.ending is Ending.FINISHED
    standings = standings_of(record.match, record.players)
    return {
        "type": "article",
        "title": variant_name(record.match.variant, lang),
        "description": " · ".join(f"{one.name} {one.total}" for one in standings),
        "url": f"{address}/results",
        "image": f"{address}/sheet.png?lang={lang}",
    }
