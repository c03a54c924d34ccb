"""Writing a record: a reader of the log that ends in text."""

from dataclasses import dataclass, field

from pasch.rules.events import (
    ActionDieRolled,
    ActionUsed,
    Announced,
    CellLost,
    ChipRemoved,
    Claimed,
    ClaimSettled,
    DiceRolled,
    Doubled,
    EntryTakenBack,
    GameStarted,
    NothingTaken,
    Scored,
    TurnEnded,
)
from pasch.rules.match import Match, MatchEvent
from pasch.rules.notation.claims import ClaimText, doubt_text
from pasch.rules.notation.record import Ending, Record
from pasch.rules.notation.record_header import FIRST_LINE, header_lines
from pasch.rules.notation.turn_texts import action_text, entry_text, lost_text, throw_text
from pasch.rules.notation.turns import DOUBLE, NOTHING, RUNNING
from pasch.rules.turn import Stage
from pasch.rules.variant import Variant

_GOES_ON = (Stage.ENTERED, Stage.DIE_IN_THE_AIR)
"""Where a turn stands that its entry has not ended."""


def write_record(record: Record) -> str:
    """The record as text, which `read_record` reads back to an equal record."""
    return "\n".join((FIRST_LINE, *header_lines(record), *_turns(record), _result(record), ""))


def _turns(record: Record) -> list[str]:
    lines, match = _Lines(), record.start
    for event in record.events:
        after = match.evolve(event)
        lines.tell(event, match, after)
        match = after
    return lines.unfinished(match)


def _result(record: Record) -> str:
    match record.ending:
        case Ending.RUNNING:
            return "result: *"
        case Ending.ABORTED:
            return "result: aborted"
        case Ending.FINISHED:
            return f"result: {' '.join(map(str, record.totals))}"


@dataclass
class _Lines:
    """The lines of the turns so far.

    `words` are those of the turn that is running, its number first; `before_entry` those that
    stay when the latest entry is taken back.
    """

    lines: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    before_entry: list[str] = field(default_factory=list)

    def tell(self, event: MatchEvent, before: Match, after: Match) -> None:
        """Write down what happened between two moments of the match."""
        match event:
            case ChipRemoved():
                return  # follows from the turn that ended before it
            case GameStarted(number):
                self.lines.append(f"game: {number}")
            case EntryTakenBack():
                self._take_back()
            case _:
                self._number(before)
                self._happens(event, before)
                if _ends_turn(event, after):
                    self._end()

    def unfinished(self, match: Match) -> list[str]:
        """All lines; the last one may be of a turn that is running."""
        turn = match.game.turn
        if turn is not None and turn.claim is not None:
            claim = turn.claim
            whole = ClaimText(claim.cell, claim.points, claim.doubters, claim.asked)
            self.words[-1] = f"> {whole.to_text(match.variant)}"
        if len(self.words) > 1 or any(word.startswith("^") for word in self.words):
            going_on = match.game.stage in (*_GOES_ON, Stage.SHIFTING, Stage.CLAIMED)
            self._end(*[RUNNING] * going_on)
        return self.lines

    def _number(self, before: Match) -> None:
        turn = before.game.turn
        if turn is not None and not self.words:
            self.words = [f"{turn.round}.{turn.seat}"]

    def _happens(self, event: MatchEvent, before: Match) -> None:
        variant, turn = before.variant, before.game.turn
        match event:
            case DiceRolled():
                self.words.append(throw_text(event, first=turn is None or turn.roll is None))
            case Announced(_, cell):
                self.words.append(f"!{variant.cell_text(cell)}")
            case Doubled():
                self.words.append(DOUBLE)
            case Scored():
                self.before_entry = self.words.copy()
                self.words.append(entry_text(variant, event))
            case TurnEnded():
                self.words += [NOTHING] * (len(self.words) == 1)
            case _:
                self.words += _phase_words(event, variant)

    def _take_back(self) -> None:
        if self.words:
            self._end(RUNNING)  # the entry was made, the turn had not ended
        number, *words = self.before_entry
        self.words = [f"^{number.removeprefix('^')}", *words]

    def _end(self, *words: str) -> None:
        self.lines.append(" ".join((*self.words, *words)))
        self.words = []


def _phase_words(event: MatchEvent, variant: Variant) -> list[str]:
    match event:
        case ActionDieRolled(face):
            return [f"*{face}"]
        case ActionUsed():
            return [action_text(variant, event)]
        case CellLost():
            return [lost_text(variant, event)]
        case NothingTaken():
            return [f"> {NOTHING}"]
        case Claimed(_, cell, points):
            return [f"> {ClaimText(cell, points).to_text(variant)}"]
        case ClaimSettled(doubters=doubters) if doubters:
            return [doubt_text(doubters)]
        case _:
            return []  # answers to a claim follow from who doubted it


def _ends_turn(event: MatchEvent, after: Match) -> bool:
    match event:
        case Scored():
            return after.game.stage not in _GOES_ON
        case _:
            return isinstance(event, CellLost | NothingTaken | ClaimSettled | TurnEnded)
