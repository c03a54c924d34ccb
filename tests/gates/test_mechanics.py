"""A mechanic is one unit: its files contain everything specific to it."""

from pathlib import Path

import pytest

from pasch.rules.variants import VARIANTS
from tests.gates.mechanics import complaints_about, complaints_of_client, sources

ROOT = Path(__file__).parents[2]
MECHANICS = {type(variant.mechanic) for variant in VARIANTS.values() if variant.mechanic is not None}
NAMES = frozenset(mechanic.__name__ for mechanic in MECHANICS)
KEYS = frozenset(mechanic.key for mechanic in MECHANICS)


def test_only_mechanic_modules_check_for_a_mechanic():
    found = [
        complaint
        for path, source in sources(ROOT / "src/pasch", ".py")
        for complaint in complaints_about(path, source, NAMES, KEYS)
    ]
    assert found == []


def test_web_client_checks_mechanics_in_one_folder_only():
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
def test_gate_finds_checks_of_a_mechanic(source):
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
def test_gate_allows_checks_common_to_all_mechanics(source):
    assert not list(complaints_about("src/pasch/words/rulebook.py", source, NAMES, KEYS))


def test_client_gate_finds_mechanic_keys():
    line = 'if (sheet.phase === "chip_pool") return;'
    assert list(complaints_of_client("client/src/game/hints.ts", line, KEYS))
    assert not list(complaints_of_client("client/src/mechanics/phases.ts", line, KEYS))
