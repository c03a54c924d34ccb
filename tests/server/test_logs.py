"""The server's log: its events, and the data that it never contains."""

import ast
import asyncio
import io
import json
import logging
import re
import sqlite3
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from pasch.server.configuration.settings import Operation, ServerSettings
from pasch.server.log import FIELDS, logging_to, unexpected
from pasch.service.errors import NotReady
from tests.server.test_process import Guest
from tests.server.world import world_on
from tests.support.server import Server

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "pasch"
ours = logging.getLogger("pasch.test")


class Terminal(io.StringIO):
    def isatty(self):
        return True


@contextmanager
def lines(stream=None, **operation):
    """The log of the context, parsed as JSON when it ends."""
    stream, log_lines = stream or io.StringIO(), []
    with logging_to(stream, Operation(**{"log_format": "json", **operation})):
        yield log_lines
    log_lines += [json.loads(line) for line in stream.getvalue().splitlines()]


def lines_of(log_lines, event):
    return [line for line in log_lines if line["event"] == event]


# ------------------------------------------------------------------------------- lines


def test_log_line_contains_only_known_fields():
    with lines() as log_lines:
        ours.info("table_deleted", extra={"why": "finished", "player": "Anna", "table": None})
    (line,) = log_lines
    assert list(line) == ["timestamp", "level", "event", "process", "why"]
    assert (line["level"], line["event"], line["why"]) == ("info", "table_deleted", "finished")


def test_table_appears_as_a_short_keyed_hash():
    def hashed(table, key):
        with lines(log_key=key) as log_lines:
            ours.info("told", extra={"table": table})
        return log_lines[0]["table"]

    assert hashed("secret-table", "key") == hashed("secret-table", "key")
    assert len({hashed(table, key) for table in ("one", "two") for key in ("key", "another", None, None)}) == 8
    assert len(hashed("secret-table", "key")) == 8


def test_log_shows_only_type_and_location_of_errors():
    def full():
        raise OSError(28, "No space left on device", "/home/anna")

    def fail():
        try:
            full()
        except OSError as error:
            raise ValueError("Anna said: hello") from error

    with lines() as log_lines:
        try:
            fail()
        except ValueError:
            ours.exception("unexpected_error")
    (line,) = log_lines
    assert (line["error"], line["reason"]) == ("ValueError < OSError", "No space left on device")
    assert line["where"][1].startswith("server/test_logs.py:")
    assert line["where"][1].endswith(" fail")
    assert "nna" not in json.dumps(line)


def test_log_shows_the_sqlite_error_name():
    with lines() as log_lines:
        try:
            sqlite3.connect("/none/anna")
        except sqlite3.Error:
            ours.exception("unexpected_error")
    assert (log_lines[0]["error"], log_lines[0]["reason"]) == ("OperationalError", "SQLITE_CANTOPEN")


def test_library_messages_are_logged_without_their_arguments():
    with lines() as log_lines:
        logging.getLogger("redis").warning("Lost %s", "203.0.113.7")
        logging.getLogger("asyncio").error("Exception in callback told('203.0.113.7')\nhandle: 203.0.113.7")
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received from 203.0.113.7.")
        logging.getLogger("httpx").info("GET 203.0.113.7")
    assert [(line["library"], line["what"]) for line in log_lines] == [
        ("redis", "Lost %s"),
        ("asyncio", "Exception in callback told"),
    ]


def test_log_level_and_format_are_configurable():
    with lines(log_level="warning") as log_lines:
        ours.info("started")
        ours.warning("request_slow")
    assert [line["event"] for line in log_lines] == ["request_slow"]

    plain = io.StringIO()
    with logging_to(plain, Operation(log_format="plain")):
        ours.info("started", extra={"version": "1"})
    assert "started" in plain.getvalue()
    assert "version=1" in plain.getvalue()


def test_terminal_log_omits_the_start_event():
    terminal = Terminal()
    with logging_to(terminal, Operation()):
        ours.info("started")
        ours.error("database_lost")
    assert "started" not in terminal.getvalue()
    assert "database_lost" in terminal.getvalue()


def test_background_errors_are_logged():
    async def work():
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(unexpected)
        context = {"message": "A bot stumbled at a table", "table": "secret", "exception": KeyError("Anna")}
        loop.call_exception_handler(context)

    def fail():
        raise KeyError("Anna")

    with lines() as log_lines:
        asyncio.run(work())
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
    assert [(line["event"], line["what"], line["error"]) for line in log_lines] == [
        ("unexpected_error", "A bot stumbled at a table", "KeyError"),
        ("unexpected_error", "A thread ended", "KeyError"),
    ]
    assert len(log_lines[0]["table"]) == 8


# ------------------------------------------------------------------------------- event names


def logged():
    """The first argument of every logging call, with its place."""
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="log"), attr=kind), args=[first, *_]):
                    if kind in {"debug", "info", "warning", "error", "exception", "critical"}:
                        yield f"{path.name}:{node.lineno}", first


@pytest.mark.slow
def test_every_log_event_name_is_constant_and_documented():
    names = [(place, getattr(first, "value", None)) for place, first in logged()]
    assert len(names) > 10
    assert [place for place, name in names if not isinstance(name, str) or not re.fullmatch("[a-z_]+", name)] == []
    chosen = {"database_lost", "database_back", "bus_lost", "bus_back", "library"}
    table = (ROOT / "docs" / "operating.md").read_text("utf-8").partition("## The log")[2].partition("\n## ")[0]
    documented = {name for row in re.findall(r"^\| (`.+?) \|", table, re.MULTILINE) for name in row.split(" · ")}
    assert {f"`{name}`" for name in {name for _, name in names} | chosen} == documented


# ------------------------------------------------------------------------------- requests


UNHURRIED = ServerSettings(operation=Operation(slow_request=1000))
"""No request counts as slow, however busy the machine."""


async def fail():
    raise RuntimeError("Anna said: hello")


@pytest.mark.anyio
async def test_failed_request_is_logged_once(database):
    async with world_on(database, UNHURRIED) as world:
        anna = await world.person()
        world.app.router.add_api_route("/api/v1/broken/{name}", fail)
        with lines() as log_lines:
            answer = await anna.ask("GET", "/broken/anna?q=anna")
            await anna.ask("GET", "/tables/anna")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    (line,) = log_lines
    assert (line["event"], line["level"], line["error"]) == ("request_failed", "error", "RuntimeError")
    assert (line["method"], line["route"], line["status"]) == ("GET", "/api/v1/broken/{name}", 500)
    assert any("test_logs.py" in place for place in line["where"])
    assert "nna" not in json.dumps(line)


@pytest.mark.anyio
@pytest.mark.parametrize(("progress", "events"), [(0.5, []), (None, ["request_failed"])])
async def test_unavailable_answer_is_logged_unless_in_progress(database, progress, events):
    async def wait():
        raise NotReady("The server is calculating too much at the moment: try again later", progress=progress)

    async with world_on(database, UNHURRIED) as world:
        anna = await world.person()
        world.app.router.add_api_route("/api/v1/waiting", wait)
        with lines() as log_lines:
            assert (await anna.ask("GET", "/waiting")).status_code == 503
    assert [line["event"] for line in log_lines] == events


@pytest.mark.anyio
async def test_slow_requests_and_commands_are_logged(database):
    always = ServerSettings(operation=Operation(slow_request=1e-9))
    async with world_on(database, always) as world:
        anna = await world.person()
        table = (await anna.open())["id"]
        with lines() as log_lines:
            await anna.do(table, "roll")
    (request,), (command,) = lines_of(log_lines, "request_slow"), lines_of(log_lines, "command_slow")
    assert request["route"] == "/api/v1/tables/{table}/commands"
    assert request["seconds"] >= command["seconds"] > 0
    assert table not in json.dumps(log_lines)


# ------------------------------------------------------------------------------- a whole evening

ADDRESS = "203.0.113.77"
NAMES = ("Zarathustra", "Kunigunde", "Ottokar")
SAID = "Quittenmarmelade"
PASSWORD = "Wolkenkuckucksheim-17"


def evening(server):
    """Two people and a bot play, chat, join by link, mistype a password, and are refused; returns their secrets."""
    anna, bernd = Guest(server, ADDRESS), Guest(server, ADDRESS)
    anna.post("/session", {"name": NAMES[0]})
    anna.post("/account", {"name": NAMES[2], "password": PASSWORD})
    seats = [{"kind": "human"}, {"kind": "local", "name": NAMES[0]}, {"kind": "bot", "bot": "simple"}]
    table = anna.post("/tables", {"variant": "kniffel", "seats": seats})["id"]
    bernd.post(f"/tables/{table}/seats", {"name": NAMES[1]})
    for room in (f"/tables/{table}/chat", "/chat"):
        anna.post(room, {"text": SAID, **({"room": "players"} if "tables" in room else {})})
    play_to_the_end(anna, bernd, table)
    secret = anna.get(f"/tables/{table}")["server_seed"]
    for path in (
        f"/tables/{table}/record?lang=de&q={SAID}",
        f"/tables/{table}0?q={NAMES[0]}",
        f"/advice?position={SAID}",
    ):
        anna.refused("GET", path)
    anna.refused("POST", "/account/login", {"name": NAMES[2], "password": f"{PASSWORD}x"})
    anna.refused("POST", "/tables", {"variant": NAMES[1]})
    return [table, secret, anna.token, bernd.token]


def play_to_the_end(anna, bernd, table):
    """Each player sends the last legal action, over a socket and over HTTP."""
    with anna.socket(table) as line:
        snapshot = line.next()["snapshot"]
        while snapshot["status"] == "running":
            for caller in (anna, bernd):
                mine = caller.get(f"/tables/{table}")
                if mine["legal_actions"]:
                    caller.command(table, **mine["legal_actions"][-1])
            snapshot = anna.get(f"/tables/{table}")
        line.websocket.send("{broken")


@pytest.mark.slow
def test_log_of_a_whole_evening_contains_no_personal_data(tmp_path):
    everything_logged = {"PASCH_LOG_LEVEL": "debug", "PASCH_SLOW_REQUEST": "0.000001"}
    with Server(tmp_path, environment={**everything_logged, "PASCH_BOT_PAUSE": "0"}) as server:
        secrets = evening(server)
    log_lines = [json.loads(line) for line in server.output().splitlines() if line.startswith("{")]
    assert [line["event"] for line in log_lines][:: len(log_lines) - 1] == ["started", "ended"]
    assert (log_lines[0]["database"], log_lines[0]["bus"]) == ("sqlite", "local")
    assert {"request_slow", "command_slow"} <= {line["event"] for line in log_lines}
    assert len(lines_of(log_lines, "request_slow")) > 100
    known = FIELDS | {"timestamp", "level", "event", "process"}
    assert {name for line in log_lines for name in line} <= known
    written = server.output().lower().partition("ctrl-c ends")[2] + json.dumps(log_lines).lower()
    for secret in (*secrets, *NAMES, SAID, PASSWORD, ADDRESS, "127.0.0.1", "cookie", "bearer", "?"):
        assert secret.lower() not in written, secret
