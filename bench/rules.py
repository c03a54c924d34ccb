"""Random full games per second in one process: `.venv/bin/python -m bench.rules` from the root folder.

Pasch and the public package pyhtzee play complete solo games in turns of a second, so that both see the same machine.
Each step picks one of the legal actions, all equally likely, and plays it; the engine checks it again, as for a
stranger's. Pasch plays `kniffel` with the dice thrown by the benchmark, pyhtzee its own dice and its free-choice
Yahtzee. Games differ in length (pyhtzee allows a roll more in most turns), so moves are counted too; a move is a throw
or an entry.
"""

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from pyhtzee import Pyhtzee

from pasch.rules.actions import RollDice
from pasch.rules.dice import Roll
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.variants import find_variant

KNIFFEL = find_variant("kniffel")
PLAYERS = ("Anna",)

Play = Callable[[random.Random], int]
"""Plays one game and tells how many moves it had."""


def pasch(rng: random.Random) -> int:
    """One game of Kniffel, every action picked from the list of legal ones."""
    game, moves = Game(KNIFFEL, PLAYERS), 0
    while not game.over:
        legal = game.legal_actions
        action = legal[int(rng.random() * len(legal))]
        if isinstance(action, RollDice):
            kept = action.keep.faces if action.keep else ()
            thrown = rng.choices((1, 2, 3, 4, 5, 6), k=5 - len(kept))
            game, _ = game.apply(DiceRolled(Roll((*kept, *thrown)), action.keep))
        else:
            game, _ = game.apply(action)
        moves += 1
    return moves


def pyhtzee(rng: random.Random) -> int:
    """One game of pyhtzee, actions picked by itself; the throws it makes on its own count as moves too."""
    game, moves = Pyhtzee(seed=rng.getrandbits(32) + 1), 1
    while not game.is_finished():
        before = game.round
        game.take_action(game.sample_action())
        moves += 1 + (game.round > before and not game.is_finished())
    return moves


@dataclass
class Score:
    """What an engine has played so far."""

    games: int = 0
    moves: int = 0
    seconds: float = 0.0

    def play(self, play: Play, rng: random.Random, seconds: float) -> None:
        start = time.process_time()
        end = start + seconds
        while time.process_time() < end:
            self.moves += play(rng)
            self.games += 1
        self.seconds += time.process_time() - start


def measure(seconds: int) -> dict[str, Score]:
    """Both engines, each for so many seconds of processor time, a second at a time."""
    engines: dict[str, Play] = {"pasch": pasch, "pyhtzee": pyhtzee}
    scores = {name: Score() for name in engines}
    rngs = {name: random.Random(1) for name in engines}
    for name, play in engines.items():  # what is remembered once is remembered before the clock runs
        Score().play(play, rngs[name], 0.3)
    for _ in range(seconds):
        for name, play in engines.items():
            scores[name].play(play, rngs[name], 1)
    return scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=5, help="processor time for each engine (default: 5)")
    scores = measure(parser.parse_args().seconds)
    print(f"{'engine':10}{'games/s':>10}{'moves/s':>12}{'moves/game':>12}{'µs/move':>10}")
    for name, score in scores.items():
        print(
            f"{name:10}{score.games / score.seconds:>10.0f}{score.moves / score.seconds:>12.0f}"
            f"{score.moves / score.games:>12.1f}{1e6 * score.seconds / score.moves:>10.1f}"
        )
    ratio = scores["pasch"].games * scores["pyhtzee"].seconds / scores["pasch"].seconds / scores["pyhtzee"].games
    print(f"pasch plays {ratio:.1f} times as many games")


if __name__ == "__main__":
    main()
