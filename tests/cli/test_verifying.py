"""`pasch verify`: confirms the dice, or names the wrong roll."""

import json
import re
from random import Random

import pytest

from tests.cli.terminal import pasch
from tests.support.proved import proved_record


@pytest.fixture(scope="module")
def text():
    return proved_record("kniffel", Random(7))


def wrong(text):
    """Return the record with another first roll in turn 2.1."""
    return re.sub(r"(?m)^2\.1 (\d)", lambda found: f"2.1 {int(found[1]) % 6 + 1}", text)


def test_fair_dice_are_confirmed(text):
    ran = pasch("verify", "-", stdin=text)
    assert (ran.code, ran.err) == (0, "")
    output = json.loads(pasch("verify", "-", "--json", stdin=text).out)
    assert f"all {output['checked']} rolls match the seed" in ran.out
    assert "2 seats added their own seeds." in ran.out
    assert re.search("^commitment: (.*)$", text, re.MULTILINE)[1] in ran.out


def test_wrong_roll_is_named_in_one_line(text):
    ran = pasch("verify", "-", stdin=wrong(text))
    right = re.search(r"(?m)^2\.1 (\d+)", text)[1]
    line = wrong(text).split("\n2.1")[0].count("\n") + 2
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"pasch: Line {line}, game 1, turn 2.1, roll 1: the seed gives {right}, not ")
    assert ran.err.count("\n") == 1


def test_wrong_roll_is_named_in_german(text):
    assert "Wurf 1: Der Startwert ergibt" in pasch("verify", "-", "--lang", "de", stdin=wrong(text)).err


def test_verdict_is_printed_as_json(text):
    ran = pasch("verify", "-", "--json", stdin=text)
    output = json.loads(ran.out)
    assert (ran.code, output["holds"], output["first_wrong"], output["seeds"]) == (0, True, None, ["c0ffee", "00"])
    ran = pasch("verify", "-", "--json", stdin=wrong(text))
    output = json.loads(ran.out)
    assert (ran.code, output["holds"], output["committed"]) == (1, False, True)
    assert {"line", "game", "turn", "round", "seat", "roll", "keep", "dice", "right"} == set(output["first_wrong"])


@pytest.mark.parametrize("given", ["", "abc", "ab" * 33])
def test_text_that_is_no_commitment_is_refused(text, given):
    ran = pasch("verify", "-", "--commitment", given, stdin=text)
    assert (ran.code, ran.out) == (1, "")
    assert "is not a commitment" in ran.err


def test_different_noted_commitment_is_refused(text):
    ran = pasch("verify", "-", "--commitment", "ab" * 32, stdin=text)
    assert ran.code == 1
    assert "does not match the commitment" in ran.err


@pytest.mark.parametrize("stdin", ["", "pasch-record 1\nvariant: kniffel\nplayer 1: Anna\nresult: *\n", "nonsense"])
def test_input_without_a_proof_is_refused(stdin):
    ran = pasch("verify", "-", "--json", stdin=stdin)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("pasch: ")
