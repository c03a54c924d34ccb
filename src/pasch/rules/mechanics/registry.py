"""Which part of a storey belongs to which mechanic: words, sheets, bots, notation, service, terminal."""

from __future__ import annotations

from typing import Generic, TypeVar

from pasch.rules.ruleset import Mechanic, Ruleset

Part = TypeVar("Part")


class Registry(Generic[Part]):
    """The parts of one storey by the class of the mechanic's data.

    `plain` is the part of a game without a mechanic, and of a mechanic that registers none.
    """

    def __init__(self, plain: Part) -> None:
        self.plain = plain
        self.parts: dict[type[Mechanic], Part] = {}

    def register(self, mechanic: type[Mechanic], part: Part) -> None:
        """Use this part for games with this mechanic."""
        self.parts[mechanic] = part

    def of(self, rules: Ruleset) -> Part:
        """The part for a game."""
        return self.plain if rules.phase is None else self.parts.get(type(rules.phase), self.plain)
