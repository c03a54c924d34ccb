"""The sheets of a position, and what each seat holds beside its own."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pasch.rules.category import Cell
from pasch.rules.errors import InvalidInput
from pasch.rules.hand import Hand
from pasch.rules.notation.mechanic import TEXTS, check_known, known_list
from pasch.rules.notation.seat import LAST, LEADS, LEFT, WON, Seat
from pasch.rules.possible import possible_points
from pasch.rules.sheet import Sheet
from pasch.rules.variant import Variant

_COUNT = re.compile(r"([a-z0-9_@]{1,60})=(\d{1,5})", re.ASCII)
_LIST = re.compile(r"([a-z]{1,10})=([a-z0-9_@+,]{1,20000})", re.ASCII)
_EXTRA = re.compile(r"\+(\d{1,6})(?:@([1-9]\d?))?", re.ASCII)


def seat_of(variant: Variant, words: Iterable[str]) -> Seat:
    """Read the words of one sheet. Raises `InvalidInput`, `UnknownCategory`."""
    seat = Seat(Sheet.empty(variant), Hand(chips=variant.chips, doubles=variant.doubles))
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
    variant, word = seat.sheet.variant, f"{name}={','.join(listed)}"
    if not known_list(name):
        raise _no_entry(word)
    check_known(variant, name, word)
    return TEXTS.of(variant).listed(seat, name, listed)


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
    if (points not in possible and not doubled) or not (points or TEXTS.of(variant).zeros):
        raise InvalidInput("{given} points are not possible in {cell}", given=points, cell=name)
    return sheet.enter(index, points)


def _check_doubled(seat: Seat) -> None:
    """Raise when more entries count twice than were doubled; not where others' points come to a sheet."""
    variant = seat.sheet.variant
    if not variant.doubles or TEXTS.of(variant).moves_points:
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
