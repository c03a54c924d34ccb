"""The table on the screen: receives news, draws it, and passes keys and clicks on.

Theory of operation. One worker reads the connection and applies its news to the model; every change redraws both
halves. A key is handled completely before the next one is read, and a command completes once its events have arrived.
So keys typed ahead find the table as it is then, and no locks are needed.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from pasch.i18n import translator
from pasch.service.views.schema.people import ChatLines
from pasch.tui.dialogs import Answer, Asking, ChatDialog, Choices, Correcting, Dialog, Reading
from pasch.tui.model import Model, line_text
from pasch.tui.panel import Panel, SheetView
from pasch.tui.server.home import HomeScreen
from pasch.tui.server.link import Broken, Happened, Link, LinkRefused, News, Said, Shown
from pasch.tui.server.online import Server
from pasch.tui.table_keys import TableKeys
from pasch.tui.typed import Correction, Replacement


class TableScreen(Screen[Link | str | None]):
    """A table. Ends with the link to the next one, with the reason why it is unavailable, or with None."""

    def __init__(self, link: Link, name: str = "") -> None:
        super().__init__()
        self._link = link
        self._t = translator(link.lang)
        self._keys = TableKeys(self._t, link, self, name)
        self._model: Model | None = None
        self._early: list[Happened] = []
        self._chat: ChatDialog | None = None

    def compose(self) -> ComposeResult:
        """The header, the two halves, the footer."""
        yield Static(id="above")
        with Horizontal():
            yield Panel(self._t)
            yield SheetView(self._t)
        yield Static(id="below")

    def on_mount(self) -> None:
        """Start following the table."""
        self.run_worker(self._follow())
        self.set_interval(1, self._tick)

    # --------------------------------------------------------------------------- what happens

    async def _follow(self) -> None:
        try:
            async for news in self._link.news():
                self._take_in(news)
                if not isinstance(news, Happened):
                    self._draw()
        except LinkRefused as refused:
            self.leave(refused.sentence)
        else:
            self.leave(self._t.text("tui", "This table is no longer available."))

    def leave(self, outcome: Link | str | None) -> None:
        """Leave the table, and close all dialogs over it."""
        while self.app.screen is not self:
            self.app.pop_screen()
        self.dismiss(outcome)

    def _take_in(self, news: News) -> None:
        model = self._model
        if model is None:
            self._first(news)
            return
        match news:
            case Shown():
                model.shown(news)
            case Happened():
                model.happened(news)
            case Said(line=line):
                model.add_line(line_text(self._t, line))
                if self._chat is not None:
                    self._chat.add_line(line)
            case Broken(sentence=sentence):
                model.broken = sentence

    def _first(self, news: News) -> None:
        """Store news that comes before the first snapshot."""
        match news:
            case Happened():
                self._early.append(news)
            case Shown(snapshot=snapshot):
                self._model = Model(snapshot)
                for event in self._early:
                    self._model.happened(event)
            case Said() | Broken():
                pass

    def _draw(self) -> None:
        if self._model is None:
            return
        self.query_one("#above", Static).update(Content(self._headline(self._model)))
        self.query_one("#below", Static).update(Content(self._footline(self._model)))
        self.query_one(Panel).show(self._model)
        self.query_one(SheetView).show(self._model)

    def _tick(self) -> None:
        """Redraw a running clock every second."""
        if self._model is not None and self._model.snapshot["clock"] is not None:
            self._draw()

    def _footline(self, model: Model) -> str:
        if model.marks_rolls:
            return self._t.text("tui", "1–6 roll again  ↑↓ cell  Enter confirm  Z cross out  H hint  ? keys  Q stop")
        return self._t.text("tui", "1–6 keep  ↑↓ cell  Enter confirm  Z cross out  H hint  ? keys  Q stop")

    def _headline(self, model: Model) -> str:
        snapshot = model.snapshot
        parts = ["Pasch", snapshot["rules_name"] or snapshot["variant_name"]]
        if snapshot["games"] > 1:
            game = self._t.text("tui", "game {game} of {games}", game=snapshot["game"], games=snapshot["games"])
            parts.append(game)
        if snapshot["status"] != "waiting":
            now, last = snapshot["round"], snapshot["rounds"]
            parts.append(self._t.text("tui", "round {round} of {rounds}", round=now, rounds=last))
        if snapshot["watchers"]:
            parts.append(self._t.count("tui", "{count} watches", "{count} watch", snapshot["watchers"]))
        if self._link.address is not None:
            parts.append(self._link.address)
        return " · ".join(parts)

    # --------------------------------------------------------------------------- keys and clicks

    async def on_key(self, event: events.Key) -> None:
        """Handle a key."""
        if self._model is None:
            return
        self._model.notice = ""
        key = event.character if event.character and event.is_printable else event.key
        if await self._keys.press(self._model, key):
            event.stop()
            event.prevent_default()
        self._draw()

    def on_panel_die_clicked(self, event: Panel.DieClicked) -> None:
        """Keep or release the die."""
        if self._model is not None:
            self._keys.keep(self._model, event.place + 1, face=False)
            self._draw()

    async def on_sheet_view_cell_clicked(self, event: SheetView.CellClicked) -> None:
        """The first click points at the cell, the second one writes."""
        if self._model is not None:
            await self._keys.write(self._model, event.seat, event.cell)
            self._draw()

    # --------------------------------------------------------------------------- dialogs

    def choose(self, title: str, options: Sequence[str], then: Callable[[int], Awaitable[None]]) -> None:
        """Open a choice among the options."""
        self._answered(Choices(title, options, self._back()), then)

    def ask(self, title: str, then: Callable[[str], Awaitable[None]]) -> None:
        """Open a text input."""
        self._answered(Asking(title, self._back()), then)

    def _answered(self, dialog: Dialog[Answer], then: Callable[[Answer], Awaitable[None]]) -> None:
        """Open a dialog; `then` receives its answer, if any."""

        async def closed(answer: Answer | None) -> None:
            if answer is not None:
                await then(answer)
            self._draw()

        self.app.push_screen(dialog, closed)

    def correct(self, sheet: Correction, send: Callable[[Replacement], Awaitable[str]]) -> None:
        """Open the correction of an entry."""
        self.app.push_screen(Correcting(self._t, sheet, send, self._back()), lambda _: self._draw())

    def read(self, title: str, lines: Sequence[str], *, from_the_end: bool = False) -> None:
        """Open a text to read."""
        self.app.push_screen(Reading(title, lines, self._back(), from_the_end=from_the_end))

    def chat(self, chat: ChatLines) -> None:
        """Open the chat."""
        self._chat = ChatDialog(self._t, chat, self._say)
        self.app.push_screen(self._chat, self._chat_closed)

    def _back(self) -> str:
        return self._t.text("tui", "back to the table")

    async def _say(self, room: str, text: str) -> str:
        """Send a line of chat; returns the reason of a refusal, or an empty text."""
        try:
            await self._link.speak(room, text)
        except LinkRefused as refused:
            return refused.sentence
        return ""

    def _chat_closed(self, _: None) -> None:
        self._chat = None


class PaschApp(App[str]):
    """Full-screen, in the colours of the terminal. Ends with a sentence to print, often empty.

    It begins at a table or, without one, at the tables of a server; `link` is the latest table.
    """

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]
    CSS_PATH = "pasch.tcss"
    TITLE = "Pasch"

    def __init__(self, link: Link | None, server: Server | None = None, player: str = "") -> None:
        super().__init__()
        self.link = link
        self._server = server
        self._player = player
        self.theme = "ansi-dark"

    def on_mount(self) -> None:
        """Open the table, or the list of them."""
        if self.link is None:
            self._at_home()
        else:
            self._sit_at(self.link)

    def _sit_at(self, link: Link) -> None:
        self.link = link
        self.push_screen(TableScreen(link, self._player), self._left)

    def _left(self, outcome: Link | str | None) -> None:
        """Go to the next table, back to the list, or out."""
        if outcome is not None and not isinstance(outcome, str):
            self._sit_at(outcome)
        elif self._server is None:
            self.exit(outcome or "")
        else:
            self._at_home()
            if outcome:
                self.notify(outcome, markup=False)

    def _at_home(self) -> None:
        if self._server is None:
            self.exit("")
        else:
            self.push_screen(HomeScreen(self._server, self._player), self._chosen)

    def _chosen(self, link: Link | None) -> None:
        if link is None:
            self.exit("")
        else:
            self._sit_at(link)
