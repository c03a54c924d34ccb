"""What the first edition published still means the same: fingerprints name stored rules, positions stand in links."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pasch.rules.notation.position import Position
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


def test_the_fingerprints_stay() -> None:
    assert {key: VARIANTS[key].fingerprint for key in FINGERPRINTS} == FINGERPRINTS


@pytest.mark.parametrize("text", POSITIONS)
def test_published_positions_still_read(text: str) -> None:
    written = Position.from_text(text).to_text()
    assert Position.from_text(written).to_text() == written
