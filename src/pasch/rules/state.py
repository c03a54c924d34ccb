"""A game at one moment, as data: the turn, what transitions and mechanics change, and whose turn comes next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import wraps
from typing import Any, Self, TypeVar

from pasch.rules.actions import Action, ActionKind, FreezeSheet
from pasch.rules.category import Cell
from pasch.rules.columns import KeepRule
from pasch.rules.dice import NOTHING, Keep, Roll
from pasch.rules.errors import IllegalAction
from pasch.rules.events import ActionDieRolled, DiceRolled, Event, Scored
from pasch.rules.lazy import Value, made
from pasch.rules.sheet import Sheet
from pasch.rules.variant import Variant


class Stage(StrEnum):
    """The states of the turn; what each of them allows stands in `pasch.rules.transitions`."""

    READY = "ready"
    IN_THE_AIR = "in_the_air"
    ROLLED = "rolled"
    ENTRY_DUE = "entry_due"
    OVER = "over"

    # Of mechanics (`pasch.rules.mechanics`) that go on where a plain turn ends.
    DIE_IN_THE_AIR = "die_in_the_air"
    ENTERED = "entered"
    SHIFTING = "shifting"
    CLAIMED = "claimed"


@dataclass(frozen=True)
class Claim:
    """A combination that a player claims to have under the cup: `points` in `cell`.

    `asked` is the seat that has to believe or doubt it now, `doubters` those that did not believe.
    """

    cell: Cell
    points: int
    asked: int
    doubters: tuple[int, ...] = ()


@dataclass(frozen=True)
class Turn(Value):
    """One player's turn.

    `seat`, `number` (over all turns of the game) and `round` count from 1. `rolls` is how
    many rolls the turn has in all. `roll` lies on the table, `kept` stayed there in the
    latest roll, `staying` are those that stay while the others are in the air. `chip`: a chip can still buy
    one more roll. `doubled`: the entry counts twice; `doubles_next`: the dice of the next roll will.
    `by_hand`: the dice were rolled by hand and typed in. `beyond` is the stage of a mechanic that goes
    on after the entry, `claim` what it is about in a game of bluff.
    """

    seat: int
    number: int
    round: int
    rolls: int
    roll: Roll | None = None
    kept: Keep = NOTHING
    rolls_used: int = 0
    rolls_left: int = 0
    announced: Cell | None = None
    staying: Keep | None = None
    chip: bool = False
    doubled: bool = False
    doubles_next: bool = False
    by_hand: bool = False
    beyond: Stage | None = None
    claim: Claim | None = None

    @staticmethod
    def begun(seat: int, number: int, round_: int, rolls: int, *, chip: bool = False) -> Turn:
        """A turn before its first roll."""
        fields = _BEGUN.copy()
        fields["seat"], fields["number"], fields["round"] = seat, number, round_
        fields["rolls"] = fields["rolls_left"] = rolls
        fields["chip"] = chip
        return made(Turn, fields)

    def rolling(self, keep: Keep) -> Turn:
        """This turn with all dice but these in the air."""
        return made(Turn, {**vars(self), "staying": keep})

    def landed(self, roll: Roll, keep: Keep, rolls_left: int) -> Turn:
        """This turn with the dice of one more roll on the table."""
        fields = vars(self).copy()
        fields["roll"], fields["kept"] = roll, keep
        fields["rolls_used"], fields["rolls_left"] = self.rolls_used + 1, rolls_left
        fields["staying"] = None
        return made(Turn, fields)

    @property
    def to_move(self) -> int:
        """The seat that has to act: whose turn it is, or who is asked about a claim."""
        return self.seat if self.claim is None else self.claim.asked

    @property
    def served(self) -> bool:
        """Whether all dice were rolled together in the latest roll."""
        return self.roll is not None and not self.kept

    @property
    def stage(self) -> Stage:
        """The state of the turn."""
        if self.staying is not None:
            return Stage.IN_THE_AIR
        if self.beyond is not None:
            return self.beyond
        if self.roll is None:
            return Stage.READY
        return Stage.ROLLED if self.rolls_left or self.chip else Stage.ENTRY_DUE


_BEGUN = dict(vars(Turn(seat=1, number=1, round=1, rolls=1)))
"""The fields of a turn before its first roll."""


# ------------------------------------------------------------------------------- what seats hold


@dataclass(frozen=True)
class WonDie:
    """An action die in stock; it can be used from the round `usable_from` on."""

    kind: ActionKind
    usable_from: int


@dataclass(frozen=True)
class Hand:
    """`bank` are unused rolls saved for later turns, `chips` those that can still buy a roll.

    `doubles` are the entries that may still count twice, `dice` the action dice in the order in
    which they were won.
    """

    bank: int = 0
    chips: int = 0
    doubles: int = 0
    dice: tuple[WonDie, ...] = ()


Hands = tuple[Hand, ...]
"""The hands of all seats."""


def with_hand(hands: Hands, seat: int, hand: Hand) -> Hands:
    """The hands with another one at this seat, which counts from 1."""
    return (*hands[: seat - 1], hand, *hands[seat:])


# ------------------------------------------------------------------------------- chips on the table


@dataclass(frozen=True)
class Pool:
    """How many chips of each row can still be taken (`left`) and have left the game (`removed`).

    `taken` says whether a chip was taken in this round, `last` which seat took the very last one.
    """

    left: tuple[int, ...]
    removed: tuple[int, ...]
    taken: bool = False
    last: int | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing is left to play for."""
        return not any(self.left)

    def without(self, row: int, seat: int) -> Pool:
        """The pool after a seat took a chip of this row, one that had left the game if need be."""
        if not self.left[row]:
            return Pool(self.left, _less(self.removed, row), taken=True, last=self.last)
        left = _less(self.left, row)
        return Pool(left, self.removed, taken=True, last=None if any(left) else seat)

    def losing(self, row: int) -> Pool:
        """The pool after a chip of this row left the game."""
        return Pool(_less(self.left, row), _less(self.removed, row, by=-1))

    def next_round(self) -> Pool:
        """The pool at the beginning of a round."""
        return Pool(self.left, self.removed, last=self.last)


def _less(counts: tuple[int, ...], row: int, by: int = 1) -> tuple[int, ...]:
    return (*counts[:row], counts[row] - by, *counts[row + 1 :])


# ------------------------------------------------------------------------------- whose turn it is


def seats_after(seat: int, seats: int) -> list[int]:
    """All of so many seats in order, beginning with the one after `seat`, which comes last."""
    return [(seat - 1 + step) % seats + 1 for step in range(1, seats + 1)]


def first_turn(variant: Variant, sheets: tuple[Sheet, ...], hands: Hands, frozen: Collection[int] = ()) -> Turn | None:
    """The turn of the first seat that has an open cell; seats before it have played or are `frozen`."""
    open_seats = [seat for seat, sheet in enumerate(sheets, start=1) if not sheet.full and seat not in frozen]
    if not open_seats:
        return None
    entries = [len(sheet.points) - len(sheet.open) for sheet in sheets]
    return turn_of(variant, hands, open_seats[0], sum(entries) + 1, entries[0] + 1)


def next_turn(
    variant: Variant, sheets: tuple[Sheet, ...], hands: Hands, turn: Turn, frozen: Collection[int]
) -> Turn | None:
    """The turn of the next seat in order that has an open cell and is not `frozen`."""
    for seat in seats_after(turn.seat, len(sheets)) if len(sheets) > 1 else (1,):
        if sheets[seat - 1].open and seat not in frozen:
            next_round = turn.round + (seat <= turn.seat)
            return turn_of(variant, hands, seat, turn.number + 1, next_round)
    return None


def turn_of(variant: Variant, hands: Hands, seat: int, number: int, round_: int) -> Turn:
    """The turn of a seat before its first roll."""
    locking = variant.keep is KeepRule.LOCK_ONE
    hand = hands[seat - 1]
    rolls = (variant.dice_count if locking else variant.rolls) + hand.bank
    chip = hand.chips > 0 and not locking  # dice that are locked one by one need no further roll
    return Turn.begun(seat, number, round_, rolls, chip=chip)


def saved(variant: Variant, hands: Hands, turn: Turn) -> Hands:
    """The hands after a turn: where a game saves rolls, those of the turn that were not used."""
    if not variant.banks_rolls or variant.keep is KeepRule.LOCK_ONE:
        return hands
    unused = turn.rolls_left if turn.roll else 0
    return with_hand(hands, turn.seat, replace(hands[turn.seat - 1], bank=unused))


# ------------------------------------------------------------------------------- the whole game


@dataclass(frozen=True)
class State(Value):
    """One game of a variant, for one player or several, at one moment.

    `turn` is None when the game is over. `hands` are what each seat holds next to its sheet, `pool`
    the chips on the table for all of them. `leader` is the seat that begins each round. `frozen` are
    the seats that have left for good: their sheets stay as they are. `winner` is the seat that has
    won at once, whatever the sheets say. `latest` is the entry that can still be taken back,
    `before_latest` the game before it. `facts` are what `remembered` keeps.
    """

    variant: Variant
    players: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    hands: Hands
    turn: Turn | None
    pool: Pool | None = None
    leader: int = 1
    frozen: frozenset[int] = frozenset()
    winner: int | None = None
    latest: Scored | None = field(default=None, compare=False, repr=False)
    before_latest: Self | None = field(default=None, compare=False, repr=False)
    facts: dict[str, Any] | None = field(default=None, compare=False, repr=False)

    @property
    def stage(self) -> Stage:
        """The state of the turn, or that the game is over."""
        return Stage.OVER if self.turn is None else self.turn.stage

    @property
    def over(self) -> bool:
        """Whether every sheet is full or frozen, or a player has won at once."""
        return self.turn is None

    @property
    def sheet(self) -> Sheet | None:
        """The sheet of the seat to move, None when the game is over."""
        return None if self.turn is None else self.sheets[self.turn.seat - 1]

    @property
    def to_move(self) -> int | None:
        """The seat that has to act, None when the game is over."""
        return None if self.turn is None else self.turn.to_move

    @property
    def to_roll(self) -> int:
        """How many dice are in the air, waiting for chance; 0 when none are. No action dice."""
        if self.turn is None or self.turn.staying is None:
            return 0
        return self.variant.dice_count - len(self.turn.staying)

    @property
    def rounds(self) -> int:
        """How many rounds a game has: one entry in each of them."""
        return self.variant.turns

    def acting(self) -> tuple[Turn, Sheet]:
        """The turn and the sheet of the seat to move. Raises `IllegalAction` at the end."""
        if self.turn is None:
            raise IllegalAction("The game is over")
        return self.turn, self.sheets[self.turn.seat - 1]

    def with_turn(self, turn: Turn | None) -> Self:
        """The same sheets with another state of the turn; no entry can be taken back."""
        after = vars(self).copy()
        after["turn"] = turn
        after["winner"] = after["latest"] = after["before_latest"] = after["facts"] = None
        return made(type(self), after)

    def won_by(self, seat: int) -> Self:
        """This game ended at once by a seat; `seat` counts from 1."""
        return self.altered(None, winner=seat)

    def having(
        self,
        turn: Turn | None,
        *,
        sheets: tuple[Sheet, ...] | None = None,
        hands: Hands | None = None,
        pool: Pool | None = None,
        keeps_latest: bool = False,
    ) -> Self:
        """This game with another turn and what else is named; `keeps_latest`: its entry can be taken back."""
        return self.altered(
            turn,
            sheets=sheets or self.sheets,
            hands=hands or self.hands,
            pool=pool or self.pool,
            latest=self.latest if keeps_latest else None,
            before_latest=self.before_latest if keeps_latest else None,
        )

    def entered(self, turn: Turn | None, sheets: tuple[Sheet, ...], entry: Scored) -> Self:
        """This game after an entry that can be taken back, with the turn that follows."""
        after = vars(self).copy()
        after["turn"], after["sheets"] = turn, sheets
        after["winner"] = after["facts"] = None
        after["latest"] = entry
        after["before_latest"] = self if self.before_latest is None else self.settled
        return made(type(self), after)

    def altered(self, turn: Turn | None, **changes: object) -> Self:
        """This game with another turn and other fields; what is not named settles the latest entry."""
        return made(type(self), vars(self.with_turn(turn)) | changes)

    def passed_on(self) -> Self:
        """The turn of the next seat in order, without an entry of this one."""
        turn, _ = self.acting()
        return self.with_turn(next_turn(self.variant, self.sheets, self.hands, turn, self.frozen))

    @property
    def settled(self) -> Self:
        """This game without the way back to an earlier entry, so that no chain builds up."""
        return self if self.before_latest is None else self.altered(self.turn, winner=self.winner)


S = TypeVar("S", bound=State)
B = TypeVar("B")


def remembered(compute: Callable[[S], B]) -> Callable[[S], B]:
    """A derived fact of a game that a later module computes, kept among its `facts`."""
    name = f"{compute.__module__}.{compute.__name__}"

    @wraps(compute)
    def found(state: S) -> B:
        facts = state.facts
        if facts is None:
            facts = vars(state)["facts"] = {}
        if name not in facts:
            facts[name] = compute(state)
        known: B = facts[name]
        return known

    return found


Step = Action | FreezeSheet | DiceRolled | ActionDieRolled
"""What a game is given: an action, the dice of a roll, or that a player has left."""

Outcome = tuple[State, tuple[Event, ...]]
Decider = Callable[[State, Step], Outcome]
Table = Mapping[Stage, Mapping[type[Step], Decider]]
"""What can be done in each stage of a turn, and who decides about it."""
