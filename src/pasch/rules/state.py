"""The state of a game as data: the turn, the parts that transitions and mechanics change, and the next turn."""

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
    """The stages of a turn; `pasch.rules.transitions` defines what each allows."""

    READY = "ready"
    IN_THE_AIR = "in_the_air"
    ROLLED = "rolled"
    ENTRY_DUE = "entry_due"
    OVER = "over"

    # Stages of mechanics (`pasch.rules.mechanics`) that continue after a plain turn ends.
    DIE_IN_THE_AIR = "die_in_the_air"
    ENTERED = "entered"
    SHIFTING = "shifting"
    CLAIMED = "claimed"


@dataclass(frozen=True)
class Claim:
    """A combination that a player claims to have under the cup, worth `points` in `cell`.

    `asked` is the seat that must now believe or doubt it, `doubters` are the seats that doubted.
    """

    cell: Cell
    points: int
    asked: int
    doubters: tuple[int, ...] = ()


@dataclass(frozen=True)
class Turn(Value):
    """One player's turn.

    `seat`, `number` (over all turns of the game) and `round` count from 1. `rolls` is the total number of rolls in
    the turn. `roll` are the dice on the table, `kept` those kept in the latest roll, `staying` those kept while the
    others are in the air. `chip`: a chip can still buy one more roll. `doubled`: the entry counts twice;
    `doubles_next`: the dice of the next roll will. `by_hand`: the dice were rolled by hand and typed in. `beyond` is
    a mechanic's stage after the entry, `claim` the pending claim in a game of bluff.
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
        """This turn with all other dice in the air."""
        return made(Turn, {**vars(self), "staying": keep})

    def landed(self, roll: Roll, keep: Keep, rolls_left: int) -> Turn:
        """This turn after one more roll has landed."""
        fields = vars(self).copy()
        fields["roll"], fields["kept"] = roll, keep
        fields["rolls_used"], fields["rolls_left"] = self.rolls_used + 1, rolls_left
        fields["staying"] = None
        return made(Turn, fields)

    @property
    def to_move(self) -> int:
        """The seat that must act: the one whose turn it is, or the one asked about a claim."""
        return self.seat if self.claim is None else self.claim.asked

    @property
    def served(self) -> bool:
        """Whether the latest roll rolled all dice together."""
        return self.roll is not None and not self.kept

    @property
    def stage(self) -> Stage:
        """The stage of the turn."""
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
    """An action die in stock, usable from round `usable_from` on."""

    kind: ActionKind
    usable_from: int


@dataclass(frozen=True)
class Hand:
    """`bank` is the number of unused rolls saved for later turns, `chips` the number of chips left to buy rolls.

    `doubles` is the number of entries that may still count twice, `dice` are the action dice in the order won.
    """

    bank: int = 0
    chips: int = 0
    doubles: int = 0
    dice: tuple[WonDie, ...] = ()


Hands = tuple[Hand, ...]
"""The hands of all seats."""


def with_hand(hands: Hands, seat: int, hand: Hand) -> Hands:
    """The hands with the one of `seat` (from 1) replaced."""
    return (*hands[: seat - 1], hand, *hands[seat:])


# ------------------------------------------------------------------------------- chips on the table


@dataclass(frozen=True)
class Pool:
    """The number of chips of each row that can still be taken (`left`) or have left the game (`removed`).

    `taken` says whether a chip was taken in this round, `last` which seat took the very last chip.
    """

    left: tuple[int, ...]
    removed: tuple[int, ...]
    taken: bool = False
    last: int | None = None

    @property
    def empty(self) -> bool:
        """Whether no chips are left."""
        return not any(self.left)

    def without(self, row: int, seat: int) -> Pool:
        """The pool after a seat took a chip of this row, possibly one that had left the game."""
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
    """All `seats` seats in order, from the one after `seat` to `seat` itself."""
    return [(seat - 1 + step) % seats + 1 for step in range(1, seats + 1)]


def first_turn(variant: Variant, sheets: tuple[Sheet, ...], hands: Hands, frozen: Collection[int] = ()) -> Turn | None:
    """The turn of the first seat with an open cell that is not `frozen`."""
    open_seats = [seat for seat, sheet in enumerate(sheets, start=1) if not sheet.full and seat not in frozen]
    if not open_seats:
        return None
    entries = [len(sheet.points) - len(sheet.open) for sheet in sheets]
    return turn_of(variant, hands, open_seats[0], sum(entries) + 1, entries[0] + 1)


def next_turn(
    variant: Variant, sheets: tuple[Sheet, ...], hands: Hands, turn: Turn, frozen: Collection[int]
) -> Turn | None:
    """The turn of the next seat in order with an open cell that is not `frozen`."""
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
    chip = hand.chips > 0 and not locking  # dice locked one by one need no extra roll
    return Turn.begun(seat, number, round_, rolls, chip=chip)


def saved(variant: Variant, hands: Hands, turn: Turn) -> Hands:
    """The hands after a turn; in games that save rolls, with its unused rolls added."""
    if not variant.banks_rolls or variant.keep is KeepRule.LOCK_ONE:
        return hands
    unused = turn.rolls_left if turn.roll else 0
    return with_hand(hands, turn.seat, replace(hands[turn.seat - 1], bank=unused))


# ------------------------------------------------------------------------------- the whole game


@dataclass(frozen=True)
class State(Value):
    """One state of a game of a variant, for one or more players.

    `turn` is None when the game is over. `hands` are each seat's other possessions, `pool` the shared chips on the
    table. `leader` is the seat that begins each round. `frozen` are the seats that have left for good, whose sheets
    no longer change. `winner` is the seat that has won immediately, regardless of the sheets. `latest` is the entry
    that can still be taken back, `before_latest` the game before it. `facts` is the cache of `remembered`.
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
        """The stage of the turn, or `OVER`."""
        return Stage.OVER if self.turn is None else self.turn.stage

    @property
    def over(self) -> bool:
        """Whether every sheet is full or frozen, or a player has won immediately."""
        return self.turn is None

    @property
    def sheet(self) -> Sheet | None:
        """The sheet of the seat to move; None when the game is over."""
        return None if self.turn is None else self.sheets[self.turn.seat - 1]

    @property
    def to_move(self) -> int | None:
        """The seat that must act; None when the game is over."""
        return None if self.turn is None else self.turn.to_move

    @property
    def to_roll(self) -> int:
        """The number of dice in the air, without action dice."""
        if self.turn is None or self.turn.staying is None:
            return 0
        return self.variant.dice_count - len(self.turn.staying)

    @property
    def rounds(self) -> int:
        """The number of rounds in a game, each with one entry."""
        return self.variant.turns

    def acting(self) -> tuple[Turn, Sheet]:
        """The turn and the sheet of the seat to move. Raises `IllegalAction` when the game is over."""
        if self.turn is None:
            raise IllegalAction("The game is over")
        return self.turn, self.sheets[self.turn.seat - 1]

    def with_turn(self, turn: Turn | None) -> Self:
        """This game with another turn; no entry can be taken back."""
        after = vars(self).copy()
        after["turn"] = turn
        after["winner"] = after["latest"] = after["before_latest"] = after["facts"] = None
        return made(type(self), after)

    def having(
        self,
        turn: Turn | None,
        *,
        sheets: tuple[Sheet, ...] | None = None,
        hands: Hands | None = None,
        pool: Pool | None = None,
        keeps_latest: bool = False,
    ) -> Self:
        """This game with another turn and the named fields; `keeps_latest`: its entry can be taken back."""
        return self.altered(
            turn,
            sheets=sheets or self.sheets,
            hands=hands or self.hands,
            pool=pool or self.pool,
            latest=self.latest if keeps_latest else None,
            before_latest=self.before_latest if keeps_latest else None,
        )

    def entered(self, turn: Turn | None, sheets: tuple[Sheet, ...], entry: Scored) -> Self:
        """This game after an entry that can be taken back, at the following turn."""
        after = vars(self).copy()
        after["turn"], after["sheets"] = turn, sheets
        after["winner"] = after["facts"] = None
        after["latest"] = entry
        after["before_latest"] = self if self.before_latest is None else self.settled
        return made(type(self), after)

    def altered(self, turn: Turn | None, **changes: object) -> Self:
        """This game with another turn and other fields; unless named, the latest entry becomes final."""
        return made(type(self), vars(self.with_turn(turn)) | changes)

    def passed_on(self, *, keeps_latest: bool = False) -> Self:
        """This game at the next seat in order; `keeps_latest`: its entry can be taken back."""
        turn, _ = self.acting()
        following = next_turn(self.variant, self.sheets, self.hands, turn, self.frozen)
        return self.having(following, keeps_latest=keeps_latest)

    @property
    def settled(self) -> Self:
        """This game without `before_latest`, so that no chain of games builds up."""
        return self if self.before_latest is None else self.altered(self.turn, winner=self.winner)


S = TypeVar("S", bound=State)
B = TypeVar("B")


def remembered(compute: Callable[[S], B]) -> Callable[[S], B]:
    """Cache, among the `facts` of a game, a derived fact that a later module computes."""
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
"""The input of a game: an action, the dice of a roll, or the departure of a player."""

Outcome = tuple[State, tuple[Event, ...]]
Decider = Callable[[State, Step], Outcome]
Table = Mapping[Stage, Mapping[type[Step], Decider]]
"""The possible steps of each stage of a turn, with the functions that decide them."""
