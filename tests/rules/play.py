"""Random play for tests: dice often show five of a kind, and players choose any legal action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from hypothesis import assume
from hypothesis import strategies as st

from pasch.rules.actions import Action, Announce, NextGame, RollDice, Score
from pasch.rules.category import Cell
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import InvalidVariant
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.match import Match, MatchStep
from pasch.rules.state import Stage
from pasch.rules.switches import SWITCHES, Kind, Switch, SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS

NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 10, 50, 100, 10_000)

TEXTS = {
    Kind.COLUMNS: (
        "free",
        "x2",
        "down|up",
        "free|x2|x3",
        "free|down|up|announce",
        "both_ends+roll2|center_out+announce+x10|roll1",
        "upper_first|lower_first+announce",
    ),
    Kind.CATEGORIES: (
        "",
        "two_of_a_kind:2:all|row:run3:all+10",
        "much:sum>=9:25|few:sum<=7:matched|free_for_all:any:all*2",
    ),
}
"""Canonical values of switches with text values. All of them work with three or more dice."""


def values_of(switch: Switch) -> list[SwitchValue]:
    """Values of a switch: all of them, or the interesting numbers of a large range."""
    if switch.canonical is not None:
        return list(TEXTS[switch.kind])
    if switch.choices:
        return list(switch.choices)
    return [n for n in NUMBERS if switch.low <= n <= switch.high] + ([None] if switch.optional else [])


@st.composite
def switches(draw: st.DrawFn) -> dict[str, SwitchValue]:
    """A few house rules at once."""
    names = draw(st.lists(st.sampled_from(sorted(SWITCHES)), max_size=4, unique=True))
    return {name: draw(st.sampled_from(values_of(SWITCHES[name]))) for name in names}


def playable(*house_rules: dict[str, SwitchValue]) -> list[tuple[str, dict[str, SwitchValue]]]:
    """Every variant with each compatible set of these house rules."""
    return [(key, rules) for key in VARIANTS for rules in house_rules if _combines(VARIANTS[key], rules)]


def _combines(variant: Variant, rules: dict[str, SwitchValue]) -> bool:
    try:
        variant.replace(**rules)
    except InvalidVariant:
        return False
    return True


@st.composite
def variants(draw: st.DrawFn) -> Variant:
    """A preset, half the time with compatible house rules."""
    preset = VARIANTS[draw(st.sampled_from(sorted(VARIANTS)))]
    try:
        return preset.replace(**draw(st.one_of(st.just({}), switches())))
    except InvalidVariant:
        assume(False)
        raise


def fall(variant: Variant, keep: Keep, rng: Random) -> Roll:
    """The dice after a roll; every third roll aims at all of one face, so that Kniffels are common."""
    aimed = (keep.faces or (rng.randint(1, 6),))[0] if rng.random() < 0.35 else None
    six = [aimed or rng.randint(1, 6) for _ in range(variant.dice - len(keep.faces))]
    ten = [rng.randint(0, 9) for _ in range(variant.ten_sided - len(keep.tens))]
    return Roll((*keep.faces, *six), (*keep.tens, *ten))


def choose(match: Match, rng: Random) -> Action | NextGame:
    """Any legal action; rolls, announcements, entries and the rest are equally likely, regardless of their number."""
    if match.between_games:
        return NextGame()
    legal, mechanic = match.game.legal_actions, match.variant.mechanic
    kinds = [kind for kind in (legal.keeps, legal.announcements, list(legal.entries.items()), legal.others) if kind]
    picked = rng.choice(rng.choice(kinds))
    match picked:
        case Keep():
            return RollDice(picked)
        case ((_, _) as cell, int(points)):
            return Score(
                cell, rng.choice([points, points, None, 0 if mechanic is None or mechanic.scratches else points])
            )
        case Cell() as cell:
            return Announce(cell)
        case _:
            return picked


def steps(match: Match, rng: Random) -> Iterator[tuple[Match, MatchStep]]:
    """Play to the end: each step with the match before it. A roll is two steps, or one with both."""
    while not match.over:
        chance = match.game.stage is Stage.DIE_IN_THE_AIR
        step: MatchStep = ActionDieRolled(rng.randint(1, 6)) if chance else choose(match, rng)
        if isinstance(step, RollDice) and step.keep is not None:
            landed = fall(match.variant, step.keep, rng)
            if rng.random() < 0.5:
                step = DiceRolled(landed, step.keep)
            else:
                yield match, step
                match, _ = match.apply(step)
                step = DiceRolled(landed)
        yield match, step
        match, _ = match.apply(step)


def finished(match: Match, rng: Random) -> tuple[Match, list[object]]:
    """The match at its end, and its events."""
    log: list[object] = []
    for before, step in steps(match, rng):
        match, events = before.apply(step)
        log += events
    return match, log


def naive_keeps(rule: str, faces: list[int], kept: list[int]) -> set[tuple[int, ...]]:
    """The possible keeps, found by trying every subset of the dice."""
    found = set()
    for mask in product((False, True), repeat=len(faces)):
        stay = [face for face, stays in zip(faces, mask, strict=True) if stays]
        locked = all(stay.count(face) >= kept.count(face) for face in kept)
        enough = len(stay) > len(kept) if rule == "lock_one" else True
        if not all(mask) and (rule == "free" or (locked and enough)):
            found.add(tuple(sorted(stay)))
    return found
