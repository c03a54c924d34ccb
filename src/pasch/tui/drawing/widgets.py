"""Small widgets of dialogs and forms."""

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.widgets import Button, OptionList
from textual.widgets.option_list import Option

from pasch.tui.drawing.sheet import CURSOR


class Pick(OptionList):
    """Options by their words. With `jumps` a letter leads to the next option that begins with it."""

    def __init__(self, words: Sequence[str] = (), *, jumps: bool = False) -> None:
        self._words = list(words)  # first, for the list tells its first mark while it is made
        self._marked: int | None = None
        self._jumps = jumps
        super().__init__(*map(_unmarked, words))

    def fill(self, words: Sequence[str], highlighted: int = 0) -> None:
        """Show other options."""
        self._words, self._marked = list(words), None
        self.clear_options().add_options(map(_unmarked, words))
        self.highlighted = highlighted if words else None
        self._mark(self.highlighted)

    def watch_highlighted(self, highlighted: int | None) -> None:
        """The pointer goes along."""
        super().watch_highlighted(highlighted)
        self._mark(highlighted)

    def _mark(self, highlighted: int | None) -> None:
        for number, sign in ((self._marked, " "), (highlighted, CURSOR)):
            if number is not None and number < len(self._words) == self.option_count:
                self.replace_option_prompt_at_index(number, Content(f"{sign}{self._words[number]}"))
        self._marked = highlighted

    def on_key(self, event: events.Key) -> None:
        """A letter leads to the next option that begins with it."""
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
    """Something that is so or not; a cross says it, not a colour."""

    def __init__(self, words: str, *, id: str) -> None:
        super().__init__(Content(f"[ ] {words}"), id=id, compact=True)
        self._words = words
        self.on = False

    def turn(self) -> None:
        """Change it."""
        self.on = not self.on
        self.label = Content(f"[{'x' if self.on else ' '}] {self._words}")
