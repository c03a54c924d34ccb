"""A player who talks to the server directly, with the session of a browser profile, for steps not under test."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from playwright.sync_api import APIRequestContext, APIResponse

API = "/api/v1"
Json = Any
"""The content of an answer; tests read it freely."""


@dataclass(frozen=True)
class Player:
    """The interface of the server, for one session. `request` shares its cookies with the profile's pages."""

    request: APIRequestContext
    home: str
    language: str = "de"

    def ask(self, path: str) -> APIResponse:
        """Any answer."""
        # A persistent connection may close just when it is reused, so reads are retried (RFC 9112, 9.3.1).
        return self.request.get(f"{self.home}{API}{path}", headers={"Accept-Language": self.language}, max_retries=1)

    def get(self, path: str) -> Json:
        """The body of a successful answer."""
        answer = self.ask(path)
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        return answer.json()

    def post(self, path: str, body: Json) -> Json:
        """Send a body; returns the body of a successful answer."""
        answer = self.request.post(f"{self.home}{API}{path}", data=body)
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        return answer.json()

    def sit_down(self) -> None:
        """Open a session unless the profile has one."""
        if self.ask("/session").status != HTTPStatus.OK:
            self.post("/session", {})

    def open(self, *seats: str, variant: str = "kniffel", games: int = 1, **wish: Json) -> str:
        """Open a table; start it unless it waits for a person. A seat is a name, `bot` or `human`. Returns the id."""
        self.sit_down()
        body = {"variant": variant, "games": games, "seats": [_seat(seat) for seat in seats], **wish}
        body.setdefault("start", "human" not in seats)
        return str(self.post("/tables", body)["id"])

    def table(self, table: str) -> Json:
        """The snapshot."""
        return self.get(f"/tables/{table}")

    def act(self, table: str, action: Json) -> None:
        """Send a command that must be accepted."""
        self.post(f"/tables/{table}/commands", {"id": str(uuid.uuid4()), **action})

    def roll(self, table: str, keep: str | None = None) -> str:
        """Roll, keeping the named dice; returns the dice afterwards."""
        self.act(table, {"type": "roll", **({} if keep is None else {"keep": keep})})
        return str(self.table(table)["turn"]["dice"])

    def play_turn(self, table: str, choose: Callable[[Sequence[Json]], Json] | None = None) -> Json:
        """One roll and one entry, by default the one with the most points. Returns the entry."""
        self.roll(table)
        entries = [action for action in self.table(table)["legal_actions"] if action["type"] == "score"]
        entry = (choose or _best)(entries)
        self.act(table, {name: entry[name] for name in ("type", "cell", "points")})
        return entry

    def play_turns(self, table: str, turns: int) -> None:
        """Play this many turns in a row."""
        for _ in range(turns):
            self.play_turn(table)

    def events(self, table: str) -> list[Json]:
        """The whole log."""
        answer = self.ask(f"/tables/{table}/events?after=0&follow=false")
        assert answer.ok, answer.text()
        return [json.loads(line) for line in answer.text().splitlines()]


def _seat(seat: str) -> dict[str, str]:
    return {"kind": seat} if seat in {"bot", "human"} else {"kind": "local", "name": seat}


def _best(entries: Sequence[Json]) -> Json:
    return max(entries, key=lambda entry: entry["points"])


def best_except_kniffel(entries: Sequence[Json]) -> Json:
    """The best entry that leaves the Kniffel open, so that a later roll scores nothing in some cell."""
    return _best([entry for entry in entries if entry["cell"] != "kniffel"])
