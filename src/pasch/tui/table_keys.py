"""The keys at the table: they point, keep dice, and send legal actions back. The screen opens the dialogs."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from pasch.i18n import Translator
from pasch.service.views.schema.actions import LegalAction
from pasch.service.views.schema.people import ChatLines
from pasch.tui import dice
from pasch.tui.key_bindings import LARGER_STEP, MOVES, SHIFTED, Way, action_words, help_lines, key_bindings, ways_out
from pasch.tui.model import Model
from pasch.tui.offers import NO_OFFER, body_of, of_kind
from pasch.tui.panel import result_lines
from pasch.tui.server.link import Body, Link, LinkRefused
from pasch.tui.sheet import cell_words
from pasch.tui.typed import Correction, Replacement, Typed, correction_of, turn_words, typed_turns

T = TypeVar("T")

ACTION_KEYS = frozenset("RWEBDXUASJNPK")
"""Keys that explain why they have no action at the moment."""


class TableScreen(Protocol):
    """The screen of a table: it can open dialogs, and be left."""

    def choose(self, title: str, options: Sequence[str], then: Callable[[int], Awaitable[None]]) -> None:
        """Open a choice among the options; `then` receives the number of the selected one."""

    def ask(self, title: str, then: Callable[[str], Awaitable[None]]) -> None:
        """Open a text input; `then` receives the text."""

    def correct(self, sheet: Correction, send: Callable[[Replacement], Awaitable[str]]) -> None:
        """Open the correction of an entry; `send` sends it, and returns the reason of a refusal."""

    def read(self, title: str, lines: Sequence[str], *, from_the_end: bool = False) -> None:
        """Open a text to read."""

    def chat(self, chat: ChatLines) -> None:
        """Open the chat."""

    def leave(self, outcome: Link | None) -> None:
        """Leave the table, for another one or for good."""


class TableKeys:
    """The handlers of the keys at a table."""

    def __init__(self, t: Translator, link: Link, screen: TableScreen, name: str) -> None:
        self._t = t
        self._link = link
        self._screen = screen
        self._name = name
        self._opening: Mapping[str, Callable[[Model], Awaitable[None]]] = {
            "uncover": self._uncover,
            "roll": self._roll,
            "dice": self._type_dice,
            "sit": lambda model: self._tried(model, link.sit(name)),
            "fill": self._fill,
            "start": lambda model: self._tried(model, link.start()),
            "again": self._rematch,
            "write": self._write,
            "scratch": self._scratch,
            "more": self._more,
            "correct": self._correct,
            "results": self._results,
            "quit": self._ways_out,
        }
        self._always: Mapping[str, Callable[[Model], Awaitable[None]]] = {
            "ENTER": self._write,
            "Z": self._scratch,
            "H": self._advise,
            "?": self._help,
            "L": self._log,
            "T": self._results,
            "C": self._chat,
            "P": self._ways_out,
            "Q": self._ways_out,
        }

    async def press(self, model: Model, key: str) -> bool:
        """Handle a key; returns whether it has a meaning. Letters are capital, other keys have Textual's names."""
        if key in MOVES:
            model.move(MOVES[key])
        elif key in SHIFTED or (key.isdigit() and key != "0"):
            self.keep(model, SHIFTED.get(key) or int(key), face=key in SHIFTED)
        elif key in {"tab", "shift+tab"}:
            model.show_next(1 if key == "tab" else -1)
        elif key in {"pageup", "pagedown"}:
            model.top = max(0, model.top + (LARGER_STEP if key == "pagedown" else -LARGER_STEP))
        else:
            return await self._act(model, "R" if key == " " else key.upper())
        return True

    def keep(self, model: Model, place: int, *, face: bool) -> None:
        """Keep the die at a place, from 1, or release it; with `face` all dice like it."""
        if not model.tray:
            model.notice = self._t.text("tui", "There are no dice to keep yet.")
        elif place <= len(model.tray) and model.tray[place - 1].locked:
            model.notice = self._t.text("tui", "This die is locked for the rest of the turn.")
        else:
            model.tray = (dice.face_toggled if face else dice.toggled)(model.tray, place - 1)

    async def _act(self, model: Model, key: str) -> bool:
        binding = next((one for one in key_bindings(self._t, model) if one.key.upper() == key), None)
        if binding is not None and binding.body:
            await self._do(model, binding.body)
        elif binding is not None:
            await self._opening[binding.name](model)
        elif key in self._always:
            await self._always[key](model)
        elif key in ACTION_KEYS:
            model.notice = self._t.text("tui", "That is not possible now. {hint}", hint=model.snapshot["text"])
        else:
            return False
        return True

    # --------------------------------------------------------------------------- commands

    async def _do(self, model: Model, body: Body) -> None:
        await self._tried(model, self._link.do(body))

    async def _tried(self, model: Model, doing: Awaitable[T]) -> T | None:
        """The result of a request to the table; None where it is refused, with the reason shown."""
        model.notice = ""
        try:
            return await doing
        except LinkRefused as refused:
            model.notice = refused.sentence
            return None

    async def _uncover(self, model: Model) -> None:
        model.holder = None if model.snapshot["turn"] is None else model.snapshot["turn"]["seat"]

    async def _roll(self, model: Model) -> None:
        if model.tray and all(die.kept for die in model.tray):
            model.notice = (
                self._t.text("tui", "No die is marked: mark those to roll again.")
                if model.marks_rolls
                else self._t.text("tui", "All dice are kept: release one to roll.")
            )
        else:
            await self._do(
                model, {"type": "roll", "keep": dice.keep_of(model.tray)} if model.tray else {"type": "roll"}
            )

    async def _type_dice(self, model: Model) -> None:
        """Type the current real dice. Marked ones were not rolled."""
        keep = {"keep": dice.keep_of(model.tray)} if any(die.kept for die in model.tray) else {}

        async def typed(text: str) -> None:
            if text.strip():
                await self._do(model, {"type": "enter_dice", "dice": "".join(text.split()), **keep})

        self._screen.ask(self._t.text("tui", "All dice as they are now, such as 13356"), typed)

    async def _correct(self, model: Model) -> None:
        """Correct mistyped real dice: choose the turn, then type the correct values."""
        turns = typed_turns(model.snapshot)

        async def chosen(number: int) -> None:
            if turns[number].cell is None:
                self._correct_dice(model, turns[number])
            else:
                self._correct_entry(model, turns[number])

        words = [turn_words(self._t, model.snapshot, turn) for turn in turns]
        self._screen.choose(self._t.text("tui", "What do you want to correct?"), words, chosen)

    def _correct_dice(self, model: Model, turn: Typed) -> None:
        """Correct the current dice, or remove them."""

        async def typed(text: str) -> None:
            replacement = Replacement(dice="".join(text.split()) or None)
            await self._do(model, replacement.body(turn.round, turn.seat, turn.game))

        question = self._t.text("tui", "All dice as they are now, such as 13356; empty removes them")
        self._screen.ask(question, typed)

    def _correct_entry(self, model: Model, turn: Typed) -> None:
        async def send(replacement: Replacement) -> str:
            await self._do(model, replacement.body(turn.round, turn.seat, turn.game))
            refused, model.notice = model.notice, ""
            return refused

        self._screen.correct(correction_of(self._t, model.snapshot, turn), send)

    async def _fill(self, model: Model) -> None:
        seat = next(seat["seat"] for seat in model.snapshot["seats"] if seat["open"])
        await self._tried(model, self._link.fill(seat))

    async def write(self, model: Model, seat: int, cell: str) -> None:
        """Point at a cell of a seat's sheet. If it is the current one, write there, or correct the typed entry."""
        written = next((one for one in typed_turns(model.snapshot) if _was_typed_for(model, one, seat, cell)), None)
        if written is not None:
            self._correct_entry(model, written)
        elif model.cursor == cell and model.writer == seat:
            await self._write(model)
        elif not model.point(seat, cell):
            model.viewed = seat

    async def _write(self, model: Model) -> None:
        """Write at the cursor, or ask for the entry where there is a choice."""
        if model.cursor is None or model.covered:
            model.notice = model.snapshot["text"]
            return
        offer = model.offers.get(model.cursor, NO_OFFER)
        cell = cell_words(self._t, model.snapshot["sheet"], model.cursor)
        entries = [one for one in (offer.score, offer.scratch) if one is not None]
        if offer.claims:
            best = sorted(offer.claims, key=lambda claim: (not claim["honest"], -claim["points"]))
            self._choose(model, cell, [*best, *entries])
        elif offer.points and offer.score is None:
            best_first = sorted(offer.points, key=lambda one: -one["points"])
            self._choose(model, cell, best_first)
        elif offer.announce is not None:
            self._choose(model, cell, [offer.announce, *entries])
        elif offer.score is not None:
            await self._do(model, body_of(offer.score))
        elif offer.scratch is not None:
            await self._scratch(model)
        else:  # the service gives the reason
            await self._do(model, {"type": "score", "cell": model.cursor})

    async def _scratch(self, model: Model) -> None:
        offer = model.offers.get(model.cursor or "", NO_OFFER)
        if offer.scratch is None:
            model.notice = self._t.text("tui", "No cell can be crossed out now.")
            return
        cell = cell_words(self._t, model.snapshot["sheet"], offer.scratch["cell"])
        question = self._t.text("tui", "Cross out {cell} for 0 points?", cell=cell)
        if offer.forgoing:
            question = self._t.text(
                "tui", "Cross out {cell} for {extra} extra points?", cell=cell, extra=offer.forgoing
            )
        self._choose(model, question, [offer.scratch])

    async def _more(self, model: Model) -> None:
        """Offer all actions that neither roll nor write: announcements, action dice."""
        actions = of_kind(model.snapshot, "announce", "use_action")
        self._choose(model, self._t.text("tui", "Your choice?"), actions)

    def _choose(self, model: Model, title: str, actions: Sequence[LegalAction]) -> None:
        async def chosen(number: int) -> None:
            await self._do(model, body_of(actions[number]))

        self._screen.choose(title, [action_words(self._t, model.snapshot, one) for one in actions], chosen)

    async def _advise(self, model: Model) -> None:
        """Show the best action as text, and mark it: the dice to keep, or the cell."""
        advice = await self._tried(model, self._link.advice())
        if advice is None:
            return
        best = advice["actions"][0]["action"]
        if best.startswith("k"):
            model.tray = dice.with_keep(model.tray, best)
        elif (cell := best.split()[0]) in model.offers:
            model.cursor = cell
        model.notice = advice["text"]

    # --------------------------------------------------------------------------- outside the game

    async def _help(self, model: Model) -> None:
        self._screen.read(self._t.text("tui", "Keys"), list(help_lines(self._t, marks_rolls=model.marks_rolls)))

    async def _log(self, model: Model) -> None:
        self._screen.read(self._t.text("tui", "Log"), model.log, from_the_end=True)

    async def _results(self, model: Model) -> None:
        self._screen.read(self._t.text("tui", "All games"), list(result_lines(self._t, model.snapshot)))

    async def _chat(self, model: Model) -> None:
        chat = await self._tried(model, self._link.chat())
        if chat is not None:
            self._screen.chat(chat)

    async def _interrupt(self, model: Model) -> None:
        pause = await self._tried(model, self._link.interrupt())
        if pause is None:
            return
        day, address = pause["kept_until"][:10], pause["address"]
        lines = [
            pause["key"],
            "",
            self._t.text("tui", "Use this key to continue here or on another device: {address}", address=address),
            self._t.text("tui", "It is kept until {day}, or longer if the match continues.", day=day),
        ]
        self._screen.read(self._t.text("tui", "The key of your seat"), lines)

    async def _rematch(self, model: Model) -> None:
        table = await self._tried(model, self._link.rematch())
        if table is not None:
            self._screen.leave(table)

    async def _ways_out(self, model: Model) -> None:
        ways = list(ways_out(self._t, model.snapshot, here=self._link.address is None))

        async def chosen(number: int) -> None:
            way = ways[number]
            if way.really:
                self._screen.choose(way.really, [way.words], lambda _: self._go(model, way))
            else:
                await self._go(model, way)

        self._screen.choose(self._t.text("tui", "What now?"), [way.words for way in ways], chosen)

    async def _go(self, model: Model, way: Way) -> None:
        if way.body:
            await self._do(model, way.body)
        if way.interrupts:
            await self._interrupt(model)
        if way.leave is not None:
            await self._tried(model, self._link.leave(way.leave or None))
        if way.closes and not model.notice:
            self._screen.leave(None)


def _was_typed_for(model: Model, turn: Typed, seat: int, cell: str) -> bool:
    """Whether this turn was typed for a cell of a seat's sheet on the screen."""
    return (turn.game, turn.seat, turn.cell) == (model.snapshot["game"], seat, cell)
