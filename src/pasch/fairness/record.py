"""Whether the dice of a record are the ones that its seed makes.

The dice come first, the rules after them: where a die was changed the record often does not replay
any more, and then it is the die that is named, not the score that no longer fits it.
"""

from dataclasses import dataclass

from pasch.fairness.stream import commitment, seat_seed
from pasch.fairness.verify import LoggedRoll, Proof, Verdict, logged_rolls, server_seed, told_rolls, verify
from pasch.rules.corrections import TurnCorrected
from pasch.rules.errors import InvalidInput
from pasch.rules.events import DiceRolled, Scored
from pasch.rules.match import MatchEvent
from pasch.rules.notation.record import Provenance, Record
from pasch.rules.notation.record_reader import Reading, read_as_far_as_sound


@dataclass(frozen=True)
class Checked:
    """A record and what was found. `by_hand` are rolls typed in or not told, which nothing can check.

    `line` is that of the first wrong roll, from 1; None when there is none.
    """

    record: Record
    proof: Proof
    verdict: Verdict
    by_hand: int
    line: int | None

    @property
    def seed_makes(self) -> str:
        """The commitment that the revealed seed belongs to."""
        return commitment(self.proof.server_seed)


def check_record(text: str, promised: str = "") -> Checked:
    """Recompute every roll of a record. `promised` replaces the commitment written in the record.

    Costs about 10 µs a roll besides replaying the record. Raises `DamagedRecord`, and `InvalidInput` where
    the record has no proof (yet). A record whose dice are wrong is not refused: the verdict says so.
    """
    return check_reading(read_as_far_as_sound(text), promised)


def check_reading(reading: Reading, promised: str = "") -> Checked:
    """The same for a record that has been replayed."""
    record, lines = reading.record, reading.lines
    rolls = logged_rolls(record.start, record.events)
    if reading.disputed is not None and reading.damage is not None:
        rolls += told_rolls(reading.disputed, len(lines))
        lines = (*lines, reading.damage.line)
    if not rolls and reading.damage is not None:
        raise reading.damage
    proof = proof_of(record.provenance, promised)
    verdict = verify(proof, rolls)
    if verdict.holds and reading.damage is not None:
        raise reading.damage
    return Checked(record, proof, verdict, _by_hand(record), _line(verdict.first_wrong, lines))


def proof_of(origin: Provenance, promised: str = "") -> Proof:
    """What the header of a record proves its dice with. Raises `InvalidInput` naming what is missing."""
    if origin.dice == "manual":
        raise InvalidInput("The dice of this record were rolled by hand: there is nothing to compute")
    for name in ("table", "commitment"):
        if not getattr(origin, name):
            raise InvalidInput("The header has no line “{name}”: this record carries no proof of its dice", name=name)
    if not origin.seed:
        raise InvalidInput("The header has no line “seed”: it is told when the match has ended")
    seeds = tuple(seat_seed(seed) for _, seed in origin.seeds)
    return Proof(origin.table, promised or origin.commitment, server_seed(origin.seed), seeds)


def _by_hand(record: Record) -> int:
    """Rolls typed in, and entries of which only the points are told; those of corrections too."""
    return sum(_typed(event) for event in record.events)


def _typed(event: MatchEvent) -> int:
    match event:
        case DiceRolled(by_hand=True) | Scored(by_hand=True):
            return 1
        case TurnCorrected(turn=turn):
            return turn.count("~") + turn.count("?")
        case _:
            return 0


def _line(wrong: LoggedRoll | None, lines: tuple[int, ...]) -> int | None:
    return None if wrong is None else lines[wrong.event]
