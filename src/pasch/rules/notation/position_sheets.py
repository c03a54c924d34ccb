"""The sheets of a position, and what each seat holds beside its own."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from pasch.rules.actions import as_action_kind
from pasch.rules.category import Cell
from pasch.rules.errors import InvalidInput
from pasch.rules.hand import Hand, WonDie
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.possible import possible_points
from pasch.rules.ruleset import Mechanic
from pasch.rules.sheet import Sheet
from pasch.rules.variant import Variant

WON = "won"
"""Stands on the sheet of the seat that has won at once."""
LEADS = "leads"
"""Stands on the sheet of the seat that begins each round, when it is not the first one written."""
LEFT = "left"
"""Stands on the sheet of a seat that has left: it stays as it is."""
LAST = "last"
"""Stands on the sheet of the seat that took the last chip of all."""
LATER = "+"
"""Stands before an action die that can be used only from the next round on."""

_COUNT = re.compile(r"([a-z0-9_@]{1,60})=(\d{1,5})", re.ASCII)
_LIST = re.compile(r"([a-z]{1,10})=([a-z0-9_@+,]{1,20000})", re.ASCII)
_EXTRA = re.compile(r"\+(\d{1,6})(?:@([1-9]\d?))?", re.ASCII)


@dataclass(frozen=True)
class Seat:
    """What a position tells of one seat.

    `hand` has its action dice usable from round 1 on, or from round 2 on if they have to wait:
    `in_round` puts them into the round that the position is of. `gone` are the chips that left
    the game, `marks` the words that stand alone.
    """

    sheet: Sheet
    hand: Hand
    gone: tuple[str, ...] = ()
    marks: frozenset[str] = field(default_factory=frozenset)

    @classmethod
    def from_words(cls, variant: Variant, words: Iterable[str]) -> "Seat":
        """Read the words of one sheet. Raises `InvalidInput`, `UnknownCategory`."""
        seat = cls(Sheet.empty(variant), Hand(chips=variant.chips, doubles=variant.doubles))
        later: list[tuple[str, str]] = []
        for word in words:
            if word in (WON, LEADS, LEFT, LAST):
                seat = replace(seat, marks=seat.marks | {word})
            elif found := _COUNT.fullmatch(word):
                seat = _counted(seat, found[1], int(found[2]))
            elif found := _EXTRA.fullmatch(word):
                seat = replace(seat, sheet=_with_extra(seat.sheet, int(found[1]), int(found[2] or 1)))
            elif found := _LIST.fullmatch(word):
                later.append((found[1], found[2]))
            else:
                raise _no_entry(word)
        for name, listed in later:  # they speak of entries that may stand after them
            seat = _listed(seat, name, listed.split(","))
        _check_doubled(seat)
        return seat

    def in_round(self, round_: int) -> Hand:
        """The hand, in this round of the game."""
        dice = (WonDie(die.kind, 1 if die.usable_from == 1 else round_ + 1) for die in self.hand.dice)
        return replace(self.hand, dice=tuple(dice))


def known_to(variant: Variant, phase: type[Mechanic] | tuple[type[Mechanic], ...], word: str) -> None:
    """Raise `InvalidInput` when a word speaks of something that this game does not have."""
    if not isinstance(variant.phase, phase):
        raise InvalidInput("“{text}” means nothing in {variant}", text=word[:40], variant=variant.key)


def _counted(seat: Seat, name: str, count: int) -> Seat:
    variant = seat.sheet.variant
    match name:
        case "bank":
            most = variant.turns * variant.rolls if variant.banks_rolls else 0
            if count > most:
                raise InvalidInput("{given} saved rolls cannot be: at most {most}", given=count, most=most)
            return replace(seat, hand=replace(seat.hand, bank=count))
        case "chips":
            if count > variant.chips:
                raise InvalidInput("{given} chips cannot be: at most {most}", given=count, most=variant.chips)
            return replace(seat, hand=replace(seat.hand, chips=count))
        case "doubles":
            if count > variant.doubles:
                raise InvalidInput(
                    "{given} entries cannot be left to double: at most {most}", given=count, most=variant.doubles
                )
            return replace(seat, hand=replace(seat.hand, doubles=count))
        case _:
            return replace(seat, sheet=_entered(seat.sheet, name, count))


def _listed(seat: Seat, name: str, listed: Sequence[str]) -> Seat:
    variant, sheet = seat.sheet.variant, seat.sheet
    word = f"{name}={','.join(listed)}"
    match name:
        case "dice":
            known_to(variant, ActionDice, word)
            return replace(seat, hand=replace(seat.hand, dice=tuple(_die(variant, die) for die in listed)))
        case "frozen":
            known_to(variant, ActionDice, word)
            for place in (places := _places(variant, listed)):
                if sheet.points[place] is not None:
                    raise InvalidInput("{cell} is not open, so it cannot be frozen", cell=_name(variant, place))
            return replace(seat, sheet=replace(sheet, frozen=places))
        case "lies":
            known_to(variant, Bluff, word)
            for place in (places := _places(variant, listed)):
                if sheet.points[place] != 0:
                    raise InvalidInput("A lie strikes its cell: write {cell}=0", cell=_name(variant, place))
            return replace(seat, sheet=replace(sheet, lies=places))
        case "gone":
            known_to(variant, ChipPool, word)
            return replace(seat, gone=tuple(variant.category(key).key for key in listed))
        case _:
            raise _no_entry(word)


def _no_entry(word: str) -> InvalidInput:
    if word.replace("/", "").isdecimal():
        return InvalidInput(
            "“{text}” is no entry: the dice follow the second semicolon, as in “kniffel; ; 12344 2”", text=word[:40]
        )
    return InvalidInput("“{text}” is no entry: write category=points, such as ones=3", text=word[:40])


def _entered(sheet: Sheet, cell: str, points: int) -> Sheet:
    variant = sheet.variant
    index = variant.index(Cell.from_text(cell))
    name = variant.cell_text(cell)
    if sheet.points[index] is not None:
        raise InvalidInput("{cell} stands there twice", cell=name)
    possible = possible_points(variant, index)
    doubled = variant.doubles and points % 2 == 0 and points // 2 in possible
    chip = isinstance(variant.phase, ChipPool)  # taken or not there, never struck
    if (points not in possible and not doubled) or (chip and not points):
        raise InvalidInput("{given} points are not possible in {cell}", given=points, cell=name)
    return sheet.enter(index, points)


def _check_doubled(seat: Seat) -> None:
    """Raise when more entries count twice than were doubled; not where others' points come to a sheet."""
    variant = seat.sheet.variant
    if not variant.doubles or isinstance(variant.phase, ActionDice | Bluff):
        return
    twice = sum(p not in possible_points(variant, i) for i, p in enumerate(seat.sheet.points) if p is not None)
    if twice > variant.doubles - seat.hand.doubles:
        raise InvalidInput(
            "Entries that count twice: {given}, so doubles={left} is too many", given=twice, left=seat.hand.doubles
        )


def _with_extra(sheet: Sheet, points: int, column: int) -> Sheet:
    variant = sheet.variant
    if column > len(variant.columns):
        raise InvalidInput(
            "{variant} has no column {column}; the last one is {columns}",
            variant=variant.key,
            columns=len(variant.columns),
            column=column,
        )
    worth = variant.extra.points * variant.columns[column - 1].factor
    if not worth or points % worth or points // worth > variant.turns:
        raise InvalidInput("+{points} cannot be: further equal dice earn {worth} here", points=points, worth=worth)
    extra = list(sheet.extra)
    extra[column - 1] += points
    return replace(sheet, extra=tuple(extra))


def _die(variant: Variant, word: str) -> WonDie:
    phase = variant.phase
    waits = word.startswith(LATER)
    if waits and isinstance(phase, ActionDice) and phase.at_once:
        raise InvalidInput("“{text}” means nothing in {variant}", text=word[:40], variant=variant.key)
    return WonDie(as_action_kind(word.removeprefix(LATER)), 2 if waits else 1)


def _places(variant: Variant, cells: Iterable[str]) -> frozenset[int]:
    return frozenset(variant.index(Cell.from_text(cell)) for cell in cells)


def _name(variant: Variant, place: int) -> str:
    return variant.cell_text(variant.cells[place])
