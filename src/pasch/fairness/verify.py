"""Verification that the dice of a match follow from its seeds."""

from collections.abc import Iterable
from dataclasses import dataclass

from pasch.fairness.stream import ACTION_DIE, SEED_BYTES, RollId, commitment, rolled, seat_seed
from pasch.rules.corrections import TurnCorrected
from pasch.rules.dice import NOTHING, SIX_SIDED, Keep, Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.events import ActionDieRolled, DiceRolled, Scored
from pasch.rules.match import Match, MatchEvent
from pasch.rules.notation.record import Provenance, Record
from pasch.rules.notation.record_reader import Disputed, Reading, read_as_far_as_sound
from pasch.rules.state import Turn


@dataclass(frozen=True)
class Proof:
    """The data for verification: the seeds, and the commitment published before the first roll."""

    table: str
    commitment: str
    server_seed: bytes
    seeds: tuple[str, ...] = ()


@dataclass(frozen=True)
class LoggedRoll:
    """One roll as played: the kept dice, and all dice on the table afterwards.

    `turn` counts all turns of the game; `round` and `seat` identify the turn. `roll` is the number in the turn, or
    `ACTION_DIE` for an action die, which is rolled alone. `event` is the index in the log, from 0.
    """

    game: int
    turn: int
    round: int
    seat: int
    roll: int
    keep: Keep
    dice: Roll
    event: int


@dataclass(frozen=True)
class Verdict:
    """The result of a check.

    `committed` says whether the seed matches the commitment. `first_wrong` is the first wrong roll and `right` its
    correct dice; both are None if all rolls are right.
    """

    committed: bool
    checked: int
    first_wrong: LoggedRoll | None = None
    right: Roll | None = None

    @property
    def holds(self) -> bool:
        """Whether the seed matches the commitment and all dice are right."""
        return self.committed and self.first_wrong is None


def server_seed(text: str) -> bytes:
    """A revealed seed from its hexadecimal digits. Raises `InvalidInput`."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise InvalidInput("A server seed has {digits} hexadecimal digits", digits=2 * SEED_BYTES)
    return seed


def logged_rolls(start: Match, events: Iterable[MatchEvent]) -> list[LoggedRoll]:
    """All rolls of a match from its log, including action dice, without typed-in dice."""
    rolls: list[LoggedRoll] = []
    match = start
    for place, event in enumerate(events):
        match = match.evolve(event)
        turn, game = match.game.turn, len(match.games)
        match event:
            case DiceRolled(by_hand=False) if turn is not None:
                rolls.append(_logged(game, turn, turn.rolls_used, event.keep or NOTHING, event.roll, place))
            case ActionDieRolled(face) if turn is not None and not turn.by_hand:
                rolls.append(_logged(game, turn, ACTION_DIE, NOTHING, Roll((face,)), place))
            case _:
                pass
    return rolls


def disputed_rolls(disputed: Disputed, event: int) -> list[LoggedRoll]:
    """All new rolls of a turn that the rules refused; `event` is the index it would have in the log."""
    rolls: list[LoggedRoll] = []
    rolled = 0
    for number, step in enumerate(disputed.text.steps):
        match step:
            case DiceRolled():
                rolled += 1
                if number >= disputed.known and not step.by_hand:
                    keep = step.keep or NOTHING
                    rolls.append(_logged(disputed.game, disputed.turn, rolled, keep, step.roll, event))
            case ActionDieRolled(face) if face in SIX_SIDED:
                rolls.append(_logged(disputed.game, disputed.turn, ACTION_DIE, NOTHING, Roll((face,)), event))
            case _:
                pass
    return rolls


def _logged(game: int, turn: Turn, roll: int, keep: Keep, dice: Roll, event: int) -> LoggedRoll:  # noqa: PLR0913, PLR0917 - the fields
    return LoggedRoll(game, turn.number, turn.round, turn.seat, roll, keep, dice, event)


def verify(proof: Proof, rolls: Iterable[LoggedRoll]) -> Verdict:
    """Recompute every roll and stop at the first that differs."""
    committed = commitment(proof.server_seed) == proof.commitment.lower()
    checked = 0
    for roll in rolls:
        right = _right(proof, roll)
        if right != roll.dice:
            return Verdict(committed, checked, roll, right)
        checked += 1
    return Verdict(committed, checked)


def _right(proof: Proof, logged: LoggedRoll) -> Roll:
    roll_id = RollId(proof.table, proof.seeds, logged.game, logged.turn, logged.roll)
    six = len(logged.dice.faces) - len(logged.keep.faces)
    ten = len(logged.dice.tens) - len(logged.keep.tens)
    return landed(logged.keep, rolled(proof.server_seed, roll_id, six, ten))


def landed(keep: Keep, fallen: Roll) -> Roll:
    """All dice on the table: the kept and the rolled dice."""
    return Roll(keep.faces + fallen.faces, keep.tens + fallen.tens)


# ------------------------------------------------------------------------------- records


@dataclass(frozen=True)
class Checked:
    """A record and the result of its check. `by_hand` counts rolls typed in or missing, which cannot be checked.

    `line` is the line of the first wrong roll, from 1; None if there is none.
    """

    record: Record
    proof: Proof
    verdict: Verdict
    by_hand: int
    line: int | None

    @property
    def seed_makes(self) -> str:
        """The commitment of the revealed seed."""
        return commitment(self.proof.server_seed)


def check_record(text: str, promised: str = "") -> Checked:
    """Recompute every roll of a record. `promised` replaces the commitment written in the record.

    Costs about 10 µs per roll in addition to replaying the record. Raises `DamagedRecord`, and `InvalidInput` if the
    record has no proof (yet). Wrong dice raise nothing: the verdict reports them.
    """
    return check_reading(read_as_far_as_sound(text), promised)


def check_reading(reading: Reading, promised: str = "") -> Checked:
    """Recompute every roll of a record that has already been replayed."""
    record, lines = reading.record, reading.lines
    rolls = logged_rolls(record.start, record.events)
    if reading.disputed is not None and reading.damage is not None:
        rolls += disputed_rolls(reading.disputed, len(lines))
        lines = (*lines, reading.damage.line)
    if not rolls and reading.damage is not None:
        raise reading.damage
    proof = proof_of(record.provenance, promised)
    verdict = verify(proof, rolls)
    if verdict.holds and reading.damage is not None:
        raise reading.damage
    by_hand = sum(_typed(event) for event in record.events)
    line = None if verdict.first_wrong is None else lines[verdict.first_wrong.event]
    return Checked(record, proof, verdict, by_hand, line)


def proof_of(origin: Provenance, promised: str = "") -> Proof:
    """The proof in the header of a record. Raises `InvalidInput`, naming the missing field."""
    if origin.dice == "manual":
        raise InvalidInput("The dice of this record were rolled by hand and cannot be recomputed")
    for name in ("table", "commitment"):
        if not getattr(origin, name):
            raise InvalidInput("The header has no line “{name}”: this record contains no proof of its dice", name=name)
    if not origin.seed:
        raise InvalidInput(
            "The seed is not yet revealed: the header gets a line “seed” when the match, the day or the event ends"
        )
    seeds = tuple(seat_seed(seed) for _, seed in origin.seeds)
    return Proof(origin.table, promised or origin.commitment, server_seed(origin.seed), seeds)


def _typed(event: MatchEvent) -> int:
    """The number of typed-in rolls and of entries with points only in an event, which may be a correction."""
    match event:
        case DiceRolled(by_hand=True) | Scored(by_hand=True):
            return 1
        case TurnCorrected(turn=turn):
            return turn.count("~") + turn.count("?")
        case _:
            return 0
