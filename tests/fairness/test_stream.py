"""The dice of a table, recomputed here from the description alone."""

import hashlib
import hmac
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.fairness.stream import RollId, commitment, rolled, seat_seed
from pasch.rules.errors import InvalidInput

SEED = bytes(range(32))
seeds = st.binary(min_size=32, max_size=32)
throws = st.builds(
    RollId,
    table=st.text(max_size=30),
    seeds=st.lists(st.binary(min_size=1, max_size=8).map(bytes.hex), max_size=4).map(tuple),
    game=st.integers(1, 6),
    turn=st.integers(1, 300),
    roll=st.integers(0, 10),
)


def recomputed(seed, throw, six, ten):
    """Compute the same dice in another way: all bytes first, then the faces."""
    stream = b""
    for counter in range(8):
        message = json.dumps(
            ["pasch-dice-1", throw.table, list(throw.seeds), throw.game, throw.turn, throw.roll, counter],
            separators=(",", ":"),
            ensure_ascii=False,
        )
        stream += hmac.new(seed, message.encode("utf-8"), hashlib.sha256).digest()
    faces, place = [], 0
    for sides, first, limit in [(6, 1, 252)] * six + [(10, 0, 250)] * ten:
        while stream[place] >= limit:
            place += 1
        faces.append(stream[place] % sides + first)
        place += 1
    return tuple(sorted(faces[:six])), tuple(sorted(faces[six:]))


def test_commitment_and_message_match_known_values():
    # The openssl command from the description computed these values once, so every change is detected.
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert RollId("t", ("ab",), 1, 2, 3).message(4) == b'["pasch-dice-1","t",["ab"],1,2,3,4]'


@given(seeds, throws, st.integers(0, 8), st.integers(0, 2))
def test_independent_computation_yields_the_same_faces(seed, throw, six, ten):
    roll = rolled(seed, throw, six, ten)
    assert (roll.faces, roll.tens) == recomputed(seed, throw, six, ten)


@given(seeds, throws)
def test_first_dice_do_not_depend_on_the_number_rolled(seed, throw):
    all_five = list(rolled(seed, throw, 5).faces)
    for fewer in range(5):
        for face in rolled(seed, throw, fewer).faces:
            assert all_five.count(face) >= rolled(seed, throw, fewer).faces.count(face)


def test_stream_continues_past_its_first_block():
    roll = rolled(SEED, RollId("t", (), 1, 1, 1), 100)
    assert len(roll) == 100
    assert (roll.faces, ()) == recomputed(SEED, RollId("t", (), 1, 1, 1), 100, 0)


@pytest.mark.parametrize(
    "changed",
    [
        RollId("other", (), 1, 1, 1),
        RollId("t", ("00",), 1, 1, 1),
        RollId("t", (), 2, 1, 1),
        RollId("t", (), 1, 2, 1),
        RollId("t", (), 1, 1, 2),
    ],
)
def test_each_part_of_the_roll_id_changes_the_dice(changed):
    assert rolled(SEED, changed, 20) != rolled(SEED, RollId("t", (), 1, 1, 1), 20)


def test_six_sided_faces_are_even():
    counts = dict.fromkeys(range(1, 7), 0)
    for turn in range(1, 2001):
        for face in rolled(SEED, RollId("even", (), 1, turn, 1), 5).faces:
            counts[face] += 1
    expected = 10_000 / 6
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < 20.5  # one in a thousand with five degrees of freedom; the seed is fixed


def test_ten_sided_faces_are_even():
    counts = dict.fromkeys(range(10), 0)
    for turn in range(1, 1001):
        for face in rolled(SEED, RollId("even", (), 1, turn, 1), 0, 10).tens:
            counts[face] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 27.9


@pytest.mark.parametrize(("text", "seed"), [("AB01", "ab01"), (" 00 ", "00"), ("f" * 128, "f" * 128)])
def test_seat_seed_has_one_canonical_form(text, seed):
    assert seat_seed(text) == seed


@pytest.mark.parametrize("text", ["", "a", "xy", "f" * 130, "0x12", "١٢", "ab cd"])
def test_invalid_seat_seed_is_refused(text):
    with pytest.raises(InvalidInput, match="hexadecimal digits, at most 128"):
        seat_seed(text)
