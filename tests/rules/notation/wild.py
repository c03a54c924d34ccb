"""Random matches with every feature: typed dice, entries without dice, entries taken back, corrections."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pasch.rules.actions import Claim, EnterPoints, NextGame, RollDice, Score, TakeBack
from pasch.rules.corrections import Correct, PlayedTurn
from pasch.rules.dice import NOTHING
from pasch.rules.errors import PaschError
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game
from pasch.rules.match import Match, MatchEvent, MatchStep
from pasch.rules.mechanics.behaviour import behaviour_of
from pasch.rules.notation.turns import TurnStep
from pasch.rules.state import Stage
from pasch.rules.variant import Variant
from tests.rules.play import choose, fall


def players(variant: Variant, wished: int) -> list[str]:
    """This many names, or as many as the variant allows."""
    low, high = variant.seats
    return [f"P{seat}" for seat in range(1, max(low, min(wished, high)) + 1)]


def wild_steps(match: Match, rng: Random) -> Iterator[tuple[Match, MatchStep]]:
    """Play to the end, each step with the match before it."""
    while not match.over:
        step = wild_step(match, rng)
        yield match, step
        match, _ = match.apply(step)


def wild_match(match: Match, rng: Random, length: int) -> list[MatchEvent]:
    """The events of this many steps."""
    log: list[MatchEvent] = []
    for (before, step), _ in zip(wild_steps(match, rng), range(length), strict=False):
        log += before.apply(step)[1]
    return log


def wild_step(match: Match, rng: Random) -> MatchStep:
    game = match.game
    if game.stage is Stage.DIE_IN_THE_AIR:
        return ActionDieRolled(rng.randint(1, 6))
    if game.latest and rng.random() < 0.15:
        return TakeBack()
    if rng.random() < 0.03 and (correction := correcting(match, rng)) is not None:
        return correction
    if match.between_games:
        return NextGame()
    others = game.legal_actions.others
    if others and rng.random() < 0.4:
        return rng.choice(others)
    if game.stage is Stage.READY and rng.random() < 0.1 and takes_points(match.variant):
        return without_dice(match, rng)
    if game.stage is Stage.READY or (game.legal_actions.keeps and rng.random() < 0.5):
        keep = rng.choice(game.legal_actions.keeps)
        return DiceRolled(fall(match.variant, keep, rng), keep, by_hand=rng.random() < 0.2)
    step = choose(match, rng)
    while isinstance(step, RollDice):
        step = choose(match, rng)
    return step


def correcting(match: Match, rng: Random) -> Correct | None:
    """A random correction of a turn by typed dice or another entry, None if the rules refuse it."""
    number = rng.randint(1, len(match.games))
    known = match.played(number)
    turns = known.turns if known else []
    if not turns:
        return None
    played = rng.choice(turns[-8:])
    action = Correct(number, played.turn.round, played.turn.seat, corrected_steps(match, played, rng))
    try:
        match.apply(action)
    except PaschError:
        return None
    return action


def corrected_steps(match: Match, played: PlayedTurn, rng: Random) -> tuple[TurnStep, ...]:
    """Other steps for a turn: fewer of its rolls, or one typed roll instead, and another entry."""
    steps = tuple(step for step in played.text.steps if isinstance(step, DiceRolled | Score | EnterPoints))
    throws = tuple(step for step in steps if isinstance(step, DiceRolled))
    if rng.random() < 0.6:
        throws = (DiceRolled(fall(match.variant, NOTHING, rng), by_hand=True),)
    if played.running and throws and rng.random() < 0.3:
        throws = throws[:-1]
    if played.running or played.entry is None:
        return throws
    cell = rng.choice([played.entry.cell, *match.variant.cells])
    return (*throws, Score(cell) if throws else EnterPoints(played.entry.cell, played.entry.points))


def takes_points(variant: Variant) -> bool:
    rows = behaviour_of(Game(variant, map(str, range(variant.seats[0])))).table
    return EnterPoints in rows[Stage.READY] and not variant.extra.points


def without_dice(match: Match, rng: Random) -> EnterPoints:
    """Points of an entry with unknown dice: those of some roll in another cell."""
    rolled, _ = match.game.apply(DiceRolled(fall(match.variant, NOTHING, rng)))
    claims = [claim for claim in rolled.legal_actions.others if isinstance(claim, Claim)]
    if claims:
        claim = rng.choice(claims)
        return EnterPoints(claim.cell, claim.points)
    cell, points = rng.choice(list(rolled.legal_actions.entries.items()))
    return EnterPoints(cell, rng.choice([0, points]))
