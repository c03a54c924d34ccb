"""Chips that lie on the table for all seats."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pool:
    """How many chips of each row can still be taken (`left`) and have left the game (`removed`).

    `taken` says whether somebody took one in this round, `last` who took the very last one.
    """

    left: tuple[int, ...]
    removed: tuple[int, ...]
    taken: bool = False
    last: int | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing is left to play for."""
        return not any(self.left)

    def without(self, row: int, seat: int) -> Pool:
        """The pool after a seat took a chip of this row, one that had left the game if need be."""
        if not self.left[row]:
            return Pool(self.left, _less(self.removed, row), taken=True, last=self.last)
        left = _less(self.left, row)
        return Pool(left, self.removed, taken=True, last=None if any(left) else seat)

    def losing(self, row: int) -> Pool:
        """The pool after a chip of this row left the game."""
        return Pool(_less(self.left, row), _less(self.removed, row, by=-1))

    def next_round(self) -> Pool:
        """The pool at the beginning of a round."""
        return Pool(self.left, self.removed, last=self.last)


def _less(counts: tuple[int, ...], row: int, by: int = 1) -> tuple[int, ...]:
    return (*counts[:row], counts[row] - by, *counts[row + 1 :])
