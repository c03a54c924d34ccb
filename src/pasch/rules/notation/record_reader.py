"""Reading a record: every line is played through the rules.

A wrong score, an illegal keep, a filled cell or a missing turn raises `DamagedRecord`, which
names the line of the file and the reason.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pasch.rules.actions import NextGame, TakeBack
from pasch.rules.errors import DamagedRecord, InvalidInput, PaschError
from pasch.rules.match import Match, MatchEvent
from pasch.rules.notation.record import Ending, Provenance, Record
from pasch.rules.notation.record_writer import FIRST_LINE
from pasch.rules.notation.switches import switches_from_json
from pasch.rules.notation.turns import TurnText
from pasch.rules.variants import find_variant

LONGEST = 2_000_000
"""The most characters of a record: far more than the longest match needs."""

LONGEST_LINE = 2_000

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
        except PaschError as error:
            raise DamagedRecord(number, error) from error
    return reader.record()


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise DamagedRecord(number, InvalidInput("A line has at most {most} characters", most=LONGEST_LINE))
        if stripped := line.strip():
            yield number, stripped


@dataclass
class _Header:
    """The header lines read so far."""

    variant: str = ""
    rules: str = "{}"
    players: list[str] = field(default_factory=list)
    games: int = 1
    told: dict[str, str] = field(default_factory=dict)
    seeds: list[tuple[int, str]] = field(default_factory=list)

    def read(self, name: str, value: str) -> None:
        match name.split():
            case ["variant"]:
                self.variant = find_variant(value).key
            case ["rules"]:
                switches_from_json(value)
                self.rules = value
            case ["games"] if value.isascii() and value.isdigit():
                self.games = int(value[:4])
            case ["player", seat]:
                self._player(int(seat), value)
            case ["date" | "table" | "dice" | "commitment" | "seed"]:
                self.told[name] = value
            case ["seed", seat]:
                self.seeds.append((int(seat), value))
            case _:
                raise InvalidInput("“{name}” is no header line", name=name[:40])

    def _player(self, seat: int, name: str) -> None:
        if seat != len(self.players) + 1:
            raise InvalidInput("Player {due} is due here, not player {seat}", due=len(self.players) + 1, seat=seat)
        self.players.append(name)

    @property
    def provenance(self) -> Provenance:
        return Provenance(**self.told, seeds=tuple(self.seeds))

    def begin(self) -> Match:
        if not self.variant:
            raise InvalidInput("The header has no variant: before the first turn a line is missing")
        variant = find_variant(self.variant).replace(**switches_from_json(self.rules))
        return Match.begin(variant, self.players, self.games)


@dataclass
class _Reader:
    """Reads line after line; `match` begins with the first line that is no header."""

    number: int = 1
    header: _Header = field(default_factory=_Header)
    match: Match | None = None
    events: list[MatchEvent] = field(default_factory=list)
    latest: tuple[int, int, TurnText] | None = None
    unfinished: bool = False
    result: str = ""

    def read(self, line: str) -> None:
        if self.result:
            raise InvalidInput("After the result nothing may stand")
        if found := _TURN.fullmatch(line):
            back, round_, seat, text = found.groups()
            self._turn(int(round_), int(seat), TurnText.from_text(text or ""), back=bool(back))
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

    def _turn(self, round_: int, seat: int, text: TurnText, *, back: bool) -> None:
        match = self.begun()
        if self.unfinished:
            raise InvalidInput("The turn before this one has no entry")
        known = 0
        if back:
            match, known = self._take_back(match, round_, seat, text)
        turn = match.game.turn
        if turn is None:
            raise InvalidInput("The game is over: this turn is one too many")
        if (round_, seat) != (turn.round, turn.seat):
            raise InvalidInput(
                "Turn {round}.{seat} is due here, not {given}",
                round=turn.round,
                seat=turn.seat,
                given=f"{round_}.{seat}",
            )
        game, events = text.apply(match.game, known)
        self.events += events
        self.match = replace(match, games=(*match.games[:-1], game))
        self.latest = (round_, seat, text)
        self.unfinished = text.entry is None

    def _take_back(self, match: Match, round_: int, seat: int, text: TurnText) -> tuple[Match, int]:
        if self.latest is None or self.latest[:2] != (round_, seat):
            raise InvalidInput("Only the latest turn can be played again")
        before = self.latest[2].throws
        if text.throws[: len(before)] != before:
            raise InvalidInput("An entry taken back leaves the throws before it as they were")
        match, events = match.apply(TakeBack())
        self.events += events
        return match, len(before)

    def _next_game(self, text: str) -> None:
        match = self.begun()
        if text != str(len(match.games) + 1):
            raise InvalidInput("Game {due} is due here, not {given}", due=len(match.games) + 1, given=text[:12])
        if not match.game.over:
            raise self._missing_turn(match)
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

    def _check_result(self) -> None:
        match = self.begun()
        if self.result in ("*", "aborted"):
            return
        if not _RESULT.fullmatch(self.result):
            raise InvalidInput(
                "A result is the totals of all players, * or aborted, not “{text}”",
                text=self.result[:40],
            )
        if not match.game.over:
            raise self._missing_turn(match)
        right = " ".join(map(str, match.totals))
        if " ".join(self.result.split()) != right:
            raise InvalidInput("The result is {right}, not {given}", right=right, given=self.result[:60])

    @staticmethod
    def _missing_turn(match: Match) -> InvalidInput:
        turn = match.game.turn
        return InvalidInput(
            "Before this line turn {round}.{seat} is missing",
            round=turn.round if turn else 0,
            seat=turn.seat if turn else 0,
        )

    def record(self) -> Record:
        """The whole record. Raises `DamagedRecord` when it has no end."""
        if not self.result:
            raise DamagedRecord(self.number, InvalidInput("After this line the result is missing"))
        endings = {"*": Ending.RUNNING, "aborted": Ending.ABORTED}
        ending = endings.get(self.result, Ending.FINISHED)
        return Record(self.begun(), tuple(self.events), ending, self.header.provenance)
