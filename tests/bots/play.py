"""Games in which a bot makes some decisions and random legal actions make the rest."""

from collections.abc import Callable
from random import Random

from pasch.rules.actions import Action, RollDice
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.state import Stage
from tests.rules.play import choose, fall

ROUNDS = 6
"""Rounds of a game in which the bot decides: at the start, in the middle and at the end."""


def some_rounds(rounds: int, rng: Random, *, every: bool) -> set[int]:
    """Return the first round, the last one and a few between; the long form of a test uses all rounds."""
    between = range(2, rounds)
    return {1, rounds, *(between if every else rng.sample(between, min(ROUNDS - 2, len(between))))}


def finished_with(match: Match, rng: Random, asked: Callable[[Game], bool], act: Callable[[Game], Action]) -> Match:
    """Play the match to its end; every decision of the bot must be legal."""
    while not match.over:
        game = match.game
        if game.stage is Stage.DIE_IN_THE_AIR:
            match, _ = match.apply(ActionDieRolled(rng.randint(1, 6)))
            continue
        if asked(game):
            action = act(game)
            assert action in game.legal_actions
        else:
            action = choose(match, rng)
        match, _ = match.apply(action)
        if isinstance(action, RollDice):
            match, _ = match.apply(DiceRolled(fall(match.variant, match.game.turn.staying, rng)))
    return match
