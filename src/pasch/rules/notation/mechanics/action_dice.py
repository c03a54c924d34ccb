"""Action dice and frozen cells in a position."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from pasch.rules.actions import as_action_kind
from pasch.rules.errors import InvalidInput
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.notation.mechanic import BEYOND, LATER, TEXTS, MechanicText, Seat, cells_text, listed_text, places_of
from pasch.rules.state import State, WonDie
from pasch.rules.turn import Turn
from pasch.rules.variant import Variant


def _dice(variant: Variant) -> ActionDice:
    assert isinstance(variant.mechanic, ActionDice)
    return variant.mechanic


class ActionDiceText(MechanicText):
    """A turn goes on after its entry, and a round after its turns."""

    lists: ClassVar[frozenset[str]] = frozenset({"dice", "frozen"})
    words: ClassVar[frozenset[str]] = frozenset({"round"})
    marks: ClassVar[frozenset[str]] = frozenset(BEYOND)
    moves_points: ClassVar[bool] = True

    def listed(self, seat: Seat, name: str, listed: Sequence[str]) -> Seat:
        variant, sheet = seat.sheet.variant, seat.sheet
        if name == "dice":
            return replace(seat, hand=replace(seat.hand, dice=tuple(_die(variant, die) for die in listed)))
        for place in (places := places_of(variant, listed)):
            if sheet.points[place] is not None:
                cell = variant.cell_text(variant.cells[place])
                raise InvalidInput("{cell} is not open, so it cannot be frozen", cell=cell)
        return replace(seat, sheet=replace(sheet, frozen=places))

    def sheet_words(self, state: State, seat: int) -> list[str]:
        sheet, dice = state.sheets[seat - 1], state.hands[seat - 1].dice
        round_ = state.turn.round if state.turn else state.rounds
        held = [f"{LATER if die.usable_from > round_ else ''}{die.kind}" for die in dice]
        # A cell that was filled although it was frozen is frozen no longer.
        return [*listed_text("dice", held), *cells_text("frozen", sheet, sheet.frozen & {*sheet.open})]

    def check_after_entry(self, variant: Variant, turn: Turn, word: str) -> None:
        if word == "die" and not _dice(variant).wins_die(turn):
            raise InvalidInput("This roll wins no action die")


def _die(variant: Variant, word: str) -> WonDie:
    waits = word.startswith(LATER)
    if waits and _dice(variant).at_once:
        raise InvalidInput("“{text}” means nothing in {variant}", text=word[:40], variant=variant.key)
    return WonDie(as_action_kind(word.removeprefix(LATER)), 2 if waits else 1)


TEXTS.register(ActionDice, ActionDiceText())
