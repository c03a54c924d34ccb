"""Matches played at random with dice from seeds, as records with proof."""

from __future__ import annotations

from random import Random

from pasch.fairness.stream import ACTION_DIE, RollId, commitment, rolled
from pasch.fairness.verify import landed
from pasch.rules.actions import FreezeSheet, RollDice, TakeBack
from pasch.rules.dice import NOTHING
from pasch.rules.errors import PaschError
from pasch.rules.events import ActionDieRolled, DiceRolled, Scored
from pasch.rules.match import Match, MatchEvent, MatchStep
from pasch.rules.notation.record import Provenance, Record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.state import Stage
from pasch.rules.variants import VARIANTS
from tests.rules.notation.wild import correcting
from tests.rules.play import choose

TAKES_BACK = 0.1
"""How often a possible undo of an entry happens."""

CORRECTS = 0.02
"""How often a turn is corrected with typed dice."""

LEAVES = 0.004
"""How often a player leaves for good instead of acting."""


def proved_record(key: str, rng: Random, games: int = 1, seeds: tuple[str, ...] = ("c0ffee", "00")) -> str:
    """A finished match of a variant as text; the seats gave `seeds`."""
    server_seed = rng.randbytes(32)
    table = f"table-{rng.getrandbits(64):x}"
    start = match = Match.begin(VARIANTS[key], ["Anna", "Bernd", "Clara"][: max(2, VARIANTS[key].seats[0])], games)
    log: list[MatchEvent] = []
    while not match.over:
        if rng.random() < LEAVES:
            match = _tried(match, FreezeSheet(rng.randint(1, len(match.players))), log)
            continue
        match, events = match.apply(_next(match, rng, server_seed, table, seeds))
        log += events
        if isinstance(events[0], Scored) and rng.random() < TAKES_BACK:
            match = _tried(match, TakeBack(), log)
        if rng.random() < CORRECTS and (correction := correcting(match, rng)) is not None:
            match = _tried(match, correction, log)
    provenance = Provenance("2026-02-03", table, "server", commitment(server_seed), server_seed.hex(), _numbered(seeds))
    return write_record(Record.of(start, log, provenance=provenance))


def _next(match: Match, rng: Random, server_seed: bytes, table: str, seeds: tuple[str, ...]) -> MatchStep:
    turn, variant = match.game.turn, match.variant
    if turn is not None and turn.stage is Stage.DIE_IN_THE_AIR:
        throw = RollId(table, seeds, len(match.games), turn.number, ACTION_DIE)
        return ActionDieRolled(rolled(server_seed, throw, 1).faces[0])
    step = choose(match, rng)
    if turn is None or not isinstance(step, RollDice):
        return step
    keep = step.keep or NOTHING
    throw = RollId(table, seeds, len(match.games), turn.number, turn.rolls_used + 1)
    six, ten = variant.dice - len(keep.faces), variant.ten_sided - len(keep.tens)
    return DiceRolled(landed(keep, rolled(server_seed, throw, six, ten)), step.keep)


def _tried(match: Match, step: MatchStep, log: list[MatchEvent]) -> Match:
    try:
        match, events = match.apply(step)
    except PaschError:
        return match
    log += events
    return match


def _numbered(seeds: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    return tuple(enumerate(seeds, start=1))


def changed_die(text: str, line: int, word: int, place: int) -> str:
    """The record with one die of one roll turned over to its next face."""
    lines = text.split("\n")
    words = lines[line].split(" ")
    roll = words[word]
    face = roll[place]
    other = str(int(face) % 6 + 1)
    words[word] = "".join(sorted(f"{roll[:place]}{other}{roll[place + 1 :]}"))
    lines[line] = " ".join(words)
    return "\n".join(lines)
