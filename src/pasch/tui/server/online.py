"""A table on a server: HTTP for single requests, the table's socket for news.

A broken socket is reopened after the number of the last event received, so none is missed or repeated. A command has an
id, and its answer follows its events on the socket. Sending it again after a break would still execute it only once.
But the player is notified instead, and sees what became of it.
"""

import asyncio
import json
import re
import uuid
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit, urlunsplit
from urllib.request import Request, urlopen

from pasch import __version__
from pasch.i18n import translator
from pasch.service.views.rows import events_of, followed, snapshot_of
from pasch.service.views.schema.coach import Advice
from pasch.service.views.schema.lists import ListedTable, SeatKey
from pasch.service.views.schema.people import ChatLine, ChatLines
from pasch.service.views.schema.socket import PROTOCOL, WRONG_VERSION, Brief
from pasch.service.views.schema.table import Snapshot
from pasch.tui.server.link import Body, Broken, Happened, Link, LinkRefused, News, Said, Shown

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

Json = dict[str, Any]  # a server's answer before validation
PATIENCE = 20.0
"""The longest wait for an answer, in seconds."""
PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds between attempts to reconnect; the last value repeats."""
PASSING = frozenset({"unreachable", "no_pasch", "rate_limited", "not_ready", "internal_error"})
"""Refusals worth a retry; a proxy without its server answers like a server that is not Pasch."""
LARGEST = 8 * 1024 * 1024
"""The most bytes read of one answer."""
_CONTROLS = re.compile(r"\\u00(?:[01][0-9a-fA-F]|7[fF]|[89][0-9a-fA-F])|[\x7f-\x9f]")
"""Control characters in JSON, which a terminal would obey."""


@dataclass(frozen=True)
class Server:
    """A server by its root address, with the token of a session, empty without one."""

    url: str
    lang: str
    token: str = field(default="", repr=False)

    async def ask(self, method: str, path: str, body: Body | None = None) -> Json:
        """The answer to a request below `/api/v1`. Raises `LinkRefused`."""
        return cast("Json", json.loads(await asyncio.to_thread(self._ask, method, path, body) or "null") or {})

    async def text(self, path: str) -> str:
        """The response to a request below `/api/v1` that is not JSON. Raises `LinkRefused`."""
        return await asyncio.to_thread(self._ask, "GET", path, None)

    def _ask(self, method: str, path: str, body: Body | None) -> str:
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.url}/api/v1{path}", data, self.headers, method=method)  # noqa: S310 - checked by `server_of`
        try:
            with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - as above
                return _harmless(answer.read(LARGEST).decode())
        except HTTPError as error:
            with error:
                raise self._refusal(error.code, _harmless(error.read(LARGEST).decode(errors="replace"))) from None
        except (URLError, OSError, ValueError) as error:
            raise self.unreachable(error) from None

    @property
    def headers(self) -> dict[str, str]:
        """The headers with the token and the language."""
        known = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {"Content-Type": "application/json", "Accept-Language": self.lang, **known}

    def _refusal(self, status: int, body: str) -> LinkRefused:
        with suppress(ValueError, TypeError, KeyError):
            problem = json.loads(body)
            return LinkRefused(str(problem["code"]), str(problem["detail"]))
        t = translator(self.lang)
        sentence = t.text("tui", "{url} does not answer as Pasch does (HTTP {status}).", url=self.url, status=status)
        return LinkRefused("no_pasch", sentence)

    def unreachable(self, error: Exception) -> LinkRefused:
        """The error for an unreachable server."""
        reason = getattr(error, "reason", error)
        t = translator(self.lang)
        return LinkRefused(
            "unreachable", t.text("tui", "{url} cannot be reached: {reason}", url=self.url, reason=str(reason)[:200])
        )

    async def guest(self, name: str) -> "Server":
        """The same server with a new guest's token."""
        answer = await self.ask("POST", "/session", {"name": name} if name else {})
        return Server(self.url, self.lang, str(answer["token"]))

    async def known(self) -> bool:
        """Whether the token is still valid."""
        try:
            return bool(self.token) and bool(await self.ask("GET", "/session"))
        except LinkRefused as refused:
            if refused.code == "unauthenticated":
                return False
            raise

    async def tables(self, *, mine: bool) -> list[ListedTable]:
        """The lobby, or the session's unfinished tables."""
        answer = await self.ask("GET", "/tables?mine=true" if mine else "/tables")
        return cast("list[ListedTable]", answer["tables"])

    async def table(self, path: str, body: Body) -> "OnlineLink":
        """The connection to the table that answers a request to open or join one."""
        answer = await self.ask("POST", path, body)
        return OnlineLink(self, str(answer["id"]))

    async def open(self, request: Body) -> "OnlineLink":
        """Open a table."""
        return await self.table("/tables", request)

    async def go_on(self, key: str) -> "OnlineLink":
        """Continue a match by its key."""
        return await self.table("/continue", {"key": key})

    async def daily(self) -> "OnlineLink":
        """Begin or resume the attempt at the daily game."""
        return await self.table("/daily", {})

    async def daily_result(self) -> str:
        """The result of today's finished attempt, as the text to share."""
        return str((await self.ask("GET", "/daily/result"))["share"])

    async def event(self, code: str, name: str) -> "OnlineLink":
        """Begin or resume the attempt at a shared event."""
        return await self.table(f"/events/{quote(code, safe='')}/play", {"name": name})


def server_of(address: str, lang: str) -> tuple[Server, str | None]:
    """The server of an address, and the table's id if the address names one. Raises `LinkRefused`."""
    parts = urlsplit(address if "//" in address else f"http://{address}")
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        t = translator(lang)
        example = "http://127.0.0.1:8000"
        raise LinkRefused(
            "invalid_input",
            t.text("tui", "“{address}” is not a server address, such as {url}", address=address[:80], url=example),
        )
    path = [part for part in parts.path.split("/") if part]
    table = path[path.index("t") + 1] if "t" in path[:-1] else None
    return Server(urlunsplit((parts.scheme, parts.netloc, "", "", "")), lang), table


def table_request(  # noqa: PLR0913 - the parts of a table
    variant: str,
    players: list[str],
    *,
    guests: int = 0,
    bots: int = 0,
    games: int = 1,
    public: bool = False,
    rules: Json | None = None,
    real_dice: bool = False,
    real_for: Collection[str] = (),
) -> Json:
    """The request for a table: people here, seats for others, bots; `real_for` names those with real dice."""
    here = [_seat_request(name, real=name in real_for) for name in players]
    return {
        "variant": variant,
        "rules": rules or {},
        "games": games,
        "seats": [*here, *[{"kind": "human"}] * min(guests, 99), *[{"kind": "bot"}] * min(bots, 99)],
        "visibility": "public" if public else "private",
        "dice": "real" if real_dice else "server",
        "start": True,
    }


def _seat_request(name: str, *, real: bool) -> Json:
    return {"kind": "local"} | ({"name": name} if name else {}) | ({"dice": "real"} if real else {})


class OnlineLink:
    """A connection to a table of a server."""

    def __init__(self, server: Server, table: str) -> None:
        self.server = server
        self.table = table
        self._seen = 0
        self._brief: Brief | None = None
        self._connection: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[None]] = {}

    @property
    def lang(self) -> str:
        """The language of all texts."""
        return self.server.lang

    @property
    def address(self) -> str:
        """The table's address for others, in a browser too."""
        return f"{self.server.url}/t/{self.table}"

    # --------------------------------------------------------------------------- what happens

    async def news(self) -> AsyncIterator[News]:
        """The news of the table; reopens a broken connection until the table is no longer accessible."""
        tries = 0
        first = await self._snapshot()
        fresh_after = first["seq"]
        while True:
            try:
                async for news in self._while_open(fresh_after):
                    tries = 0
                    yield news
            except OSError:
                pass
            self._drop()
            await self._check_table()
            yield Broken(translator(self.lang).text("tui", "Connection lost; reconnecting."))
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    async def _snapshot(self) -> Snapshot:
        return cast("Snapshot", await self.server.ask("GET", self._path()))

    async def _check_table(self) -> None:
        """Ask once by HTTP, which gives a reason where a socket only breaks. Raises `LinkRefused` for a lost table."""
        try:
            await self._snapshot()
        except LinkRefused as refused:
            if refused.code not in PASSING:
                raise

    async def _while_open(self, fresh_after: int) -> AsyncIterator[News]:
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, WebSocketException

        path = self._path(f"/ws?version={PROTOCOL}&after={self._seen}")
        address = f"{self.server.url.replace('http', 'ws', 1)}/api/v1{path}"
        headers = {name: value for name, value in self.server.headers.items() if name != "Content-Type"}
        try:
            async with connect(
                address, additional_headers=headers, max_size=LARGEST, open_timeout=PATIENCE
            ) as connection:
                self._connection = connection
                async for text in connection:
                    for news in self._news(json.loads(_harmless(str(text))), fresh_after):
                        yield news
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == WRONG_VERSION:
                raise LinkRefused("wrong_version", "".join(filter(str.isprintable, closed.rcvd.reason))) from None
        except (WebSocketException, TimeoutError):
            return

    def _news(self, message: Json, fresh_after: int) -> list[News]:
        match message:
            case {"kind": "hello", "version": version, "table": table} if version == PROTOCOL:
                self._brief = cast("Brief", table)
                return [Shown(snapshot_of(self._brief))]
            case {"kind": "hello" | "snapshot"}:
                raise self._wrong_version()
            case {"kind": "batch", "from": before, "events": rows} if self._brief is not None:
                happened = self._happened(rows, before, fresh_after)
                return [*happened, *self._shown(before, message.get("set"))]
            case {"kind": "chat", "line": line}:
                return [Said(cast("ChatLine", line))]
            case {"kind": "answer", "id": str(name), "status": int(status), "body": body}:
                self._answer(name, status, body)
            case _:  # newer servers may send further kinds
                pass
        return []

    def _happened(self, rows: list[list[object]], before: int, fresh_after: int) -> Iterator[News]:
        assert self._brief is not None
        for event in events_of(rows, before, self._brief["opened_at"]):
            self._seen = event["seq"]
            yield Happened(event, fresh=self._seen > fresh_after)

    def _shown(self, before: int, changes: Json | None) -> Iterator[News]:
        """The table after a patch. Raises `ConnectionError` for a gap before it: a new connection resends the table."""
        if changes is None:
            return
        if self._brief is None or self._brief["seq"] != before:
            raise ConnectionError("a message is missing")
        self._brief = followed(self._brief, changes, self._seen)
        yield Shown(snapshot_of(self._brief))

    def _wrong_version(self) -> LinkRefused:
        sentence = translator(self.lang).text(
            "tui",
            "{url} speaks another socket protocol. This terminal needs protocol {version}, as in Pasch {release}.",
            url=self.server.url,
            version=PROTOCOL,
            release=__version__,
        )
        return LinkRefused("wrong_version", sentence)

    def _answer(self, name: str, status: int, body: Json) -> None:
        waiting = self._answers.pop(name, None)
        if waiting is None or waiting.done():
            return
        if status == HTTPStatus.OK:
            waiting.set_result(None)
        else:
            waiting.set_exception(LinkRefused(str(body.get("code")), str(body.get("detail"))))

    def _drop(self) -> None:
        """Fail the pending commands: this connection will not answer them."""
        self._connection = None
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(self._lost())
        self._answers.clear()

    def _lost(self) -> LinkRefused:
        t = translator(self.lang)
        return LinkRefused("unreachable", t.text("tui", "No connection at the moment; try again soon."))

    # --------------------------------------------------------------------------- what is done

    async def do(self, body: Body) -> None:
        """Execute a command over the socket."""
        from websockets.exceptions import ConnectionClosed

        if self._connection is None:
            raise self._lost()
        name = str(uuid.uuid4())
        answer = self._answers[name] = asyncio.get_running_loop().create_future()
        try:
            await self._connection.send(json.dumps({"id": name, **body}))
            async with asyncio.timeout(PATIENCE):
                await answer
        except (ConnectionClosed, TimeoutError):
            raise self._lost() from None
        finally:
            self._answers.pop(name, None)

    async def advice(self) -> Advice:
        """The advice of the server's coach."""
        return cast("Advice", await self.server.ask("GET", self._path("/advice")))

    async def sit(self, name: str) -> None:
        """Take an open seat, with a client seed for the dice."""
        request = {"seed": uuid.uuid4().hex} | ({"name": name} if name else {})
        await self.server.ask("POST", self._path("/seats"), request)

    async def fill(self, seat: int) -> None:
        """Let a bot take an open seat."""
        await self.server.ask("POST", self._path(f"/seats/{seat}/bot"), {})

    async def start(self) -> None:
        """Begin the match."""
        await self.server.ask("POST", self._path("/start"), {})

    async def leave(self, then: str | None) -> None:
        """Leave the seat for good."""
        await self.server.ask("POST", self._path("/leave"), {"seat": then} if then else {})

    async def interrupt(self) -> SeatKey:
        """Stop, and return the key for continuing elsewhere."""
        return cast("SeatKey", await self.server.ask("POST", self._path("/interrupt"), {}))

    async def rematch(self) -> Link:
        """The table for a rematch of the same people."""
        return await self.server.table(self._path("/rematch"), {})

    async def chat(self) -> ChatLines:
        """The chat of the table."""
        return cast("ChatLines", await self.server.ask("GET", self._path("/chat")))

    async def speak(self, room: str, text: str) -> None:
        """Send a line to a room of the table."""
        await self.server.ask("POST", self._path("/chat"), {"room": room, "text": text})

    async def record(self) -> str:
        """The match so far."""
        return await self.server.text(self._path("/record"))

    def _path(self, rest: str = "") -> str:
        return f"/tables/{quote(self.table, safe='')}{rest}"


def _harmless(text: str) -> str:
    """JSON or a record without control characters in its texts."""
    return _CONTROLS.sub("�", text)
