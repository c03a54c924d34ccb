"""The dice of the terminal: made like those of a table, so that a record proves them."""

import secrets
from dataclasses import dataclass, field

from pasch.fairness.stream import SEED_BYTES, Throw, commitment, thrown
from pasch.fairness.verify import landed
from pasch.rules.dice import Roll
from pasch.rules.events import DiceRolled
from pasch.rules.match import Match
from pasch.rules.notation.record import Provenance


@dataclass(frozen=True)
class SeededDice:
    """Dice from a secret seed, new for every match."""

    table: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    seed: bytes = field(default_factory=lambda: secrets.token_bytes(SEED_BYTES), repr=False)

    def land(self, match: Match) -> DiceRolled:
        """How the dice fall that are in the air."""
        turn, variant = match.game.turn, match.variant
        if turn is None or turn.thrown is None:
            raise ValueError("no dice are in the air")
        keep = turn.thrown
        throw = Throw(self.table, (), len(match.games), turn.number, turn.rolls_used + 1)
        six, ten = variant.dice - len(keep.faces), variant.ten_sided - len(keep.tens)
        roll: Roll = thrown(self.seed, throw, six, ten)
        return DiceRolled(landed(keep, roll))

    def provenance(self, date: str) -> Provenance:
        """What the record of a match that has ended says of its dice."""
        return Provenance(
            date=date,
            table=self.table,
            dice="server",
            commitment=commitment(self.seed),
            seed=self.seed.hex(),
        )
