"""The catalogues contain every possible sentence and no other."""

import re
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO

import pytest
from babel.messages.catalog import Message as PoMessage
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from pasch.bots import BOTS
from pasch.i18n import DEFAULT, LANGUAGES, translator
from pasch.i18n.client import catalogues_in
from pasch.i18n.translator import compiled
from pasch.rules.actions import ActionKind
from pasch.rules.switches import SWITCHES
from pasch.rules.variants import VARIANTS
from pasch.words.cards import Group
from pasch.words.names import WELL_KNOWN, dice_text
from tests.i18n.scan import Message, Scan, scan
from tests.words.test_troubles import NAMED

PLACEHOLDER = re.compile(r"\{(\w+)\}")
NUMBERS = {str(number) for number in range(1, 11)}
FACES = {str(face) for face in range(1, 7)}


def catalogue(language: str) -> list[PoMessage]:
    file = files("pasch.i18n") / "locale" / language / "LC_MESSAGES" / "pasch.po"
    with file.open("rb") as source:
        return [message for message in read_po(source, locale=language, abort_invalid=True) if message.id]


@pytest.fixture(scope="module")
def found() -> Scan:
    return scan()


CATALOGUES = {language: catalogue(language) for language in LANGUAGES}


def key_of(message: PoMessage) -> Message:
    one, many = message.id if isinstance(message.id, tuple) else (message.id, "")
    return Message(message.context or "", one, many)


def forms(message: PoMessage) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def names() -> set[Message]:
    """The messages with a key instead of a sentence, in every language."""
    keys = {("variant", key) for key in VARIANTS} | {("bot", key) for key in BOTS}
    keys |= {("bot character", key) for key in BOTS}
    keys |= {("category", category.key) for variant in VARIANTS.values() for category in variant.categories}
    keys |= {("category", key) for key in WELL_KNOWN} | {("variant about", key) for key in VARIANTS}
    keys |= {("variant group", group.value) for group in Group}
    for name, switch in SWITCHES.items():
        words = [choice for choice in switch.choices if isinstance(choice, str)] + ["none"] * switch.optional
        keys |= {("switch", name), ("switch help", name)} | {(f"switch {name}", word) for word in words}
    keys |= {("action", kind.value) for kind in ActionKind}
    keys |= {("number", number) for number in NUMBERS} | {("faces", face) for face in FACES}
    keys |= {("dice", face) for face in FACES}
    return {Message(context, key) for context, key in keys}


def own_names() -> set[Message]:
    """Other allowed names: pictures, colours and inventions of a variant, and the solver's limits."""
    own = {(f"category {v.key}", category.key) for v in VARIANTS.values() for category in v.categories}
    own |= {(f"face {v.key}", face) for v in VARIANTS.values() for face in FACES}
    own |= {(f"color {v.key}", dice_text(color)) for v in VARIANTS.values() for color in v.colors}
    own |= {("reconstruction", v.key) for v in VARIANTS.values() if v.reconstruction}
    own |= {("trouble", trouble) for trouble in NAMED}
    return {Message(context, key) for context, key in own}


def as_po(message: Message) -> str:
    """The entry to paste into a catalogue."""
    quoted = {name: f'"{value}"' for name, value in vars(message).items()}
    plural = f"\nmsgid_plural {quoted['many']}" if message.many else ""
    return f'msgctxt {quoted["context"]}\nmsgid {quoted["one"]}{plural}\nmsgstr ""\n'


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_reader_agrees_with_babel(language: str):
    file = files("pasch.i18n") / "locale" / language / "LC_MESSAGES" / "pasch.po"
    theirs = BytesIO()
    with file.open("rb") as source:
        write_mo(theirs, read_po(source, locale=language))
    theirs.seek(0)
    expected, found = GNUTranslations(theirs), GNUTranslations(BytesIO(compiled(file.read_text("utf-8"))))
    assert len(CATALOGUES[language]) > 200
    for message in CATALOGUES[language]:
        key = key_of(message)
        for count in (0, 1, 2, 10):
            plural = key.context, key.one, key.many, count
            assert found.npgettext(*plural) == expected.npgettext(*plural)
        assert found.pgettext(key.context, key.one) == expected.pgettext(key.context, key.one)


def test_scan_parses_every_sentence(found: Scan):
    assert found.faults == []
    assert len(found.messages) > 300


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != DEFAULT])
def test_every_sentence_is_translated(found: Scan, language: str):
    there = {key_of(message) for message in CATALOGUES[language]}
    missing = sorted(set(found.messages) - there)
    assert not missing, "\n" + "\n".join(f"#: {found.messages[m]}\n{as_po(m)}" for m in missing)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_a_name(language: str):
    missing = names() - {key_of(message) for message in CATALOGUES[language]}
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_contains_no_unused_messages(language: str, found: Scan):
    useful = set(found.messages) | names() | own_names()
    assert sorted({key_of(message) for message in CATALOGUES[language]} - useful) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_entries_are_finished_and_unique(language: str):
    keys = [key_of(message) for message in CATALOGUES[language]]
    assert len(keys) == len(set(keys))
    for message in CATALOGUES[language]:
        assert all(forms(message)), message.id
        assert not message.fuzzy, message.id
        assert len(forms(message)) == (2 if key_of(message).many else 1), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_match_the_english_sentence(language: str):
    for message in CATALOGUES[language]:
        key = key_of(message)
        allowed = placeholders(key.one) | placeholders(key.many)
        for form in forms(message):
            left_out = {"count"} if key.many else set()
            assert placeholders(form) | left_out == allowed | left_out, message.id


def test_trailing_blanks_match_the_english_sentence():
    for message in CATALOGUES["de"]:
        english = key_of(message).one
        for form in forms(message):
            assert form[-1:].isspace() == english[-1:].isspace(), message.id
            assert form == form.lstrip(), message.id


def test_error_messages_end_without_full_stop(found: Scan):
    """Errors appear on separate lines and after “Line 3:”."""
    for message in found.messages:
        if message.context == "error":
            assert not message.one.endswith((".", "!")), message.one


@pytest.mark.parametrize(("language", "opening", "closing"), [("de", "„", "“"), ("fr", "«", "»"), ("sv", "”", "”")])
def test_quotation_marks_follow_the_language(language: str, opening: str, closing: str):
    others = {*'"„“”«»'} - {opening, closing}
    for message in CATALOGUES[language]:
        for form in forms(message):
            assert not others & {*form}, form
            assert form.count(opening) == form.count(closing), form


def test_french_punctuation_uses_narrow_no_break_spaces():
    """The blank before a colon and inside quotation marks is a narrow no-break space."""
    said = [form for message in CATALOGUES["fr"] for form in forms(message)]
    said += [form for sentence in catalogues_in()["fr"].values() for form in sentence.forms]
    assert [form for form in said if re.search(r"(?<!;)[ \xa0](?=[:;!?](?:\s|$)|»)|«[ \xa0]", form)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translator_fills_every_catalogue_message(language: str):
    t = translator(language)
    for message in CATALOGUES[language]:
        key = key_of(message)
        values = dict.fromkeys(placeholders(key.one) | placeholders(key.many), "x")
        if key.many:
            values.pop("count", None)
            assert t.count(key.context, key.one, key.many, 1, **values)
            assert "7" in t.count(key.context, key.one, key.many, 7, **values)
        else:
            assert "{" not in t.text(key.context, key.one, **values)
