"""Verification of a text record names the first wrong roll, even if the rules refuse its consequences."""

import re
from random import Random

import pytest

from pasch.fairness.verify import check_record
from pasch.rules.errors import DamagedRecord, InvalidInput
from pasch.rules.variants import VARIANTS
from tests.support.proved import changed_die, proved_record
from tests.support.sizes import every_variant

TURN = re.compile(r"\^?\d+\.\d")
ROLL = re.compile("[1-6]{5}")


@pytest.mark.parametrize("key", every_variant())
def test_random_match_passes_verification(key):
    text = proved_record(key, Random(key), min(2, VARIANTS[key].games))
    checked = check_record(text)
    assert checked.verdict.holds
    assert checked.verdict.checked > 10
    assert (checked.by_hand > 0) == ("~" in text or "?" in text)
    assert checked.line is None


def test_verification_names_any_changed_die():
    """Most of these records no longer replay, but verification still names the roll."""
    text = proved_record("kniffel", Random(1))
    lines = text.split("\n")
    places = [
        (number, word)
        for number, line in enumerate(lines)
        for word, part in enumerate(line.split(" "))
        if TURN.match(line) and ROLL.fullmatch(part)
    ]
    assert len(places) > 40
    for number, word in places:
        checked = check_record(changed_die(text, number, word, word % 5))
        wrong = checked.verdict.first_wrong
        assert checked.line == number + 1
        assert wrong.dice.to_text() != checked.verdict.right.to_text() == lines[number].split(" ")[word]
        assert lines[number].removeprefix("^").startswith(f"{wrong.round}.{wrong.seat} ")


def test_verification_names_a_changed_action_die():
    text = proved_record("kniffeliger", Random(3))
    line = next(n for n, line in enumerate(text.split("\n")) if re.search(r" \*\d", line))
    changed = text.split("\n")
    changed[line] = re.sub(r" \*(\d)", lambda die: f" *{int(die[1]) % 6 + 1}", changed[line], count=1)
    checked = check_record("\n".join(changed))
    assert (checked.line, checked.verdict.first_wrong.roll) == (line + 1, 0)


def test_verification_uses_a_separately_given_commitment():
    text = proved_record("yatzy", Random(1))
    assert check_record(text, check_record(text).seed_makes.upper()).verdict.holds
    assert not check_record(text, "00" * 32).verdict.committed


def test_other_damage_raises_damaged_record():
    text = re.sub(r" > chance \d+", " > chance 99", proved_record("kniffel", Random(2)), count=1)
    with pytest.raises(DamagedRecord, match="99"):
        check_record(text)


@pytest.mark.parametrize(
    ("line", "said"),
    [("table: .*", "table"), ("commitment: .*", "commitment"), ("seed: .*", "ends"), ("dice: server", "by hand")],
)
def test_incomplete_proof_error_names_the_missing_part(line, said):
    text = proved_record("kniffel", Random(1))
    with pytest.raises(InvalidInput, match=said):
        check_record(re.sub(f"^{line}\n", "dice: manual\n" if said == "by hand" else "", text, flags=re.MULTILINE))


def test_manually_entered_rolls_are_counted_but_not_checked():
    head = proved_record("kniffel", Random(2)).split("1.1 ")[0].replace("player 2: Bernd\n", "")
    checked = check_record(f"{head}1.1 ~13356 > chance 18\n2.1 ? > ones 3\nresult: *\n")
    assert (checked.verdict.holds, checked.verdict.checked, checked.by_hand) == (True, 0, 2)
