"""Names may use any language but no deceptive characters."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.rules.errors import InvalidInput
from pasch.service.people.names import LONGEST_NAME, clean_name, distinct_names


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "Søren",
        "Zoë",
        "Łukasz",
        "Ελένη",
        "Ольга",
        "李雷",
        "さくら",
        "محمد",
        "שרה",
        "अनिता",
        "O'Neill",
        "J.-P. 2",
        "🎲",
        "👩‍👩‍👧",
        "می‌خواهم",
    ],
)
def test_names_in_any_script_stay_unchanged(name):
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [("", ""), ("   ", ""), ("  Anna  ", "Anna"), ("Anna   Maria", "Anna Maria"), ("Zoe\u0308", "Zoë")],
)
def test_blanks_and_unicode_forms_are_normalized(name, cleaned):
    assert clean_name(name) == cleaned


@pytest.mark.parametrize(
    "name",
    [
        "a\u202eb",
        "a\u2066b",
        "a\u200eb",
        "a\u061cb",
        "a\tb",
        "a\nb",
        "a\0b",
        "a\x1bb",
        "\ufeffa",
        "a\u200bb",
        "a\u200db",
        "\u200da",
        "\u3164",
        "\u2800",
        "a\u00a0b",
        "a\u2028b",
        "\ue000",
        "\ud800",
        "a\U000e0041",
    ],
    ids=ascii,
)
def test_invisible_characters_are_refused(name):
    with pytest.raises(InvalidInput, match=r"invisible character U\+"):
        clean_name(name)


@pytest.mark.parametrize("name", ["<b>", "Anna<", "> Anna", "<script>alert(1)</script>"])
def test_markup_is_refused(name):
    with pytest.raises(InvalidInput, match="cannot contain"):
        clean_name(name)


@pytest.mark.parametrize("name", ["x" * 41, "x" * 10_000, "ä" * 41, "👩‍👩‍👧" * 10])
def test_long_names_are_refused(name):
    with pytest.raises(InvalidInput, match="at most 40"):
        clean_name(name)


@given(st.text(max_size=60))
def test_name_is_clean_or_refused(name):
    try:
        cleaned = clean_name(name)
    except InvalidInput:
        return
    assert len(cleaned) <= LONGEST_NAME
    assert clean_name(cleaned) == cleaned
    assert cleaned == cleaned.strip()


@given(
    st.lists(st.sampled_from(["Anna", "anna", "ANNA", "Anna 2", "Anna 3", "Bernd", "ＡＮＮＡ", "Bernd 2"]), max_size=8)
)
def test_only_equal_names_get_distinguishing_numbers(names):
    shown = distinct_names(names)
    assert len({name.casefold() for name in shown}) == len(names)
    assert all(new.startswith(old) for old, new in zip(names, shown, strict=True))
    for place, (old, new) in enumerate(zip(names, shown, strict=True)):
        alone = all(
            unicodedata.normalize("NFKC", old).casefold() != unicodedata.normalize("NFKC", n).casefold()
            for n in names[:place]
        )
        assert (old == new) == alone
