"""Reading a record: the rules replay every line.

A wrong score, an illegal keep, a filled cell or a missing turn raises `DamagedRecord`, which
names the line of the file and the reason.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Protocol

from pasch.rules.actions import EndTurn, FreezeSheet, NextGame, TakeBack
from pasch.rules.corrections import Correct
from pasch.rules.errors import DamagedRecord, InvalidInput, PaschError, wrong_type
from pasch.rules.events import Event
from pasch.rules.game import Game
from pasch.rules.match import Match, MatchEvent, check_length
from pasch.rules.notation.record import FIRST_LINE, UNFINISHED, Ending, Header, LostTurns, Record, TurnNumber
from pasch.rules.notation.turns import FROZEN, TurnStep, TurnText, die_missing, lost_cell, same_turn
from pasch.rules.state import Stage, Turn

LONGEST = 2_000_000
"""The maximum length of a record in characters: far more than the longest match needs."""

LONGEST_LINE = 100_000
"""The maximum length of a line in characters: a turn may spend all action dice of a long game."""

_HEADER = re.compile(r"([a-z]+(?: [1-9]\d?)?):\s*(.*)", re.ASCII)
_TURN = re.compile(r"(?:(\^)(?:(\d{1,2})\.(?=\d+\.))?)?(\d{1,4})\.(\d{1,2})(?:\s+(.*))?", re.ASCII)
_FROZEN = re.compile(rf"{FROZEN} ([1-9]\d?)", re.ASCII)
_RESULT = re.compile(r"-?\d{1,7}(?: +-?\d{1,7})*", re.ASCII)


class Readable(Protocol):
    """An object that can read its text, such as a path."""

    def read_text(self, encoding: str) -> str:
        """The whole text."""


def read_record(text: str | Readable) -> Record:
    """The record in a text or in the file at a path, replayed through the rules.

    Raises `DamagedRecord` (line and reason), `InvalidInput` for anything that is not a record.
    """
    reader = _Reader()
    _read(reader, _text(text))
    return reader.record()


@dataclass(frozen=True)
class Disputed:
    """A turn, as written, that the rules refused; `game` counts from 1.

    `known` is the number of initial steps that an earlier line contained and the rules accepted.
    """

    game: int
    turn: Turn
    text: TurnText
    known: int


@dataclass(frozen=True)
class Reading:
    """A record as far as it replays.

    `lines` has the line number of each event. For a damaged line, `damage` is the error and `disputed` the turn on
    that line, if it is a turn.
    """

    record: Record
    lines: tuple[int, ...]
    damage: DamagedRecord | None = None
    disputed: Disputed | None = None


def read_as_far_as_sound(text: str) -> Reading:
    """The record in a text up to its first damage.

    Raises `DamagedRecord` if the header cannot be read, `InvalidInput` for anything that is not a record.
    """
    reader = _Reader()
    try:
        _read(reader, text)
        return Reading(reader.record(), tuple(reader.lines))
    except DamagedRecord as damage:
        if reader.match is None:
            raise
        sound = Record(reader.match, tuple(reader.events), Ending.RUNNING, reader.header.provenance)
        return Reading(sound, tuple(reader.lines), damage, reader.disputed)


def _text(source: str | Readable) -> str:
    if isinstance(source, str):
        return source
    if not hasattr(source, "read_text"):
        raise wrong_type(source, "The text of a record or its path")
    return source.read_text(encoding="utf-8")


def _read(reader: "_Reader", text: str) -> None:
    if len(text) > LONGEST:
        raise InvalidInput("A record has at most {most} characters", most=LONGEST)
    lines = _numbered(text.removeprefix("\ufeff"))
    number, first = next(lines, (1, ""))
    if first != FIRST_LINE:
        raise DamagedRecord(number, InvalidInput("A record begins with “{line}”", line=FIRST_LINE))
    for number, line in lines:
        reader.number = number
        try:
            reader.read(line)
        except DamagedRecord:
            raise
        except PaschError as error:
            raise DamagedRecord(number, error) from error


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise DamagedRecord(number, InvalidInput("A line has at most {most} characters", most=LONGEST_LINE))
        if stripped := line.strip():
            yield number, stripped


@dataclass(frozen=True)
class _Played:
    """A turn that was read: its number, turn, text and line number, and whether it is still running.

    `interrupted`: a correction follows, so a later line repeats the turn from its beginning.
    """

    number: TurnNumber
    turn: Turn
    text: TurnText
    line: int
    running: bool
    interrupted: bool = False


@dataclass
class _Reader:
    """Reads line by line; `match` begins with the first line after the header.

    `lines` are the line numbers of the events, `disputed` is the turn being played.
    """

    number: int = 1
    header: Header = field(default_factory=Header)
    match: Match | None = None
    events: list[MatchEvent] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    latest: _Played | None = None
    disputed: Disputed | None = None
    lost: LostTurns = field(default_factory=LostTurns)
    result: str = ""

    def read(self, line: str) -> None:
        if self.result:
            raise InvalidInput("Nothing may follow the result")
        if found := _TURN.fullmatch(line):
            back, game, round_, seat, text = found.groups()
            given = int(round_), int(seat)
            if back is None:
                self._turn(given, text or "")
            else:
                self._correct(int(game or len(self.begun().games)), given, TurnText.from_text(text or ""))
        elif found := _FROZEN.fullmatch(line):
            self._left(int(found[1]))
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
        """The match; begins it at the first line after the header."""
        if self.match is None:
            self.match = self.header.begin()
        return self.match

    # ------------------------------------------------------------ turns

    def _left(self, seat: int) -> None:
        """Read a sheet that was frozen between two games."""
        match = self._without_moves(self.begun())
        if not match.game.over:
            raise InvalidInput("During a game, “{text}” belongs in a turn", text=f"{FROZEN} {seat}")
        self.match, events = self._with_another_game(match).apply(FreezeSheet(seat))
        self._happened(events)

    def _turn(self, given: TurnNumber, words: str) -> None:
        match = self.begun()
        cell = lost_cell(words)
        if cell is not None:
            self.lost.read(match.game, given, cell)
            return
        self.lost.check()
        text, known = TurnText.from_text(words), 0
        if self.latest is not None and self.latest.interrupted and self.latest.number == given:
            known = self._known(self.latest, text)
        else:
            self._check_ended(match.game)
            match = self._without_moves(match, given)
        self._play(match, given, text, known)

    def _known(self, before: _Played, text: TurnText) -> int:
        """The number of steps of a turn that lines before an interrupting correction contained."""
        known = len(before.text.steps)
        self.disputed = Disputed(len(self.begun().games), before.turn, text, _alike(before.text.steps, text.steps))
        if text.steps[:known] != before.text.steps:
            raise InvalidInput("After a correction, repeat the running turn from its start")
        return known

    def _correct(self, game: int, given: TurnNumber, text: TurnText) -> None:
        """Read a line with ^: it takes back the latest entry, or corrects any turn."""
        match = self.begun()
        self.lost.check()
        if self._takes_back(match, game, given, text):
            match, known = self._take_back(match, text)
            self._play(match, given, text, known)
            return
        played = match.played(game)
        target = None if played is None else played.turn(*given)
        if target is not None:
            self.disputed = Disputed(game, target.turn, text, _alike(target.text.steps, text.steps))
        self.match, events = match.apply(Correct(game, *given, text.steps, text.extra))
        self.disputed = None
        self._happened(events)
        if self.latest is not None and self.latest.running:
            latest = text if text.running else self.latest.text
            self.latest = replace(self.latest, text=latest, interrupted=True)

    def _takes_back(self, match: Match, game: int, given: TurnNumber, text: TurnText) -> bool:
        """Whether a line with ^ replays the latest turn from the rolls before its entry."""
        if self.latest is None or (game, given) != (len(match.games), self.latest.number) or match.game.latest is None:
            return False
        before = self.latest.text.before_entry
        return text.steps[: len(before)] == before

    def _play(self, match: Match, given: TurnNumber, text: TurnText, known: int) -> None:
        """Play the next turn; its first `known` steps have happened."""
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
        self.disputed = Disputed(len(match.games), turn, text, known)
        game, events = text.apply(match.game, known)
        running = same_turn(turn, game.turn)
        if text.running and not running:
            raise InvalidInput("This turn has ended; “...” belongs to one that is running")
        self.latest = _Played(given, turn, text, self.number, running)
        self.lost.expect(match.game, events)
        self._continue(match, game, events)
        self.disputed = None

    def _happened(self, events: tuple[MatchEvent, ...]) -> None:
        self.events += events
        self.lines += [self.number] * len(events)

    def _continue(self, match: Match, game: Game, events: tuple[Event, ...]) -> Match:
        self._happened(events)
        self.match = match.going_on(game, events)
        return self.match

    def _take_back(self, match: Match, text: TurnText) -> tuple[Match, int]:
        assert self.latest is not None
        if self.latest.running and match.game.stage is not Stage.ENTERED:
            raise self._not_ended(match.game)
        known = len(self.latest.text.before_entry)
        self.disputed = Disputed(len(match.games), self.latest.turn, text, known)
        self.match, events = match.apply(TakeBack())
        self._happened(events)
        return self.match, known

    def _without_moves(self, match: Match, due: TurnNumber | None = None) -> Match:
        """The match after the seats that could have moved sheets but did not, up to the turn `due`.

        A record may omit them.
        """
        while (turn := match.game.turn) and turn.stage is Stage.SHIFTING and due != (turn.round, turn.seat):
            match = self._continue(match, *match.game.apply(EndTurn()))
        return match

    def _check_ended(self, game: Game) -> None:
        """Raise if the latest turn is still running, or if the turns that it took from others are missing."""
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
        self.match, events = self._with_another_game(match).apply(NextGame())
        self._happened(events)
        self.latest = None

    def _with_another_game(self, match: Match) -> Match:
        """The match, extended for another game: the header may omit the number of games."""
        length = max(match.length, len(match.games) + 1)
        check_length(match.variant, length)
        return replace(match, length=length)

    def _played_out(self, match: Match) -> Match:
        """The match at the end of its game. Raises if turns are missing."""
        self._check_ended(match.game)
        match = self._without_moves(match)
        turn = match.game.turn
        if turn is None:
            return match
        raise InvalidInput("Turn {round}.{seat} is missing before this line", round=turn.round, seat=turn.seat)

    def _check_result(self) -> None:
        match = self.begun()
        if self.result in UNFINISHED:
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
        """The whole record. Raises `DamagedRecord` if the end is missing."""
        if not self.result:
            raise DamagedRecord(self.number, InvalidInput("The result is missing after this line"))
        ending = UNFINISHED.get(self.result, Ending.FINISHED)
        return Record(self.begun(), tuple(self.events), ending, self.header.provenance)


def _alike(before: Sequence[TurnStep], after: Sequence[TurnStep]) -> int:
    """The number of initial steps that two turns have in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
