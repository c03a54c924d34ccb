"""Text forms of positions, switches and events."""

from __future__ import annotations

import contextlib
import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.rules.actions import Announce, RollDice
from pasch.rules.dice import Keep
from pasch.rules.errors import InvalidInput, PaschError
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.notation.events import event_from_data, event_to_data
from pasch.rules.notation.position import Position
from pasch.rules.switches import (
    switches_from_json,
    switches_from_text,
    switches_to_json,
    switches_to_text,
)
from pasch.rules.variants import VARIANTS
from tests.rules.notation.wild import players
from tests.rules.play import steps, switches, variants


@given(variant=variants(), seats=st.integers(1, 3), seed=st.integers(0, 2**32))
def test_every_state_survives_as_a_position(variant, seats, seed):
    """States include house rules, announcements and locked dice; the seat to move comes first."""
    some = Random(seed)
    for match, _ in steps(Match.begin(variant, players(variant, seats)), Random(seed)):
        game = match.game
        if game.to_roll or some.random() < 0.6:
            continue
        position = Position.of(game)
        text = position.to_text()
        read = Position.from_text(text)
        assert read.to_text() == text
        assert read.game.variant == variant
        assert list(read.game.legal_actions) == list(position.game.legal_actions)
        first = game.turn.seat - 1 if game.turn else 0
        assert [sheet.points for sheet in read.game.sheets] == turned([s.points for s in game.sheets], first)
        assert [sheet.lies for sheet in read.game.sheets] == turned([sheet.lies for sheet in game.sheets], first)
        assert read.game.totals == turned(game.totals, first)
        assert read.game.stage is game.stage
        if game.turn:
            before_entry = () if game.turn.beyond else ("rolls_used", "doubled", "announced", "chip")
            names = ("rolls_left", "roll", "round", *before_entry)
            assert [getattr(read.game.turn, name) for name in names] == [getattr(game.turn, name) for name in names]
            assert read.game.pool == game.pool


def test_longest_possible_position_parses():
    """Every cell of every sheet is filled, at the table with the most seats."""
    variant = VARIANTS["yams"]
    full = " ".join(f"{variant.cell_text(cell)}=0" for cell in variant.cells)
    text = f"yams; {' / '.join([full] * variant.seats[1])}"
    assert Position.from_text(text).game.over
    assert Position.from_text(text).to_text() == text


def turned(seats: list, first: int) -> list:
    return [*seats[first:], *seats[:first]]


@pytest.mark.parametrize(
    "text",
    [
        "kniffel; ;",
        "kniffel {joker=none}; ones=3 full_house=25; 12344 2",
        "kniffel {extra_points=100 joker=free}; ones=3 kniffel=50 +100; 12344 0",
        "yahtzee; ; 12345 2",
        "kniffel {announce=after_first_roll}; ; 12344 1 !chance",
        "kniffel {keep=locked}; ; 12344 1 lock k44",
        "kniffel; ones=3 / twos=4 sixes=0 / ; 11111 1",
        "kniffel {max_rolls=none}; ;",
    ],
)
def test_positions_survive_text_round_trip(text):
    read = Position.from_text(text)
    assert Position.from_text(read.to_text()) == read
    assert Position.from_text(f"  {text}  ") == read


def test_equivalent_spellings_parse_to_the_same_position():
    plain = Position.from_text("kniffel; ones=3; 12344 2")
    for text in ("Kniffel;ones=3;44321 2", "kniffel {}; ones@1=3; 12344 2", "Schmidt ; ones=3 ; 12344  2 "):
        assert Position.from_text(text) == plain
    assert plain.to_text() == "kniffel; ones=3; 12344 2"
    assert Position.from_text("kniffel; ones=3;").to_text() == Position.from_text("kniffel; ones=3").to_text()


@pytest.mark.parametrize(
    "text",
    [
        "",
        ";",
        ";;;",
        "nonsense; ;",
        "kniffel; ; ; x",
        "kniffel; ones; 12345 2",
        "kniffel; ones=7; 12345 2",
        "kniffel; ones=-1; 12345 2",
        "kniffel; ones=3 ones=3; 12345 2",
        "kniffel; ones@2=3;",
        "kniffel; nonsense=3;",
        "kniffel; kniffel=40;",
        "kniffel; +49;",
        "kniffel; +50@2;",
        "kniffel; +50;",
        "kniffel; kniffel=50 ones=3 +150;",
        "spiffel; kniffel=50 twos=10 ones=3 +200;",
        "kniffel-plain; +50;",
        "kniffel; bank=1;",
        "kniffel; ; 12345",
        "kniffel; ; 12345 3",
        "kniffel; ; 12345 -1",
        "kniffel; ; 12345 ²",
        "kniffel; ; 1234 2",
        "kniffel; ; 123456 2",
        "kniffel; ; 12347 2",
        "kniffel; ; 12345 2 !chance",
        "kniffel; ; 12345 2 nonsense",
        "kniffel {keep=locked}; ; 12345 2 lock",
        "kniffel {keep=locked}; ; 12345 2 lock k66",
        "kniffel {keep=locked}; ; 12345 2 lock k12345",
        "kniffel {announce=after_first_roll}; ; 12345 1",
        "kniffel {announce=after_first_roll}; chance=5; 12345 1 !chance",
        "kniffel {max_rolls=1}; ; 12345 0",
        "kniffel {joker}; ;",
        "kniffel {joker=maybe}; ;",
        "kniffel {jokre=none}; ;",
        "kniffel {rolls=--5}; ;",
        "kniffel {joker=none; ;",
        "kniffel " + "; " * 300_000,
        "kniffel; " + "/ " * 9 + ";",
        "x" * 300_000,
    ],
)
def test_invalid_positions_are_refused(text):
    with pytest.raises(PaschError) as refused:
        Position.from_text(text)
    assert len(str(refused.value)) < 500


@given(st.text(max_size=120))
def test_arbitrary_text_parses_or_is_refused(text):
    for written in (text, f"kniffel; {text}", f"kniffel; ; {text}", f"kniffel {{{text}}}; ;"):
        with contextlib.suppress(PaschError):
            read = Position.from_text(written)
            assert Position.from_text(read.to_text()) == read


@given(place=st.integers(0, 200), gone=st.integers(0, 4), new=st.text("0123456789 ;=+!/@k{}abc²", max_size=4))
def test_changed_position_parses_or_is_refused(place, gone, new):
    text = "kniffel {joker=none keep=locked}; ones=3 kniffel=50 +50 / full_house=25; 12344 1 lock k44"
    with contextlib.suppress(PaschError):
        read = Position.from_text(text[:place] + new + text[place + gone :])
        assert Position.from_text(read.to_text()) == read


# ------------------------------------------------------------------------------- switches


@given(switches())
def test_switches_survive_json_and_text_round_trip(values):
    pairs = tuple(sorted(values.items()))
    assert switches_from_json(switches_to_json(pairs)) == values
    text = switches_to_text(pairs)
    assert switches_from_text(text.removeprefix("{").removesuffix("}")) == values


@pytest.mark.parametrize("text", ["joker", "joker=", "=none", "joker==none", "joker=none free", "JOKER=none"])
def test_invalid_switch_text_is_refused(text):
    with pytest.raises(InvalidInput):
        switches_from_text(text)


@pytest.mark.parametrize("text", ["", "[]", "1", "null", "{", '{"rolls": 1.5}', '{"rolls": [1]}', '{"rolls": {}}'])
def test_invalid_switch_json_is_refused(text):
    with pytest.raises(InvalidInput):
        switches_from_json(text)


# ------------------------------------------------------------------------------- events as data


def test_event_data_contains_dice_keep_and_rolls_left():
    game = Game(VARIANTS["kniffel"], ["Anna"])
    (rolled,) = game.apply(DiceRolled("13356"))[1]
    kind, data = event_to_data(rolled, game)
    assert (kind, data) == ("dice_rolled", {"dice": "13356", "keep": None, "roll": 1, "rolls_left": 2})
    second = game.evolve(rolled)
    _, data = event_to_data(DiceRolled("33356", "k33", 1, by_hand=True), second)
    assert data == {"dice": "33356", "keep": "k33", "roll": 2, "rolls_left": 1, "by_hand": True}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(
    kind=st.sampled_from(["dice_rolled", "announced", "scored", "entry_taken_back", "game_started", "x"]),
    data=st.dictionaries(st.sampled_from(["dice", "keep", "cell", "points", "extra", "game", "by_hand"]), JSON),
)
def test_arbitrary_data_is_an_event_or_refused(kind, data):
    with contextlib.suppress(PaschError):
        event = event_from_data(kind, 1, json.loads(json.dumps(data)))
        assert isinstance(event, object)


def test_actions_have_short_texts():
    variant = VARIANTS["kniffel"]
    assert variant.action_text(RollDice()) == "roll"
    assert variant.action_text(RollDice(Keep((1, 2, 3)))) == "k123"
    assert variant.action_text(Announce("chance@1")) == "!chance"


def test_alone_position_drops_other_sheets():
    several = Position.from_text("kniffel; ones=5 kniffel=50 +50 / twos=6 / chance=20; 12344 2")
    assert several.alone().to_text() == "kniffel; ones=5 kniffel=50 +50; 12344 2"
    assert several.alone().alone() == several.alone()
    assert several.alone().game.turn.roll == several.game.turn.roll


def test_alone_position_keeps_saved_rolls():
    several = Position.from_text("maxi-yatzy; ones=3 bank=2 / twos=6 bank=1; 123446 3")
    assert several.alone().to_text() == "maxi-yatzy; ones=3 bank=2; 123446 3"
