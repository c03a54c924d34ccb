"""The examples for client authors run against a real server."""

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from pasch.bots.levels import LEVELS
from pasch.fairness.verify import check_record
from tests.support.server import Server

ROOT = Path(__file__).parents[2]
BOT = ROOT / "examples" / "bot.py"
RESEARCH = ROOT / "examples" / "research.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


def ask(server, path, body=None, token=""):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(urllib.request.Request(f"{server.url}/api/v1{path}", data, headers)) as answer:
        text = answer.read().decode()
        return json.loads(text) if "json" in answer.headers["Content-Type"] else text


@pytest.mark.parametrize(("variant", "seats"), [("kniffel", 2), ("kniffeliger", 2), ("luegenkniffel", 3)])
def test_example_bot_plays_a_match_against_itself(server, variant, seats):
    opener = ask(server, "/session", {})["token"]
    wish = {"variant": variant, "seats": [{"kind": "human"}] * seats, "visibility": "public"}
    table = ask(server, "/tables", wish, opener)["id"]
    bots = [
        subprocess.Popen([sys.executable, BOT, server.url, table, "--name", name], stdout=subprocess.PIPE)
        for name in ("Robo", "Anna", "Bernd")[:seats]
    ]
    outputs = [bot.communicate(timeout=60)[0].decode() for bot in bots]
    assert [bot.returncode for bot in bots] == [0] * seats
    end = ask(server, f"/tables/{table}")
    assert end["status"] == "finished"
    assert outputs == ["".join(f"{s['rank']} {s['name']} {s['total']}\n" for s in end["seats"])] * seats
    checked = check_record(ask(server, f"/tables/{table}/record"))
    assert checked.verdict.holds
    assert len(checked.proof.seeds) == seats


def test_bot_account_takes_a_seat_with_a_play_token(server):
    """The token allows only playing, and the seat is marked as a computer."""
    guest = ask(server, "/session", {})["token"]
    opened = ask(server, "/account", {"name": "Robo IX", "password": "five dice in a cup", "bot": True}, guest)
    assert opened["bot"]
    token = ask(server, "/account/tokens", {"label": "examples/bot.py", "scopes": ["play"]}, guest)["token"]
    opener = ask(server, "/session", {})["token"]
    wish = {"variant": "kniffel", "seats": [{"kind": "human"}], "visibility": "public"}
    table = ask(server, "/tables", wish, opener)["id"]
    ran = subprocess.run(
        [sys.executable, BOT, server.url, table, "--name", "Robo IX", "--token", token],
        stdout=subprocess.PIPE,
        timeout=60,
        check=True,
    )
    seats = ask(server, f"/tables/{table}")["seats"]
    assert f"{seats[0]['rank']} Robo IX {seats[0]['total']}\n" in ran.stdout.decode()
    assert (seats[0]["computer"], seats[0]["person"]) == (True, opened["person"])
    with pytest.raises(urllib.error.HTTPError, match="403") as refusal:
        ask(server, "/account/tokens", {"scopes": ["chat"]}, token)
    refusal.value.close()


def test_documented_curl_commands_play_a_whole_game(server):
    page = (ROOT / "docs" / "http.md").read_text("utf-8")
    part = page.partition("## A game by curl\n")[2].partition("\n## ")[0]
    steps = re.findall(r"```sh\n(.*?)```", part, re.DOTALL)
    assert len(steps) == 3
    script = "".join(steps).replace("http://127.0.0.1:8000", server.url)
    ran = subprocess.run(["bash", "-euc", script], capture_output=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr.decode()) == (0, "")
    answers, head, record = ran.stdout.decode().partition("pasch-record 1\n")
    assert '"ok":true' in answers
    assert '"ok":false' not in answers
    checked = check_record(head + record)
    assert checked.verdict.holds
    assert checked.record.match.over
    assert checked.proof.seeds == ("c0ffee",)


@pytest.mark.slow
def test_research_example_prints_known_values():
    ran = subprocess.run([sys.executable, RESEARCH, "cheerio"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "<Solution cheerio 141.95>\nvalue 141.9547, deviation 29.9488" in ran.stdout
    assert "\nin order 85.6940, which costs 56.2606\n12344: k44 140.188, then k234 (costs 0.266)\n" in ran.stdout
    means = {name: float(ran.stdout.partition(f"\n{name} ")[2].split()[0]) for name in ("optimal", *LEVELS)}
    assert max(means, key=means.__getitem__) == "optimal"
    assert "\nAnna " in ran.stdout.partition("\nname ")[2]


def test_example_bot_is_shorter_than_ninety_lines():
    assert sum(bool(line.strip()) for line in BOT.read_text("utf-8").splitlines()) < 90
