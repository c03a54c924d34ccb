"""A record: a whole match as a text file that replays through the rules.

    pasch-record 1
    variant: kniffel
    player 1: Anna
    1.1 13346 k33 33356 k333 23333 > four_of_a_kind 14
    …
    result: 290

A record has header lines and one line per turn, numbered `round.seat`. `game: 2` precedes each further game. The last
line is the result: the totals, `*` while the match is running, or `aborted`. A number that begins with `^` takes back
the entry of the latest turn and continues from its rolls, or corrects any earlier turn; `^2.3.1` is one of the second
game. If a correction interrupts a turn, the turn is written up to there with `...`, and afterwards again from its
beginning. A second line with the same number is an extra turn, or the seat's action when sheets could change hands
after the round. `5.2 lost > ones 0` is a turn that another seat's roll took.
"""

import json
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain

from pasch.rules.category import Cell
from pasch.rules.corrections import TurnCorrected
from pasch.rules.errors import DamagedFile, InvalidInput
from pasch.rules.events import CellLost, Event, GameStarted
from pasch.rules.game import Game
from pasch.rules.match import NO_EVENTS, Match, MatchEvent
from pasch.rules.notation.turns import lost_text
from pasch.rules.switches import switches_from_json, switches_to_json
from pasch.rules.variants import find_variant


class Ending(StrEnum):
    """How a record ends."""

    FINISHED = "finished"
    RUNNING = "running"
    ABORTED = "aborted"


UNFINISHED = {"*": Ending.RUNNING, "aborted": Ending.ABORTED}
"""What a record without a result has in its place."""


@dataclass(frozen=True)
class Provenance:
    """The origin of a record and the proof of its dice; every field is optional.

    `date` is written YYYY-MM-DD, `dice` is `server` or `manual`; `commitment`, `seed` and the
    seats' own `seeds` (seat to hexadecimal digits) let anyone recompute every roll.
    """

    date: str = ""
    table: str = ""
    dice: str = ""
    commitment: str = ""
    seed: str = ""
    seeds: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Record:
    """The match at the end of the record, and every event that led there."""

    match: Match
    events: tuple[MatchEvent, ...] = field(repr=False)
    ending: Ending = Ending.FINISHED
    provenance: Provenance = Provenance()

    def __repr__(self) -> str:
        totals = ", ".join(f"{name} {total}" for name, total in zip(self.players, self.totals, strict=True))
        return f"<Record {self.match.variant.key}, {self.ending}: {totals}>"

    @classmethod
    def of(
        cls,
        start: Match,
        events: Sequence[MatchEvent],
        *,
        aborted: bool = False,
        provenance: Provenance | None = None,
    ) -> "Record":
        """The record of a match that began as `start`, with these `events`."""
        match = start
        for event in events:
            match = match.evolve(event)
        played = Ending.FINISHED if match.over else Ending.RUNNING
        return cls(match, tuple(events), Ending.ABORTED if aborted else played, provenance or Provenance())

    @property
    def start(self) -> Match:
        """The match before its first roll."""
        first = self.match.games[0]
        return Match((Game(first.variant, first.players),), self.match.length, (NO_EVENTS,))

    @property
    def as_it_counts(self) -> tuple[MatchEvent, ...]:
        """The events without those corrected or taken back, as if every entry had been right at first."""
        if not any(isinstance(event, TurnCorrected) for event in self.events):
            return self.events
        games = enumerate(self.match.histories, start=1)
        by_game = (((GameStarted(number),) if number > 1 else ()) + tuple(events) for number, events in games)
        return tuple(chain.from_iterable(by_game))

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.match.players

    @property
    def games(self) -> tuple[Game, ...]:
        """The games begun, each in its last state; `games[0].totals` are the results of the first."""
        return self.match.games

    @property
    def totals(self) -> list[int]:
        """The sum of each seat's games, as the variant counts a game."""
        return self.match.totals

    @property
    def grand_totals(self) -> list[int]:
        """The totals plus the points that count only in the match."""
        return self.match.grand_totals


# ------------------------------------------------------------------------------- record header


FIRST_LINE = "pasch-record 1"


def header_lines(record: Record) -> list[str]:
    """The header lines after the first; `Header` reads them."""
    variant = record.match.variant
    lines = [f"variant: {variant.key}"]
    if variant.switches:
        lines.append(f"rules: {switches_to_json(variant.switches)}")
    lines += [f"player {seat}: {_in_one_line(name)}" for seat, name in enumerate(record.players, start=1)]
    if record.match.length > len(record.games):
        lines.append(f"games: {record.match.length}")
    return lines + _provenance(record.provenance)


def _in_one_line(name: str) -> str:
    """A name as written in a record: each run of blanks, or of characters that end a line elsewhere, is one blank."""
    return " ".join(name.split())


def _provenance(origin: Provenance) -> list[str]:
    pairs = [(name, getattr(origin, name)) for name in ("date", "table", "dice", "commitment", "seed")]
    pairs += [(f"seed {seat}", seed) for seat, seed in origin.seeds]
    return [f"{name}: {value}" for name, value in pairs if value]


@dataclass
class Header:
    """The header lines read so far."""

    variant: str = ""
    rules: str = "{}"
    players: list[str] = field(default_factory=list)
    games: int = 1
    origin: dict[str, str] = field(default_factory=dict)
    seeds: list[tuple[int, str]] = field(default_factory=list)

    def read(self, name: str, value: str) -> None:
        """Read one line. Raises `InvalidInput`, `UnknownVariant`."""
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
                self.origin[name] = value
            case ["seed", seat]:
                self.seeds.append((int(seat), value))
            case _:
                raise InvalidInput("“{name}” is not a header line", name=name[:40])

    def _player(self, seat: int, name: str) -> None:
        if seat != len(self.players) + 1:
            raise InvalidInput("Player {due} is due here, not player {seat}", due=len(self.players) + 1, seat=seat)
        self.players.append(_in_one_line(name))

    @property
    def provenance(self) -> Provenance:
        """The origin of the record."""
        return Provenance(**self.origin, seeds=tuple(self.seeds))

    def begin(self) -> Match:
        """The match before its first turn. Raises `InvalidInput`."""
        if not self.variant:
            raise InvalidInput("The header names no variant: add a line before the first turn")
        variant = find_variant(self.variant).replace(**switches_from_json(self.rules))
        return Match.begin(variant, self.players, self.games)


# ------------------------------------------------------------------------------- record lines
# Many records in one file: JSON Lines. Each line is an object with the text of one record under `record`, such
# as {"record": "pasch-record 1\nvariant: kniffel\n…"}.
#
# Other members are ignored, so that the form can grow. A file that begins like a record is a single record.


def record_line(text: str) -> str:
    """The line of a file for one record."""
    return json.dumps({"record": text}, ensure_ascii=False) + "\n"


def record_texts(data: bytes) -> Iterator[tuple[int | None, str]]:
    """The texts of the records in a file, each with its line number from 1; None if the file is one record.

    Ignores blank lines. Raises `DamagedFile` with the invalid line, `InvalidInput` for an empty file.
    """
    text = _decoded(data).removeprefix("\ufeff")
    if text.lstrip().partition("\n")[0].rstrip() == FIRST_LINE:
        yield None, text
        return
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise InvalidInput("The file is empty")
    for number, line in lines:
        yield number, _record(number, line)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DamagedFile(line, InvalidInput("It is not UTF-8 text")) from None


def _record(number: int, line: str) -> str:
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        raise DamagedFile(number, InvalidInput("It is not valid JSON")) from None
    match value:
        case {"record": str(text)}:
            return text
        case _:
            raise DamagedFile(number, InvalidInput("It must be an object with the text of a record under “record”"))


# ------------------------------------------------------------------------------- lost


TurnNumber = tuple[int, int]
"""Round and seat."""


@dataclass
class LostTurns:
    """The lost turns that the next lines must state, each with its number, cell and whole line."""

    due: deque[tuple[TurnNumber, Cell, str]] = field(default_factory=deque)

    def expect(self, game: Game, events: tuple[Event, ...]) -> None:
        """Store the turns that these consecutive events of `game` took."""
        for event in events:
            if isinstance(event, CellLost):
                turn, _ = game.acting()
                line = f"{turn.round}.{turn.seat} {lost_text(game.variant, event)}"
                self.due.append(((turn.round, turn.seat), event.cell, line))
            game = game.evolve(event)

    def check(self) -> None:
        """Raise `InvalidInput` if a line is missing."""
        for _, _, line in self.due:
            raise InvalidInput("Line “{line}” is unexpected: the roll before took this turn", line=line)

    def read(self, game: Game, given: TurnNumber, cell: Cell) -> None:
        """Read one line. Raises `InvalidInput` if it is not the expected one."""
        if not self.due:
            raise InvalidInput("No turn is lost here")
        number, right, _ = self.due[0]
        if given != number or game.variant.cells[game.variant.index(cell)] != right:
            self.check()
        self.due.popleft()
