"""The two halves of the table as widgets: they draw the model, and say what was clicked."""

from datetime import UTC, datetime

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from pasch.i18n import Translator
from pasch.tui.drawing import dice, grid, panel
from pasch.tui.drawing.sheet import Sheets
from pasch.tui.key_bindings import key_bindings
from pasch.tui.model import Model


class Panel(Widget):
    """Whose turn it is, the dice, what can be done, who plays, what has happened."""

    class DieClicked(Message):
        """A die at a place, from 0."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, t: Translator) -> None:
        super().__init__()
        self._t = t
        self._model: Model | None = None
        self._drawn: list[Text] = []

    def show(self, model: Model) -> None:
        """Draw the table as it is now."""
        self._model = model
        self.refresh()

    def render(self) -> Text:
        """The lines of the panel."""
        if self._model is None:
            return Text(self._t.text("tui", "The table is being laid …"))
        space = panel.Space(self.size.width, self.size.height)
        self._drawn = panel.drawn(self._t, self._model, key_bindings(self._t, self._model), space, datetime.now(UTC))
        return Text("\n").join(self._drawn)

    def on_click(self, event: events.Click) -> None:
        """A die may have been clicked: dice are drawn in frames, as wide as each other."""
        if self._model is None or not self._model.tray:
            return
        gap = len(dice.gap_of(len(self._model.tray), self.size.width))
        framed = [n for n, line in enumerate(self._drawn) if any(mark in line.plain for mark in "┌│└┏┃┗")]
        place, beside = divmod(event.x, dice.WIDTH + gap)
        if event.y in framed and place < len(self._model.tray) and beside < dice.WIDTH:
            self.post_message(self.DieClicked(place))


class SheetView(Widget):
    """The sheets."""

    class CellClicked(Message):
        """A cell of a seat's sheet."""

        def __init__(self, seat: int, cell: str) -> None:
            super().__init__()
            self.seat = seat
            self.cell = cell

    def __init__(self, t: Translator) -> None:
        super().__init__()
        self._t = t
        self._model: Model | None = None
        self._grid: grid.Grid | None = None

    def show(self, model: Model) -> None:
        """Draw the table as it is now."""
        self._model = model
        self.refresh()

    def render(self) -> Text:
        """The lines of the sheets."""
        model = self._model
        if model is None:
            return Text()
        sheets = Sheets(self._t, model.snapshot, model.offers, model.look)
        room = grid.Room(self.size.width, self.size.height, model.seen, model.top)
        self._grid = grid.fitted(sheets, room)
        model.top = self._grid.above
        return Text("\n").join(grid.drawn(sheets, self._grid))

    def on_click(self, event: events.Click) -> None:
        """A cell may have been clicked."""
        found = None if self._grid is None else self._grid.cell_at(event.x, event.y)
        if found is not None:
            self.post_message(self.CellClicked(*found))
