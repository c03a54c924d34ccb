"""The game in lines, on a pseudo-terminal."""

import codecs
import os
import pty
import select
import signal
import subprocess
import sys

import pytest

from pasch.cli.play.table import WIPE
from tests.support.server import Server

LONGEST_WAIT = 60
"""Seconds without output after which waiting fails."""


class Terminal:
    """A process on a pseudo-terminal: its output and its keys."""

    def __init__(self, *arguments: str, program: str = "pasch") -> None:
        self._ours, theirs = pty.openpty()
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
        command = [sys.executable, "-m", program, *arguments]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
        os.close(theirs)
        self._decoder = codecs.getincrementaldecoder("utf-8")()  # a letter may arrive in two pieces
        self.shown = ""

    def wait_for(self, text: str) -> str:
        """Read until this text appears; return the output up to it."""
        while text not in self.shown:
            ready, _, _ = select.select([self._ours], [], [], LONGEST_WAIT)
            assert ready, f"{text!r} has not come; last there was {self.shown[-500:]!r}"
            try:
                read = os.read(self._ours, 65536)
            except OSError:  # the process and its terminal have ended
                break
            self.shown += self._decoder.decode(read)
        seen, found, self.shown = self.shown.partition(text)
        assert found, f"{text!r} never came; last there was {seen[-500:]!r}"
        return seen

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def interrupt(self) -> None:
        """Send Ctrl-C, and again if the program was not reading keys yet."""
        answered: list[int] = []
        while not answered:
            self.process.send_signal(signal.SIGINT)
            answered, _, _ = select.select([self._ours], [], [], 1)

    def end_input(self) -> None:
        self.type("\x04")

    def end(self) -> int:
        code = self.process.wait(30)
        os.close(self._ours)
        return code


@pytest.fixture
def terminal():
    started = []
    # Tests in the background ignore Ctrl-C, and their children would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def start(*arguments: str, program: str = "pasch") -> Terminal:
        started.append(Terminal(*arguments, program=program))
        return started[-1]

    yield start
    signal.signal(signal.SIGINT, before)
    for one in started:
        one.process.kill()
        one.process.wait()


def test_typed_game_runs_on_a_terminal(terminal):
    screen = terminal("play", "--plain", "--players", "Anna,Bernd", "--lang", "de")
    screen.wait_for("(noch 2 Würfe): ")
    screen.type("chance\n")
    assert "Anna schreibt Chance:" in screen.wait_for("Bernd, behalten oder eintragen")
    screen.wait_for("(noch 2 Würfe): ")
    screen.type("s\n")
    assert "Große Straße" in screen.wait_for("(noch 2 Würfe): ")
    screen.type("k-\n")
    screen.wait_for("(noch 1 Wurf): ")
    screen.type("q\n")
    screen.wait_for("Aufgehört.")
    assert screen.end() == 0


@pytest.mark.slow
def test_scratch_by_bare_name_asks_for_confirmation(terminal):
    screen = terminal("play", "--plain", "--set", "rolls=1", program="tests.support.fixed_play")
    screen.wait_for("your entry: ")
    screen.type("kniffel\n")
    screen.wait_for("Cross out Kniffel? (y/n) ")
    screen.type("n\n")
    screen.wait_for("your entry: ")
    screen.type("kniffel\n")
    screen.wait_for("(y/n) ")
    screen.type("y\n")
    screen.wait_for("crosses out Kniffel.")


@pytest.mark.slow
def test_french_confirmation_accepts_o(terminal):
    options = ("--plain", "--set", "rolls=1", "--lang", "fr")
    screen = terminal("play", *options, program="tests.support.fixed_play")
    screen.wait_for("votre inscription\u202f: ")
    screen.type("kniffel\n")
    screen.wait_for("Barrer Kniffel\u202f? (o/n) ")
    screen.type("o\n")
    screen.wait_for("barre Kniffel.")


@pytest.mark.slow
@pytest.mark.parametrize("leave", [Terminal.interrupt, Terminal.end_input], ids=["Ctrl-C", "Ctrl-D"])
def test_interrupt_and_end_of_input_stop_cleanly(terminal, leave):
    screen = terminal("play", "--plain")
    screen.wait_for("(2 rolls left): ")
    leave(screen)
    assert "Traceback" not in screen.wait_for("Stopped.")
    assert screen.end() == 0


def test_interrupted_calculation_has_the_exit_code_of_a_shell(terminal):
    screen = terminal("score", "--batch")
    screen.type('{"variant": "kniffel", "category": "chance", "dice": [1, 1, 3, 4, 5]}\n')
    screen.wait_for('{"points": 14}')
    screen.process.send_signal(signal.SIGINT)
    assert screen.end() == 130


def shows_dice(seen: str) -> bool:
    return "Wurf 1 von 3: " in seen


def test_hidden_dice_are_wiped_before_the_next_player(terminal):
    screen = terminal("play", "luegenkniffel", "--plain", "--players", "Anna,Bernd,Clara", "--lang", "de")
    assert not shows_dice(screen.wait_for("Anna, drück Enter"))
    screen.type("\n")
    assert shows_dice(screen.wait_for("behalten oder behaupten (noch 2 Würfe): "))
    screen.type("chance 20\n")
    screen.wait_for(WIPE)
    assert not shows_dice(screen.wait_for("Bernd, glauben oder zweifeln? "))
    screen.type("glauben\n")
    screen.wait_for("Clara, glauben oder zweifeln? ")
    screen.type("glauben\n")
    assert not shows_dice(screen.wait_for("Bernd, drück Enter"))


@pytest.mark.slow
def test_help_does_not_redraw_the_sheet(terminal):
    screen = terminal("play", "jamb", "--plain", "--lang", "de")
    screen.wait_for("(noch 2 Würfe): ")
    screen.type("?\n")
    seen = screen.wait_for("(noch 2 Würfe): ")
    assert "@3 ↑: Die Felder werden der Reihe nach von unten nach oben gefüllt." in seen
    assert "Saldo" not in seen


def test_terminal_opens_the_full_screen_table(terminal, tmp_path):
    file = tmp_path / "match.txt"
    screen = terminal("play", "--players", "Anna", "--lang", "de", "--record", str(file))
    screen.wait_for("Große Straße")
    screen.type("r")
    screen.wait_for("Wurf 1 von 3")
    screen.type("q")
    screen.wait_for("Die Partie endet hier")
    screen.type("\r")
    screen.wait_for("Die Aufzeichnung steht in")
    assert screen.end() == 0
    assert "result: aborted" in file.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("leave", [lambda screen: screen.type("q\n"), Terminal.interrupt], ids=["q", "Ctrl-C"])
def test_real_dice_are_typed_line_by_line_on_a_terminal(terminal, tmp_path, leave):
    file = tmp_path / "match.txt"
    screen = terminal("play", "--plain", "--real-dice", "--players", "Anna", "--lang", "de", "--record", str(file))
    screen.wait_for("Tipp die Würfel ein oder die Punkte.")
    screen.type("13356\n")
    screen.wait_for("Möglich: ")
    screen.type("kniffel\n")
    screen.wait_for("Kniffel streichen? (j/n)")
    screen.type("j\n")
    screen.wait_for("Anna streicht Kniffel.")
    leave(screen)
    assert "Traceback" not in screen.wait_for("Aufgehört.")
    screen.wait_for("Die Aufzeichnung steht in")
    assert screen.end() == 0
    assert "result: aborted" in file.read_text()


@pytest.mark.slow
def test_player_without_a_table_gets_no_record(terminal, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = tmp_path / "match.txt"
    with Server(tmp_path) as server:
        screen = terminal("play", "--server", server.url, "--lang", "de", "--record", str(file))
        screen.wait_for("Einen neuen Tisch decken")
        screen.type("q")
        screen.wait_for("Es gibt keine Aufzeichnung: Du warst an keinem Tisch")
        assert screen.end() == 1
    assert not file.exists()


@pytest.mark.slow
def test_full_screen_bluffing_game_refuses_real_dice(terminal):
    screen = terminal("play", "luegenkniffel", "--real-dice", "--players", "Anna,Bernd", "--lang", "de")
    screen.wait_for("pasch: Echte Würfel unter echten Bechern kann niemand eintippen")
    assert screen.end() == 1
