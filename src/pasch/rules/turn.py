"""Where a turn stands."""

from dataclasses import dataclass
from enum import StrEnum

from pasch.rules.category import Cell
from pasch.rules.dice import NOTHING, Keep, Roll
from pasch.rules.lazy import Value, made


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
    def begun(seat: int, number: int, round_: int, rolls: int, *, chip: bool = False) -> "Turn":
        """A turn before its first roll."""
        fields = _BEGUN.copy()
        fields["seat"], fields["number"], fields["round"] = seat, number, round_
        fields["rolls"] = fields["rolls_left"] = rolls
        fields["chip"] = chip
        return made(Turn, fields)

    def rolling(self, keep: Keep) -> "Turn":
        """This turn with all dice but these in the air."""
        return made(Turn, {**vars(self), "staying": keep})

    def landed(self, roll: Roll, keep: Keep, rolls_left: int) -> "Turn":
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
