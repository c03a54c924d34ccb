"""Two ways to share dice between tables: `.venv/bin/python -m bench.streams` from the root folder.

Players of different strength play the same games alone. When they keep different dice, the assignment of faces to
dice determines how much luck they still share. The output is the standard deviation of the difference between two
players, for three assignments: the dice of `pasch.fairness.stream`, faces tied to places in the sorted tray, and
separate dice. Each player, game and way takes a tenth of a second.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from itertools import combinations_with_replacement
from random import Random
from statistics import fmean, pstdev

from pasch.bots.levels import LEVELS, picked
from pasch.fairness.stream import RollId, faces_of
from pasch.fairness.verify import landed
from pasch.rules.actions import Action
from pasch.rules.dice import NOTHING, Keep, Roll
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.state import Stage
from pasch.solver.advice import options, values_of
from pasch.solver.solve import Solution
from pasch.solver.store import solve

PLAYERS = ("perfect", "expert", "regular", "beginner")

Way = Callable[[Roll | None, Keep, tuple[int, ...]], Roll]
"""The dice after a roll, from the dice before it, the kept ones and the faces of the roll."""


def in_order(_: Roll | None, keep: Keep, faces: tuple[int, ...]) -> Roll:
    """The dice rolled take the first faces."""
    return landed(keep, Roll(faces[: len(faces) - len(keep.faces)]))


def by_place(before: Roll | None, keep: Keep, faces: tuple[int, ...]) -> Roll:
    """Each die rolled takes the face of its place in the sorted tray; of equal dice the leftmost stay."""
    kept, shown = list(keep.faces), list(faces)
    for place, face in enumerate(before.faces if before else ()):
        if face in kept:
            kept.remove(face)
            shown[place] = face
    return Roll(tuple(shown))


WAYS: Mapping[str, Way] = {"in order": in_order, "by place": by_place}


def score(solution: Solution, player: str, way: Way, seed: bytes, chance: Random) -> int:
    """The score of a game; the seed decides its dice, `chance` the errors of the player."""
    game = Game(solution.variant, [player])
    while not game.over:
        turn, _ = game.acting()
        if game.stage is Stage.IN_THE_AIR:
            roll_id = RollId("streams", (), 1, turn.number, turn.rolls_used + 1)
            faces, _ = faces_of(seed, roll_id, solution.variant.dice)
            game, _ = game.apply(DiceRolled(way(turn.roll, turn.staying or NOTHING, faces)))
        else:
            game, _ = game.apply(chosen(solution, game, player, chance))
    return game.totals[0]


def chosen(solution: Solution, game: Game, player: str, chance: Random) -> Action:
    """A player's action: the best, or one picked by its level."""
    if len(game.legal_actions) == 1:
        return game.legal_actions[0]
    values = options(solution, game, values_of(solution, game))
    if player not in LEVELS:
        return max(values, key=values.__getitem__)
    return picked([(value, action) for action, value in values.items()], LEVELS[player], chance.random())


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--variant", default="kniffel")
    parser.add_argument("--games", type=int, default=500)
    wishes = parser.parse_args()
    solution = solve(wishes.variant)
    names = [
        (way, player, copy) for way in WAYS for player in PLAYERS for copy in (0, 1) if copy == 0 or player in LEVELS
    ]
    scores: dict[tuple[str, str, int], list[int]] = {name: [] for name in names}
    for number in range(wishes.games):
        for way, player, copy in names:
            seed, chance = number.to_bytes(32), Random(f"{number} {player} {copy}")
            scores[way, player, copy].append(score(solution, player, WAYS[way], seed, chance))
        if number % 50 == 49:
            print(f"{number + 1} games", file=sys.stderr, flush=True)
            report(scores)


def report(scores: Mapping[tuple[str, str, int], list[int]]) -> None:
    """Print the deviations of the differences, with a row for each pair."""
    print(f"| players | {' | '.join(WAYS)} | separate dice |\n|---|{'--:|' * (len(WAYS) + 1)}", flush=True)
    for first, second in combinations_with_replacement(PLAYERS, 2):
        copy = int(first == second)
        if (next(iter(WAYS)), second, copy) not in scores:
            continue
        shared = [
            pstdev(a - b for a, b in zip(scores[way, first, 0], scores[way, second, copy], strict=True)) for way in WAYS
        ]
        apart = (
            fmean(pstdev(scores[way, first, 0]) ** 2 + pstdev(scores[way, second, copy]) ** 2 for way in WAYS) ** 0.5
        )
        print(f"| {first}, {second} | {' | '.join(f'{d:.1f}' for d in (*shared, apart))} |", flush=True)


if __name__ == "__main__":
    main()
