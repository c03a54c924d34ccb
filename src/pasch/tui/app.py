"""The terminal client as one program: a table, or a server with its tables first."""

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from pasch.tui.server.home import HomeScreen
from pasch.tui.server.link import Link
from pasch.tui.server.online import Server
from pasch.tui.table import TableScreen


class PaschApp(App[str]):
    """Full-screen, in the colours of the terminal. Ends with a sentence to be printed, often none.

    It begins at a table or, without one, at the tables of a server; `link` is the table it was at last.
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
        """Begin with the table, or with the list of them."""
        if self.link is None:
            self._at_home()
        else:
            self._sit_at(self.link)

    def _sit_at(self, link: Link) -> None:
        self.link = link
        self.push_screen(TableScreen(link, self._player), self._left)

    def _left(self, outcome: Link | str | None) -> None:
        """To the next table, back to the list, or out."""
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
