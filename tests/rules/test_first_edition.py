"""The formats of the first edition keep their meaning: fingerprints of stored rules, and positions in links."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path

import pytest

from pasch.rules import fingerprint as prints
from pasch.rules.fingerprint import fingerprint, rule_data
from pasch.rules.notation.position import Position
from pasch.rules.ruleset import Customs
from pasch.rules.variants import VARIANTS

FINGERPRINTS: dict[str, str] = json.loads((Path(__file__).parent / "first_edition.json").read_text())

POSITIONS = (
    "kniffel {joker=none}; ones=3; 12344 2",
    "yahtzee; ; 12345 2",
    "kniffel {five_equal_is_full_house=true rolls=4}; ones=3 +50; 12344 1",
    "yams; ones@1=3 ones@2=2; 12344 2 !chance@4",
    "maxi-yatzy; bank=2",
    "kniffel-extreme; chips=1; 12345/0 0",
    "kniffel {doubles=1}; ones=2 doubles=0; 12345 1 x2",
    "kniffel {columns=free|down+x2}; chance@2=40",
    "yatzy-duel; ones=3 / ones=0",
    "kniffeliger; dice=steal,+swap frozen=fives / ",
)


def test_first_edition_fingerprints_are_unchanged() -> None:
    assert {key: VARIANTS[key].fingerprint for key in FINGERPRINTS} == FINGERPRINTS


@rule_data("Ladder", "steps", height="top")
@dataclass(frozen=True)
class Ladder:
    height: int
    steps: int = 3


@rule_data("Ladder", "steps", most="top", rungs="steps")
@dataclass(frozen=True)
class Stairs:
    rungs: int = 3
    most: int = 9
    wide: bool = False


def test_new_names_and_default_fields_keep_the_fingerprint() -> None:
    assert fingerprint(Ladder(8)) == fingerprint(Stairs(most=8))
    assert fingerprint(Ladder(8)) != fingerprint(Stairs(most=8, wide=True))
    # A fingerprint omits a field at its later default; it keeps the defaults of the first edition.
    assert fingerprint(Ladder(9)) != fingerprint(Stairs())
    assert fingerprint(Ladder(8), without=("steps",)) != fingerprint(Ladder(8))


def classes_of(value: object) -> set[type]:
    if isinstance(value, tuple):
        return {cls for item in value for cls in classes_of(item)}
    if not is_dataclass(value):
        return set()
    return {type(value), *(cls for field in fields(value) for cls in classes_of(getattr(value, field.name)))}


def test_all_rule_data_classes_have_tags() -> None:
    named = {cls for variant in VARIANTS.values() for cls in classes_of(variant)} - {Customs}
    assert named <= prints._TAGS.keys()


@pytest.mark.parametrize("text", POSITIONS)
def test_published_positions_still_parse(text: str) -> None:
    written = Position.from_text(text).to_text()
    assert Position.from_text(written).to_text() == written
