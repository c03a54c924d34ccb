"""Positions of random games as texts, for benchmarks that need many of them."""

from random import Random

from pasch.rules.actions import RollDice, Score
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.variants import find_variant


def positions(key: str, count: int, seed: int = 1) -> list[str]:
    """Positions with dice on the table and a decision due, from all parts of a game."""
    chance, variant = Random(seed), find_variant(key)
    found: list[str] = []
    while len(found) < count:
        game = Game(variant, ["Anna"])
        while not game.over:
            turn, _ = game.acting()
            if game.to_roll or turn.roll is None:
                kept = turn.staying.faces if turn.staying else ()
                fallen = [chance.randint(1, 6) for _ in range(variant.dice - len(kept))]
                game, _ = game.apply(DiceRolled(variant.roll((*kept, *fallen))))
                found.append(Position(game).to_text())
            legal = game.legal_actions
            kinds = [kind for kind in (RollDice, Score) if any(isinstance(action, kind) for action in legal)]
            kind = chance.choice(kinds)
            game, _ = game.apply(chance.choice([action for action in legal if isinstance(action, kind)]))
    return found[:count]
