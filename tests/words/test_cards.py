"""Variant cards and sheet layouts: a variant as data with names."""

import pytest

from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.variants import VARIANTS, find_variant, variant_with
from pasch.words import category_name, cell_name, sheet_layout, variant_card, variant_name


def test_kniffel_card_has_expected_data():
    assert variant_card(find_variant("kniffel"), "de") == {
        "key": "kniffel",
        "name": "Kniffel",
        "aliases": ["Schmidt", "Schmidt Kniffel"],
        "dice": 5,
        "turns": 13,
        "seats": (1, 8),
        "columns": 1,
        "categories": [
            *("ones", "twos", "threes", "fours", "fives", "sixes"),
            *(
                "three_of_a_kind",
                "four_of_a_kind",
                "full_house",
                "small_straight",
                "large_straight",
                "kniffel",
                "chance",
            ),
        ],
        "maximum": 675,
        "reconstruction": False,
        "group": "kniffel_family",
        "group_name": "Die Kniffel-Familie",
        "about": "Schmidts Regeln: 50 Punkte dazu für einen weiteren Kniffel, solange das Feld seiner Zahl offen ist.",
        "customs": {
            "games": 1,
            "final": False,
            "marks_rolls": False,
            "shows_key": False,
            "lever": False,
            "pictures": "",
        },
    }


def test_kniffel_sheet_has_expected_layout():
    layout = sheet_layout(find_variant("kniffel"), "de")
    assert [row["name"] for row in layout["categories"]] == [
        *("Einser", "Zweier", "Dreier", "Vierer", "Fünfer", "Sechser"),
        *("Dreierpasch", "Viererpasch", "Full House", "Kleine Straße", "Große Straße", "Kniffel", "Chance"),
    ]
    assert layout["categories"][0] == {
        "key": "ones",
        "name": "Einser",
        "section": "upper",
        "face": 1,
        "fixed": None,
        "hint": "Nur Einser zählen",
    }
    assert (
        layout["categories"][8]["hint"] == "Drei gleiche Würfel und zwei gleiche mit einer anderen Augenzahl: 25 Punkte"
    )
    assert layout["upper_bonus"] == [{"threshold": 63, "points": 35}]
    assert layout["extra"] == {"points": 50, "counts_in": "game", "name": "Weitere Kniffel"}
    free = {"order": "free", "announce": "none", "max_rolls": None}
    assert layout["columns"] == [{"column": 1, "name": "Spalte 1", "hint": "", "factor": 1, **free}]
    assert (layout["phase"], layout["chips"], layout["banks_rolls"], layout["doubles"]) == ("", 0, False, 0)


def test_column_hints_explain_their_rules():
    columns = sheet_layout(find_variant("yams"), "de")["columns"]
    assert [column["hint"] for column in columns] == [
        "",
        "Die Felder werden der Reihe nach von oben nach unten gefüllt.",
        "Die Felder werden der Reihe nach von unten nach oben gefüllt.",
        (
            "Nach dem ersten Wurf sagst du das Feld an, in das du eintragen wirst, oder du trägst gleich ein. "
            "In ein angesagtes Feld kommt, was am Ende daliegt, auch wenn es 0 Punkte bringt."
        ),
    ]


def test_sheet_names_the_game_mechanic():
    phases = {key: sheet_layout(variant, "de")["phase"] for key, variant in VARIANTS.items()}
    assert {key: mechanic for key, mechanic in phases.items() if mechanic} == {
        "kniffeliger": "action_dice",
        "kniffeliger-program": "action_dice",
        "kismet": "penalty",
        "dice-duel": "chip_pool",
        "luegenkniffel": "bluff",
        "yatzy-duel": "contest",
    }


def test_bonus_row_depends_on_the_variant():
    extras = {key: sheet_layout(find_variant(key), "de")["extra"] for key in ("hartard", "spiffel", "yatzy", "yahtzee")}
    assert extras == {
        "hartard": {"points": 100, "counts_in": "match", "name": "Weitere Kniffel"},
        "spiffel": {"points": 100, "counts_in": "game", "name": "Zweiter Spiffel"},
        "yatzy": None,
        "yahtzee": {"points": 100, "counts_in": "game", "name": "Weitere Yahtzee"},
    }


def test_house_rule_removes_bonus_row():
    assert sheet_layout(variant_with("kniffel", {"extra_points": 0}), "de")["extra"] is None


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_every_variant_has_complete_names(variant, lang):
    names = [category_name(variant, category.key, lang) for category in variant.categories]
    assert len(set(names)) == len(names)
    assert variant_name(variant, lang)
    assert all(
        row["hint"][0].isupper() and not row["hint"].endswith(".") for row in sheet_layout(variant, lang)["categories"]
    )
    several = len(variant.columns) > 1 and not isinstance(
        variant.mechanic, ChipPool
    )  # chips of a pattern are all alike
    column = {"de": " in Spalte 1", "en": " in column 1"}[lang] if several else ""
    assert cell_name(variant, variant.cells[0], lang) == names[0] + column


def test_variant_names_are_unique():
    for lang in ("de", "en"):
        assert len({variant_name(variant, lang) for variant in VARIANTS.values()}) == len(VARIANTS)
