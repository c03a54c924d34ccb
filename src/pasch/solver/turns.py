"""A turn as a script, the order of means and maxima: for free keeps, locked dice and saved rolls.

The rules of a turn vary: locked dice, a ten-sided die, saved rolls. Every turn nevertheless consists of entering
every roll, then means over one more die and maxima over the keeps, back to the first roll. The script expresses that
as data, so one interpreter serves all rules. It has two forms. The *short* form reuses places, which makes the table
small for solving. In the *long* form every value has a separate place. The finished table then yields the best
decisions, and a turn can be followed from the first roll to its entry.

With F(r) the value of entering roll r, K(k) of rolling all dice but the keep k, and G the value of the best decision:

    K(k) = mean over one more die of K(k + die),   K(r) = G(r) for a roll r
    G(r) = max of F(r) and K(k) over all keeps k of r, one die taken away at a time
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.rules.columns import KeepRule
from pasch.solver.compiling.multisets import Faces, Multisets, multisets, one_fewer
from pasch.solver.sizes import FACES, LANES, WEIGHED

ENTER = 0
"""`(ENTER, place, context, left)`: the best entry of every roll, from `place` on; saves `left` rolls, or NEVER."""

MOST_LINKS = 7
"""`(n, start, end, links)`: the greatest of n values; the place's current value may be the first."""

MEAN_SIX, MEAN_TEN = 20, 21
"""`(MEAN_SIX, start, end, links)`: the mean over the faces of a die."""

WEIGH = 30
"""`(WEIGH, place, rolls, 0)`: the mean over rolling all dice."""

ROOT = 31
"""`(ROOT, rolls, flag, 0)`: that mean as the value of the state; `flag` is NEVER for the state's own flag."""

NEVER = -1

Links = list[int]


class Script(NamedTuple):
    """`steps` as above, over `at` (places) and `links` (places, as many per place as the step says).

    Places count in elements of a table of `size` elements, with one block of lanes per place. `keep_places[t]` is the
    place of K of roll t, by keep. It is NEVER for the first roll, of which only the root is known. The short form
    omits it.
    """

    steps: NDArray[np.int64]
    at: NDArray[np.int32]
    links: NDArray[np.int32]
    keep_places: NDArray[np.int32]
    size: int


Item = tuple[int, int, Links]
"""A level, a place and its links. Items depend only on earlier levels."""


@dataclass
class Writer:
    """Writes a script; places count in blocks. `short`: the value of a keep occupies the place of the keep."""

    keeps: int
    short: bool
    steps: list[tuple[int, int, int, int]] = field(default_factory=list)
    at: Links = field(default_factory=list)
    links: Links = field(default_factory=list)
    areas: dict[object, int] = field(default_factory=dict)
    size: int = 0
    _written: dict[object, tuple[int, int, int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.size = self.keeps if self.short else 0

    def table(self, *name: object, first: int = 0, last: int) -> int:
        """The place of the values of the keeps `first` to `last`, less `first`; the short form shares one place."""
        return 0 if self.short else self.area(*name, size=last - first) - first

    def area(self, *name: object, size: int) -> int:
        """The place of values unrelated to others of the table."""
        if name not in self.areas:
            self.areas[name] = self.size
            self.size += size
        return self.areas[name]

    def enter(self, place: int, context: int, left: int) -> None:
        """Enter every roll."""
        self.steps.append((ENTER, place * LANES, context, left))

    def greatest(self, items: Iterable[Item]) -> None:
        """Each place becomes the greatest of its links."""
        for (_, count), group in groupby(items, key=_kind):
            listed = [(place, links) for _, place, links in group]
            if count > 1 or any(links != [place] for place, links in listed):
                self._step(count, listed)

    def means(self, items: Iterable[Item]) -> None:
        """Each place becomes the mean of its six or ten links."""
        for (_, count), group in groupby(items, key=_kind):
            self._step(MEAN_SIX if count == FACES else MEAN_TEN, [(place, links) for _, place, links in group])

    def weigh(self, place: int, rolls: int) -> None:
        """Compute the mean over all rolls from a place on."""
        self.steps.append((WEIGH, place * LANES, rolls * LANES, 0))

    def root(self, rolls: int, flag: int = NEVER) -> None:
        """Write the value of the state."""
        self.steps.append((ROOT, rolls * LANES, flag, 0))

    def _step(self, kind: int, items: list[tuple[int, Links]]) -> None:
        places = [place for place, _ in items]
        links = [link for _, several in items for link in several]
        known = (kind, tuple(places), tuple(links))
        if known not in self._written:
            self._written[known] = (kind, len(self.at), len(self.at) + len(places), len(self.links))
            self.at += places
            self.links += links
        self.steps.append(self._written[known])

    def script(self, keep_places: dict[int, int]) -> Script:
        """The finished script. Some blocks at the end are spare, since rolls are weighed in fours."""
        places = [keep_places.get(roll_number, NEVER) for roll_number in range(max(keep_places, default=0) + 1)]
        return Script(
            steps=np.array(self.steps, np.int64),
            at=np.array(self.at, np.int32) * LANES,
            links=np.array(self.links, np.int32) * LANES,
            keep_places=np.array([place if place == NEVER else place * LANES for place in places], np.int32),
            size=(self.size + WEIGHED) * LANES,
        )


def _kind(item: Item) -> tuple[int, int]:
    return item[0], len(item[2])


@dataclass(frozen=True)
class TurnRules:
    """The shape of a turn: `six` and `ten` dice, at most `rolls` rolls, the rule for keeping.

    `contexts[t - 1]` gives the scoring context of roll t: when some dice stayed, and when none did. `banks` is the
    most saved rolls; 0 where none are saved.
    """

    six: int
    ten: int
    keep: KeepRule
    rolls: int
    contexts: tuple[tuple[int, int], ...]
    banks: int = 0


@lru_cache(maxsize=32)
def short_script(rules: TurnRules) -> Script:
    """A turn for solving. It covers every number of saved rolls, few first, with one root for each."""
    writer = _TurnWriter(rules, multisets(rules.six, rules.ten), short=True)
    return writer.saving() if rules.banks else writer.turn(0)


@lru_cache(maxsize=64)
def long_script(rules: TurnRules, bank: int = 0) -> Script:
    """A turn for following, with this many saved rolls."""
    return _TurnWriter(rules, multisets(rules.six, rules.ten), short=False).turn(bank)


class _TurnWriter:
    def __init__(self, rules: TurnRules, dice: Multisets, *, short: bool) -> None:
        self.rules, self.dice = rules, dice
        self.out = Writer(len(dice.keeps), short)
        self.context: object = None
        self.keep_places: dict[int, int] = {}

    def turn(self, bank: int) -> Script:
        """The script of a turn from its last roll to its first."""
        last = self.rules.rolls + bank
        match self.rules.keep:
            case KeepRule.LOCK_ONE:
                self.out.root(self.locking_one())
            case KeepRule.LOCKED:
                self.out.root(self.locked(last))
            case KeepRule.FREE:
                self.out.root(self.free(last))
        return self.out.script({} if self.out.short else self.keep_places)

    def saving(self) -> Script:
        """All turns at once: with no roll left, the value does not depend on the number of rolls before."""
        own = self.rules.rolls - 1
        best = self.enter(1, 0)
        for left in range(self.rules.banks + own + 1):
            if left:
                kept = self.keep_values(best, 2)
                best = self.best(self.enter(1, left), kept, left)
            if left >= own:
                self.out.root(best, left - own)
        return self.out.script({})

    # ------------------------------------------------------------------------------- the three rules

    def free(self, last: int) -> int:
        """Every keep is free. Returns the place of the best decisions after the first roll."""
        best = self.enter(last, 0)
        for roll_number in range(last - 1, 0, -1):
            kept = self.keep_values(best, roll_number + 1)
            best = self.best(self.enter(roll_number, last - roll_number), kept, roll_number)
        return best

    def locked(self, last: int) -> int:
        """Kept dice stay locked, so values belong to pairs of locked and rolled dice, except in the first roll."""
        best = self.enter(last, 0)
        if last == 1:
            return best
        kept = self.keep_values(best, last)
        for roll_number in range(last - 1, 1, -1):
            entered = self.enter(roll_number, last - roll_number)
            into = self.keep_table(roll_number)
            for size in range(self.dice.dice):  # ascending: K of more locked dice must still be the old one
                self.locking(size, roll_number, entered, kept, into)
            kept = into
        return self.best(self.enter(1, last - 1), kept, 1)

    def locking_one(self) -> int:
        """Every roll locks a die, and there is no other limit. Many locked dice are computed first."""
        entered, kept = self.enter(2, 0) if self.dice.dice > 1 else 0, self.keep_table(2)
        for size in range(self.dice.dice - 1, 0, -1):
            self.locking(size, 2, entered, kept, kept)
        self.keep_places = dict.fromkeys(range(2, self.dice.dice + 1), kept)
        return self.best(self.enter(1, 0), kept, 1)

    # ------------------------------------------------------------------------------- parts

    def enter(self, roll_number: int, left: int) -> int:
        """Enter every result of a roll. An entry that scores as before is not repeated."""
        contexts = self.rules.contexts
        plain, served = contexts[min(roll_number, len(contexts)) - 1]
        saved = left if self.rules.banks else NEVER
        context = (served if roll_number == 1 else plain, saved)
        place = self.out.table("entered", context, last=self.dice.rolls)
        if context != self.context:
            self.out.enter(place, *context)
            self.context = context
        return place

    def keep_table(self, roll_number: int) -> int:
        """The place of K of a roll."""
        place = self.out.table("kept", roll_number, first=self.dice.rolls, last=len(self.dice.keeps))
        self.keep_places[roll_number] = place
        return place

    def keep_values(self, best: int, roll_number: int) -> int:
        """K of every keep from G of every roll."""
        dice, kept = self.dice, self.keep_table(roll_number)
        self.out.means(self._means(best, kept))
        served = self._served(roll_number, best)
        if served is not None:
            self.out.weigh(kept + len(dice.keeps) - 1, served)
        return kept

    def _means(self, best: int, kept: int) -> Iterator[Item]:
        dice = self.dice
        for place in range(dice.rolls, len(dice.keeps)):
            keep = dice.keeps[place]
            following = [dice.number[after] for after in dice.successors(keep)]
            yield -len(keep), kept + place, [(best if n < dice.rolls else kept) + n for n in following]

    def _served(self, roll_number: int, best: int) -> int | None:
        """G of the results when all dice are rolled, where a served roll scores more; else None."""
        contexts = self.rules.contexts
        plain, served = contexts[min(roll_number, len(contexts)) - 1]
        if roll_number == 1 or plain == served:
            return None
        place = self.out.area("served", roll_number, size=self.dice.rolls)
        self.out.enter(place, served, NEVER)
        into = place if self.out.short else self.out.area("served best", roll_number, size=self.dice.rolls)
        self.out.greatest([(0, into + r, [place + r, best + r]) for r in range(self.dice.rolls)])
        return into

    def best(self, entered: int, kept: int, roll_number: int) -> int:
        """G of every result when all dice are rolled, by way of the best value of every keep."""
        dice = self.dice
        none = self.rules.keep is not KeepRule.LOCK_ONE
        nothing = len(dice.keeps) - 1
        into = self.out.table("best", roll_number, last=nothing)
        small_first = sorted(range(nothing), key=lambda n: (len(dice.keeps[n]), len(set(dice.keeps[n])), n))
        items: list[Item] = []
        for place in small_first:
            keep = dice.keeps[place]
            fewer = (dice.number[less] for less in one_fewer(keep))
            links = [(kept if n == nothing else into) + n for n in fewer if none or n != nothing]
            items.append((len(keep), into + place, [(entered if place < dice.rolls else kept) + place, *links]))
        self.out.greatest(items)
        return into

    def locking(self, size: int, roll_number: int, entered: int, kept: int, into: int) -> None:
        """K of a roll with this many locked dice, into `into`; `kept` is K of the next roll."""
        out, dice = self.out, self.dice
        numbers = _pairs(dice)
        pairs = out.area("pairs", roll_number, size=len(numbers))
        spread = pairs if out.short else out.area("spread", roll_number, size=len(numbers))
        locked = [keep for keep in dice.keeps[dice.rolls :] if len(keep) == size]
        if size == 0:
            entered = self._served_entries(roll_number, entered)
        rolled = [(keep, more) for keep in locked for more in _small_first(dice, dice.dice - size)]
        rolled.sort(key=lambda pair: (len(pair[1]), len(set(pair[1]))))
        lock_one = self.rules.keep is KeepRule.LOCK_ONE
        items: list[Item] = []
        for keep, more in rolled:
            whole = dice.number[tuple(sorted(keep + more))]
            less = [numbers[keep, part] + pairs if part else kept + dice.number[keep] for part in one_fewer(more)]
            links = [] if lock_one and len(more) == 1 else less
            own = entered if whole < dice.rolls else kept
            items.append((len(more), pairs + numbers[keep, more], [own + whole, *links]))
        out.greatest(items)
        out.means(self._spread(locked, numbers, (pairs, spread, into)))

    def _spread(
        self, locked: list[Faces], numbers: dict[tuple[Faces, Faces], int], places: tuple[int, int, int]
    ) -> Iterator[Item]:
        """The mean over the rolled dice, one die after the other."""
        pairs, spread, into = places
        dice = self.dice
        free = dice.dice - len(locked[0])
        for many in range(free - 1, -1, -1):
            for keep in locked:
                for rolled in (t for t in _small_first(dice, free) if len(t) == many) if many else ((),):
                    after = [numbers[keep, tuple(sorted((*rolled, face)))] for face in range(1, 7)]
                    links = [(pairs if many == free - 1 else spread) + place for place in after]
                    yield -many, spread + numbers[keep, rolled] if many else into + dice.number[keep], links

    def _served_entries(self, roll_number: int, entered: int) -> int:
        """Entries with no locked dice, so all dice were rolled."""
        contexts = self.rules.contexts
        plain, served = contexts[min(roll_number, len(contexts)) - 1]
        if plain == served:
            return entered
        place = self.out.area("served entries", roll_number, size=self.dice.rolls)
        self.out.enter(place, served, NEVER)
        return place


@lru_cache(maxsize=4)
def _pairs(dice: Multisets) -> dict[tuple[Faces, Faces], int]:
    """Numbers every pair of locked and rolled dice that together are at most all dice."""
    every = (
        (kept, rolled)
        for kept in dice.keeps[dice.rolls :]
        for rolled in dice.keeps[:-1]
        if len(kept) + len(rolled) <= dice.dice
    )
    return {pair: place for place, pair in enumerate(every)}


@lru_cache(maxsize=32)
def _small_first(dice: Multisets, most: int) -> list[Faces]:
    """The multisets of one die up to `most` dice."""
    return sorted((keep for keep in dice.keeps if 1 <= len(keep) <= most), key=len)
