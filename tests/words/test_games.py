"""Whole games told: nothing that can happen is left without words."""

import random

import pytest

from pasch.rules.actions import RollDice
from pasch.rules.dice import Roll
from pasch.rules.events import DiceRolled
from pasch.rules.match import Match
from pasch.rules.notation.events import event_to_data
from pasch.rules.variants import VARIANTS, variant_with
from pasch.words import TableContext, event_text, hint_text

HOUSE_RULES = [
    {},
    {"order": "both_ends", "keep": "lock_one"},
    {"announce": "after_first_roll"},
    {"order": "center_out", "max_rolls": 2, "keep": "locked"},
    {"joker": "forced", "extra_points": 50, "extra_when": "always", "extra_needs": "filled"},
]
NAMES = ("Anna", "Bernd")


def a_game(variant, chance: random.Random):
    """Every step of a random game in which equal dice are frequent: the match before it, after it, its event."""
    match = Match.begin(variant, NAMES)
    while not match.game.over:
        before = match
        if match.game.to_throw:
            match, events = match.apply(landing(match, chance))
        else:
            match, events = match.apply(chance.choice(match.game.legal_actions))
        yield before, match, events


def landing(match: Match, chance: random.Random) -> DiceRolled:
    keep = match.game.turn.thrown
    face = chance.randint(1, 6)
    thrown = [face if chance.random() < 0.8 else chance.randint(1, 6) for _ in range(match.game.to_throw)]
    return DiceRolled(Roll((*keep.faces, *thrown)))


@pytest.mark.parametrize("rules", HOUSE_RULES, ids=str)
@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_moment_of_a_game_has_words(key, rules, lang):
    variant = variant_with(key, rules)
    keys = {category.key for category in variant.categories if "_" in category.key}
    for before, after, events in a_game(variant, random.Random(key)):
        told = [hint_text(lang, NAMES, after)]
        for event in events:
            kind, data = event_to_data(event, before.game)
            next_seat = after.game.turn.seat if after.game.turn else None
            context = TableContext(variant, NAMES, next_seat=next_seat, game_over=after.game.over)
            told.append(event_text(lang, context, kind, event.seat, data))
        for sentence in told:
            assert sentence.endswith(".")
            assert sentence[0].isupper()
            assert "{" not in sentence
            assert not any(found in sentence for found in keys), sentence


def test_dice_in_the_air_are_no_event_and_need_no_sentence():
    match, events = Match.begin(VARIANTS["kniffel"], NAMES).apply(RollDice())
    assert events == ()
    assert hint_text("de", NAMES, match) == "Die Würfel rollen."
