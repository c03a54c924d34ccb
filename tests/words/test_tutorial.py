"""The tutorial of a first turn, built from data: five steps for special games, a longer tour for plain ones."""

from typing import get_args

import pytest

from pasch.rules.notation.events import event_to_data
from pasch.rules.variants import VARIANTS, find_variant, variant_with
from pasch.words import tutorial
from pasch.words.teaching.steps import Focus
from pasch.words.teaching.tutorial import STEPS
from tests.rules.play import steps
from tests.words.test_games import a_match

PLAIN = {
    *("kniffel", "kniffel-plain", "yahtzee", "yahtzee-free", "hartard", "spiffel", "spiffel-6"),
    *("yatzy", "yams-fr", "yacht", "cheerio", "crag", "pasch-ddr"),
    *("swiss-yatzy", "swiss-kniffel"),
}


def focuses(variant):
    return [step["focus"] for step in tutorial(variant, "de")]


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("key", VARIANTS)
def test_special_games_have_five_steps_and_plain_games_more(key, lang):
    tour = tutorial(VARIANTS[key], lang)
    assert len(tour) == STEPS + (1 + (VARIANTS[key].upper_bonus is not None) if key in PLAIN else 0)
    for step in tour:
        assert step["focus"] in get_args(Focus)
        assert len(step["text"]) <= 140
        assert step["text"][0].isupper()
        assert step["text"].endswith(".")
        assert "{" not in step["text"]


@pytest.mark.parametrize("key", VARIANTS)
def test_every_tutorial_step_can_be_completed(key):
    """The event that ends a step occurs in that game."""
    variant, happened = VARIANTS[key], set()
    match, rng = a_match(variant)
    for before, step in steps(match, rng):
        _, events = before.apply(step)
        happened |= {event_to_data(event, before.game)[0] for event in events}
    for step in tutorial(variant, "en"):
        assert not step["until"] or happened & set(step["until"]), step


def test_tour_covers_a_turn_and_mentions_the_bonus():
    assert [tuple(step["until"]) for step in tutorial(find_variant("kniffel"), "de")] == [
        ("dice_rolled",),
        ("dice_rolled", "scored", "claimed", "nothing_taken"),
        (),
        ("scored",),
        (),
        (),
        (),
    ]
    said = " ".join(step["text"] for step in tutorial(find_variant("kniffel"), "de"))
    assert "Ab 63 Punkten im oberen Teil gibt es 35 dazu" in said
    assert "Saldo" not in " ".join(step["text"] for step in tutorial(find_variant("yacht"), "de"))


def test_steps_explain_special_mechanics():
    assert focuses(find_variant("yams")) == ["roll", "announce", "dice", "columns", "sheet"]
    assert focuses(find_variant("kniffeliger")) == ["roll", "dice", "sheet", "actions", "end_turn"]
    assert focuses(find_variant("luegenkniffel")) == ["roll", "dice", "claim", "claim", "claim"]
    assert focuses(find_variant("dice-duel")) == ["pool", "roll", "dice", "pool", "pool"]
    assert tutorial(find_variant("spiffel-123"), "de")[2]["text"] == (
        "Spalte 3 zählt dreifach: Deine besten Würfe gehören dorthin."
    )


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"order": "down"}, ["roll", "dice", "columns", "sheet", "sheet"]),
        ({"order": "down", "rolls": 1}, ["roll", "columns", "sheet", "sheet", "sheet"]),
        ({"announce": "after_first_roll", "keep": "lock_one"}, ["roll", "announce", "dice", "sheet", "sheet"]),
        ({"max_rolls": 2, "keep": "locked"}, ["roll", "dice", "columns", "sheet", "sheet"]),
        ({"doubles": 1}, ["roll", "dice", "actions", "sheet", "sheet"]),
        ({"columns": "announce|announce|down"}, ["roll", "announce", "dice", "columns", "sheet"]),
    ],
    ids=str,
)
def test_house_rules_have_tutorial_steps(rules, expected):
    assert focuses(variant_with("kniffel", rules)) == expected
