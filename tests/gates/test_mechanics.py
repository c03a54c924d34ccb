"""A mechanic is one unit: everything specific to it is in its files."""

from pathlib import Path

import pytest

from pasch.rules.variants import VARIANTS
from tests.gates.mechanics import complaints_about, complaints_of_client, sources

ROOT = Path(__file__).parents[2]
MECHANICS = {type(variant.mechanic) for variant in VARIANTS.values() if variant.mechanic is not None}
NAMES = frozenset(mechanic.__name__ for mechanic in MECHANICS)
KEYS = frozenset(mechanic.key for mechanic in MECHANICS)


def test_nobody_else_asks_which_mechanic_a_game_has():
    found = [
        complaint
        for path, source in sources(ROOT / "src/pasch", ".py")
        for complaint in complaints_about(path, source, NAMES, KEYS)
    ]
    assert found == []


def test_the_web_client_asks_in_one_folder_alone():
    found = [
        complaint
        for path, source in sources(ROOT / "client/src", ".ts", ".svelte")
        for complaint in complaints_of_client(path, source, KEYS)
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "from pasch.rules.mechanics.bluff import Bluff",
        "from pasch.rules.mechanics import bluff",
        "import pasch.rules.mechanics.reach",
        "isinstance(variant.mechanic, phases)",
        "hasattr(game.variant.mechanic, 'chips')",
        "match variant.mechanic:\n    case Anything():\n        pass",
        "match mechanic:\n    case ChipPool():\n        pass",
        "isinstance(mechanic, Contest)",
        "layout['phase'] == 'bluff'",
    ],
)
def test_the_gate_can_fail(source):
    assert list(complaints_about("src/pasch/words/rulebook.py", source, NAMES, KEYS))
    assert not list(complaints_about("src/pasch/words/mechanics/bluff.py", source, NAMES, KEYS))


@pytest.mark.parametrize(
    "source",
    [
        '"""What a bluff is."""',
        "from pasch.rules.mechanics.behaviour import behaviour_of",
        "from pasch.rules.mechanics.behaviour import Registry",
        "variant.mechanic is None",
    ],
)
def test_what_holds_for_every_mechanic_may_be_asked(source):
    assert not list(complaints_about("src/pasch/words/rulebook.py", source, NAMES, KEYS))


def test_the_client_gate_can_fail():
    line = 'if (sheet.phase === "chip_pool") return;'
    assert list(complaints_of_client("client/src/game/hints.ts", line, KEYS))
    assert not list(complaints_of_client("client/src/mechanics/phases.ts", line, KEYS))
