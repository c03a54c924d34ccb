"""Clients that never read: they cost the server little, delay no other client, and are disconnected."""

import asyncio
import os
import re
import socket
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest

from pasch.server.run import UNREAD
from tests.server.test_process import API, Guest, handshake
from tests.support.history import History, deviations
from tests.support.history_database import read_sqlite
from tests.support.quick_server import QuickServer

pytestmark = pytest.mark.slow

READER_TIMEOUT = 5
"""The server's patience with a reader in seconds: much longer than a command that waits for no reader."""
ENVIRONMENT = {"PASCH_SOLVING_AHEAD": "0", "PASCH_PATIENCE": str(READER_TIMEOUT), "PASCH_REFUSALS": "10000,20"}
STALLED_CLIENTS = 4
MEMORY_LIMIT = 20_000_000
"""Bytes that the server may use for all sleepers; it sends each of them some megabytes."""
COMMANDS = 1500
HELLO_REQUESTS = 500
"""Each sleeper's requests for the whole table: patches alone are too short to fill the system's buffers."""
HELLO = b"\x81\x90\0\0\0\0" + b'{"type":"hello"}'
SNAPSHOT_INTERVAL = 10
"""Events between two comparisons of the snapshot with the log; each takes some milliseconds."""


@pytest.fixture
def server(tmp_path, database):
    server = asyncio.run(QuickServer(tmp_path, ENVIRONMENT).start())
    yield server
    server.kill()


def counter(server, name):
    """The server's counter with a name."""
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=60) as answer:
        found = re.search(rf"^{name}(?:{{[^}}]*}})? (\S+)$", answer.read().decode(), re.MULTILINE)
    return 0 if found is None else float(found[1])


def memory(server):
    """Bytes that the process has in memory."""
    return int(Path(f"/proc/{server.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def stalled_stream(guest, table):
    """A client that requested the table's stream, in small pieces, and reads nothing."""
    client = socket.create_connection(("127.0.0.1", guest.server.port))
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    head = f"GET {API}/tables/{table}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
    client.sendall(f"{head}Authorization: Bearer {guest.token}\r\n\r\n".encode())
    return client


class Game:
    """One table played over a socket without end; stores every message."""

    def __init__(self, guest, table, connection):
        self.guest, self.table, self.connection = guest, table, connection
        self.person = guest.get("/session")["person"]
        self.snapshot = connection.next()["snapshot"]
        self.history = History()
        self.history.subscribe(table, self.person, self.snapshot["seq"])

    def play(self, commands, until=lambda: False):
        """Seconds that each command took."""
        durations = []
        while len(durations) < commands and not until():
            began = time.monotonic()
            action = self.snapshot["legal_actions"][-1]
            messages = self.connection.command(**action)
            durations.append(time.monotonic() - began)
            assert messages[-1]["status"] == 200
            for message in messages:
                self.record(message, action)
        return durations

    def record(self, message, action):
        match message["kind"]:
            case "event":
                self.history.record_event(self.table, self.person, message["event"])
            case "snapshot":
                self.snapshot = message["snapshot"]
                if self.snapshot["seq"] % SNAPSHOT_INTERVAL == 0:
                    self.history.record_snapshot(self.table, self.snapshot)
            case "answer":
                self.history.record_command(self.table, self.person, {**action, "id": message["id"]})
                self.history.record_answer(self.table, self.person, message["id"], message["status"], message["body"])

    @property
    def events(self):
        return self.history.tables[self.table].streams[self.person].events

    def check(self):
        assert len(self.events) >= self.history.acknowledged > 0
        assert deviations(self.history, read_sqlite(self.guest.server.database, [self.table])) == []


def test_stalled_sockets_are_closed_without_delaying_players(server):
    anna = Guest(server)
    table = anna.open(*["local"] * 8, variant="maxi-yatzy", games=6, visibility="public")["id"]
    with ExitStack() as stack:
        game = Game(anna, table, stack.enter_context(anna.socket(table, after=1000)))
        game.play(50)
        before = memory(server)
        for _ in range(STALLED_CLIENTS):
            client = stack.enter_context(handshake(anna, table, buffer=2048))
            assert client.recv(12) == b"HTTP/1.1 101"
            client.sendall(HELLO * HELLO_REQUESTS)
            stack.enter_context(stalled_stream(anna, table))
        durations = game.play(COMMANDS, until=lambda: counter(server, "pasch_slow_readers_total") == STALLED_CLIENTS)
        end = time.monotonic() + 3 * READER_TIMEOUT
        while counter(server, "pasch_slow_readers_total") < STALLED_CLIENTS and time.monotonic() < end:
            assert anna.get(f"/tables/{table}")["status"] in {"running", "finished"}
        assert counter(server, "pasch_slow_readers_total") == STALLED_CLIENTS
        assert memory(server) - before < MEMORY_LIMIT
        assert max(durations) < READER_TIMEOUT
        game.check()


@pytest.mark.long
def test_operating_system_closes_stalled_streams(server):
    """The app cannot close them: its output waits for a reader, perhaps forever."""
    anna = Guest(server)
    table = anna.open(*["local"] * 8, variant="maxi-yatzy", games=6, visibility="public")["id"]
    with ExitStack() as stack:
        game = Game(anna, table, stack.enter_context(anna.socket(table, after=1000)))
        for _ in range(STALLED_CLIENTS):
            stack.enter_context(stalled_stream(anna, table))
        game.play(COMMANDS, until=lambda: len(game.events) > COMMANDS)
        end = time.monotonic() + 3 * UNREAD
        while counter(server, "pasch_streams") and time.monotonic() < end:
            assert game.guest.get(f"/tables/{table}")["status"] == "running"
        assert counter(server, "pasch_streams") == 0
        game.check()
