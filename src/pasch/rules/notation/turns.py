"""One turn in one line: `13346 k33 33356 k333 23333 > four_of_a_kind 14`.

A line tells every throw and every keep, then the entry. `~` before a roll: typed in by hand;
`?` instead of the throws: only the points are known; `!cell` after the first roll announces;
`+points` after the entry are extra points; 0 strikes the cell.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pasch.rules.actions import Announce, EnterPoints, Score
from pasch.rules.category import Cell
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.events import Announced, DiceRolled, Scored
from pasch.rules.game import Game
from pasch.rules.variant import Variant

_ENTRY = re.compile(r"(\S+)\s+(\d{1,5})(?:\s+\+(\d{1,5}))?", re.ASCII)

Throw = DiceRolled | Announce
"""What happens in a turn before its entry; a throw says what was kept for it."""

Entry = Score | EnterPoints


@dataclass(frozen=True)
class TurnText:
    """A turn as it is written: its throws and announcement, its entry, the extra points.

    `entry` is None while the turn is running.
    """

    throws: tuple[Throw, ...]
    entry: Entry | None
    extra: int = 0

    @classmethod
    def from_text(cls, text: str) -> "TurnText":
        """Read a line without its number. Raises `InvalidInput`."""
        played, arrow, entered = text.partition(">")
        tokens = played.split()
        if tokens == ["?"]:
            cell, points, extra = _entry(entered)
            return cls((), EnterPoints(cell, points, extra), extra)
        throws = tuple(_throws(tokens))
        if not arrow:
            return cls(throws, None)
        cell, points, extra = _entry(entered)
        return cls(throws, Score(cell, points), extra)

    def apply(self, game: Game, known: int = 0) -> tuple[Game, tuple["TurnEvent", ...]]:
        """The game after this turn, and its events; the first `known` throws have happened.

        Raises `IllegalAction`, `InvalidInput`, `UnknownCategory`; also when the rules give
        other extra points than are written.
        """
        events: list[TurnEvent] = []
        steps = (*self.throws[known:], *(() if self.entry is None else (self.entry,)))
        for step in steps:
            game, happened = game.apply(step)
            events += (e for e in happened if isinstance(e, DiceRolled | Announced | Scored))
        if events and isinstance(events[-1], Scored) and events[-1].extra != self.extra:
            raise InvalidInput(
                "The rules give {right} extra points here, not {given}",
                right=events[-1].extra,
                given=self.extra,
            )
        return game, tuple(events)


TurnEvent = DiceRolled | Announced | Scored


def _throws(tokens: list[str]) -> Iterator[Throw]:
    keep: Keep | None = None
    thrown = False
    for token in tokens:
        if token.startswith("k"):
            if keep is not None or not thrown:
                raise InvalidInput("Before “{text}” a roll is missing", text=token[:40])
            keep = Keep.from_text(token)
        elif token.startswith("!"):
            yield Announce(token[1:])
        else:
            if thrown and keep is None:
                raise InvalidInput("Before “{text}” a keep is missing", text=token[:40])
            yield DiceRolled(Roll.from_text(token.lstrip("~")), keep, by_hand=token[0] == "~")
            keep, thrown = None, True
    if keep is not None:
        raise InvalidInput("After “{text}” a roll is missing", text=keep.to_text())


def _entry(text: str) -> tuple[Cell, int, int]:
    found = _ENTRY.fullmatch(text.strip())
    if found is None:
        raise InvalidInput(
            "A turn ends with > cell points, such as > chance 22, not with “{text}”",
            text=text.strip()[:40],
        )
    cell, points, extra = found.groups()
    return Cell.from_text(cell), int(points), int(extra or 0)


def throw_text(event: DiceRolled, *, first: bool) -> str:
    """A throw as it is written, with what was kept for it unless it is the turn's first."""
    roll = ("~" if event.by_hand else "") + event.roll.to_text()
    return roll if first or event.keep is None else f"{event.keep.to_text()} {roll}"


def entry_text(variant: Variant, event: Scored) -> str:
    """An entry as it is written, from the arrow on."""
    extra = f" +{event.extra}" if event.extra else ""
    return f"> {variant.cell_text(event.cell)} {event.points}{extra}"
