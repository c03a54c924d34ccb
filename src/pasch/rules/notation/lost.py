"""Turns that a throw took from others: each has a line of its own, right after the entry that took it."""

from collections import deque
from dataclasses import dataclass, field

from pasch.rules.category import Cell
from pasch.rules.errors import InvalidInput
from pasch.rules.events import CellLost, Event
from pasch.rules.game import Game
from pasch.rules.notation.turn_texts import lost_text

TurnNumber = tuple[int, int]
"""The round and the seat."""


@dataclass
class LostTurns:
    """The turns that the next lines must tell of, each with its number, its cell and its whole line."""

    due: deque[tuple[TurnNumber, Cell, str]] = field(default_factory=deque)

    def expect(self, game: Game, events: tuple[Event, ...]) -> None:
        """Remember the turns that these events took, which happened one after the other in `game`."""
        for event in events:
            if isinstance(event, CellLost):
                turn, _ = game.acting()
                line = f"{turn.round}.{turn.seat} {lost_text(game.variant, event)}"
                self.due.append(((turn.round, turn.seat), event.cell, line))
            game = game.evolve(event)

    def check(self) -> None:
        """Raise `InvalidInput` when a line is missing."""
        for _, _, line in self.due:
            raise InvalidInput("Here stands “{line}”: the throw before took this turn", line=line)

    def read(self, game: Game, given: TurnNumber, cell: Cell) -> None:
        """Take in one line. Raises `InvalidInput` when it is not the one that is due."""
        if not self.due:
            raise InvalidInput("No turn is lost here")
        number, right, _ = self.due[0]
        if given != number or game.variant.cells[game.variant.index(cell)] != right:
            self.check()
        self.due.popleft()
