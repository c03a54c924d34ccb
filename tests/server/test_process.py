"""A real server in a separate process: sockets, streams, and its data after a kill."""

import http.client
import json
import signal
import socket
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from contextlib import ExitStack, contextmanager
from datetime import datetime

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from pasch.service.views.schema.socket import ServerMessage
from tests.server.world import new_id, valid, without_time
from tests.support.protocol import Listener, as_sent

API = "/api/v1"


class Guest:
    """A session at a real server; a proxy forwards its `address`."""

    def __init__(self, server, address=None):
        self.server = server
        self.forwarded = {"X-Forwarded-For": address} if address else {}
        self.token = self.post("/session", {})["token"]

    def request(self, method, path, body=None, **headers):
        content = None if body is None else json.dumps(body).encode()
        all_headers = {"Content-Type": "application/json", **self.forwarded, **headers}
        if getattr(self, "token", None):
            all_headers["Authorization"] = f"Bearer {self.token}"
        return urllib.request.Request(self.server.url + API + path, content, all_headers, method=method)

    def get(self, path, **headers):
        with urllib.request.urlopen(self.request("GET", path, **headers), timeout=60) as answer:
            return json.load(answer)

    def post(self, path, body):
        with urllib.request.urlopen(self.request("POST", path, body), timeout=60) as answer:
            return json.load(answer)

    def refused(self, method, path, body=None):
        """The code of a refusal; None for other answers."""
        try:
            urllib.request.urlopen(self.request(method, path, body), timeout=60).close()
        except urllib.error.HTTPError as error:
            with error:
                return json.load(error)["code"]
        return None

    def open(self, *kinds, **wish):
        seats = [{"kind": kind} for kind in kinds or ("local", "local")]
        return self.post("/tables", {"variant": "kniffel", "seats": seats, **wish})

    def command(self, table, type, **body):
        return self.post(f"/tables/{table}/commands", {"id": new_id(), "type": type, **body})

    @contextmanager
    def socket(self, table, after=0, **options):
        address = f"{self.server.url.replace('http', 'ws')}{API}/tables/{table}/ws?after={after}&version=3"
        headers = {"Authorization": f"Bearer {self.token}", **self.forwarded, **options.pop("headers", {})}
        with connect(address, additional_headers=headers, open_timeout=60, **options) as websocket:
            yield SocketMessages(websocket)


class SocketMessages:
    """The messages of a socket."""

    def __init__(self, websocket):
        self.websocket = websocket
        self.parts = []
        self.listener = Listener()

    def next(self):
        while not self.parts:
            message = json.loads(self.websocket.recv(timeout=60))
            valid(ServerMessage, message)
            self.parts = self.listener.expand(message)
        return self.parts.pop(0)

    def until_answer(self):
        """The messages up to an answer."""
        messages = [self.next()]
        while messages[-1]["kind"] != "answer":
            messages.append(self.next())
        return messages

    def end(self):
        """The code with which the server closes the connection, after its last messages."""
        try:
            while True:
                self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code

    def command(self, type, **body):
        sent = {"id": new_id(), "type": type, **body}
        self.websocket.send(json.dumps(sent))
        messages = self.until_answer()
        assert messages[-1]["id"] == sent["id"]
        return messages


def handshake(guest, table, buffer=None):
    """A connection that has requested a table's socket and has read nothing yet."""
    asking = socket.create_connection(("127.0.0.1", guest.server.port))
    if buffer is not None:
        asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    head = f"GET {API}/tables/{table}/ws?version=3 HTTP/1.1\r\nHost: 127.0.0.1:{guest.server.port}\r\n"
    head += "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    asking.sendall(f"{head}Authorization: Bearer {guest.token}\r\n\r\n".encode())
    return asking


@pytest.fixture
def anna(server):
    return Guest(server)


def kinds(messages):
    return [message["kind"] for message in messages]


def test_socket_sends_snapshot_then_events_then_answers(anna):
    table = anna.open()["id"]
    with anna.socket(table) as websocket:
        first = websocket.next()
        assert first["kind"] == "snapshot"
        replayed = [websocket.next() for _ in range(first["snapshot"]["seq"])]
        assert [message["event"]["seq"] for message in replayed] == list(range(1, first["snapshot"]["seq"] + 1))

        messages = websocket.command("roll", expect_seq=first["snapshot"]["seq"])
        assert kinds(messages) == ["event", "snapshot", "answer"]
        event, snapshot, answer = messages
        assert event["event"]["type"] == "dice_rolled"
        assert snapshot["snapshot"]["seq"] == event["event"]["seq"] == answer["body"]["seq"]
        assert answer["status"] == 200
        assert snapshot["snapshot"]["legal_actions"]


def test_socket_refusals_equal_http_problems(anna):
    table = anna.open()["id"]
    with anna.socket(table, after=100) as websocket:
        assert websocket.next()["kind"] == "snapshot"
        (answer,) = websocket.command("score", cell="chance")
        assert (answer["status"], answer["body"]["code"]) == (409, "not_rolled")
        websocket.websocket.send("{broken")
        (answer,) = websocket.until_answer()
        assert (answer["status"], answer["body"]["code"], answer["id"]) == (422, "invalid_input", None)
        websocket.websocket.send(b'{"type": "roll"}')
        (answer,) = websocket.until_answer()
        assert (answer["status"], answer["body"]["field"]) == (422, "id")


def test_command_repeated_on_another_connection_gets_the_same_answer(anna):
    table = anna.open()["id"]
    name = new_id()
    with anna.socket(table) as websocket:
        websocket.websocket.send(json.dumps({"id": name, "type": "roll"}))
        answer = websocket.until_answer()[-1]
    again = anna.command(table, "roll", id=name)
    assert answer["body"] == again
    with anna.socket(table, after=again["seq"]) as websocket:
        websocket.next()
        websocket.websocket.send(json.dumps({"id": name, "type": "roll"}))
        assert websocket.until_answer()[-1]["body"] == again


def test_command_reaches_other_players_at_the_table(server, anna):
    table = anna.open("local", "human")["id"]
    bernd = Guest(server)
    bernd.post(f"/tables/{table}/seats", {"name": "Bernd"})
    with bernd.socket(table, after=1000) as watching:
        assert watching.next()["snapshot"]["seats"][1]["mine"]
        seq = anna.command(table, "roll")["seq"]
        heard = watching.next(), watching.next()
        assert kinds(heard) == ["event", "snapshot"]
        assert heard[0]["event"]["seq"] == seq
        assert heard[1]["snapshot"]["legal_actions"] == []


def test_socket_resumes_after_any_event_number(anna):
    table = anna.open()["id"]
    last = anna.command(table, "roll")["seq"]
    for after in range(last + 1):
        with anna.socket(table, after=after) as websocket:
            websocket.next()
            assert [websocket.next()["event"]["seq"] for _ in range(last - after)] == list(range(after + 1, last + 1))


REFUSED = [
    ({"token": "false"}, {}, 401, "unauthenticated"),
    ({}, {"Origin": "https://evil.test"}, 403, "wrong_origin"),
    ({"table": "unknown"}, {}, 404, "unknown_table"),
    ({"after": "two"}, {}, 422, "invalid_input"),
]


@pytest.mark.parametrize(("change", "headers", "status", "code"), REFUSED, ids=[case[-1] for case in REFUSED])
def test_refused_handshake_names_its_reason(anna, change, headers, status, code):
    table = anna.open()["id"]
    anna.token = change.get("token", anna.token)
    with (
        pytest.raises(InvalidStatus) as refused,
        anna.socket(change.get("table", table), change.get("after", 0), headers=headers),
    ):
        pass
    assert refused.value.response.status_code == status
    problem = json.loads(refused.value.response.body)
    assert problem["code"] == code
    assert "content-security-policy" in refused.value.response.headers


def test_oversized_message_closes_only_its_own_socket(anna):
    table = anna.open()["id"]
    with anna.socket(table) as websocket, anna.socket(table, after=1000) as other:
        websocket.next()
        websocket.websocket.send("x" * 1_000_000)
        assert websocket.end() == 1009
        other.next()
        assert other.command("roll")[-1]["status"] == 200


@pytest.mark.parametrize("size", [1_000_000, 6_000_000], ids=["1 MB", "6 MB"])
@pytest.mark.parametrize("pieces", [False, True], ids=["whole", "in pieces"])
def test_oversized_body_is_refused_and_server_keeps_serving(anna, size, pieces):
    """The server reads a body up to a limit, so that the sender sees the answer; beyond it, the connection is cut."""
    connection = http.client.HTTPConnection("127.0.0.1", anna.server.port, timeout=60)
    body = (b"x" * 10_000 for _ in range(size // 10_000)) if pieces else b"x" * size
    headers = {"Content-Type": "application/json"}
    try:
        connection.request("POST", f"{API}/tables", body, headers, encode_chunked=pieces)
        answer = connection.getresponse()
        assert (answer.status, json.load(answer)["code"]) == (413, "too_large")
    except (BrokenPipeError, ConnectionResetError):
        assert size > 4_000_000
    finally:
        connection.close()
    assert anna.open()["status"] == "running"


def test_event_stream_follows_the_table_as_json_lines(anna):
    table = anna.open()["id"]
    with urllib.request.urlopen(anna.request("GET", f"/tables/{table}/events"), timeout=60) as stream:
        assert stream.headers["content-type"] == "application/x-ndjson"
        before = json.loads(stream.readline())
        assert before["seq"] == 1
        seq = anna.command(table, "roll")["seq"]
        while json.loads(stream.readline())["seq"] < seq:
            pass
        anna.command(table, "abort")
        assert json.loads(stream.readline())["type"] == "table_aborted"
        assert stream.readline() == b""


def test_event_stream_answers_204_after_the_last_event(anna):
    table = anna.open()["id"]
    last = anna.command(table, "abort")["seq"]
    asked = {"Accept": "text/event-stream"}
    with urllib.request.urlopen(anna.request("GET", f"/tables/{table}/events", **asked), timeout=60) as stream:
        text = stream.read().decode()
    assert text.startswith(": events follow\n\nid: 1\ndata: {")
    again = anna.request("GET", f"/tables/{table}/events", **asked, **{"Last-Event-ID": str(last)})
    with urllib.request.urlopen(again, timeout=60) as answer:
        assert (answer.status, answer.read()) == (204, b"")


def test_killed_server_restores_the_same_dice_after_restart(own_server):
    anna = Guest(own_server)
    table = anna.open()["id"]
    anna.command(table, "roll")
    dice = anna.get(f"/tables/{table}")["turn"]["dice"]
    name = new_id()
    answer = anna.command(table, "roll", id=name, keep=f"k{dice[0]}")
    before = without_time(anna.get(f"/tables/{table}"))

    own_server.restart()

    assert without_time(anna.get(f"/tables/{table}")) == before
    assert anna.command(table, "roll", id=name) == answer
    assert without_time(anna.get(f"/tables/{table}")) == before
    with anna.socket(table, after=before["seq"]) as websocket:
        assert without_time(websocket.next()["snapshot"]) == as_sent(before)
        assert websocket.command("score", cell="chance")[-1]["body"]["seq"] > before["seq"]


@pytest.mark.slow
def test_bot_continues_its_turn_after_a_restart(own_server):
    anna = Guest(own_server)
    table = anna.open("bot", "local")["id"]
    own_server.restart()
    with anna.socket(table) as websocket:
        snapshot = websocket.next()["snapshot"]
        while not snapshot["legal_actions"]:
            message = websocket.next()
            snapshot = message.get("snapshot", snapshot)
        assert snapshot["turn"]["seat"] == 2


def test_server_closes_sockets_and_streams_on_shutdown(own_server):
    anna = Guest(own_server)
    table = anna.open()["id"]
    stream = urllib.request.urlopen(anna.request("GET", f"/tables/{table}/events"), timeout=60)
    with stream, anna.socket(table) as websocket:
        websocket.next()
        stream.readline()
        ended = {}
        thread = threading.Thread(target=lambda: ended.update(code=own_server.stop()))
        thread.start()
        assert websocket.end() in (1001, 1012)
        stream.read()
        thread.join(timeout=60)
    assert ended == {"code": 0}
    assert "Traceback" not in own_server.output()


TIME = {"turn": 60, "bank": 120}


def left(snapshot):
    """The seconds left of the player to move."""
    ends, now = (datetime.fromisoformat(text) for text in (snapshot["clock"]["ends_at"], snapshot["now"]))
    return (ends - now).total_seconds()


@pytest.mark.slow
def test_ordered_restart_preserves_turns_and_clocks_of_ten_tables(own_server):
    """Two processes use one file in turn. The players return to the same dice and lose no time."""
    anna, bernd = Guest(own_server), Guest(own_server)
    before = {}
    with ExitStack() as lines:
        for _ in range(10):
            table = anna.open("local", "human", time=TIME)["id"]
            bernd.post(f"/tables/{table}/seats", {"name": "Bernd"})
            open_lines = [lines.enter_context(person.socket(table, after=1000)) for person in (anna, bernd)]
            open_lines[0].command("roll")
            before[table] = anna.get(f"/tables/{table}"), time.monotonic(), open_lines
        own_server.process.send_signal(signal.SIGTERM)
        codes = {websocket.end() for _, _, pair in before.values() for websocket in pair}
        assert own_server.process.wait(timeout=60) == 0
    assert codes <= {1001, 1012}
    own_server.process, ended = None, time.monotonic()
    own_server.start()
    away = time.monotonic() - ended
    with ExitStack() as lines:
        for table, (seen, at, _) in before.items():
            websocket = lines.enter_context(anna.socket(table, after=seen["seq"]))
            lines.enter_context(bernd.socket(table, after=seen["seq"]))
            message = websocket.next()
            while message.get("event", {}).get("type") != "clock_restarted":
                message = websocket.next()
            now = anna.get(f"/tables/{table}")
            assert (now["turn"], now["status"], now["clock"]["banks"]) == (seen["turn"], "running", [120, 120])
            assert [seat["away"] for seat in now["seats"]] == [None, None]
            assert left(seen) - left(now) < time.monotonic() - at - away / 2
            assert websocket.command("score", cell="chance")[-1]["status"] == 200
    assert "Traceback" not in own_server.output()


@pytest.mark.slow
def test_shutdown_notice_ends_readiness_before_connections_close(own_server):
    own_server.stop()
    own_server.environment["PASCH_SHUTDOWN_NOTICE"] = "60"
    own_server.start()
    anna = Guest(own_server)
    table = anna.open()["id"]
    with anna.socket(table) as websocket:
        websocket.next()
        own_server.process.send_signal(signal.SIGTERM)
        while (code := readiness(own_server)) is None:
            pass
        assert code == "ending"
        assert anna.command(table, "roll")["ok"]
        own_server.process.send_signal(signal.SIGTERM)
        assert websocket.end() in (1001, 1012)
    assert own_server.process.wait(timeout=60) == 0
    own_server.process = None


@contextmanager
def unfinished_request(server, caller):
    """A request whose body never comes; the server has read its head."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as half:
        head = f"POST {API}/tables HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {caller.token}\r\n"
        half.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{".encode())
        caller.get("/variants")
        yield half


@pytest.mark.slow
def test_unfinished_request_does_not_delay_shutdown(own_server):
    own_server.stop()
    own_server.environment["PASCH_SHUTDOWN_GRACE"] = "1"
    own_server.start()
    with unfinished_request(own_server, Guest(own_server)) as half:
        assert own_server.stop() == 0
        while half.recv(4096):
            pass
    assert "Traceback" not in own_server.output()


def readiness(server):
    """Why a server gets no clients; None if it does."""
    try:
        urllib.request.urlopen(f"{server.url}/readyz", timeout=60).close()
    except urllib.error.HTTPError as error:
        with error:
            return json.load(error)["code"]
    return None


@pytest.mark.slow
def test_keyboard_interrupt_exits_with_0(own_server):
    process = own_server.process
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 0
    own_server.process = None
    assert "Traceback" not in own_server.output()


@pytest.mark.slow
def test_second_keyboard_interrupt_hastens_the_shutdown_without_a_traceback(own_server):
    """The shutdown waits for an unfinished request until the second signal."""
    process, anna = own_server.process, Guest(own_server)
    table = anna.open()["id"]
    with anna.socket(table) as websocket, unfinished_request(own_server, anna):
        websocket.next()
        process.send_signal(signal.SIGINT)
        assert websocket.end() in (1001, 1012)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
    own_server.process = None
    assert '"event": "ended"' in own_server.output().splitlines()[-1]


@pytest.mark.slow
def test_hang_up_signal_shuts_the_server_down_in_order(own_server):
    process, anna = own_server.process, Guest(own_server)
    table = anna.open()["id"]
    with anna.socket(table) as websocket:
        websocket.next()
        for _ in range(2):  # a closing terminal sends the signal twice
            process.send_signal(signal.SIGHUP)
        assert websocket.end() in (1001, 1012)
    assert process.wait(timeout=60) == 0
    own_server.process = None
    assert '"event": "ended"' in own_server.output().splitlines()[-1]


@pytest.mark.slow
def test_ignored_hang_up_signal_does_not_stop_the_server(own_server):
    own_server.stop()
    own_server.forked = False
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # inherited, as from `nohup`
    try:
        own_server.start()
    finally:
        signal.signal(signal.SIGHUP, before)
    own_server.process.send_signal(signal.SIGHUP)
    assert Guest(own_server).open()["id"]
    assert own_server.stop() == 0


@pytest.mark.slow
def test_thousand_connections_from_one_address_leave_others_served(own_server):
    flood = Guest(own_server)
    table = flood.open(visibility="public")["id"]
    far = {"X-Forwarded-For": "198.51.100.7"}
    with ExitStack() as lines:
        answers = Counter()
        for _ in range(1000):
            websocket = handshake(flood, table)
            status = websocket.recv(12)
            answers[status] += 1
            if status.endswith(b"101"):
                lines.enter_context(websocket)
            else:
                head = websocket.recv(4096)
                assert b"Retry-After" in head or b"retry-after" in head
                websocket.close()
        assert answers == {b"HTTP/1.1 101": 600, b"HTTP/1.1 429": 400}
        for _ in range(10):
            flood.get(f"/tables/{table}", **far)
        with flood.socket(table, after=1000, headers=far) as websocket:
            websocket.next()
            assert websocket.command("roll")[-1]["status"] == 200


@pytest.mark.slow
def test_sleeping_reader_does_not_delay_others(anna):
    """The reader's buffers fill and the server holds its messages back, while all others continue."""
    table = anna.open()["id"]
    asleep = handshake(anna, table, buffer=2048)
    with asleep, anna.socket(table, after=1000) as websocket:
        websocket.next()
        for _ in range(13 * 2):
            websocket.command("roll")
            snapshot = anna.get(f"/tables/{table}")
            answer = websocket.command(**snapshot["legal_actions"][-1])[-1]
            assert answer["status"] == 200
