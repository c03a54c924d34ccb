"""House rules: every switch with every variant, in any order, alone and together."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pasch.cli.console import parsed_rules
from pasch.rules.category import Groups
from pasch.rules.columns import Announce, Column, Order
from pasch.rules.errors import InvalidVariant
from pasch.rules.game import Game
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.notation.position import Position
from pasch.rules.switches import SWITCHES, Kind, switches_from_json, switches_to_json
from pasch.rules.switches.own import own_from_text, own_to_text
from pasch.rules.switches.sheet import columns_from_text, columns_to_text
from pasch.rules.switches.switch import LONGEST_TEXT
from pasch.rules.validation import TAKEN_WORDS
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS, variant_with
from tests.rules.play import NUMBERS, TEXTS, switches, values_of
from tests.rules.sketches import SKETCHES, YAMS
from tests.support.sizes import every_variant

KNIFFEL = VARIANTS["kniffel"]


def unplayable(variant: Variant, name: str) -> tuple[object, ...]:
    """The values that a variant refuses for lack of the rule's subject, implemented independently."""
    numbers = tuple(n for n in NUMBERS if n)
    kniffel = "kniffel" in variant.rows
    house = any(category.key == "full_house" and isinstance(category.match, Groups) for category in variant.lower)
    extra = variant.extra.points or variant.extra.joker != "none"
    served = any(category.served for category in variant.lower)
    straight = any(getattr(c.match, "length", 0) and c.match.start is None for c in variant.lower)
    more = not (extra or variant.ten_sided or variant.mechanic)
    dice = tuple(n for n in NUMBERS if n != variant.dice and not (more and n == variant.dice + 1))
    chips = isinstance(variant.mechanic, ChipPool)
    columns = TEXTS[Kind.COLUMNS]
    one = isinstance(variant.mechanic, Bluff)
    several = columns if chips else tuple(text for text in columns if "|" in text and one)
    no_action = not isinstance(variant.mechanic, ActionDice)
    return {
        "five_equal_is_full_house": () if house else (True,),
        "joker": () if kniffel else ("free", "forced"),
        "extra_points": () if kniffel else numbers,
        "dice": dice,
        "columns": several,
        "order": tuple(order for order in Order if order is not Order.FREE) if chips else (),
        "sheet_order": ("column_by_column", "row_by_row") if chips or len(variant.columns) == 1 else (),
        "double_when": () if variant.doubles else ("before_any_roll",),
        "announce": ("after_first_roll",) if chips else (),
        "max_rolls": numbers if chips else (),
        "action_divisor": numbers if no_action else (),
        "action_use": ("next_round", "at_once") if no_action else (),
        "cross_out_open": (True, False) if no_action else (),
        "wrap": () if straight and not variant.ten_sided else (True,),
        "served_points": () if served else numbers,
        "upper_bonus": () if variant.upper else numbers,
        "bonus_from": tuple(n for n in NUMBERS if not reachable(variant, n)),
    }.get(name, ())


def reachable(variant: Variant, threshold: int) -> bool:
    faces = [category.face for category in variant.upper]
    return variant.upper_bonus is not None and 0 < threshold <= sum(faces) * (variant.dice + variant.ten_sided)


ALL_VALUES = [(name, switch, value) for name, switch in SWITCHES.items() for value in values_of(switch)]
"""Every switch with each of its values. One test tries them all, because separate cases cost more than their work."""


@pytest.mark.parametrize("key", every_variant([*VARIANTS, *SKETCHES]))
def test_every_switch_applies_or_its_error_names_the_field(key):
    preset = (VARIANTS | SKETCHES)[key]
    for name, switch, value in ALL_VALUES:
        if value in unplayable(preset, name):
            with pytest.raises(InvalidVariant) as refused:
                preset.replace(**{name: value})
            assert refused.value.values["field"] in {name, "upper_bonus", "columns"}
            continue
        changed = preset.replace(**{name: value})
        assert switch.get(changed) == value
        assert changed.switches in {(), ((name, value),)}
        assert (changed.switches == ()) == (changed == preset)
        assert changed.replace(**{name: value}) == changed


@pytest.mark.parametrize("key", every_variant())
def test_resetting_a_switch_restores_the_preset(key):
    preset = VARIANTS[key]
    for name, switch, value in ALL_VALUES:
        if switch.get(preset) is None and not switch.optional:
            continue  # different columns have no single word to restore
        if value in unplayable(preset, name):
            continue
        back = preset.replace(**{name: value}).replace(**{name: switch.get(preset)})
        assert back == preset
        assert back.switches == ()


@pytest.mark.parametrize("key", every_variant())
def test_irrelevant_switches_do_not_change_the_game(key):
    preset = VARIANTS[key]
    playable = [(name, switch, value) for name, switch, value in ALL_VALUES if value not in unplayable(preset, name)]
    many = Counter(name for name, _, _ in playable)
    for name, switch in SWITCHES.items():
        assert many[name] > 1 or not switch.concerns(preset), name
    for name, switch, value in playable:
        if switch.concerns(preset):
            continue
        changed = preset.replace(**{name: value})
        assert (changed.categories, changed.columns, changed.dice) == (preset.categories, preset.columns, preset.dice)


@given(values=switches(), key=st.sampled_from(sorted(VARIANTS)), data=st.data())
def test_house_rule_order_makes_no_difference(values, key, data):
    try:
        made = variant_with(key, values)
    except InvalidVariant:
        assume(False)
        raise
    order = data.draw(st.permutations(sorted(values)))
    assert variant_with(key, {name: values[name] for name in order}) == made
    assert variant_with(key, dict(made.switches)) == made
    assert set(dict(made.switches)) <= set(values)
    for name in dict(made.switches):
        fewer = {other: value for other, value in made.switches if other != name}
        with suppress(InvalidVariant):  # another rule may need it
            assert variant_with(key, fewer).fingerprint != made.fingerprint


def test_rules_set_successively_match_rules_set_together():
    rules = {"columns": "down|up", "upper_bonus": 50, "own": "two_of_a_kind:2:all", "max_rolls": 2}
    at_once = variant_with("kniffel", rules)
    for order in permutations(rules):
        variant = KNIFFEL
        for name in order:
            variant = variant.replace(**{name: rules[name]})
        assert variant == at_once


def test_dependent_rules_work_only_together():
    yacht = VARIANTS["yacht"]
    with pytest.raises(InvalidVariant, match=r"^bonus_from: there is no bonus"):
        yacht.replace(bonus_from=63)
    assert yacht.replace(bonus_from=60, upper_bonus=30).upper_bonus.steps == ((60, 30),)
    assert yacht.replace(upper_bonus=30).upper_bonus.steps == ((63, 30),)
    plain = VARIANTS["kniffel-plain"]
    with pytest.raises(InvalidVariant, match=r"^own: no roll of these dice can ever score in “six”"):
        plain.replace(own="six:6:60")
    with pytest.raises(InvalidVariant, match=r"^own: no roll of these dice can ever score in “pairs”"):
        plain.replace(own="pairs:2+2+2:60")
    assert plain.replace(own="pairs:2+2+2:60", dice=6).points("pairs", "112233") == 60


def test_column_switches_apply_to_every_column():
    assert {c.max_rolls for c in YAMS.replace(max_rolls=None).columns} == {None}
    assert {c.order for c in YAMS.replace(order="free").columns} == {Order.FREE}
    assert YAMS.replace(max_rolls=None).switches == (("max_rolls", None),)
    assert [c.order for c in KNIFFEL.replace(columns="free|up", order="down").columns] == [Order.DOWN] * 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("jokre", "free"),
        ("joker", "maybe"),
        ("joker", True),
        ("joker", None),
        ("extra_points", -1),
        ("extra_points", 10_001),
        ("extra_points", "50"),
        ("extra_points", True),
        ("extra_points", 1.5),
        ("rolls", 0),
        ("rolls", None),
        ("max_rolls", 11),
        ("five_equal_is_full_house", 1),
        ("five_equal_is_full_house", "yes"),
        ("dice", 0),
        ("dice", 40),
        ("upper_bonus", 1001),
        ("bonus_from", 0),
        ("bonus_from", 106),
        ("chips", 11),
        ("columns", ""),
        ("columns", 3),
        ("columns", None),
        ("columns", "|"),
        ("columns", "free|" * 8 + "free"),
        ("columns", "sideways"),
        ("columns", "down+up"),
        ("columns", "x0"),
        ("columns", "x11"),
        ("columns", "x2+x3"),
        ("columns", "roll0"),
        ("columns", "roll11"),
        ("columns", "free " * 200),
        ("own", 1),
        ("own", None),
        ("own", "pair"),
        ("own", "pair:2"),
        ("own", "pair:2:all:3"),
        ("own", "Pair:2:all"),
        ("own", ":2:all"),
        ("own", "x" * 41 + ":2:all"),
        ("own", "chance:any:all"),
        ("own", "pair:2:all|pair:2:all"),
        ("own", "pair:9:all"),
        ("own", "pair:0:all"),
        ("own", "pair:2+2+2+2+1:all"),
        ("own", "pair:8+8:all"),
        ("own", "pair:6:all"),
        ("own", "pair:2:0"),
        ("own", "pair:2:10001"),
        ("own", "pair:2:-5"),
        ("own", "pair:2:all*0"),
        ("own", "row:run6:all"),
        ("own", "row:run9:all"),
        ("own", "sum:sum>=31:all"),
        ("own", "sum:sum<=4:all"),
        ("own", "faces:=1134:all"),
        ("own", "faces:=777:all"),
        ("own", "|".join(f"own_{n}:any:all" for n in range(13))),
        ("own", "pair:2:all|"),
        ("own", "²:2:all"),
        ("own", "pair:٢:all"),
        ("x" * 1000, 1),
    ],
)
def test_error_names_the_invalid_switch(name, value):
    with pytest.raises(InvalidVariant) as refused:
        variant_with("kniffel", {name: value})
    assert refused.value.values["field"] in {name[:40], "upper_bonus"}
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("name", SWITCHES)
def test_written_switch_values_parse_back(name):
    switch = SWITCHES[name]
    for value in values_of(switch):
        assert switch.parse(str(value).lower() or "none") == value
    for text in ("--5", "5.0", "²", "nonsense", "1" * 40, "none of it", "x" * (LONGEST_TEXT + 1)):
        with pytest.raises(InvalidVariant, match=f"^{name}: "):
            switch.parse(text)
    if switch.kind is not Kind.CATEGORIES:
        with pytest.raises(InvalidVariant, match=f"^{name}: "):
            switch.parse("")


@pytest.mark.parametrize("word", sorted(TAKEN_WORDS))
def test_reserved_words_are_refused_as_category_keys(word):
    with pytest.raises(InvalidVariant, match=f"^own: “{word}” means something else"):
        VARIANTS["kniffel"].replace(own=f"{word}:2:all")
    with pytest.raises(InvalidVariant, match=f"^categories: “{word}” means something else"):
        replace(VARIANTS["kniffel"], lower=(replace(VARIANTS["kniffel"].lower[0], key=word),))


@pytest.mark.parametrize(
    ("name", "written", "canonical"),
    [
        ("columns", "free", "free"),
        ("columns", "x1|free+x2", "free|x2"),
        ("columns", "x3+roll1+announce+down", "down+announce+roll1+x3"),
        ("own", "two_twos:2+3:all+0", "two_twos:3+2:all"),
        ("own", "faces:=54311:all*1|more:run4:007", "faces:=11345:all|more:run4:7"),
    ],
)
def test_equivalent_texts_share_one_canonical_form(name, written, canonical):
    variant = variant_with("kniffel-plain", {name: written})
    assert dict(variant.switches).get(name, "free") == canonical
    assert variant_with("kniffel-plain", {name: canonical}) == variant
    assert Position.from_text(f"kniffel-plain {{{name}={written}}}").game.variant == variant


NUMBER = st.integers(1, 8)
PATTERN = st.one_of(
    st.lists(NUMBER, min_size=1, max_size=4).filter(lambda sizes: sum(sizes) <= 8).map(lambda s: "+".join(map(str, s))),
    NUMBER.map("run{}".format),
    st.integers(0, 60).map("sum>={}".format),
    st.integers(0, 60).map("sum<={}".format),
    st.text("123456", min_size=1, max_size=8).map("={}".format),
    st.just("any"),
)
PAYS = st.one_of(
    st.integers(1, 10_000).map(str),
    st.sampled_from(["all", "matched"]),
    st.integers(0, 10_000).map("all+{}".format),
    st.integers(0, 10_000).map("matched+{}".format),
    st.integers(1, 99).map("all*{}".format),
)
KEY = st.from_regex(r"[a-z][a-z0-9_]{0,39}", fullmatch=True)
OWN = st.lists(st.tuples(KEY, PATTERN, PAYS).map(":".join), max_size=6).map("|".join)
COLUMN = st.tuples(st.sampled_from(list(Order)), st.booleans(), st.none() | st.integers(1, 10), st.integers(1, 10)).map(
    lambda drawn: Column(drawn[3], drawn[0], Announce.AFTER_FIRST_ROLL if drawn[1] else Announce.NONE, drawn[2])
)


@given(OWN)
def test_custom_categories_survive_text_round_trip(text):
    own = own_from_text(text)
    assert own_from_text(own_to_text(own)) == own
    assert own_to_text(own_from_text(own_to_text(own))) == own_to_text(own)


@given(st.lists(COLUMN, min_size=1, max_size=8).map(tuple))
def test_columns_survive_text_round_trip(columns):
    assert columns_from_text(columns_to_text(columns)) == columns


@given(own=OWN, columns=st.lists(COLUMN, min_size=1, max_size=8).map(tuple).map(columns_to_text))
def test_rule_texts_survive_in_positions_records_and_commands(own, columns):
    try:
        variant = variant_with("kniffel", {"own": own, "columns": columns})
    except InvalidVariant:
        assume(False)
        raise
    assert Position.from_text(Position.of(Game(variant, ["Anna"])).to_text()).game.variant == variant
    assert variant_with("kniffel", switches_from_json(switches_to_json(variant.switches))) == variant
    assert variant_with("kniffel", parsed_rules([f"{name}={value}" for name, value in variant.switches])) == variant


@pytest.mark.parametrize(
    ("roll", "small", "large"),
    [("12456", 30, 40), ("12356", 30, 40), ("12346", 30, 40), ("11256", 30, 0), ("13456", 30, 40), ("12255", 0, 0)],
)
def test_wrap_rule_extends_straights_from_six_to_one(roll, small, large):
    variant = variant_with("kniffel", {"wrap": True})
    assert (variant.points("small_straight", roll), variant.points("large_straight", roll)) == (small, large)


# ------------------------------------------------------------------------------- arbitrary input

WORDS = st.one_of(
    st.sampled_from(["free", "down", "x2", "roll1", "announce", "2", "2+2", "run4", "sum>=25", "any", "all", "=11345"]),
    st.text(max_size=6),
)
TEXT = st.lists(WORDS, max_size=20).flatmap(
    lambda parts: st.sampled_from("|:+,; ={}").map(lambda mark: mark.join(parts))
)
VALUE = st.one_of(TEXT, st.integers(), st.booleans(), st.none(), st.floats(), st.lists(st.integers(), max_size=2))
RULES = st.dictionaries(st.one_of(st.sampled_from(sorted(SWITCHES)), st.text(max_size=12)), VALUE, max_size=6)


@given(key=st.sampled_from(sorted(VARIANTS)), rules=RULES)
def test_arbitrary_rules_are_accepted_or_refused_with_a_sentence(key, rules):
    try:
        variant = variant_with(key, rules)
    except InvalidVariant as refused:
        field, sentence = refused.values["field"], str(refused)
    else:
        assert variant_with(key, dict(variant.switches)) == variant
        return
    assert str(field) in sentence
    assert len(sentence) < 500
