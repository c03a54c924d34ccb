"""The dialogs: questions, chat, corrections."""

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from pasch.i18n import Translator
from pasch.service.chat.store import LONGEST_LINE
from pasch.service.views.schema.people import ChatLine, ChatLines
from pasch.tui.model import chat_lines
from pasch.tui.sheet import CURSOR
from pasch.tui.typed import Correction, Replacement


class Pick(OptionList):
    """A list of options. With `jumps` a letter moves to the next option that begins with it."""

    def __init__(self, words: Sequence[str] = (), *, jumps: bool = False) -> None:
        self._words = list(words)  # set first: the list sets its first mark in its constructor
        self._marked: int | None = None
        self._jumps = jumps
        super().__init__(*map(_unmarked, words))

    def fill(self, words: Sequence[str], highlighted: int = 0) -> None:
        """Replace the options."""
        self._words, self._marked = list(words), None
        self.clear_options().add_options(map(_unmarked, words))
        self.highlighted = highlighted if words else None
        self._mark(self.highlighted)

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Move the pointer along."""
        super().watch_highlighted(highlighted)
        self._mark(highlighted)

    def _mark(self, highlighted: int | None) -> None:
        for number, sign in ((self._marked, " "), (highlighted, CURSOR)):
            if number is not None and number < len(self._words) == self.option_count:
                self.replace_option_prompt_at_index(number, Content(f"{sign}{self._words[number]}"))
        self._marked = highlighted

    def on_key(self, event: events.Key) -> None:
        """Move to the next option that begins with the letter."""
        typed = event.character or ""
        if not self._jumps or not typed.isalnum() or self.highlighted is None:
            return
        count = len(self._words)
        order = [(self.highlighted + step) % count for step in range(1, count + 1)]
        found = next((n for n in order if self._words[n].casefold().startswith(typed.casefold())), None)
        if found is not None:
            self.highlighted = found
            event.stop()


def _unmarked(words: str) -> Option:
    return Option(Content(f" {words}"))


class Tick(Button):
    """A checkbox; a cross marks it, not a colour."""

    def __init__(self, words: str, *, id: str) -> None:
        super().__init__(Content(f"[ ] {words}"), id=id, compact=True)
        self._words = words
        self.on = False

    def turn(self) -> None:
        """Toggle it."""
        self.on = not self.on
        self.label = Content(f"[{'x' if self.on else ' '}] {self._words}")


LONGEST_ANSWER = 200
"""The longest input, in characters."""

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer | None]):
    """A box with a title and an exit hint: Escape goes back without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, title: str, way_out: str) -> None:
        super().__init__()
        self._heading = title
        self._way_out = way_out

    def compose(self) -> ComposeResult:
        """The title, the content, the exit hint."""
        with Vertical(classes="dialog"):
            yield Label(Content(self._heading), classes="title")
            yield from self.inside()
            yield Label(Content(f"Esc  {self._way_out}"), classes="way-out")

    @abstractmethod
    def inside(self) -> ComposeResult:
        """The content of the box."""


class Choices(Dialog[int]):
    """A choice among options, or None: arrows and Enter."""

    def __init__(self, title: str, options: Sequence[str], way_out: str) -> None:
        super().__init__(title, way_out)
        self._options = options

    def inside(self) -> ComposeResult:
        """The answers."""
        yield Pick(self._options)

    def on_option_list_option_selected(self, event: Pick.OptionSelected) -> None:
        """Return the selected option."""
        self.dismiss(event.option_index)


class Reading(Dialog[None]):
    """A text to read, with the newest lines in view if some do not fit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, "dismiss(None)", show=False) for key in ("enter", "q", "l", "t", "question_mark")
    ]

    def __init__(self, title: str, lines: Sequence[str], way_out: str, *, from_the_end: bool = False) -> None:
        super().__init__(title, way_out)
        self._lines = lines
        self._from_the_end = from_the_end

    def inside(self) -> ComposeResult:
        """The lines."""
        with VerticalScroll():
            yield Static(Content("\n".join(self._lines)))

    def on_mount(self) -> None:
        """Scroll to the end, where that is what matters."""
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self._from_the_end:
            scroll.scroll_end(animate=False)


class Asking(Dialog[str]):
    """A line of input."""

    def inside(self) -> ComposeResult:
        """The input."""
        yield Input(max_length=LONGEST_ANSWER)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the finished line."""
        self.dismiss(event.value)


class ChatDialog(Dialog[None]):
    """The chat so far, and an input where writing is allowed. `say` may return the reason of a refusal."""

    AUTO_FOCUS = "Input"

    def __init__(self, t: Translator, chat: ChatLines, say: Callable[[str, str], Awaitable[str]]) -> None:
        super().__init__(t.text("tui", "Chat"), t.text("tui", "back to the table"))
        self._t = t
        self._lines = {line["id"]: line for line in chat["lines"]}
        self._room = next((room["room"] for room in chat["rooms"] if room["write"]), None)
        self._say = say

    def inside(self) -> ComposeResult:
        """The lines, and the input."""
        with VerticalScroll():
            yield Static(id="lines")
        if self._room is not None:
            yield Input(max_length=LONGEST_LINE, placeholder=self._t.text("tui", "Enter sends it"))

    def on_mount(self) -> None:
        """Show the latest lines."""
        self._show()

    def add_line(self, line: ChatLine) -> None:
        """Show a new line."""
        self._lines[line["id"]] = line
        self._show()

    def _show(self) -> None:
        texts = chat_lines(self._t, list(self._lines.values()))
        empty = self._t.text("tui", "No messages yet.")
        self.query_one("#lines", Static).update(Content("\n".join(texts) or empty))
        self.query_one(VerticalScroll).scroll_end(animate=False)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send the line; a refused one stays for editing."""
        if self._room is None or not event.value.strip():
            return
        refused = await self._say(self._room, event.value)
        if refused:
            self.notify(refused, markup=False)
        else:
            event.input.clear()


class Correcting(Dialog[None]):
    """Closes once the correction is accepted; a refusal is shown, and the input stays for editing."""

    def __init__(
        self, t: Translator, correction: Correction, send: Callable[[Replacement], Awaitable[str]], way_out: str
    ) -> None:
        super().__init__(correction.title, way_out)
        self._t = t
        self._correction = correction
        self._send = send

    def inside(self) -> ComposeResult:
        """The cells, and next to them the known data."""
        t, turn = self._t, self._correction.turn
        points = str(turn.points) if turn.dice is None else ""
        with Horizontal(classes="form low"):
            yield Pick(self._correction.words, jumps=True)
            with Vertical():
                yield Label(Content(t.text("tui", "The dice, such as 13356")))
                yield Input(turn.dice or "", id="dice", compact=True, restrict=r"[0-9/ ]*", max_length=40)
                yield Label(Content(t.text("tui", "or only the points")))
                yield Input(points, id="points", compact=True, type="integer", max_length=9)
                yield Tick(t.text("tui", "Crossed out: 0 points"), id="struck")
                yield Button(t.text("tui", "Correct"), id="correct", compact=True)
                yield Label(id="refused")
        yield Label(Content(t.text("tui", "The log keeps the earlier entry.")), classes="way-out")

    def on_mount(self) -> None:
        """Select the current cell, and fill the inputs with the known data."""
        turn = self._correction.turn
        self.query_one(Pick).highlighted = self._correction.cells.index(turn.cell or "")
        if turn.dice is not None and turn.points == 0:
            self.query_one(Tick).turn()
        self.query_one("#points" if turn.dice is None else "#dice", Input).focus()

    def on_option_list_option_selected(self) -> None:
        """Move on to the inputs."""
        self.query_one("#dice", Input).focus()

    async def on_input_submitted(self) -> None:
        """Correct on Enter in an input."""
        await self._correct()

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Correct on the button."""
        if isinstance(event.button, Tick):
            event.button.turn()
        else:
            await self._correct()

    async def _correct(self) -> None:
        dice, points = ("".join(self.query_one(name, Input).value.split()) for name in ("#dice", "#points"))
        nothing_known = not (dice or points or self.query_one(Tick).on)
        if nothing_known or (dice and points):
            refused = self._t.text("tui", "Enter either the dice or the points.")
        else:
            refused = await self._send(self._replacement(dice, points))
        if refused:
            self.query_one("#refused", Label).update(Content(f"» {refused}"))
        else:
            self.dismiss(None)

    def _replacement(self, dice: str, points: str) -> Replacement:
        cell = self._correction.cells[self.query_one(Pick).highlighted or 0]
        if self.query_one(Tick).on:
            return Replacement(cell, dice or None, 0)
        return Replacement(cell, dice or None, int(points) if points else None)
