"""Complete games as text: every event has a sentence."""

import re
from random import Random

import pytest

from pasch.i18n import LANGUAGES
from pasch.rules.actions import RollDice
from pasch.rules.errors import InvalidVariant
from pasch.rules.match import Match
from pasch.rules.notation.events import event_to_data
from pasch.rules.variants import VARIANTS, variant_with
from pasch.words import TableContext, event_text, hint_text
from tests.rules.play import steps
from tests.support.sizes import REPRESENTATIVE

HOUSE_RULES = [
    {},
    {"order": "both_ends", "keep": "lock_one"},
    {"announce": "after_first_roll"},
    {"order": "center_out", "max_rolls": 2, "keep": "locked"},
    {"joker": "forced", "extra_points": 50, "extra_when": "always", "extra_needs": "filled"},
    {"doubles": 1, "own": "two_of_a_kind:2:all|big_row:run3:20"},
]
NAMES = ("Anna", "Bernd", "Clara")


def possible():
    """Every variant with every compatible house rule."""
    for key in VARIANTS:
        for rules in HOUSE_RULES:
            try:
                marks = () if key in REPRESENTATIVE else pytest.mark.slow
                yield pytest.param(variant_with(key, rules), id=f"{key}-{rules}", marks=marks)
            except InvalidVariant:
                continue


def a_match(variant):
    """A match with enough players, and the seeded random generator that plays the match."""
    return Match.begin(variant, NAMES[: max(variant.seats[0], 2)]), Random(variant.key)


def sentences(variant):
    """Every sentence of a random game in every language, each with its event."""
    match, rng = a_match(variant)
    names = match.game.players
    yield from hints(names, match)
    for before, step in steps(match, rng):
        match, events = before.apply(step)
        folded = before
        for event in events:
            kind, data = event_to_data(event, folded.game)
            folded = folded.evolve(event)
            context = TableContext(variant, names, next_seat=folded.game.to_move, game_over=folded.game.over)
            for lang in LANGUAGES:
                yield kind, event_text(lang, context, kind, getattr(event, "seat", None), data)
        yield from hints(names, match)


def hints(names, match):
    """The hint of the current turn, in every language."""
    return [("hint", hint_text(lang, names, match)) for lang in LANGUAGES]


@pytest.mark.parametrize("variant", [*possible()])
def test_every_event_and_state_has_a_sentence(variant):
    keys = {category.key for category in variant.categories if "_" in category.key}
    for kind, sentence in sentences(variant):
        assert sentence, kind
        assert sentence.endswith("."), sentence
        assert sentence[0].isupper()
        assert "{" not in sentence
        assert not any(found in sentence for found in keys), sentence
        assert not re.search(r"\b0(-mal| more times)", sentence), sentence


def test_roll_request_has_a_hint_but_no_event():
    match, events = Match.begin(VARIANTS["kniffel"], NAMES[:2]).apply(RollDice())
    assert events == ()
    assert hint_text("de", NAMES, match) == "Die Würfel rollen."
