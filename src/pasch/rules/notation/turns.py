"""One turn in one line: `13346 k33 33356 k333 23333 > four_of_a_kind 14`.

A line has every roll and keep, then the entry. `~` before a roll: typed in by hand; `?` instead of rolls: only the
points are known; `!cell` after the first roll announces; `+points` after the entry: extra points; 0 scratches the
cell.

Some games add: `!x2` before the first roll doubles the entry, `!!x2` after a roll the dice of the next;
`*steal 2 chance` uses an action die, `*6` after the entry is a die that was won; `> -` takes nothing;
`> claim full_house 25 doubt 2,3` is a claim and its doubters; `-` alone declines to move sheets. The end
of the line ends the turn; ` ...` marks a turn that has not ended.

`frozen 2`, at any place, freezes the sheet of seat 2; this ends the turn if it is that seat's own.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from pasch.rules.actions import (
    ActionKind,
    Announce,
    Double,
    EndTurn,
    EnterPoints,
    FreezeSheet,
    Score,
    TakeNothing,
    UseAction,
    as_action_kind,
)
from pasch.rules.category import Cell
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import InvalidInput
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
    MechanicEvent,
    NothingTaken,
    Scored,
    SheetFrozen,
    TurnEnded,
)
from pasch.rules.game import Game
from pasch.rules.notation.mechanics import CLAIM, AnswersText, ClaimText, as_seat
from pasch.rules.state import Stage, Turn
from pasch.rules.variant import Variant

DOUBLE = "!x2"
DOUBLE_NEXT = "!!x2"
"""Used after a roll, where `!x2` announces a category of that name."""
NOTHING = "-"
RUNNING = "..."
FROZEN = "frozen"

_POINTS = re.compile(r"\d{1,5}", re.ASCII)
_EXTRA = re.compile(r"\+\d{1,5}", re.ASCII)
_DIE = re.compile(r"\*\d{1,2}", re.ASCII)

BeforeEntry = DiceRolled | Announce | Double | UseAction | FreezeSheet
"""The steps of a turn before its entry; a roll includes its kept dice."""

Entry = Score | EnterPoints | ClaimText | TakeNothing | EndTurn
"""The main step of a turn, exactly one."""

TurnStep = BeforeEntry | Entry | AnswersText | ActionDieRolled

_ENDED_BY_THE_LINE = (Stage.ENTERED, Stage.SHIFTING)


@dataclass(frozen=True)
class TurnText:
    """A turn as written: its steps in order, and the extra points.

    `running`: the line marks the turn as not ended.
    """

    steps: tuple[TurnStep, ...]
    extra: int = 0
    running: bool = False

    @classmethod
    def from_text(cls, text: str) -> "TurnText":
        """Read a line without its number. Raises `InvalidInput`."""
        words = deque(text.replace(">", " > ").split())
        running = bool(words) and words[-1] == RUNNING
        if running:
            words.pop()
        if list(words) == [NOTHING]:
            return cls((EndTurn(),), running=running)
        rolled = tuple(_played(words))
        known = not (words and words[0] == "?")
        if not known:
            words.popleft()
        if known and not words:
            return cls(rolled, running=running)
        entry, extra = _entry(words, known=known)
        return cls((*rolled, entry, *_afterwards(words, entry)), extra, running)

    @property
    def before_entry(self) -> tuple[TurnStep, ...]:
        """The steps that remain when the entry is taken back."""
        entry = next((i for i, step in enumerate(self.steps) if isinstance(step, Entry)), len(self.steps))
        return self.steps[:entry]

    def apply(self, game: Game, known: int = 0) -> tuple[Game, tuple[Event, ...]]:
        """The game after this turn, and its events; the first `known` steps have happened.

        Raises `IllegalAction`, `InvalidInput`, `UnknownCategory`; also if the rules give another column or other
        extra points than written.
        """
        events: tuple[Event, ...] = ()
        begun = game.turn
        for step in self.steps[known:]:
            game, happened = self._play(game, step)
            events += happened
        asked = bool(self.steps) and not self.running and not isinstance(self.steps[-1], EndTurn)
        if asked and game.stage in _ENDED_BY_THE_LINE and same_turn(begun, game.turn):
            game, happened = game.apply(EndTurn())
            events += happened
        return game, events

    def _play(self, game: Game, step: TurnStep) -> tuple[Game, tuple[Event, ...]]:
        if game.stage is Stage.DIE_IN_THE_AIR and not isinstance(step, ActionDieRolled):
            raise die_missing()
        if isinstance(step, ClaimText | AnswersText):
            return step.apply(game)
        after, events = game.apply(step)
        if isinstance(step, Score | EnterPoints):
            self._check(game, step.cell, events)
        return after, events

    def _check(self, game: Game, cell: Cell, events: tuple[Event, ...]) -> None:
        """Raise if an entry differs from the line."""
        for event in events:
            if isinstance(event, Scored) and event.extra != self.extra:
                raise InvalidInput(
                    "The rules give {right} extra points here, not {given}", right=event.extra, given=self.extra
                )
            if isinstance(event, Scored) and cell.column not in (None, event.cell.column):
                right, given = map(game.variant.cell_text, (event.cell, cell))
                raise InvalidInput("The entry goes to {right} here, not to {given}", right=right, given=given)


def same_turn(before: Turn | None, after: Turn | None) -> bool:
    """Whether both are states of the same turn."""
    if before is None or after is None:
        return False
    same_phase = (before.stage is Stage.SHIFTING) == (after.stage is Stage.SHIFTING)
    return same_phase and (before.seat, before.number) == (after.seat, after.number)


def die_missing() -> InvalidInput:
    """The error for a turn that continues although the line omits its won action die."""
    return InvalidInput("An action die was won here: write *1 to *6")


# ------------------------------------------------------------------------------- reading


def _played(words: deque[str]) -> Iterator[BeforeEntry]:
    """The steps before the entry, removed from the words."""
    keep: Keep | None = None
    rolled = False
    while words and words[0] not in (">", "?", CLAIM):
        word = words.popleft()
        if word.startswith("k"):
            if keep is not None or not rolled:
                raise InvalidInput("A roll is missing before “{text}”", text=word[:40])
            keep = Keep.from_text(word)
        elif word == (DOUBLE_NEXT if rolled else DOUBLE):
            yield Double()
        elif word.startswith("!"):
            yield Announce(word[1:])
        elif word.startswith("*"):
            yield _action(word, words)
        elif word == FROZEN:
            yield _freeze(words)
        else:
            if rolled and keep is None:
                raise InvalidInput("A keep is missing before “{text}”", text=word[:40])
            yield DiceRolled(Roll.from_text(word.lstrip("~")), keep, by_hand=word[0] == "~")
            keep, rolled = None, True
    if keep is not None:
        raise InvalidInput("A roll is missing after “{text}”", text=keep.to_text())


def _freeze(words: deque[str]) -> FreezeSheet:
    """The freezing of a sheet; the first of these words is its seat."""
    return FreezeSheet(as_seat(words.popleft() if words else ""))


def _action(word: str, words: deque[str]) -> UseAction:
    """The use of an action die; the words after it name its target."""
    kind = as_action_kind(word[1:])
    if kind is ActionKind.SHIFT:
        return UseAction(kind)
    target = as_seat(words.popleft() if words else "")
    if kind is ActionKind.SWAP:
        return UseAction(kind, target)
    return UseAction(kind, target, words.popleft() if words else "")


def _entry(words: deque[str], *, known: bool) -> tuple[Entry, int]:
    """The entry and its extra points, removed from the words; not `known`: without dice."""
    refused = InvalidInput(
        "A turn ends with > cell points, such as > chance 22, not with “{text}”",
        text=" ".join(word for word in words if word != ">")[:40],
    )
    first = words.popleft() if words else ""
    if first == ">":
        first = words.popleft() if words else ""
    elif first != CLAIM:
        raise refused
    if first == CLAIM and known:
        return ClaimText.from_words(words), 0
    if first == NOTHING and known:
        return TakeNothing(), 0
    if not words or not _POINTS.fullmatch(words[0]):
        raise refused
    cell, points = Cell.from_text(first), int(words.popleft())
    extra = int(words.popleft()) if words and _EXTRA.fullmatch(words[0]) else 0
    return (Score(cell, points) if known else EnterPoints(cell, points, extra)), extra


def _afterwards(words: deque[str], entry: Entry) -> Iterator[ActionDieRolled | UseAction | FreezeSheet | AnswersText]:
    """The steps after the entry; answers may follow a sheet frozen during a claim."""
    while words:
        word = words.popleft()
        if _DIE.fullmatch(word):
            yield ActionDieRolled(int(word[1:]))
        elif word.startswith("*"):
            yield _action(word, words)
        elif word == FROZEN:
            yield _freeze(words)
            if isinstance(entry, ClaimText):
                yield AnswersText.from_words(words)
        else:
            raise InvalidInput("Unexpected “{text}” after the entry", text=word[:40])


# ------------------------------------------------------------------------------- turn texts


_LOST = re.compile(r"lost\s*>\s*(\S+)\s+0")


def roll_text(event: DiceRolled, *, first: bool) -> str:
    """A roll, with its kept dice unless it is the first of the turn."""
    roll = ("~" if event.by_hand else "") + event.roll.to_text()
    return roll if first or event.keep is None else f"{event.keep.to_text()} {roll}"


def entry_text(variant: Variant, event: Scored) -> str:
    """An entry from the arrow on, preceded by the placeholder for unknown dice."""
    known = "? " if event.by_hand else ""
    extra = f" +{event.extra}" if event.extra else ""
    return f"{known}> {variant.cell_text(event.cell)} {event.points}{extra}"


def lost_text(variant: Variant, event: CellLost) -> str:
    """A turn that another seat's roll took, without its number."""
    return f"lost > {variant.cell_text(event.cell)} 0"


def lost_cell(text: str) -> Cell | None:
    """The cell that a lost turn scratched; None for any other line. Raises `InvalidInput`."""
    found = _LOST.fullmatch(text)
    return Cell.from_text(found[1]) if found else None


def turn_text(variant: Variant, events: Iterable[Event]) -> str:
    """A whole turn, without its number and without the turns that it takes from others."""
    words: list[str] = []
    rolled = False
    for event in events:
        if isinstance(event, CellLost):
            continue
        words += (
            [NOTHING] if isinstance(event, TurnEnded) and not words else event_words(variant, event, first=not rolled)
        )
        rolled = rolled or isinstance(event, DiceRolled)
    return " ".join(words)


def event_words(variant: Variant, event: Event, *, first: bool) -> list[str]:
    """The words that an event adds to its turn, often none; `first`: it is the first roll."""
    match event:
        case DiceRolled():
            return [roll_text(event, first=first)]
        case Announced(_, cell):
            return [f"!{variant.cell_text(cell)}"]
        case Doubled():
            return [DOUBLE if first else DOUBLE_NEXT]
        case Scored():
            return [entry_text(variant, event)]
        case SheetFrozen(seat):
            return [f"{FROZEN} {seat}"]
        case _:
            return _mechanic_words(variant, event)


def _mechanic_words(variant: Variant, event: EntryTakenBack | MechanicEvent) -> list[str]:
    match event:
        case ActionDieRolled(face):
            return [f"*{face}"]
        case ActionUsed(_, action, target, cell):
            return [variant.action_text(UseAction(action, target, cell))]
        case CellLost():
            return [lost_text(variant, event)]
        case NothingTaken():
            return [f"> {NOTHING}"]
        case Claimed(_, cell, points):
            return [f"> {ClaimText(cell, points).to_text(variant)}"]
        case ClaimAnswered() | ClaimSettled() | TurnEnded() | ChipRemoved() | EntryTakenBack():
            return []  # implied by other words, as answers to a claim are by its doubters
    assert_never(event)
