"""What opens over the table and closes again: a choice, something to read, something to type."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from pasch.tui.drawing.pick import Pick

LONGEST_ANSWER = 200
"""Characters that are taken of a line that is typed."""

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer | None]):
    """A box with a title and the way out: Escape goes back without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, title: str, way_out: str) -> None:
        super().__init__()
        self._heading = title
        self._way_out = way_out

    def compose(self) -> ComposeResult:
        """The title, what stands in the box, the way out."""
        with Vertical(classes="dialog"):
            yield Label(Content(self._heading), classes="title")
            yield from self.inside()
            yield Label(Content(f"Esc  {self._way_out}"), classes="way-out")

    @abstractmethod
    def inside(self) -> ComposeResult:
        """What stands in the box."""


class Choices(Dialog[int]):
    """One of several things by its number, or nothing: arrows and Enter."""

    def __init__(self, title: str, options: Sequence[str], way_out: str) -> None:
        super().__init__(title, way_out)
        self._options = options

    def inside(self) -> ComposeResult:
        """The answers."""
        yield Pick(self._options)

    def on_option_list_option_selected(self, event: Pick.OptionSelected) -> None:
        """An answer was given."""
        self.dismiss(event.option_index)


class Reading(Dialog[None]):
    """Lines to be read, the newest in view where there are more than fit."""

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
        """Show the end, where that is what matters."""
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self._from_the_end:
            scroll.scroll_end(animate=False)


class Asking(Dialog[str]):
    """A line to be typed."""

    def inside(self) -> ComposeResult:
        """A line for the answer."""
        yield Input(max_length=LONGEST_ANSWER)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The line is finished."""
        self.dismiss(event.value)
