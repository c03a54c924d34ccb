"""`pasch play --server` line by line at a table of a real server, and its refusals."""

import asyncio
import http.server
import io
import json
import re
import uuid
from contextlib import suppress
from dataclasses import replace
from threading import Thread

import pytest

from pasch.cli.console import Refused
from pasch.cli.play.command import play
from pasch.cli.play.options import PlayOptions
from pasch.cli.play.remote import CannotSit
from pasch.rules.variants import find_variant
from pasch.tui.server.online import Server, table_request
from tests.cli.terminal import pasch
from tests.support.server import Server as Process
from tests.support.server import free_port

CELLS = ["chance", "ones", "twos", "threes", "fours", "fives", "sixes"]
CELLS += ["three_of", "four_of", "full", "small", "large", "kniffel"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Process(tmp_path_factory.mktemp("afar")) as running:
        yield running


@pytest.fixture
def visit(tmp_path, monkeypatch, capsys):
    """Play typed lines as a new guest; return the output of both streams."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    usual = PlayOptions(find_variant("kniffel"), ("Lena",), bots=0, games=1, record=None, lang="en")

    def visited(address, typed="", *, as_json=False, **options):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        play(replace(usual, server=address, as_json=as_json, **options))
        return capsys.readouterr()

    return visited


def test_game_is_played_through_a_pipe(server, tmp_path):
    # Every other line is nonsense that is refused and asked for again; an empty line rolls.
    typed = "".join(f"\nx{cell}\n{cell}\n" for cell in CELLS)
    arguments = ("--server", server.url, "--guests", "0", "--players", "Lena")
    played = pasch("play", *arguments, stdin=typed, XDG_DATA_HOME=str(tmp_path))
    assert (played.code, played.err) == (0, "")
    lines = played.out.splitlines()
    assert sum(line.startswith(("Lena enters ", "Lena crosses out ")) for line in lines) == len(CELLS)
    assert sum("has no category" in line for line in lines) == len(CELLS)
    assert lines[-1].startswith("The game is over.")


def test_json_output_has_one_event_per_line(server, visit):
    out, err = visit(server.url, "\n?\ns\nq\n", guests=0, as_json=True, lang="de")
    events = [json.loads(line) for line in out.splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["type"] == "dice_rolled"
    assert "Chance" in err
    assert "k33 behält" in err


def test_typed_real_dice_and_points_are_accepted(server, visit):
    typed = "13356\nk33 33456\nk3 1\nchance\nones 3\nq\n"
    out, err = visit(server.url, typed, guests=0, real_dice=True, as_json=True)
    entries = [event["data"] for event in map(json.loads, out.splitlines()) if event["type"] == "scored"]
    assert [(entry["cell"], entry["points"], entry["dice"]) for entry in entries] == [
        ("chance", 21, "33456"),
        ("ones", 3, None),
    ]
    assert "uses 5 dice, not 1" in err


def test_wrongly_typed_turn_can_be_corrected(server, visit):
    typed = "13356\nchance\nones 3\n^\n^1.1 13366\n^3.1 13366\nq\n"
    out, err = visit(server.url, typed, guests=0, real_dice=True, as_json=True)
    corrections = [event["text"] for event in map(json.loads, out.splitlines()) if event["type"] == "turn_corrected"]
    assert corrections == [
        "Lena corrects round 1: Chance 19 points (1, 3, 3, 6, 6). It was: Chance 18 points (1, 3, 3, 5, 6)."
    ]
    assert "1.1 Lena · Chance: 18 (1, 3, 3, 5, 6)" in err
    assert "Game 1 has no turn 3.1 that could be corrected" in err


def test_record_is_written_at_the_end(server, visit, tmp_path):
    file = tmp_path / "record.txt"
    out, err = visit(server.url, "\nchance\nq\n", guests=0, record=file)
    assert out.splitlines()[-1] == f"Record saved to {file}."
    assert "> chance" in file.read_text()
    assert err == ""
    out, err = visit(server.url, "q\n", guests=0, record=file, as_json=True)
    assert err.splitlines()[-1] == f"Record saved to {file}."
    assert all(map(json.loads, out.splitlines()))


def test_bluffing_game_refuses_real_dice(server, visit, tmp_path):
    file = tmp_path / "record.txt"
    wish = {"variant": find_variant("luegenkniffel"), "players": ("A", "B"), "guests": 0, "real_dice": True}
    with pytest.raises(CannotSit, match="this game needs server dice"):
        visit(server.url, record=file, **wish)
    assert not file.exists()
    with pytest.raises(Refused, match="cannot be written"):
        visit(server.url, guests=0, record=tmp_path)


async def opened(server):
    """A private table where the first seat is free."""
    known = await Server(server.url, "en").guest("Otto")
    here = table_request("kniffel", ["Otto"], guests=1)
    return (await known.open({**here, "seats": here["seats"][::-1]})).address


def test_table_address_takes_a_free_seat(server, visit, monkeypatch, tmp_path):
    address = asyncio.run(opened(server))
    said = visit(address, "q\n", players=("Moritz",), as_json=True).out
    assert "Moritz" in [json.loads(line)["data"].get("name") for line in said.splitlines()]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "stranger"))
    with pytest.raises(CannotSit, match="table does not exist"):
        visit(address)


def test_guest_credentials_are_saved_in_a_private_file(server, visit, tmp_path):
    for _ in range(2):
        visit(server.url, guests=0)
    kept = tmp_path / "pasch" / "terminal.json"
    assert list(json.loads(kept.read_text())) == [server.url]
    assert kept.stat().st_mode & 0o777 == 0o600


def test_unknown_token_of_the_environment_keeps_the_stored_guest(server, visit, monkeypatch, tmp_path):
    visit(server.url, guests=0)
    kept = (tmp_path / "pasch" / "terminal.json").read_text()
    monkeypatch.setenv("PASCH_TOKEN", "unknown")
    with pytest.raises(CannotSit, match="PASCH_TOKEN"):
        visit(server.url, guests=0)
    assert (tmp_path / "pasch" / "terminal.json").read_text() == kept


class OtherProgram(http.server.BaseHTTPRequestHandler):
    """Another program."""

    def do_POST(self):
        self.send_response(404)
        self.end_headers()
        self.wfile.write(b"<h1>Nothing</h1>\x1b[2J")

    do_GET = do_POST  # noqa: N815 - the library's names

    def log_message(self, *_):
        """Log nothing."""


@pytest.fixture
def stranger():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), OtherProgram) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


def test_address_without_a_pasch_server_is_refused(visit, stranger):
    with pytest.raises(CannotSit, match="cannot be reached"):
        visit(f"127.0.0.1:{free_port()}")
    with pytest.raises(CannotSit, match=r"does not answer as Pasch does \(HTTP 404\)"):
        visit(stranger)
    with pytest.raises(CannotSit, match="is not a server address"):
        visit("ftp://example.org")


def test_line_mode_requires_a_table_address(server, visit):
    with pytest.raises(CannotSit, match="Name a table by its address"):
        visit(server.url)
    with pytest.raises(CannotSit, match="table does not exist"):
        visit(f"{server.url}/t/nowhere")


def test_daily_game_opens_by_address(server, visit):
    """The second visit resumes the attempt."""
    visit(f"{server.url}/daily", "\nq\n")
    events = [json.loads(line) for line in visit(f"{server.url}/daily", "k-\nq\n", as_json=True).out.splitlines()]
    assert [event["type"] for event in events] == ["table_opened", "table_started", "dice_rolled", "dice_rolled"]
    with pytest.raises(Refused, match="--guests needs a new table"):
        visit(f"{server.url}/daily", guests=1)


def test_shared_event_opens_by_address(server, visit):
    """The second visit resumes the attempt."""

    async def created():
        owner = await Server(server.url, "en").guest("Anna")
        return (await owner.ask("POST", "/events", {"name": "Cup", "variant": "crag"}))["code"]

    address = f"{server.url}/e/{asyncio.run(created())}"
    out = visit(address, "\nq\n").out
    assert "Type ? for help, q to stop." in out
    assert re.search(r"Stopped\. The table stays at http://.*/t/", out)
    events = [json.loads(line) for line in visit(address.lower(), "k-\nq\n", as_json=True).out.splitlines()]
    assert [event["type"] for event in events] == ["table_opened", "table_started", "dice_rolled", "dice_rolled"]
    with pytest.raises(CannotSit, match="no such event"):
        visit(f"{server.url}/e/nothing")


@pytest.mark.slow
def test_finished_daily_game_prints_its_result(server, visit, tmp_path):
    visit(f"{server.url}/daily", "q\n")
    known = Server(server.url, "en", json.loads((tmp_path / "pasch" / "terminal.json").read_text())[server.url])
    asyncio.run(played(known))
    while True:
        with suppress(CannotSit):  # until the variant is solved
            out, err = visit(f"{server.url}/daily")
            break
    assert "points, par" in out
    assert err == ""


async def played(person):
    """Roll and enter until the attempt has ended."""
    table = f"/tables/{(await person.ask('POST', '/daily', {}))['id']}"
    while (snapshot := await person.ask("GET", table))["status"] == "running":
        action = max(snapshot["legal_actions"], key=lambda each: (each["type"] == "score", each.get("points", 0)))
        wish = {name: action[name] for name in ("type", "cell", "points") if name in action}
        await person.ask("POST", f"{table}/commands", {"id": str(uuid.uuid4()), **wish})
