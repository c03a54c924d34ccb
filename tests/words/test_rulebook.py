"""The rule texts follow the data of every variant, switch, pattern and payment."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from pasch.cli.app import app
from pasch.i18n import translator
from pasch.rules.bonus import ExtraScope, UpperBonus
from pasch.rules.category import (
    CHANCE,
    FULL_HOUSE,
    AllDice,
    AnyDice,
    Both,
    ByRoll,
    Category,
    Exactly,
    Face,
    Fixed,
    Flush,
    Groups,
    MatchedDice,
    Run,
    Total,
)
from pasch.rules.columns import Announce, Column, Order
from pasch.rules.errors import InvalidVariant
from pasch.rules.switches import SWITCHES
from pasch.rules.variants import VARIANTS, find_variant
from pasch.words import rules_in_words
from pasch.words.categories import hint
from pasch.words.cells import cell_rule
from tests.rules.play import values_of
from tests.support.sizes import every_language, pairs

RULES = Path(__file__).parent / "rules"
LANGUAGES = ("de", "en")
KNIFFEL = find_variant("kniffel")
COLORS = ((1, 6), (2, 5), (3, 4))


def words(variant, lang="de") -> str:
    return "\n".join(sentence for section in rules_in_words(variant, lang) for sentence in section["sentences"])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", VARIANTS)
def test_rule_texts_match_the_stored_files(key, lang):
    """Command after an intended change: pasch rules KEY --lang LANG > tests/words/rules/KEY.LANG.txt."""
    said = CliRunner().invoke(app, ["rules", key, "--lang", lang]).stdout
    assert said == (RULES / f"{key}.{lang}.txt").read_text("utf-8")


@pytest.mark.parametrize("lang", every_language())
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_rules_are_complete_sentences(variant, lang):
    for section in rules_in_words(variant, lang):
        assert section["heading"]
        for sentence in section["sentences"]:
            assert sentence[0].isupper() or sentence[0].isdigit()
            assert sentence.endswith(".")
            assert "{" not in sentence
            assert "_" not in sentence, "a key, not a name"
            assert "  " not in sentence


@pytest.mark.parametrize(
    ("key", "name"), pairs(VARIANTS, SWITCHES, default={"kniffel", "yams", "kniffeliger", "kniffel-extreme"}, share=2)
)
def test_every_switch_changes_the_rule_text(key, name):
    """Each value that changes the game has a distinct text in both languages."""
    variant = VARIANTS[key]
    if name.startswith("extra_") and "kniffel" not in variant.rows:
        return  # the variant has no bonus Kniffel
    if name in {"extra_when", "extra_needs"} and not variant.extra.points:
        variant = variant.replace(extra_points=50)  # without points, neither switch matters
    found = {}
    for value in values_of(SWITCHES[name]):
        try:
            changed = variant.replace(**{name: value})
        except InvalidVariant:
            continue
        for lang in LANGUAGES:
            said = (lang, words(changed, lang))
            assert found.setdefault(said, value) == value, f"{name}: {value} reads like {found[said]}"
    assert found or not SWITCHES[name].concerns(variant)


def test_house_rules_and_reconstructions_are_mentioned():
    assert "Hausregeln" in words(KNIFFEL.replace(joker="none"))
    assert "Hausregeln" not in words(KNIFFEL)
    assert "rekonstruiert" in words(replace(KNIFFEL, reconstruction=True))
    assert "reconstruction" not in words(KNIFFEL, "en")


COLUMNS = replace(
    find_variant("spiffel"),
    columns=(
        Column(),
        Column(factor=2, order=Order.DOWN),
        Column(factor=3, order=Order.CENTER_OUT, announce=Announce.AFTER_FIRST_ROLL, max_rolls=1),
    ),
)


def test_rules_describe_each_column():
    said = words(COLUMNS)
    assert "Der Spielzettel hat drei Spalten, und du wählst, in welche du einträgst." in said
    assert "Spalte 2: Alle Punkte zählen zweifach." in said
    assert "Spalte 2: Die Felder werden der Reihe nach von oben nach unten gefüllt." in said
    assert "Spalte 3: Nur der erste Wurf darf eingetragen werden." in said
    assert "Spalte 1: Jedes Feld darf jederzeit gefüllt werden." in said
    assert "Jede Spalte hat ihren eigenen Bonus." in said
    assert "Wo Punkte vervielfacht werden, gilt das auch für den Bonus und seine Grenze." in said
    assert "In jeder Spalte gibt es sie nur einmal." in said
    assert "Es zählt das Feld Spiffel der Spalte, in die du einträgst." in said


def test_rules_describe_bonus_kniffel_shared_by_columns():
    together = replace(COLUMNS, extra=replace(COLUMNS.extra, scope=ExtraScope.ALL_COLUMNS))
    assert (
        "Dafür müssen in den Feldern Spiffel aller Spalten Punkte stehen; ist eines gestrichen, gibt es nichts."
        in words(together)
    )


def test_rules_describe_optional_features():
    variant = replace(
        KNIFFEL,
        ten_sided=1,
        banks_rolls=True,
        seats=(2, 2),
        games=1,
        upper_bonus=UpperBonus(64, 35, higher=((71, 55), (78, 75))),
    )
    said = words(variant)
    assert "Einer davon hat zehn Seiten, von 0 bis 9." in said
    assert "Würfe, die du nicht brauchst, sparst du: In späteren Zügen darfst du dafür öfter würfeln." in said
    assert "Für 2 Personen." in said
    assert "Ab 71 Punkten: 55 Punkte." in said
    assert "von jeder Zahl" not in said, "64 is no multiple of 21"
    assert "Partie" not in said
    assert "Einen Bonus gibt es nicht." in words(replace(KNIFFEL, upper_bonus=None))


PATTERNS = [
    (AnyDice(), "Beliebige Würfel"),
    (Face(6), "Die Sechser"),
    (Groups((2,)), "Mindestens zwei gleiche Würfel"),
    (Groups((5,)), "Alle fünf Würfel gleich"),
    (Groups((3, 2)), "Drei gleiche Würfel und zwei gleiche mit einer anderen Augenzahl"),
    (Groups((2, 2)), "Zwei verschiedene Paare"),
    (Groups((3, 3)), "Zwei verschiedene Drillinge"),
    (Groups((4, 4)), "Zweimal vier gleiche Würfel, jedes Mal eine andere Augenzahl"),
    (Groups((2, 2), colors=COLORS), "Zwei verschiedene Paare in einer Farbe"),
    (
        Groups((3, 2), colors=COLORS),
        "Drei gleiche Würfel und zwei gleiche mit einer anderen Augenzahl, alle in einer Farbe",
    ),
    (Groups((2, 1, 1)), "Gruppen von zwei, ein und ein gleichen Würfeln, jede mit einer anderen Augenzahl"),
    (Run(4), "Mindestens vier aufeinanderfolgende Augenzahlen"),
    (Run(5), "Fünf aufeinanderfolgende Augenzahlen"),
    (Run(3, start=2), "Die Augenzahlen 2, 3 und 4"),
    (Exactly((1, 1, 3, 4, 5)), "Genau 1, 1, 3, 4, 5"),
    (Total(13, 13), "Eine Augensumme von 13"),
    (Total(at_most=10), "Eine Augensumme von höchstens 10"),
    (Total(at_least=26), "Eine Augensumme von mindestens 26"),
    (Total(10, 20), "Eine Augensumme von 10 bis 20"),
    (Flush(COLORS), "Alle Würfel in einer Farbe (1, 6 · 2, 5 · 3, 4)"),
    (Both(Groups((2,)), Total(13, 13)), "Mindestens zwei gleiche Würfel; außerdem: Eine Augensumme von 13"),
]


@pytest.mark.parametrize(("pattern", "german"), PATTERNS)
def test_every_pattern_has_a_description(pattern, german):
    assert hint(translator("de"), KNIFFEL, Category("chance", pattern, Fixed(20))) == f"{german}: 20 Punkte"


PAYMENTS = [
    (Fixed(1), "1 Punkt"),
    (AllDice(), "Summe aller Würfel"),
    (AllDice(times=2), "zweimal die Summe aller Würfel"),
    (AllDice(plus=20), "Summe aller Würfel und 20 Punkte"),
    (AllDice(plus=20, times=2), "zweimal die Summe aller Würfel und 20 Punkte"),
    (MatchedDice(plus=40), "Summe dieser Würfel und 40 Punkte"),
    (ByRoll((66, 56, 46)), "66, 56 oder 46 Punkte, je nach Zahl der Würfe"),
]


@pytest.mark.parametrize(("payment", "german"), PAYMENTS)
def test_every_payment_has_a_description(payment, german):
    assert hint(translator("de"), KNIFFEL, Category("chance", AnyDice(), payment)) == f"Beliebige Würfel: {german}"


def test_cell_rules_explain_details_missing_from_hints():
    t = translator("de")
    served = replace(FULL_HOUSE, served=5)
    assert (
        "Serviert, also mit allen Würfeln auf einmal geworfen: 5 Punkte zusätzlich."
        in cell_rule(t, KNIFFEL, served)["sentence"]
    )
    loose = replace(FULL_HOUSE, match=Groups((3, 2), distinct=False))
    assert "Auch fünf gleiche Würfel gelten." in cell_rule(t, KNIFFEL, loose)["sentence"]
    colored = replace(FULL_HOUSE, match=Groups((2, 2), colors=COLORS))
    assert "Alle davon haben dieselbe Farbe: 1, 6 · 2, 5 · 3, 4." in cell_rule(t, KNIFFEL, colored)["sentence"]


def test_example_uses_a_common_roll():
    assert "Beispiel: 1, 2, 4, 5, 6" in cell_rule(translator("de"), KNIFFEL, CHANCE)["sentence"]


@pytest.mark.parametrize("lang", every_language())
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_cell_parts_agree_with_the_rule_sentences(variant, lang):
    sections = rules_in_words(variant, lang)
    assert sum(len(section["cells"]) for section in sections) > len(variant.lower) - 1
    for section in sections:
        assert [cell["sentence"] for cell in section["cells"]] == list(section["sentences"][: len(section["cells"])])
        for cell in section["cells"]:
            assert cell["sentence"].startswith(cell["name"])
            assert cell["sentence"].endswith(cell["example"])
            assert cell["text"].endswith(".")
            assert variant.roll(cell["dice"]).to_text() == cell["dice"]


def test_combined_house_rules_always_have_texts():
    """Examples of impossible states are omitted. No example may fail."""
    rng, count = Random(24), 0
    while count < 200:
        variant = rng.choice(list(VARIANTS.values()))
        names = rng.sample(list(SWITCHES), rng.randint(2, 6))
        try:
            changed = variant.replace(**{name: rng.choice(list(values_of(SWITCHES[name]))) for name in names})
        except InvalidVariant:
            continue
        assert "Beispiel" in words(changed)
        count += 1
