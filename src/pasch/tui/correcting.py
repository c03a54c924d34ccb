"""An entry with real dice that is corrected: the cell, the dice or the points alone, whether it was scratched."""

from collections.abc import Awaitable, Callable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Label

from pasch.i18n import Translator
from pasch.tui.dialogs import Dialog
from pasch.tui.drawing.pick import Pick
from pasch.tui.drawing.tick import Tick
from pasch.tui.typed import Correction, ToldAnew


class Correcting(Dialog[None]):
    """Closes when the correction was taken; what is refused is said, and stays to be changed."""

    def __init__(
        self, t: Translator, correction: Correction, tell: Callable[[ToldAnew], Awaitable[str]], way_out: str
    ) -> None:
        super().__init__(correction.title, way_out)
        self._t = t
        self._correction = correction
        self._tell = tell

    def inside(self) -> ComposeResult:
        """The cells, and beside them what is known."""
        t, turn = self._t, self._correction.turn
        points = str(turn.points) if turn.dice is None else ""
        with Horizontal(classes="form low"):
            yield Pick(self._correction.words, jumps=True)
            with Vertical():
                yield Label(Content(t.text("tui", "The dice, such as 13356")))
                yield Input(turn.dice or "", id="dice", compact=True, restrict=r"[0-9/ ]*", max_length=40)
                yield Label(Content(t.text("tui", "or the points alone")))
                yield Input(points, id="points", compact=True, type="integer", max_length=9)
                yield Tick(t.text("tui", "Crossed out: 0 points"), id="struck")
                yield Button(t.text("tui", "Correct it"), id="correct", compact=True)
                yield Label(id="refused")
        yield Label(Content(t.text("tui", "What stood here before stays in the log.")), classes="way-out")

    def on_mount(self) -> None:
        """The cell that stands there is marked, and what is known of it can be typed over."""
        turn = self._correction.turn
        self.query_one(Pick).highlighted = self._correction.cells.index(turn.cell or "")
        if turn.dice is not None and turn.points == 0:
            self.query_one(Tick).turn()
        self.query_one("#points" if turn.dice is None else "#dice", Input).focus()

    def on_option_list_option_selected(self) -> None:
        """On to what is typed."""
        self.query_one("#dice", Input).focus()

    async def on_input_submitted(self) -> None:
        """Enter in a field corrects."""
        await self._correct()

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """The button too."""
        if isinstance(event.button, Tick):
            event.button.turn()
        else:
            await self._correct()

    async def _correct(self) -> None:
        dice, points = ("".join(self.query_one(name, Input).value.split()) for name in ("#dice", "#points"))
        if bool(dice) == bool(points) and not self._scratched_alone(dice, points):
            refused = self._t.text("tui", "Type the dice or the points, one of the two.")
        else:
            refused = await self._tell(self._told(dice, points))
        if refused:
            self.query_one("#refused", Label).update(Content(f"» {refused}"))
        else:
            self.dismiss(None)

    def _scratched_alone(self, dice: str, points: str) -> bool:
        """Whether all that is known is that the cell was scratched."""
        return self.query_one(Tick).on and not (dice or points)

    def _told(self, dice: str, points: str) -> ToldAnew:
        cell = self._correction.cells[self.query_one(Pick).highlighted or 0]
        if self.query_one(Tick).on:
            return ToldAnew(cell, dice or None, 0)
        return ToldAnew(cell, dice or None, int(points) if points else None)
