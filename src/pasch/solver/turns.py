"""The scripts of all kinds of turns: free keeps, locked dice, saved rolls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pasch.rules.columns import KeepRule
from pasch.solver.compiling.multisets import Faces, Multisets, multisets, one_fewer
from pasch.solver.script import NEVER, Item, Script, Writer


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
