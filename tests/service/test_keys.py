"""Seat keys are unique, and the check character detects typing errors."""

import hashlib
from itertools import pairwise
from math import log2

import pytest

from pasch.service.errors import MistypedKey
from pasch.service.people.continuing import ALPHABET, LENGTH, check_character, key_from_text, key_of

SEED = hashlib.sha256(b"seed").digest()
KEYS = [key_of(SEED, f"salt {number}") for number in range(2_000)]


def test_two_thousand_keys_are_all_different():
    assert len({key.characters for key in KEYS}) == len(KEYS)
    assert len({key.proof for key in KEYS}) == len(KEYS)


def test_keys_have_more_than_sixty_random_bits():
    assert log2(len(ALPHABET) ** (LENGTH - 1) * len(ALPHABET) / 37) > 60
    first = [key.characters[0] for key in KEYS]
    for character in ALPHABET:  # 2,000 / 18 = 111, deviation 10
        assert 60 < first.count(character) < 170


def test_key_depends_only_on_table_seed_and_salt():
    assert key_of(SEED, "salt 1") == KEYS[1]
    assert key_of(hashlib.sha256(b"other").digest(), "salt 1") != KEYS[1]


@pytest.mark.parametrize("number", ["G123489654321Y", "A999914123456N", "A999522123456*"])
def test_check_character_follows_the_standard(number):
    """Blood donation numbers end with a check character of the same standard."""
    assert check_character(number[:-1]) == number[-1]


def test_every_single_wrong_character_is_detected():
    for key in KEYS[:50]:
        for place in range(LENGTH):
            for other in set(ALPHABET) - {key.characters[place]}:
                with pytest.raises(MistypedKey):
                    key_from_text(key.characters[:place] + other + key.characters[place + 1 :])


def test_swapped_adjacent_characters_are_detected():
    swapped = 0
    for key in KEYS[:2000]:
        for place, (one, two) in enumerate(pairwise(key.characters)):
            if one != two:
                swapped += 1
                with pytest.raises(MistypedKey):
                    key_from_text(key.characters[:place] + two + one + key.characters[place + 2 :])
    assert swapped > 20_000


def test_key_parser_ignores_case_and_separators():
    text = KEYS[0].text
    for typed in (text, text.lower(), text.replace("-", " "), f" {text}\n", text.replace("-", "–"), KEYS[0].characters):
        assert key_from_text(typed) == KEYS[0]


WRONG = {
    "empty": "",
    "one": "2",
    "one too many": "2" * 17,
    "zeros": "0" * 16,
    "long": "2" * 100_000,
    "raised": "²" * 16,
    "letters of another alphabet": "Ä" * 16,
    "unseen": "\x00" * 16,
    "half a character": "\ud800" * 16,
}


@pytest.mark.parametrize("name", WRONG)
def test_malformed_keys_are_refused(name):
    with pytest.raises(MistypedKey):
        key_from_text(WRONG[name])


def test_key_repr_hides_the_characters():
    assert KEYS[0].characters not in repr(KEYS[0])
