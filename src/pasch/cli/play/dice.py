"""The dice of the terminal: made like those of a table, so that a record proves them."""

import secrets
from dataclasses import dataclass, field

from pasch.fairness.stream import ACTION_DIE, SEED_BYTES, RollId, commitment, rolled
from pasch.fairness.verify import landed
from pasch.rules.dice import Roll
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.match import Match
from pasch.rules.notation.record import Provenance
from pasch.rules.turn import Stage, Turn

Fallen = DiceRolled | ActionDieRolled
"""How dice fell that were in the air."""


@dataclass(frozen=True)
class SeededDice:
    """Dice from a secret seed, new for every match."""

    table: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    seed: bytes = field(default_factory=lambda: secrets.token_bytes(SEED_BYTES), repr=False)

    def land(self, match: Match) -> Fallen:
        """How the dice fall that are in the air."""
        turn, variant = match.game.turn, match.variant
        if turn is not None and turn.stage is Stage.DIE_IN_THE_AIR:
            (face,) = rolled(self.seed, self._throw(match, turn, ACTION_DIE), 1).faces
            return ActionDieRolled(face)
        if turn is None or turn.staying is None:
            raise ValueError("no dice are in the air")
        keep = turn.staying
        throw = self._throw(match, turn, turn.rolls_used + 1)
        six, ten = variant.dice - len(keep.faces), variant.ten_sided - len(keep.tens)
        roll: Roll = rolled(self.seed, throw, six, ten)
        return DiceRolled(landed(keep, roll))

    def _throw(self, match: Match, turn: Turn, roll: int) -> RollId:
        return RollId(self.table, (), len(match.games), turn.number, roll)

    def provenance(self, date: str) -> Provenance:
        """What the record of a match that has ended says of its dice."""
        return Provenance(
            date=date,
            table=self.table,
            dice="server",
            commitment=commitment(self.seed),
            seed=self.seed.hex(),
        )
