"""Long work shows its progress on a terminal."""

import io
import sys
from threading import Event

import pytest

from pasch.solver import watching


class Terminal(io.StringIO):
    """A terminal that signals when it shows something."""

    def __init__(self) -> None:
        super().__init__()
        self.written = Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        count = super().write(text)
        self.written.set()
        return count


def watching_at(monkeypatch: pytest.MonkeyPatch, patience: float = 0.01) -> Terminal:
    """Replace standard error by a terminal. A fixture would fail: pytest sets standard error when a test begins."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(watching, "PATIENCE", patience)
    return terminal


def test_terminal_shows_a_bar_and_wipes_it(monkeypatch):
    terminal = watching_at(monkeypatch)
    with watching.shown("kniffel, play") as progress:
        progress(0.5)
        assert terminal.written.wait(10)
    assert "kniffel, play [############............]  50%, 0 s" in terminal.getvalue()
    assert terminal.getvalue().endswith(" \r")


def test_short_work_shows_nothing(monkeypatch):
    terminal = watching_at(monkeypatch, patience=60)
    with watching.shown("kniffel") as progress:
        progress(1)
    assert not terminal.getvalue()


def test_callback_replaces_the_bar(monkeypatch):
    terminal = watching_at(monkeypatch)
    shares: list[float] = []
    with watching.shown("kniffel", shares.append) as progress:
        progress(0.25)
    assert (shares, terminal.getvalue()) == ([0.25], "")
    part = watching.stretch(shares.append, 0.5, 1)
    assert part is not None
    part(0.5)
    assert shares[-1] == 0.75


def test_pipe_shows_no_progress(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert watching.watched() == ("ipykernel" in sys.modules)
