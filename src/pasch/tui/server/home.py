"""A server in the terminal: its tables, and the form for a new one."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, Label, Static

from pasch.i18n import Translator, translator
from pasch.service.views.schema.lists import ListedTable
from pasch.tui.dialogs import Asking, Pick, Tick
from pasch.tui.server.link import Link, LinkRefused
from pasch.tui.server.online import Json, OnlineLink, Server, server_of, table_request

FIELDS = ("players", "guests", "bots", "games")


@contextmanager
def _refusal_shown(screen: Screen[Link | None]) -> Iterator[None]:
    """Show the reason where a request of a screen is refused."""
    try:
        yield
    except LinkRefused as refused:
        screen.notify(refused.sentence, markup=False)


class Opening(ModalScreen[Link | None]):
    """Ends with the link to the new table, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, server: Server, t: Translator, player: str) -> None:
        super().__init__()
        self._server = server
        self._t = t
        self._player = player
        self._variants: list[str] = []

    def compose(self) -> ComposeResult:
        """The variants, and a form next to them."""
        t = self._t
        labels = {
            "players": (t.text("tui", "Names here, separated by commas"), self._player),
            "guests": (t.text("tui", "Seats for others"), "1"),
            "bots": (t.text("tui", "Bots"), "0"),
            "games": (t.text("tui", "Games"), "1"),
        }
        with Vertical(classes="dialog wide"):
            yield Label(Content(t.text("tui", "A new table")), classes="title")
            with Horizontal(classes="form"):
                yield Pick(jumps=True)
                with Vertical():
                    for name, (label, value) in labels.items():
                        yield Label(Content(label))
                        yield Input(value, id=name, compact=True, type="text" if name == "players" else "integer")
                    yield Tick(t.text("tui", "Show it in the lobby"), id="public")
                    yield Button(t.text("tui", "Open"), id="open", compact=True)
            yield Label(Content(f"Tab ↑↓ · Esc  {t.text('tui', 'back')}"), classes="way-out")

    async def on_mount(self) -> None:
        """Request the variants."""
        with _refusal_shown(self):
            found = (await self._server.ask("GET", "/variants"))["variants"]
            self._variants = [str(variant["key"]) for variant in found]
            shown = self.query_one(Pick)
            shown.fill([str(variant["name"]) for variant in found])
            shown.focus()

    def on_option_list_option_selected(self) -> None:
        """Move on to the form."""
        self.query_one("#players", Input).focus()

    async def on_input_submitted(self) -> None:
        """Open the table on Enter in a field."""
        await self._open()

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Open the table on the button."""
        if isinstance(event.button, Tick):
            event.button.turn()
        else:
            await self._open()

    async def _open(self) -> None:
        with _refusal_shown(self):
            self.dismiss(await self._server.open(self._request()))

    def _request(self) -> Json:
        typed = {name: self.query_one(f"#{name}", Input).value for name in FIELDS}
        number = {name: int(typed[name] or "0") for name in FIELDS[1:]}
        chosen = self.query_one(Pick).highlighted or 0
        return table_request(
            self._variants[chosen] if self._variants else "kniffel",
            [name.strip() for name in typed["players"].split(",")],
            guests=number["guests"],
            bots=number["bots"],
            games=number["games"],
            public=self.query_one(Tick).on,
        )


REFRESH_SECONDS = 5.0
"""Seconds between two refreshes of the lists."""
NEW, DAILY, ADDRESS, KEY = "new", "daily", "address", "key"
"""The entries that are not tables, each with the name of its action."""


@dataclass(frozen=True)
class Entry:
    """A line of the list: its action, and its words."""

    chooses: str
    words: str


class HomeScreen(Screen[Link | None]):
    """Ends with the link to the chosen table, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "dismiss(None)", show=False),
        Binding("n", "new", show=False),
        Binding("d", "daily", show=False),
        Binding("a", "address", show=False),
        Binding("k", "key", show=False),
    ]

    def __init__(self, server: Server, name: str) -> None:
        super().__init__()
        self._server = server
        self._t = translator(server.lang)
        self._player = name
        self._entries: list[Entry] = []

    def compose(self) -> ComposeResult:
        """The server, its tables, the keys."""
        yield Static(Content(f"Pasch · {self._server.url}"), id="above")
        yield Pick()
        yield Static(
            Content(self._t.text("tui", "↑↓ Enter choose  N new table  D daily game  A address  K key  Q stop")),
            id="below",
        )

    async def on_mount(self) -> None:
        """Load the lists, and refresh them regularly."""
        await self._refresh()
        self.query_one(Pick).focus()
        self.set_interval(REFRESH_SECONDS, self._refresh)

    async def _refresh(self) -> None:
        with _refusal_shown(self):
            entries = await self._fetch_entries()
            if entries != self._entries:
                self._show(entries)

    async def _fetch_entries(self) -> list[Entry]:
        mine, public = await self._server.tables(mine=True), await self._server.tables(mine=False)
        own = {item["id"] for item in mine}
        return [
            Entry(NEW, self._t.text("tui", "Open a new table …")),
            Entry(DAILY, self._t.text("tui", "Play the daily game …")),
            Entry(ADDRESS, self._t.text("tui", "Enter the address of a table …")),
            Entry(KEY, self._t.text("tui", "Continue a match with its key …")),
            *(Entry(item["id"], f"{self._t.text('tui', 'Yours')} · {item_words(self._t, item)}") for item in mine),
            *(Entry(item["id"], item_words(self._t, item)) for item in public if item["id"] not in own),
        ]

    def _show(self, entries: list[Entry]) -> None:
        """Show the list with the same entry marked as before."""
        shown = self.query_one(Pick)
        marked = None if shown.highlighted is None else self._entries[shown.highlighted].chooses
        self._entries = entries
        marked_number = next((n for n, entry in enumerate(entries) if entry.chooses == marked), 0)
        shown.fill([entry.words for entry in entries], marked_number)

    async def on_option_list_option_selected(self, event: Pick.OptionSelected) -> None:
        """Open the target of the entry."""
        chosen = self._entries[event.option_index].chooses
        if chosen in {NEW, DAILY, ADDRESS, KEY}:
            await self.run_action(chosen)
        else:
            self.dismiss(OnlineLink(self._server, chosen))

    def action_new(self) -> None:
        """Open the form for a new table."""
        self.app.push_screen(Opening(self._server, self._t, self._player), self._opened)

    def _opened(self, link: Link | None) -> None:
        if link is not None:
            self.dismiss(link)

    async def action_daily(self) -> None:
        """Play the daily game, or show its result."""
        with _refusal_shown(self):
            self.dismiss(await self._server.daily())

    def action_address(self) -> None:
        """Ask for the address of a table."""
        question = self._t.text("tui", "The address of the table, or the last part of it")
        self.app.push_screen(Asking(question, self._t.text("tui", "back")), self._addressed)

    def _addressed(self, address: str | None) -> None:
        if not address:
            return
        with _refusal_shown(self):
            table = server_of(address.strip(), self._server.lang)[1] if "/" in address else address.strip()
            if table is not None:
                self.dismiss(OnlineLink(self._server, table))

    def action_key(self) -> None:
        """Ask for a key."""
        question = self._t.text("tui", "The key shown when the match was interrupted")
        self.app.push_screen(Asking(question, self._t.text("tui", "back")), self._keyed)

    async def _keyed(self, key: str | None) -> None:
        if not key:
            return
        with _refusal_shown(self):
            self.dismiss(await self._server.go_on(key.rpartition("#")[2]))


def item_words(t: Translator, item: ListedTable) -> str:
    """A table of a list in one line: the variant, the players, the progress."""
    names = [t.text("tui", "open seat") if seat["open"] else seat["name"] for seat in item["seats"]]
    parts = [item["rules_name"] or item["variant_name"], ", ".join(names)]
    if item["status"] == "waiting":
        parts.append(t.count("tui", "{count} seat open", "{count} seats open", item["open_seats"]))
    else:
        parts.append(t.text("tui", "round {round} of {rounds}", round=item["round"], rounds=item["rounds"]))
    return " · ".join(parts)
