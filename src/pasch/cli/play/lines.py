"""A table line by line, for screen readers and pipes: events are printed, typed commands are sent.

A thread reads the input, so events and typed lines can alternate. From a pipe, a line is read
only after a question, since it would otherwise answer a question to another player.
"""

import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from shutil import get_terminal_size
from threading import Semaphore, Thread
from typing import TextIO

from pasch.cli.console import json_line, visible
from pasch.cli.play.asking import WIRE_NAMES, typing_lines
from pasch.cli.play.reading import LONGEST, SIGN, Request, Typed, read, read_correction
from pasch.i18n import translator
from pasch.rules.actions import Announce, Claim, MechanicAction, RollDice, Score, UseAction
from pasch.rules.errors import PaschError
from pasch.rules.variant import Variant
from pasch.rules.variants import variant_with
from pasch.service.system import working
from pasch.service.views.schema.events import Event
from pasch.tui.grid import Viewport, drawn, fitted
from pasch.tui.model import Model, line_text
from pasch.tui.offers import ENDINGS, NO_OFFER, kinds, mine, moves_here, of_kind
from pasch.tui.server.link import Body, Broken, Happened, Link, LinkRefused, News, Said, Shown
from pasch.tui.sheet import Sheets, cell_words
from pasch.tui.typed import turn_words, typed_turns
from pasch.words import error_text

RECENT = 5
"""The number of earlier log sentences that a new player sees."""
YES = frozenset("yjo")
"""The first letter of “yes”, “ja” and “oui”."""


@dataclass
class Lines:
    """A player at a table, with a keyboard or a pipe. `model` exists once `play` has shown the table."""

    link: Link
    name: str
    as_json: bool = False
    source: TextIO = field(default_factory=lambda: sys.stdin)
    model: Model | None = None
    earlier: list[Event] = field(default_factory=list)
    asked: int = -1
    scratching: Score | None = None
    gone: LinkRefused | None = None

    def __post_init__(self) -> None:
        self.t = translator(self.link.lang)
        self.inbox: asyncio.Queue[News | str | None] = asyncio.Queue()
        self.wanted = Semaphore(0)

    async def play(self) -> None:
        """Play until the match ends, the player stops, or the table is deleted. Raises `LinkRefused`."""
        async with working(self._follow()):
            Thread(target=self._type, args=(asyncio.get_running_loop(),), daemon=True).start()
            while not self.over():
                taken = await self.inbox.get()
                if taken is None or not await self._take(taken):
                    break
        if self.gone is not None:
            raise self.gone

    def over(self) -> bool:
        """Whether the match has ended."""
        return self.model is not None and self.model.snapshot["status"] in {"finished", "aborted"}

    def end(self, *, finished: bool) -> None:
        """Print the end of a match at this terminal: its result as JSON, or that it was stopped."""
        if self.as_json and self.model is not None:
            snapshot = self.model.snapshot
            totals, grand_totals = snapshot["totals"], snapshot["grand_totals"]
            result = {"result": totals, "grand_totals": grand_totals, "ranks": snapshot["ranks"], "finished": finished}
            print(json_line(result), flush=True)
        elif not finished:
            self._say(self.t.text("play", "Stopped."))

    async def _follow(self) -> None:
        try:
            async for news in self.link.news():
                self.inbox.put_nowait(news)
        except LinkRefused as refused:
            self.gone = refused
        self.inbox.put_nowait(None)

    def _type(self, loop: asyncio.AbstractEventLoop) -> None:
        """Queue each typed line; the end of the input stops the match."""
        with suppress(RuntimeError):  # the loop may have ended with the match
            for line in iter(self._read_line, ""):
                loop.call_soon_threadsafe(self.inbox.put_nowait, line.rstrip("\r\n"))
            loop.call_soon_threadsafe(self.inbox.put_nowait, None)

    def _read_line(self) -> str:
        if not self.source.isatty():
            self.wanted.acquire()
        return self.source.readline(LONGEST)

    # --------------------------------------------------------------------------- what happens

    async def _take(self, taken: News | str) -> bool:
        """Handle news or a typed line; False to stop."""
        match taken:
            case str():
                return self.model is None or await self._obey(self.model, taken)
            case Happened(event=event, fresh=fresh):
                self._happened(event, fresh=fresh)
            case Shown():
                await self._shown(taken)
            case Said(line=line):
                self._say(f"> {line_text(self.t, line)}")
            case Broken(sentence=sentence):
                self._say(sentence)
        return True

    def _happened(self, event: Event, *, fresh: bool) -> None:
        if self.as_json:
            print(json_line(event), flush=True)
        elif event["text"] and fresh:
            if event["type"] != "match_finished" or (self.model is not None and self.model.snapshot["games"] > 1):
                self._say(event["text"])
        else:
            self.earlier.append(event)
        if self.model is not None:
            self.model.happened(Happened(event))

    async def _shown(self, news: Shown) -> None:
        if self.model is None:
            self.model = Model(news.snapshot)
            for event in [event for event in self.earlier if event["text"]][-RECENT:]:
                self._say(event["text"])
            await self._arrive(self.model)
        else:
            self.model.shown(news)
        self._ask(self.model)

    async def _arrive(self, model: Model) -> None:
        """Take a free seat, or report that this player only watches."""
        if self.link.address is not None and model.snapshot["status"] == "waiting":
            self._say(self.link.address)
        seated, seats = mine(model.snapshot), model.snapshot["seats"]
        if not seated and not any(seat["open"] for seat in seats):
            self._say(self.t.text("tui", "You are watching; q stops."))
            return
        self._say(self.t.text("play", "Type ? for help, q to stop."))
        if not seated:
            await self.link.sit(self.name)

    def _ask(self, model: Model) -> None:
        """Print the question to the player, once per event."""
        snapshot = model.snapshot
        waits = moves_here(snapshot) or "next_game" in kinds(snapshot) or snapshot["can_start"]
        if self.asked == snapshot["seq"] or not (waits or snapshot["status"] == "waiting"):
            return
        self.asked = snapshot["seq"]
        self._say(snapshot["text"])
        if waits:
            self.wanted.release()
        if possible := list(self._possible(model)):
            self._say(self.t.text("play", "Possible: {entries}.", entries=", ".join(possible)))

    def _possible(self, model: Model) -> Iterator[str]:
        """The cells in which the roll scores, with the points, also those that can be claimed honestly."""
        for cell, offer in model.offers.items():
            points = offer.honest if offer.score is None else offer.score["points"]
            if points:
                yield f"{cell_words(self.t, model.snapshot['sheet'], cell)} {self.t.number(points)}"

    def _say(self, sentence: str) -> None:
        print(visible(sentence), file=sys.stderr if self.as_json else sys.stdout, flush=True)

    # --------------------------------------------------------------------------- what is typed

    async def _obey(self, model: Model, line: str) -> bool:
        """Carry out a typed line; False to stop."""
        scratching, self.scratching = self.scratching, None
        snapshot = model.snapshot
        variant = variant_with(snapshot["variant"], snapshot["rules"])
        try:
            if scratching is not None:
                if line.strip().casefold()[:1] in YES:
                    await self._send(scratching)
                return True
            if (body := self._of_real_dice(model, line, variant)) is not None:
                await self.link.do(body)
                return True
            typed = read(line, variant, self.link.lang, [seat["name"] for seat in snapshot["seats"]])
            if typed is Request.QUIT:
                return False
            if await self._do(model, typed):
                return True
        except PaschError as error:
            self._say(error_text(error, self.link.lang, variant))
        except LinkRefused as refused:
            self._say(refused.sentence)
        self.wanted.release()  # the question remains open
        return True

    def _of_real_dice(self, model: Model, line: str, variant: Variant) -> Body | None:
        """The command in a line about real dice: their faces, or a correction. None for other lines."""
        if line.lstrip().startswith(SIGN) and line.strip() != SIGN:
            return read_correction(line, variant, self.link.lang)
        return typed_dice(line) if "enter_dice" in kinds(model.snapshot) else None

    async def _do(self, model: Model, typed: Typed) -> bool:
        """Carry out typed input; returns whether something was sent to the table."""
        match typed:
            case Request.HELP:
                self._help(model)
            case Request.CORRECTIONS:
                self._corrections(model)
            case Request.SHEET:
                self._sheets(model)
            case Request.NOTHING:
                return await self._default_action(model)
            case Score(cell=cell, points=None) if self._scores_nothing(model, typed) and self.source.isatty():
                self.scratching = typed
                name = cell_words(self.t, model.snapshot["sheet"], cell.to_text())
                self._say(self.t.text("play", "This roll scores nothing there. Cross out {cell}? (y/n) ", cell=name))
            case Request.QUIT:
                pass
            case _:
                await self._send(typed)
                return True
        return False

    def _help(self, model: Model) -> None:
        typed = {"correct"} if typed_turns(model.snapshot) else set[str]()
        for line in typing_lines(self.t, kinds(model.snapshot) | typed):
            self._say(line)

    def _corrections(self, model: Model) -> None:
        """Print all typed entries, the newest last."""
        turns = typed_turns(model.snapshot)
        for turn in reversed(turns):
            self._say(turn_words(self.t, model.snapshot, turn))
        if not turns:
            self._say(self.t.text("play", "There are no entries to correct."))

    def _scores_nothing(self, model: Model, score: Score) -> bool:
        offer = model.offers.get(score.cell.to_text(), NO_OFFER)
        return offer.score is None and offer.scratch is not None

    async def _default_action(self, model: Model) -> bool:
        """The default action for an empty line; returns whether there was one."""
        if model.snapshot["can_start"]:
            await self.link.start()
        elif endings := of_kind(model.snapshot, *ENDINGS):
            await self.link.do({"type": endings[0]["type"]})
        elif "roll" in kinds(model.snapshot) and not model.tray:
            await self.link.do({"type": "roll"})
        else:
            self._say(self.t.text("play", "Type ? for help, q to stop."))
            return False
        return True

    def _sheets(self, model: Model) -> None:
        """All sheets, as many side by side as fit."""
        sheets = Sheets(self.t, model.snapshot, model.offers, model.style)
        shown: set[int] = set()
        for seat in range(1, len(model.snapshot["seats"]) + 1):
            if seat not in shown:
                grid = fitted(sheets, Viewport(get_terminal_size().columns, 1000, seat))
                shown |= {place.seat for place in grid.places}
                for line in drawn(sheets, grid):
                    self._say(line.plain.rstrip())

    async def _send(self, action: RollDice | Announce | Score | MechanicAction) -> None:
        offers = {} if self.model is None else self.model.offers
        kind = "claim" if any(offer.claims for offer in offers.values()) else "score"
        if any(offer.points for offer in offers.values()):
            kind = "enter_points"
        await self.link.do(body_of(action, kind))


_DICE = re.compile(r"(?:(k[\d/-]+) +)?(\d+(?:/\d+)?)")


def typed_dice(line: str) -> Body | None:
    """The command for real dice: `13356`, or `k33 13336` if some of them were kept."""
    found = _DICE.fullmatch(line.strip())
    if found is None:
        return None
    keep, dice = found.groups()
    return {"type": "enter_dice", "dice": dice} | ({"keep": keep} if keep else {})


def body_of(action: RollDice | Announce | Score | MechanicAction, entry: str = "score") -> dict[str, object]:
    """The command for typed input; `entry` is the type of an entry with points in games where it is no score."""
    match action:
        case RollDice(keep=keep):
            return {"type": "roll"} if keep is None else {"type": "roll", "keep": keep.to_text()}
        case Announce(cell=cell):
            return {"type": "announce", "cell": cell.to_text()}
        case Score(cell=cell, points=points):
            kind = entry if points or (entry == "enter_points" and points == 0) else "score"
            return {"type": kind, "cell": cell.to_text()} | ({} if points is None else {"points": points})
        case Claim(cell=cell, points=points):
            return {"type": "claim", "cell": cell.to_text(), "points": points}
        case UseAction(action=kind, target=target, cell=cell):
            fields = {"target": target, "cell": None if cell is None else cell.to_text()}
            return {"type": "use_action", "action": kind.value} | {k: v for k, v in fields.items() if v is not None}
        case _:
            return {"type": WIRE_NAMES[type(action)]}
