"""Dice as multisets: the dice on the table and the dice that stay there.

A roll of five dice is one of 252 multisets, not one of 7,776 sequences; only the screen has positions. Six-sided
faces are written ascending, a ten-sided die after a slash (`13356`, `11125/0`). A keep begins with `k`; `k-` keeps
nothing.
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
"""Number of six-sided dice in the largest games of the family."""

D = TypeVar("D", bound="Dice")

_DICE = re.compile(r"([1-6]{0,20})(?:/([0-9]{1,20}))?")


def _parse(text: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    found = _DICE.fullmatch(text)
    if found is None:
        return None
    six, ten = found.groups(default="")
    return tuple(map(int, six)), tuple(map(int, ten))


def _within(part: tuple[int, ...], whole: tuple[int, ...]) -> bool:
    return all(part.count(face) <= whole.count(face) for face in set(part))


def _on_dice(numbers: tuple[int, ...], faces: range) -> tuple[int, ...]:
    """The numbers, ascending. Raises `InvalidInput` for a number that its die lacks."""
    ascending = tuple(sorted(map(index, numbers)))
    if ascending and not faces[0] <= ascending[0] <= ascending[-1] <= faces[-1]:
        raise _no_face(ascending[0] if ascending[0] not in faces else ascending[-1], faces)
    return ascending


@dataclass(frozen=True, order=True, repr=False, init=False)
class Dice(Value):
    """A multiset of dice, the base of `Roll` and `Keep`.

    `faces` are the six-sided dice, `tens` the ten-sided ones (0 to 9); both are sorted ascending. `text` is the
    written form. Raises `InvalidInput` for a face that no die has. Equal dice share one object, and with it the facts
    computed for them.
    """

    faces: tuple[int, ...]
    tens: tuple[int, ...]
    text: str = field(compare=False)

    shared: ClassVar[dict[Sides, Self]]
    """The shared dice created so far, by their sides in any order."""

    def __new__(cls, faces: tuple[int, ...] = (), tens: tuple[int, ...] = ()) -> Self:
        """The shared object of these dice."""
        try:
            return cls.shared[faces, tens]
        except (KeyError, TypeError):  # not created yet, or lists
            return _shared(cls, tuple(faces), tuple(tens))

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.faces, self.tens)

    def __len__(self) -> int:
        return len(self.faces) + len(self.tens)

    @staticmethod
    def written(faces: tuple[int, ...], tens: tuple[int, ...]) -> str:
        """The written form of these dice."""
        six = "".join(map(str, faces))
        return f"{six}/{''.join(map(str, tens))}" if tens else six

    def __iter__(self) -> Iterator[int]:
        return iter(self.faces + self.tens)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({self.to_text()!r})"

    def to_text(self) -> str:
        """The written form, read back by `from_text`."""
        return self.text

    def holds(self, part: Dice) -> bool:
        """Whether these dice contain every die of `part`."""
        return _within(part.faces, self.faces) and _within(part.tens, self.tens)


def _shared(cls: type[D], faces: tuple[int, ...], tens: tuple[int, ...]) -> D:
    """The shared object of these dice. More dice than any game rolls are not shared."""
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
        """The values of all dice, ascending, regardless of their number of sides."""
        return tuple(sorted(self.faces + self.tens))

    @lazy
    def all_equal(self) -> bool:
        """Whether all dice show the same value."""
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
        """The texts of all `keeps`."""
        return frozenset(keep.text for keep in self.keeps)

    def leaves(self, keep: Keep) -> bool:
        """Whether these dice may stay and leave at least one die to roll."""
        return keep.text in self.parts

    @staticmethod
    def from_text(text: str) -> Roll:
        """Read `13356` or `11125/0`, faces in any order.

        Raises `InvalidInput` for anything else. `Variant.roll` checks the number of dice.
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
    """The dice that stay on the table when the others are rolled again, written `k335`; `k-` is none."""

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
        return "k" + (Dice.written(faces, tens) or "-")


NOTHING = Keep()


@lru_cache(maxsize=64)
def all_rolls(dice: int, ten_sided: int = 0) -> tuple[Roll, ...]:
    """Every multiset that these dice can show, ascending: 252 for five dice, 462 for six.

    Creates its objects once for each combination of dice.
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
    """A roll from plain numbers, with the ten-sided dice last.

    Raises `InvalidInput` for a number that its die lacks.
    """
    numbers = tuple(map(_whole, dice))
    split = len(numbers) - ten_sided
    for place, number in enumerate(numbers):
        faces = SIX_SIDED if place < split else TEN_SIDED
        if number not in faces:
            raise _no_face(number, faces)
    return Roll(numbers[:split], numbers[split:])


def _whole(number: SupportsIndex) -> int:
    """A whole number of any library as a Python `int`. Raises `InvalidInput` for anything else."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise _no_face(number, SIX_SIDED)
    return index(number)


def _no_face(number: object, faces: range) -> InvalidInput:
    return InvalidInput(
        "A die shows {low} to {high}, not {number}",
        low=faces[0],
        high=faces[-1],
        number=str(number)[:20],
    )
