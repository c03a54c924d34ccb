"""A player that uses only the public interface: it takes a seat and plays by the offers from its socket.

    pip install websockets
    python bot.py http://127.0.0.1:8000 TABLE [--name Robo] [--token pasch_…]

It knows no rules, so it plays every variant. Without a token it is a guest; the token of a bot account identifies it.
"""

import argparse
import json
import time
import urllib.error
import urllib.request
import uuid

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

WORTH = {"roll": 2, "end_turn": 0, "believe": 0, "take_nothing": 0, "next_game": 0}


def ask(url, token=None, body=None):
    """The server's answer to a GET request, or to a POST with a body. A refusal ends the program with its reason."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, None if body is None else json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        raise SystemExit(json.load(refused)["detail"]) from None


def patched(before, change):
    """A value after a patch: objects merge by key, lists by index; a list in a patch contains the new value."""
    if not isinstance(change, dict):
        return change[0] if isinstance(change, list) else change
    known = {str(place): each for place, each in enumerate(before)} if isinstance(before, list) else before
    merged = known | {key: patched(known.get(key), each) for key, each in change.items()}
    return list(merged.values()) if isinstance(before, list) else merged


def offered(offers, dice):
    """The legal actions with their worth: keep the most frequent face, enter a strong cell or the most points."""
    keep = max(("k" + face * min(dice.count(face), len(dice) - 1) for face in "654321"), key=len)
    free = {"keep": keep} if len(keep) > 1 and offers.get("least") == 0 else {}
    for kind in offers.get("kinds", []):
        yield WORTH.get(kind, -1), 0, {"type": kind} | (free if kind == "roll" else {})
    for cell, (points, *rest) in offers.get("score", {}).items():
        yield 3 if rest[1:2] == [1] else 1, points, {"type": "score", "cell": cell, "points": points}
    for cell, (honest, *claims) in offers.get("claim", {}).items():
        for points in claims:
            yield 1 if points <= honest else -1, points, {"type": "claim", "cell": cell, "points": points}
    yield from ((-1, 0, {"type": "announce", "cell": cell}) for cell in offers.get("announce", []))
    for action, seats in offers.get("use", {}).items():
        for seat, cells in seats.items() or [(0, {})]:
            hit = {"target": int(seat), "cell": next(iter(cells), "")}
            yield -1, 0, {"type": "use_action", "action": action} | {name: hit[name] for name in hit if hit[name]}


def act(line, table, names):
    """Send the best action, if any, with one id per event, so it happens once. Returns whether the match is over."""
    if table["offers"]:
        turn = dict(zip(names["turn"], table["turn"] or [], strict=False))
        six_sided = (turn.get("dice") or "").partition("/")[0]
        *_, action = max(offered(table["offers"], six_sided), key=lambda each: each[:2])
        once = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{table['id']}/{table['seq']}/{action}"))
        line.send(json.dumps(action | {"id": once, "expect_seq": table["seq"]}))
    return table["status"] in {"finished", "aborted"}


def play(home, table_id, token):
    """The table after the match. Hello sends it, batches change it, and commands use the same socket."""
    address = f"{home.replace('http', 'ws', 1)}/api/v1/tables/{table_id}/ws?version=3"
    while True:
        try:
            with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as line:
                for message in map(json.loads, line):
                    match message:
                        case {"kind": "hello"}:
                            names, table = message["names"], message["table"]
                        case {"kind": "batch", "from": before, "events": events, "set": changes}:
                            table = patched(table, changes) | {"seq": before + len(events)}
                        case {"kind": "answer", "status": 429}:
                            time.sleep(1)  # the rate of commands is limited: send the same one again
                        case _:
                            continue
                    if act(line, table, names):
                        return table
        except InvalidStatus as refused:
            if refused.response.status_code not in {429, 502, 503}:
                raise
            time.sleep(int(refused.response.headers.get("Retry-After", 1)))
        except (ConnectionClosed, OSError):
            time.sleep(1)  # a restarted server is back soon


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, settings in {"home": {}, "table": {}, "--name": {"default": "Robo"}, "--token": {}}.items():
        options.add_argument(name, **settings)
    given = options.parse_args()
    token = given.token or ask(f"{given.home}/api/v1/session", body={})["token"]
    ask(f"{given.home}/api/v1/tables/{given.table}/seats", token, {"name": given.name, "seed": uuid.uuid4().hex})
    for seat in play(given.home, given.table, token)["seats"]:
        print(seat["rank"], seat["name"], seat["total"])
