"""The fuzzed functions: all parsers of untrusted text. Each one refuses with a message or round-trips its input."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from pydantic import ValidationError

from pasch.rules.category import Cell
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import PaschError
from pasch.rules.notation.position import Position
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.notation.turns import TurnText
from pasch.rules.switches import (
    switches_from_json,
    switches_from_text,
    switches_to_json,
    switches_to_text,
)
from pasch.rules.variants import VARIANTS, variant_with
from pasch.server.sockets.commands import read_command
from pasch.server.wire.bodies import OpenTable

MOST_LINES = 5_000_000
"""The most lines of Python that an input may execute."""
EXAMPLES = Path(__file__).parents[2] / "examples"


def position(text: str) -> None:
    """A position, parsed again from its text."""
    read = Position.from_text(text)
    assert Position.from_text(read.to_text()).to_text() == read.to_text()


def record(text: str) -> None:
    """A record, parsed again from its text."""
    read = read_record(text)
    assert read_record(write_record(read)) == read


def turn(text: str) -> None:
    """A turn of a record."""
    TurnText.from_text(text)


def words(text: str) -> None:
    """The smallest texts: a roll, a keep, a cell."""
    for kind in (Roll, Keep, Cell):
        try:
            read = kind.from_text(text)
        except PaschError:
            continue
        assert kind.from_text(read.to_text()) == read


def based(text: str) -> tuple[str, str]:
    """The base variant and its changes; a first line may name a variant other than Kniffel."""
    key, _, changes = text.partition("\n")
    return (key, changes) if key in VARIANTS else ("kniffel", text)


def rules(text: str) -> None:
    """Changed rules in words, and the variant that they make."""
    key, words = based(text)
    made = variant_with(key, switches_from_text(words))
    assert variant_with(key, switches_from_text(switches_to_text(made.switches).strip("{}"))) == made


def rules_json(text: str) -> None:
    """Changed rules as a line of JSON, and the variant that they make."""
    key, line = based(text)
    made = variant_with(key, switches_from_json(line))
    assert variant_with(key, switches_from_json(switches_to_json(made.switches))) == made


def command(text: str) -> None:
    """The body of a command."""
    read_command(text)


def opening(text: str) -> None:
    """The body that opens a table."""
    try:
        OpenTable.model_validate(json.loads(text))
    except (ValidationError, ValueError, RecursionError):
        return


TARGETS: dict[str, Callable[[str], None]] = {
    each.__name__: each for each in (position, record, turn, words, rules, rules_json, command, opening)
}


def tried(target: str, text: str) -> None:
    """Give a text to a target. Any exception is a fault."""
    try:
        TARGETS[target](text)
    except PaschError:
        return


def seeds(target: str) -> Iterable[str]:
    """Valid initial texts, so that the fuzzer tries their neighbourhood."""
    return {
        "position": (
            "kniffel; ones=3 full_house=25; 12344 2",
            "kniffel {joker=none, extra_points=50}; ones=3 +100 / twos=4; 12344 2 lock k44",
            "maxi-yatzy; bank=2; 112233 0",
            "jamb; max@2=24; 12345 2 !ful@4",
            "kniffeliger; dice=steal,+swap frozen=fives; 12344 2 die",
            "luegenkniffel; chance=0 lies=chance; 12344 0 claim full_house 25 asked 2 doubt 3",
            "dice-duel; ; 12344 1",
        ),
        "record": (
            (EXAMPLES / "match.txt").read_text(encoding="utf-8"),
            "pasch-record 1\nvariant: kniffel-plain\nplayer 1: A\n\n1.1 13346 k33 33356 > threes 9\nresult: *\n",
            'pasch-record 1\nvariant: kniffel\nrules: {"joker": "none"}\nplayer 1: A\ndice: manual\n\n1.1 ~13356 > -\n',
        ),
        "turn": (
            "13346 k33 33356 k333 23333 > four_of_a_kind 14 +50",
            "13346 !full_house@4 k- 11122 > full_house@4 25 *1",
            "*steal 2 chance 12345 claim full_house 25 doubt 3",
            "~13356 > large_straight 0",
            "? > chance 22",
            "lost > ones 0",
        ),
        "words": ("13356", "11125/0", "k335", "k112/0", "k-", "full_house@2", "ones"),
        "rules": (
            "joker=none, extra_points=50",
            "order=down, announce=after_first_roll, max_rolls=2",
            "columns=down|up",
            *(f"{key}\nmax_rolls=2, order=up" for key in VARIANTS),
        ),
        "rules_json": (
            '{"joker": "none", "extra_points": 50}',
            '{"keep": "locked", "rolls": 4, "dice": 6}',
            *(f'{key}\n{{"rolls": 4, "keep": "lock_one"}}' for key in VARIANTS),
        ),
        "command": (
            '{"id": "7f1c9d1e-6f3a-4d57-9a53-0d4f6c1f2a10", "expect_seq": 42, "type": "roll", "keep": "k335"}',
            '{"id": "7f1c9d1e-6f3a-4d57-9a53-0d4f6c1f2a10", "type": "score", "cell": "full_house@2", "points": 25}',
            '{"id": "7f1c9d1e-6f3a-4d57-9a53-0d4f6c1f2a10", "type": "correct", "round": 3, "cell": "ones"}',
            '{"id": "7f1c9d1e-6f3a-4d57-9a53-0d4f6c1f2a10", "type": "use_action", "action": "steal", "target": 2}',
        ),
        "opening": (
            '{"variant": "kniffel", "rules": {"joker": "none"}, "games": 2, "seats": [{"kind": "local"}]}',
            '{"variant": "yatzy", "seats": [{"kind": "bot", "bot": "simple"}, {"kind": "human"}], "absent": "entry"}',
        ),
    }[target]
