"""Dice as multisets."""

import contextlib
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.rules.dice import NOTHING, Keep, Roll, all_rolls
from pasch.rules.errors import InvalidInput, PaschError
from pasch.rules.variants import VARIANTS
from tests.rules.sketches import SKETCHES, TEN_SIDED

FACES = st.lists(st.integers(1, 6), min_size=1, max_size=8)
TENS = st.lists(st.integers(0, 9), max_size=3)


@given(faces=FACES, tens=TENS, data=st.data())
def test_dice_order_does_not_affect_equality(faces, tens, data):
    shuffled = Roll(tuple(data.draw(st.permutations(faces))), tuple(data.draw(st.permutations(tens))))
    roll = Roll(tuple(faces), tuple(tens))
    assert roll == shuffled
    assert hash(roll) == hash(shuffled)
    assert list(roll) == sorted(faces) + sorted(tens)
    assert roll.values == tuple(sorted(faces + tens))
    assert len(roll) == len(faces) + len(tens)


@pytest.mark.parametrize("key", VARIANTS)
def test_dice_order_does_not_affect_points(key):
    variant = VARIANTS[key]
    for roll in variant.all_rolls[:: 9 if variant.dice_count < 6 else 97]:
        for category in variant.rows:
            ordered = {variant.points(category, (*order, *roll.tens)) for order in set(permutations(roll.faces))}
            assert ordered == {variant.points(category, roll)}


@given(faces=FACES, tens=TENS)
def test_text_and_repr_rebuild_rolls_and_keeps(faces, tens):
    roll, keep = Roll(tuple(faces), tuple(tens)), Keep(tuple(faces), tuple(tens))
    assert Roll.from_text(roll.to_text()) == roll
    assert Keep.from_text(keep.to_text()) == keep
    names = {"Roll": Roll, "Keep": Keep}
    assert eval(repr(roll), names) == roll
    assert eval(repr(keep), names) == keep


def test_rolls_and_keeps_have_canonical_text():
    assert Roll.from_text("63153").to_text() == "13356"
    assert Roll.from_text("52111/0").to_text() == "11125/0"
    assert Keep.from_text("k533").to_text() == "k335"
    assert Keep.from_text("k/0") == Keep((), (0,))
    assert Keep().to_text() == "k-"
    assert Keep.from_text("k-") == NOTHING
    assert repr(Roll((5, 1))) == "Roll.from_text('15')"
    assert Roll((1, 2)) != Keep((1, 2))


@pytest.mark.parametrize("text", ["", "7", "0", "12a", " 12", "1 2", "12/", "12/a", "k12", "-1", "１２３", "1" * 21])
def test_invalid_roll_text_is_refused(text):
    with pytest.raises(InvalidInput):
        Roll.from_text(text)


@pytest.mark.parametrize("text", ["", "k", "12", "k7", "K12", "k-1", "k1-", "k 1", "k12/", "kk1"])
def test_invalid_keep_text_is_refused(text):
    with pytest.raises(InvalidInput):
        Keep.from_text(text)


@given(st.text(max_size=30))
def test_arbitrary_text_parses_as_dice_or_raises_invalid_input(text):
    for kind in (Roll, Keep):
        with contextlib.suppress(InvalidInput):
            assert kind.from_text(kind.from_text(text).to_text()) == kind.from_text(text)


@pytest.mark.parametrize("faces", [(7, 1, 1, 1, 1), (0, 1, 2), (-1, 6), (1, 1, 1, 1, 60)])
def test_impossible_faces_are_refused(faces):
    for kind in (Roll, Keep):
        with pytest.raises(InvalidInput, match="A die shows 1 to 6"):
            kind(faces)
    with pytest.raises(InvalidInput, match="A die shows 0 to 9"):
        Roll((1,), (10,))


@pytest.mark.parametrize("key", [*VARIANTS, *SKETCHES])
def test_keeps_are_sorted_distinct_and_leave_a_die(key):
    variant = (VARIANTS | SKETCHES)[key]
    for roll in variant.all_rolls[::5]:
        keeps = roll.keeps
        assert list(keeps) == sorted(keeps, key=lambda keep: (len(keep), keep))
        assert len(set(keeps)) == len(keeps) <= 2**variant.dice_count - 1
        assert all(roll.holds(keep) and len(keep) < len(roll) for keep in keeps)
        assert keeps[0] == NOTHING


def test_holds_counts_every_die():
    roll = Roll.from_text("11345")
    assert roll.holds(Keep.from_text("k114"))
    assert not roll.holds(Keep.from_text("k111"))
    assert not roll.holds(Keep.from_text("k2"))
    assert roll.holds(NOTHING)
    assert not Roll((1, 2), (0,)).holds(Keep((1,), (1,)))


@pytest.mark.parametrize(
    "dice", [[], [1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [0, 1, 1, 1, 1], [7, 1, 1, 1, 1], ["1"] * 5, [True] * 5, [1.0] * 5]
)
def test_variant_refuses_wrong_dice(dice):
    with pytest.raises(InvalidInput):
        VARIANTS["kniffel"].roll(dice)


@pytest.mark.parametrize("text", ["1234", "123456", "1234/5", "12345/6", "12347", "x"])
def test_variant_refuses_wrong_roll_text(text):
    with pytest.raises(InvalidInput):
        VARIANTS["kniffel"].roll(text)


def test_ten_sided_dice_come_last():
    assert TEN_SIDED.roll([5, 4, 3, 2, 1, 0]) == Roll((1, 2, 3, 4, 5), (0,)) == TEN_SIDED.roll("54321/0")
    for wrong in ("123456", "1234/56", [0, 1, 2, 3, 4, 5], [1, 1, 1, 1, 1, 10]):
        with pytest.raises(InvalidInput):
            TEN_SIDED.roll(wrong)
    assert len(TEN_SIDED.all_rolls) == 2520


@pytest.mark.parametrize("wrong", ["11111", Roll((1, 2))])
def test_roll_errors_share_one_base_class(wrong):
    with pytest.raises(PaschError):
        TEN_SIDED.roll(wrong)


def test_all_rolls_are_sorted():
    assert list(all_rolls(5)) == sorted(all_rolls(5))
