"""What is said at a table."""

from collections.abc import Awaitable, Callable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from pasch.i18n import Translator
from pasch.service.chat.text_checks import LONGEST_LINE
from pasch.service.views.schema import LineView, TalkView
from pasch.tui.dialogs import Dialog
from pasch.tui.saying import talk_lines


class ChatDialog(Dialog[None]):
    """The lines said so far, and one to say something, where that is allowed. `say` may return why it was refused."""

    AUTO_FOCUS = "Input"

    def __init__(self, t: Translator, talk: TalkView, say: Callable[[str, str], Awaitable[str]]) -> None:
        super().__init__(t.text("tui", "What is said at the table"), t.text("tui", "back to the table"))
        self._t = t
        self._lines = {line["id"]: line for line in talk["lines"]}
        self._room = next((room["room"] for room in talk["rooms"] if room["write"]), None)
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

    def said(self, line: LineView) -> None:
        """A line has come."""
        self._lines[line["id"]] = line
        self._show()

    def _show(self) -> None:
        texts = talk_lines(self._t, list(self._lines.values()))
        nobody = self._t.text("tui", "Nobody has said anything yet.")
        self.query_one("#lines", Static).update(Content("\n".join(texts) or nobody))
        self.query_one(VerticalScroll).scroll_end(animate=False)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say it; what is refused stays to be changed."""
        if self._room is None or not event.value.strip():
            return
        refused = await self._say(self._room, event.value)
        if refused:
            self.notify(refused, markup=False)
        else:
            event.input.clear()
