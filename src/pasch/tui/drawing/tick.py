"""Something that is so or not, as a line of a form."""

from textual.content import Content
from textual.widgets import Button


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
