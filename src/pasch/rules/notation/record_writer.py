"""Writing a record as text, and redacting hidden dice."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import assert_never

from pasch.rules.corrections import TurnCorrected
from pasch.rules.dice import Keep
from pasch.rules.events import (
    ActionDieRolled,
    ActionUsed,
    Announced,
    CellLost,
    ChipRemoved,
    ClaimAnswered,
    Claimed,
    ClaimSettled,
    DiceRolled,
    Doubled,
    EntryTakenBack,
    Event,
    GameStarted,
    NothingTaken,
    Scored,
    SheetFrozen,
    TurnEnded,
)
from pasch.rules.game import hides_dice
from pasch.rules.match import Match, MatchEvent
from pasch.rules.notation.mechanics import AnswersText
from pasch.rules.notation.record import FIRST_LINE, UNFINISHED, Ending, Record, header_lines
from pasch.rules.notation.turns import FROZEN, NOTHING, RUNNING, event_words, same_turn
from pasch.rules.state import Stage, Turn

_GOES_ON = (Stage.ENTERED, Stage.DIE_IN_THE_AIR)
"""The stages of a turn that continues after its entry."""


def write_record(record: Record) -> str:
    """The record as text; `read_record` returns an equal record."""
    return "\n".join((FIRST_LINE, *header_lines(record), *_turns(record), _result(record), ""))


def _turns(record: Record) -> list[str]:
    lines, match = _Lines(), record.start
    for event in record.events:
        after = match.evolve(event)
        lines.add(event, match, after)
        match = after
    return lines.unfinished(match)


def _result(record: Record) -> str:
    marks = {ending: mark for mark, ending in UNFINISHED.items()}
    return f"result: {marks.get(record.ending) or ' '.join(map(str, record.totals))}"


@dataclass
class _Lines:
    """The lines of the turns so far.

    `words` are those of the running turn, its number first; the first `written` of them are already in a line.
    `before_entry` are the words that remain when the latest entry is taken back. `doubters` are the seats already
    written as doubting its claim.
    """

    lines: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    written: int = 1
    before_entry: list[str] = field(default_factory=list)
    doubters: tuple[int, ...] = ()

    def add(self, event: MatchEvent, before: Match, after: Match) -> None:
        """Add an event between two states of the match."""
        match event:
            case ChipRemoved():
                return  # follows from the turn that ended before it
            case GameStarted(number):
                self.lines.append(f"game: {number}")
            case EntryTakenBack():
                self._take_back()
            case SheetFrozen(seat):
                self._left(seat, before, after)
            case TurnCorrected():
                self._corrected(event, before)
            case _:
                self._number(before)
                self._happens(event, before)
                if _ends_turn(event, after):
                    self._end()

    def unfinished(self, match: Match) -> list[str]:
        """All lines; the last may be a running turn."""
        turn = match.game.turn
        if turn is not None and turn.claim is not None:
            self._answers(turn.claim.doubters, turn.claim.asked)
        if self._unwritten:
            going_on = match.game.stage in (*_GOES_ON, Stage.SHIFTING, Stage.CLAIMED)
            self._end(*[RUNNING] * going_on)
        return self.lines

    @property
    def _unwritten(self) -> bool:
        """Whether the running turn has words that are not in a line yet; playing it again counts as one."""
        return len(self.words) > self.written or any(word.startswith("^") for word in self.words)

    def _number(self, before: Match) -> None:
        turn = before.game.turn
        if turn is not None and not self.words:
            self.words = [f"{turn.round}.{turn.seat}"]

    def _left(self, seat: int, before: Match, after: Match) -> None:
        """Add a frozen sheet, in the running turn or between two games."""
        turn = before.game.turn
        if turn is None:
            self.lines.append(f"{FROZEN} {seat}")
            return
        self._number(before)
        if turn.claim is not None:
            self._answers(turn.claim.doubters, turn.claim.asked)
        self.words.append(f"{FROZEN} {seat}")
        if not same_turn(turn, after.game.turn):
            self._end()

    def _answers(self, doubters: tuple[int, ...], asked: int | None = None) -> None:
        """Add the answers to a claim that are not written yet."""
        new = tuple(seat for seat in doubters if seat not in self.doubters)
        self.words += AnswersText(new, asked).words()
        self.doubters = doubters

    def _happens(self, event: Event, before: Match) -> None:
        variant, turn = before.variant, before.game.turn
        match event:
            case ClaimSettled(doubters=doubters):
                self._answers(doubters)
            case TurnEnded():
                self.words += [NOTHING] * (len(self.words) == 1)
            case _:
                if isinstance(event, Scored):
                    self.before_entry = self.words.copy()
                self.words += event_words(variant, event, first=turn is None or turn.roll is None)

    def _take_back(self) -> None:
        if self.words:
            self._end(RUNNING)  # the entry was made, the turn had not ended
        number, *words = self.before_entry
        self.words = [f"^{number.removeprefix('^')}", *words]

    def _corrected(self, event: TurnCorrected, before: Match) -> None:
        """Add a corrected turn. The running turn is written up to here, and later again from its beginning."""
        turn, words = before.game.turn, self.words
        if self._unwritten:
            self._end(RUNNING)
        number = (event.game, event.round, event.seat)
        own = turn is not None and len(words) > 1 and number == (len(before.games), turn.round, turn.seat)
        where = "" if event.game == len(before.games) else f"{event.game}."
        self.lines.append(" ".join((f"^{where}{event.round}.{event.seat}", *event.turn.split(), *[RUNNING] * own)))
        self.words = [words[0].removeprefix("^"), *(event.turn.split() if own else words[1:])] if words else []
        self.written = max(len(self.words), 1)

    def _end(self, *words: str) -> None:
        self.lines.append(" ".join((*self.words, *words)))
        self.words, self.written, self.doubters = [], 1, ()


def _ends_turn(event: MatchEvent, after: Match) -> bool:
    if isinstance(event, Scored):
        return after.game.stage not in _GOES_ON
    return isinstance(event, CellLost | NothingTaken | ClaimSettled | TurnEnded)


# ------------------------------------------------------------------------------- redaction


_Statement = Announced | Claimed | ClaimAnswered | SheetFrozen


def redacted(record: Record, seats: Collection[int] = ()) -> Record:
    """The record without dice that were never revealed, except those of these seats.

    Records of games without hidden dice are unchanged, as are all entries and totals.
    """
    if not hides_dice(record.match.variant):
        return record
    match, cup = record.start, _Cup()
    for event in record.events:
        turn = match.game.turn
        if turn is None or turn.seat in seats:
            cup.shown.append(event)
        else:
            cup.take(event, turn)
        match = match.evolve(event)
    aborted = record.ending is Ending.ABORTED
    return Record.of(record.start, cup.shown, aborted=aborted, provenance=record.provenance)


@dataclass
class _Cup:
    """The events that may be shown so far, and those of the running turn."""

    shown: list[MatchEvent] = field(default_factory=list)
    statements: list[_Statement] = field(default_factory=list)

    def take(self, event: MatchEvent, turn: Turn) -> None:
        """Process an event of a turn with hidden dice."""
        match event:
            case DiceRolled():
                return
            case Announced() | Claimed() | ClaimAnswered():
                self.statements.append(event)
                return
            case ClaimSettled(seat, roll=roll) if roll is not None:
                self.shown += (DiceRolled(roll, Keep(), seat, by_hand=turn.by_hand), *self.statements, event)
            case ClaimSettled(seat, cell, points):
                self.shown += (*self._frozen(), Scored(seat, cell, points, by_hand=True))
            case Scored():
                self.shown += (*self._frozen(), replace(event, by_hand=True))
            case SheetFrozen(seat) if seat != turn.seat:
                self.statements.append(event)
                return
            case SheetFrozen():
                self.shown += (*self._frozen(), event)
            # Listed one by one: each new event must declare whether it reveals hidden dice.
            case (Doubled() | EntryTakenBack() | TurnEnded() | CellLost() | NothingTaken() | ChipRemoved()) | (
                ActionDieRolled() | ActionUsed() | GameStarted() | TurnCorrected()
            ):
                self.shown.append(event)
                return
            case _:
                assert_never(event)
        self.statements.clear()

    def _frozen(self) -> list[SheetFrozen]:
        """The sheets that were frozen in this turn."""
        return [event for event in self.statements if isinstance(event, SheetFrozen)]
