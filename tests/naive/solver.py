"""Optimal play the obvious way: every roll in every order, every subset of dice kept, plain recursion.

Shares no code with the solver, and is slow: for three dice and five cells.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import fsum

Dice = tuple[int, ...]


@dataclass(frozen=True)
class Toy:
    """A small game. `cells` are (name, face of a number cell or 0, points of a roll)."""

    dice: int
    rolls: int
    cells: tuple[tuple[str, int, Callable[[Dice], int]], ...]
    bonus: tuple[int, int] = (0, 0)
    order: str = "free"
    extra: int = 0
    when: str = "always"
    needs: str = "scored"
    most: int = 0
    joker: str = "none"
    joker_points: Callable[[str], int] = len


def throws(dice: int) -> list[Dice]:
    return list(product(range(1, 7), repeat=dice))


def best_mean(toy: Toy) -> float:
    """The greatest mean score that any play reaches."""

    @cache
    def to_come(filled: frozenset[str], upper: int, earned: int, scored: bool) -> float:
        if len(filled) == len(toy.cells):
            threshold, points = toy.bonus
            return points if threshold and upper >= threshold else 0

        @cache
        def rolled(dice: Dice, left: int) -> float:
            best = max(
                points
                + extra
                + to_come(filled | {name}, upper + (points if face else 0), earned + bool(extra), scored_now)
                for name, face, points, extra, scored_now in entries(toy, filled, scored, earned, dice)
            )
            if left:
                for size in range(toy.dice):
                    for kept in set(combinations(dice, size)):
                        best = max(best, thrown(kept, left - 1))
            return best

        @cache
        def thrown(kept: Dice, left: int) -> float:
            ways = throws(toy.dice - len(kept))
            return fsum(rolled(tuple(sorted(kept + way)), left) for way in ways) / len(ways)

        return thrown((), toy.rolls - 1)

    return to_come(frozenset(), 0, 0, False)


def entries(toy: Toy, filled: frozenset[str], scored: bool, earned: int, dice: Dice):
    """Every entry as (cell, face, points, extra points, whether the Kniffel cell holds points)."""
    open_cells = [cell for cell in toy.cells if cell[0] not in filled]
    if toy.order == "down":
        open_cells = open_cells[:1]
    if toy.order == "up":
        open_cells = open_cells[-1:]
    further = len(set(dice)) == 1 and "kniffel" in filled
    number = next((c for c in toy.cells if c[1] == dice[0]), None) if further else None
    number_open = number is not None and number[0] not in filled
    if further and toy.joker == "forced":
        open_cells = _forced(open_cells, number, number_open)
    pays = further and toy.extra and (scored or toy.needs == "filled") and (not toy.most or earned < toy.most)
    for name, face, points_of in open_cells:
        points = points_of(dice)
        if further and toy.joker != "none" and not number_open and not face:
            points = max(points, toy.joker_points(name) or points)
        for taken in {points, 0}:
            earns = pays and {"always": True, "number": number_open, "scores": taken > 0}[toy.when]
            now_scored = taken > 0 if name == "kniffel" else scored
            yield name, face, taken, toy.extra if earns else 0, now_scored


def _forced(open_cells, number, number_open):
    if number_open:
        return [number] if number in open_cells else open_cells
    return [cell for cell in open_cells if not cell[1]] or open_cells
