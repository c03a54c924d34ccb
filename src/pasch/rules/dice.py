"""Dice as multisets: what lies on the table and what stays there.

A roll of five dice is one of 252 multisets, not one of 7,776 sequences; positions exist only
on the screen. Six-sided faces are written ascending, a ten-sided die stands after a slash
(`13356`, `11125/0`); a keep is written with `k` in front, `k-` for nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement, product
from operator import index
from typing import ClassVar, Self, SupportsIndex, TypeVar

from pasch.rules.errors import InvalidInput
from pasch.rules.lazy import Value, lazy, made

SIX_SIDED = range(1, 7)
TEN_SIDED = range(10)

Sides = tuple[tuple[int, ...], tuple[int, ...]]
"""Six-sided and ten-sided dice."""

MOST_SHARED = 6
"""Six-sided dice of the largest games of the family."""

D = TypeVar("D", bound="Dice")

_DICE = re.compile(r"([1-6]{0,20})(?:/([0-9]{1,20}))?")


def _parse(text: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    found = _DICE.fullmatch(text)
    if found is None:
        return None
    six, ten = found.groups(default="")
    return tuple(map(int, six)), tuple(map(int, ten))


def _text(faces: tuple[int, ...], tens: tuple[int, ...]) -> str:
    six = "".join(map(str, faces))
    return f"{six}/{''.join(map(str, tens))}" if tens else six


def _within(part: tuple[int, ...], whole: tuple[int, ...]) -> bool:
    return all(part.count(face) <= whole.count(face) for face in set(part))


def _on_dice(numbers: tuple[int, ...], faces: range) -> tuple[int, ...]:
    """The numbers ascending. Raises `InvalidInput` when one of them is not on its die."""
    ascending = tuple(sorted(map(index, numbers)))
    if ascending and not faces[0] <= ascending[0] <= ascending[-1] <= faces[-1]:
        raise _no_face(ascending[0] if ascending[0] not in faces else ascending[-1], faces)
    return ascending


@dataclass(frozen=True, order=True, repr=False, init=False)
class Dice(Value):
    """A multiset of dice; the common half of `Roll` and `Keep`.

    `faces` are the six-sided dice, `tens` the ten-sided ones (0 to 9), both ascending
    whatever order they are given in. `text` is the written form. Raises `InvalidInput` for a face
    that no die has. One object stands for the same dice, so that what follows from them is known too.
    """

    faces: tuple[int, ...]
    tens: tuple[int, ...]
    text: str = field(compare=False)

    shared: ClassVar[dict[Sides, Self]]
    """The dice known so far, by their sides in any order."""

    def __new__(cls, faces: tuple[int, ...] = (), tens: tuple[int, ...] = ()) -> Self:
        """The object that stands for these dice."""
        try:
            return cls.shared[faces, tens]
        except (KeyError, TypeError):  # not known yet, or lists
            return _shared(cls, tuple(faces), tuple(tens))

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.faces, self.tens)

    def __len__(self) -> int:
        return len(self.faces) + len(self.tens)

    @staticmethod
    def written(faces: tuple[int, ...], tens: tuple[int, ...]) -> str:
        """The written form of such dice."""
        return _text(faces, tens)

    def __iter__(self) -> Iterator[int]:
        return iter(self.faces + self.tens)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({self.to_text()!r})"

    def to_text(self) -> str:
        """The written form, read back by `from_text`."""
        return self.text

    def holds(self, part: Dice) -> bool:
        """Whether every die of `part` is among these."""
        return _within(part.faces, self.faces) and _within(part.tens, self.tens)


def _shared(cls: type[D], faces: tuple[int, ...], tens: tuple[int, ...]) -> D:
    """The dice that stand for these from now on; more than any game rolls are made anew each time."""
    ascending = _on_dice(faces, SIX_SIDED), _on_dice(tens, TEN_SIDED)
    dice: D | None = cls.shared.get(ascending)
    if dice is None:
        dice = made(cls, {"faces": ascending[0], "tens": ascending[1], "text": cls.written(*ascending)})
    if len(faces) <= MOST_SHARED and len(tens) <= 1:
        cls.shared[ascending] = cls.shared[faces, tens] = dice
    return dice


class Roll(Dice):
    """The faces of all dice after a roll."""

    shared: ClassVar[dict[Sides, Roll]] = {}

    @lazy
    def values(self) -> tuple[int, ...]:
        """The points shown by all dice, ascending, whatever the number of sides."""
        return tuple(sorted(self.faces + self.tens))

    @lazy
    def all_equal(self) -> bool:
        """Whether every die shows the same."""
        return len(set(self.values)) == 1

    @lazy
    def keeps(self) -> tuple[Keep, ...]:
        """Every keep that leaves at least one die to roll, fewest dice first, then ascending.

        At most 31 for five dice, 63 for six.
        """
        every = (Keep(faces, tens) for faces, tens in product(_sub_multisets(self.faces), _sub_multisets(self.tens)))
        return tuple(sorted((k for k in every if len(k) < len(self)), key=lambda k: (len(k), k)))

    @lazy
    def parts(self) -> frozenset[str]:
        """The texts of the keeps that may stay while at least one other die is rolled."""
        return frozenset(keep.text for keep in self.keeps)

    def leaves(self, keep: Keep) -> bool:
        """Whether these dice may stay while at least one other is rolled."""
        return keep.text in self.parts

    @staticmethod
    def from_text(text: str) -> Roll:
        """Read `13356` or `11125/0`, faces in any order.

        Raises `InvalidInput` for anything else. How many dice a game takes is the variant's
        question: see `Variant.roll`.
        """
        parsed = _parse(text)
        if parsed is None or not text:
            raise InvalidInput(
                "“{text}” is not a roll: write the faces 1 to 6 without spaces, such as 13356,"
                " and a ten-sided die after a slash",
                text=text[:40],
            )
        return Roll(*parsed)


class Keep(Dice):
    """The dice that stay on the table when the others are rolled again; `k` stands before their faces, `k-` is none."""

    shared: ClassVar[dict[Sides, Keep]] = {}

    @staticmethod
    def from_text(text: str) -> Keep:
        """Read `k335`, `k112/0` or `k-`. Raises `InvalidInput`."""
        if text == "k-":
            return NOTHING
        parsed = _parse(text[1:]) if text.startswith("k") and len(text) > 1 else None
        if parsed is None:
            raise InvalidInput(
                "“{text}” is not a keep: write k and the faces that stay, such as k335, or k- for none",
                text=text[:40],
            )
        return Keep(*parsed)

    @staticmethod
    def written(faces: tuple[int, ...], tens: tuple[int, ...]) -> str:
        """`k335`, `k112/0` or `k-`."""
        return "k" + (_text(faces, tens) or "-")


NOTHING = Keep()


@lru_cache(maxsize=64)
def all_rolls(dice: int, ten_sided: int = 0) -> tuple[Roll, ...]:
    """Every multiset these dice can show, ascending: 252 for five dice, 462 for six.

    Costs as many objects as it returns, once for each kind of dice.
    """
    six = combinations_with_replacement(SIX_SIDED, dice)
    ten = tuple(combinations_with_replacement(TEN_SIDED, ten_sided))
    return tuple(Roll(faces, tens) for faces, tens in product(six, ten))


def _sub_multisets(dice: tuple[int, ...]) -> list[tuple[int, ...]]:
    counts = Counter(dice)
    choices = (range(count + 1) for count in counts.values())
    return [
        tuple(face for face, count in zip(counts, chosen, strict=True) for _ in range(count))
        for chosen in product(*choices)
    ]


def parse_dice(dice: Iterable[SupportsIndex], ten_sided: int) -> Roll:
    """A roll from plain numbers, the ten-sided dice standing last.

    Raises `InvalidInput` when a number is not on its die.
    """
    numbers = tuple(map(_whole, dice))
    split = len(numbers) - ten_sided
    for number in numbers[:split]:
        _check_face(number, SIX_SIDED)
    for number in numbers[split:]:
        _check_face(number, TEN_SIDED)
    return Roll(numbers[:split], numbers[split:])


def _whole(number: SupportsIndex) -> int:
    """A whole number of any library as Python's own. Raises `InvalidInput` for anything else."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise _no_face(number, SIX_SIDED)
    return index(number)


def _check_face(number: int, faces: range) -> None:
    if number not in faces:
        raise _no_face(number, faces)


def _no_face(number: object, faces: range) -> InvalidInput:
    return InvalidInput(
        "A die shows {low} to {high}, not {number}",
        low=faces[0],
        high=faces[-1],
        number=str(number)[:20],
    )
