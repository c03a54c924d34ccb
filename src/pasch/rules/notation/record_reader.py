"""Reading a record: every line is played through the rules.

A wrong score, an illegal keep, a filled cell or a missing turn raises `DamagedRecord`, which
names the line of the file and the reason.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pasch.rules.actions import EndTurn, NextGame, TakeBack
from pasch.rules.errors import DamagedRecord, InvalidInput, PaschError
from pasch.rules.events import Event
from pasch.rules.game import Game
from pasch.rules.match import Match, MatchEvent
from pasch.rules.notation.lost import LostTurns, TurnNumber
from pasch.rules.notation.record import Ending, Record
from pasch.rules.notation.record_header import FIRST_LINE, Header
from pasch.rules.notation.turn_texts import lost_cell
from pasch.rules.notation.turns import TurnText, die_missing
from pasch.rules.turn import Stage, Turn

LONGEST = 2_000_000
"""The most characters of a record: far more than the longest match needs."""

LONGEST_LINE = 100_000
"""The most characters of one line: a turn may spend all the action dice of a long game."""

_HEADER = re.compile(r"([a-z]+(?: [1-9]\d?)?):\s*(.*)", re.ASCII)
_TURN = re.compile(r"(\^?)(\d{1,4})\.(\d{1,2})(?:\s+(.*))?", re.ASCII)
_RESULT = re.compile(r"-?\d{1,7}(?: +-?\d{1,7})*", re.ASCII)


def read_record(text: str) -> Record:
    """The record a text holds, replayed through the rules.

    Raises `DamagedRecord` (a line and its reason), `InvalidInput` for what is no record.
    """
    if len(text) > LONGEST:
        raise InvalidInput("A record has at most {most} characters", most=LONGEST)
    lines = _numbered(text.removeprefix("\ufeff"))
    number, first = next(lines, (1, ""))
    if first != FIRST_LINE:
        raise DamagedRecord(number, InvalidInput("A record begins with “{line}”", line=FIRST_LINE))
    reader = _Reader()
    for number, line in lines:
        reader.number = number
        try:
            reader.read(line)
        except DamagedRecord:
            raise
        except PaschError as error:
            raise DamagedRecord(number, error) from error
    return reader.record()


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise DamagedRecord(number, InvalidInput("A line has at most {most} characters", most=LONGEST_LINE))
        if stripped := line.strip():
            yield number, stripped


@dataclass(frozen=True)
class _Played:
    """A turn that was read: its number, its text, the line it stands in, and whether it is still running."""

    turn: TurnNumber
    text: TurnText
    line: int
    running: bool


@dataclass
class _Reader:
    """Reads line after line; `match` begins with the first line that is no header."""

    number: int = 1
    header: Header = field(default_factory=Header)
    match: Match | None = None
    events: list[MatchEvent] = field(default_factory=list)
    latest: _Played | None = None
    lost: LostTurns = field(default_factory=LostTurns)
    result: str = ""

    def read(self, line: str) -> None:
        if self.result:
            raise InvalidInput("After the result nothing may stand")
        if found := _TURN.fullmatch(line):
            back, round_, seat, text = found.groups()
            self._turn((int(round_), int(seat)), text or "", back=bool(back))
        elif (found := _HEADER.fullmatch(line)) and found[1] == "result":
            self.result = found[2]
            self._check_result()
        elif found and found[1] == "game":
            self._next_game(found[2])
        elif found and self.match is None:
            self.header.read(found[1], found[2].strip())
        else:
            raise InvalidInput("“{text}” is neither a header nor a turn", text=line[:40])

    def begun(self) -> Match:
        """The match; begins it when this is the first line after the header."""
        if self.match is None:
            self.match = self.header.begin()
        return self.match

    # ------------------------------------------------------------ turns

    def _turn(self, given: TurnNumber, words: str, *, back: bool) -> None:
        match = self.begun()
        cell = lost_cell(words)
        if cell is not None and not back:
            self.lost.read(match.game, given, cell)
            return
        self.lost.check()
        text, known = TurnText.from_text(words), 0
        if back:
            match, known = self._take_back(match, given, text)
        else:
            self._check_ended(match.game)
            match = self._asked_in_vain(match, given)
        turn = match.game.turn
        if turn is None:
            raise InvalidInput("The game is over: this turn is one too many")
        if given != (turn.round, turn.seat):
            raise InvalidInput(
                "Turn {round}.{seat} is due here, not {given}",
                round=turn.round,
                seat=turn.seat,
                given="{}.{}".format(*given),
            )
        game, events = text.apply(match.game, known)
        running = _same(turn, game.turn)
        if text.running and not running:
            raise InvalidInput("This turn has ended; “...” belongs to one that is running")
        self.latest = _Played(given, text, self.number, running)
        self.lost.expect(match.game, events)
        self._goes_on(match, game, events)

    def _goes_on(self, match: Match, game: Game, events: tuple[Event, ...]) -> Match:
        self.events += events
        self.match = replace(match, games=(*match.games[:-1], game))
        return self.match

    def _take_back(self, match: Match, given: TurnNumber, text: TurnText) -> tuple[Match, int]:
        if self.latest is None or self.latest.turn != given:
            raise InvalidInput("Only the latest turn can be played again")
        if self.latest.running and match.game.stage is not Stage.ENTERED:
            raise self._not_ended(match.game)
        before = self.latest.text.before_entry
        if text.steps[: len(before)] != before:
            raise InvalidInput("An entry taken back leaves the throws before it as they were")
        match, events = match.apply(TakeBack())
        self.events += events
        return match, len(before)

    def _asked_in_vain(self, match: Match, due: TurnNumber | None = None) -> Match:
        """The match after the seats that could have moved sheets and did not, up to the one that is due.

        A record need not tell of them.
        """
        while (turn := match.game.turn) and turn.stage is Stage.SHIFTING and due != (turn.round, turn.seat):
            match = self._goes_on(match, *match.game.apply(EndTurn()))
        return match

    def _check_ended(self, game: Game) -> None:
        """Raise when the latest turn is still running, or what it took from others is not written."""
        self.lost.check()
        if self.latest is not None and self.latest.running:
            raise self._not_ended(game)

    def _not_ended(self, game: Game) -> PaschError:
        if game.stage is Stage.DIE_IN_THE_AIR and self.latest is not None:
            return DamagedRecord(self.latest.line, die_missing())
        if game.stage in (Stage.READY, Stage.ROLLED, Stage.ENTRY_DUE):
            return InvalidInput("The turn before this one has no entry")
        return InvalidInput("The turn before this one has not ended")

    # ------------------------------------------------------------ games and the end

    def _next_game(self, text: str) -> None:
        match = self.begun()
        if text != str(len(match.games) + 1):
            raise InvalidInput("Game {due} is due here, not {given}", due=len(match.games) + 1, given=text[:12])
        match = self._played_out(match)
        # The header need not say how many games the match could have.
        match = replace(match, length=max(match.length, len(match.games) + 1))
        if match.length > match.variant.games:
            raise InvalidInput(
                "A match has 1 to {high} games, not {given}",
                high=match.variant.games,
                given=match.length,
            )
        self.match, events = match.apply(NextGame())
        self.events += events
        self.latest = None

    def _played_out(self, match: Match) -> Match:
        """The match at the end of its game. Raises when turns are missing."""
        self._check_ended(match.game)
        match = self._asked_in_vain(match)
        if match.game.over:
            return match
        turn = match.game.turn
        raise InvalidInput(
            "Before this line turn {round}.{seat} is missing",
            round=turn.round if turn else 0,
            seat=turn.seat if turn else 0,
        )

    def _check_result(self) -> None:
        match = self.begun()
        if self.result in ("*", "aborted"):
            self.lost.check()
            return
        if not _RESULT.fullmatch(self.result):
            raise InvalidInput(
                "A result is the totals of all players, * or aborted, not “{text}”",
                text=self.result[:40],
            )
        match = self._played_out(match)
        right = " ".join(map(str, match.totals))
        if " ".join(self.result.split()) != right:
            raise InvalidInput("The result is {right}, not {given}", right=right, given=self.result[:60])

    def record(self) -> Record:
        """The whole record. Raises `DamagedRecord` when it has no end."""
        if not self.result:
            raise DamagedRecord(self.number, InvalidInput("After this line the result is missing"))
        endings = {"*": Ending.RUNNING, "aborted": Ending.ABORTED}
        ending = endings.get(self.result, Ending.FINISHED)
        return Record(self.begun(), tuple(self.events), ending, self.header.provenance)


def _same(before: Turn, after: Turn | None) -> bool:
    """Whether a turn is still the one it was."""
    shifting = Stage.SHIFTING
    return after is not None and (before.seat, before.number, before.stage is shifting) == (
        after.seat,
        after.number,
        after.stage is shifting,
    )
