"""A player that uses the public interface alone: it takes a seat and plays by the legal actions it is handed.

    pip install websockets
    python bot.py http://127.0.0.1:8000 TABLE [--name Robo] [--token pasch_…]

It knows no rules, so it plays every variant. Without a token it is a guest; a bot account's token says who it is.
"""

import argparse
import json
import time
import urllib.request
import uuid

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect


def ask(url, token=None, body=None):
    """An answer of the server; with a body it is a POST."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, None if body is None else json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def choose(actions, dice):
    """The best of the legal actions: keep the commonest face and roll, enter what is strong or brings most."""
    favourite = max("654321", key=(dice or "").count)

    def worth(action):
        match action:
            case {"type": "roll"}:
                keep = action.get("keep", "").lstrip("k-").split("/")[0]
                return 2, 2 * keep.count(favourite) - len(keep)
            case {"type": "score" | "claim", "points": points} if action.get("honest", True):
                return (3 if action.get("strong") else 1), points
            case {"type": "end_turn" | "believe" | "take_nothing" | "next_game"}:
                return 0, 0
        return -1, 0

    return max(actions, key=worth)


def act(line, table):
    """Send what to do now, if anything, with one id for each moment: sent twice, it is done once. Is the match over?"""
    if table["legal_actions"]:
        action = choose(table["legal_actions"], (table["turn"] or {}).get("dice"))
        wanted = {key: action[key] for key in action if key not in {"after", "after_column", "strong", "honest"}}
        once = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{table['id']}/{table['seq']}/{action}"))
        line.send(json.dumps(wanted | {"id": once, "expect_seq": table["seq"]}))
    return table["status"] in {"finished", "aborted"}


def play(home, table_id, token):
    """The last snapshot. The socket tells when something happens and takes commands; HTTP lists what may be done."""
    path = f"/api/v1/tables/{table_id}"
    while True:
        try:
            address = f"{home.replace('http', 'ws', 1)}{path}/ws?version=2"
            with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as line:
                for message in map(json.loads, line):
                    if message.get("status") == 429:
                        time.sleep(1)  # commands are counted by the second: the same again
                    elif message["kind"] not in {"hello", "batch"}:
                        continue
                    if act(line, table := ask(home + path, token)):
                        return table
        except InvalidStatus as refused:
            if refused.response.status_code not in {429, 502, 503}:
                raise
            time.sleep(int(refused.response.headers.get("Retry-After", 1)))
        except (ConnectionClosed, OSError):
            time.sleep(1)  # a server that starts anew is back soon


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, settings in {"home": {}, "table": {}, "--name": {"default": "Robo"}, "--token": {}}.items():
        options.add_argument(name, **settings)
    given = options.parse_args()
    token = given.token or ask(f"{given.home}/api/v1/session", body={})["token"]
    ask(f"{given.home}/api/v1/tables/{given.table}/seats", token, {"name": given.name, "seed": uuid.uuid4().hex})
    for seat in play(given.home, given.table, token)["seats"]:
        print(seat["rank"], seat["name"], seat["total"])
