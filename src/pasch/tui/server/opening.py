"""A new table on a server: what is played, who sits here, who may come."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label

from pasch.i18n import Translator
from pasch.tui.drawing.pick import Pick
from pasch.tui.drawing.tick import Tick
from pasch.tui.server.link import Link, LinkRefused
from pasch.tui.server.online import Json, Server, table_wish

FIELDS = ("players", "guests", "bots", "games")


class Opening(ModalScreen[Link | None]):
    """Ends with the line to the new table, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, server: Server, t: Translator, player: str) -> None:
        super().__init__()
        self._server = server
        self._t = t
        self._player = player
        self._variants: list[str] = []

    def compose(self) -> ComposeResult:
        """The variants, and a form beside them."""
        t = self._t
        labels = {
            "players": (t.text("tui", "Names here, with commas between"), self._player),
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
                    yield Tick(t.text("tui", "Everybody sees it in the lobby"), id="public")
                    yield Button(t.text("tui", "Open it"), id="open", compact=True)
            yield Label(Content(f"Tab ↑↓ · Esc  {t.text('tui', 'back')}"), classes="way-out")

    async def on_mount(self) -> None:
        """Ask what can be played."""
        try:
            found = (await self._server.ask("GET", "/variants"))["variants"]
        except LinkRefused as refused:
            self.notify(refused.sentence, markup=False)
            return
        self._variants = [str(variant["key"]) for variant in found]
        shown = self.query_one(Pick)
        shown.fill([str(variant["name"]) for variant in found])
        shown.focus()

    def on_option_list_option_selected(self) -> None:
        """On to the form."""
        self.query_one("#players", Input).focus()

    async def on_input_submitted(self) -> None:
        """Enter in a field opens the table."""
        await self._open()

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """The button too."""
        if isinstance(event.button, Tick):
            event.button.turn()
        else:
            await self._open()

    async def _open(self) -> None:
        try:
            self.dismiss(await self._server.open(self._wish()))
        except LinkRefused as refused:
            self.notify(refused.sentence, markup=False)

    def _wish(self) -> Json:
        typed = {name: self.query_one(f"#{name}", Input).value for name in FIELDS}
        number = {name: int(typed[name] or "0") for name in FIELDS[1:]}
        chosen = self.query_one(Pick).highlighted or 0
        return table_wish(
            self._variants[chosen] if self._variants else "kniffel",
            [name.strip() for name in typed["players"].split(",")],
            guests=number["guests"],
            bots=number["bots"],
            games=number["games"],
            public=self.query_one(Tick).on,
        )
