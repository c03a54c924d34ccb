"""The languages, the selection of the caller's language, and sentences in a language.

Catalogues are PO files, loaded for the first sentence and stored as the standard library's `GNUTranslations`. A
message is found by its context and either its English sentence (`text`, `count`) or a key (`name`). The context is
the purpose of a message, so that one English word may have several German translations.
"""

import json
import struct
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from datetime import date
from functools import lru_cache
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO

CATALOGUES = {
    folder.name: folder / "LC_MESSAGES" / "pasch.po"
    for folder in sorted((files("pasch.i18n") / "locale").iterdir(), key=lambda folder: folder.name)
    if (folder / "LC_MESSAGES" / "pasch.po").is_file()
}
"""The catalogue of each language; a folder in `locale` named after a language code adds one."""

LANGUAGES = tuple(CATALOGUES)
"""The languages with a catalogue."""

DEFAULT = "en"
"""The language for requests that name none of them."""

_LONGEST_HEADER = 1000


def pick(accept_language: str | None) -> str:
    """The preferred language of an `Accept-Language` header among ours; English if it has none of them.

    Never raises: unreadable parts of the header are ignored.
    """
    wanted = sorted(_weighted((accept_language or "")[:_LONGEST_HEADER]), key=lambda pair: -pair[0])
    return next((language for _, language in wanted), DEFAULT)


def _weighted(header: str) -> Iterator[tuple[float, str]]:
    """Our languages in a header with their weights, in header order."""
    for part in header.split(","):
        tag, *parameters = (piece.strip().lower() for piece in part.split(";"))
        language = DEFAULT if tag == "*" else tag.partition("-")[0]
        weight = _weight(parameters)
        if language in LANGUAGES and weight > 0:
            yield weight, language


def _weight(parameters: list[str]) -> float:
    text = next((p.removeprefix("q=") for p in parameters if p.startswith("q=")), "1")
    # Digits and one point only: float() would also read "nan" and "1e9".
    plain = text.replace(".", "", 1)
    return min(float(text), 1.0) if plain.isascii() and plain.isdigit() else 0.0


def of_environment(environment: Mapping[str, str]) -> str:
    """The language in a terminal's variables: the first one set of LC_ALL, LC_MESSAGES, LANG."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    language = locale.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return language if language in LANGUAGES else DEFAULT


_MAGIC = 0x950412DE
_CONTEXT = "\x04"
_PLURAL = "\0"


def compiled(text: str) -> bytes:
    """The binary form (MO) of a PO file that has no comments and a blank line after each message."""
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    found = [_message(block) for block in "\n".join(lines).split("\n\n") if block.strip()]
    messages = [(found_by, said) for found_by, said in found if all(said.split(_PLURAL))]
    ids, strings = ([part.encode() for part in parts] for parts in zip(*messages, strict=True))
    head = struct.Struct("<7I")
    first = head.size + 2 * 8 * len(messages)
    places, where = [], first
    for part in (*ids, *strings):
        places += [len(part), where]
        where += len(part) + 1
    table = head.pack(_MAGIC, 0, len(messages), head.size, head.size + 8 * len(messages), 0, first)
    return table + struct.pack(f"<{len(places)}I", *places) + b"\0".join((*ids, *strings)) + b"\0"


def _message(block: str) -> tuple[str, str]:
    """The lookup key of a message, and its translation."""
    fields: dict[str, str] = {}
    keyword = ""
    for line in block.strip().splitlines():
        quoted = line
        if not line.startswith('"'):
            keyword, _, quoted = line.partition(" ")
        fields[keyword] = fields.get(keyword, "") + json.loads(quoted)
    found_by = (fields["msgctxt"] + _CONTEXT if "msgctxt" in fields else "") + fields["msgid"]
    if "msgid_plural" not in fields:
        return found_by, fields["msgstr"]
    said = (text for name, text in fields.items() if name.startswith("msgstr["))
    return found_by + _PLURAL + fields["msgid_plural"], _PLURAL.join(said)


# ------------------------------------------------------------------------------- translator


Value = str | int
"""A value for a placeholder. Whole numbers are formatted for the language."""


UNGROUPED = 1000
"""Numbers below this have the same form in every language."""


class Translator:
    """The sentences of one language, created by `translator`."""

    def __init__(self, language: str, catalogue: GNUTranslations, given: Mapping[str, Value] = {}) -> None:
        self.language = language
        self._catalogue = catalogue
        self._given = given

    def given(self, **values: Value) -> "Translator":
        """The same translator with these values for placeholders in every sentence."""
        return Translator(self.language, self._catalogue, {**self._given, **values})

    def text(self, context: str, sentence: str, /, **values: Value) -> str:
        """The English `sentence` in this language, with its placeholders filled."""
        return self._filled(self._catalogue.pgettext(context, sentence), values)

    def count(self, context: str, one: str, many: str, /, count: int, **values: Value) -> str:
        """A sentence that depends on the number in its placeholder `{count}`."""
        found = self._catalogue.npgettext(context, one, many, count)
        return self._filled(found, {"count": count, **values})

    def name(self, key: str, *contexts: str) -> str:
        """The name of a key, from the first context that has it. Raises `KeyError`."""
        found = self.find(key, *contexts)
        if not found:
            raise KeyError(f"no catalogue has a name for “{key}” ({', '.join(contexts)})")
        return found

    def find(self, key: str, *contexts: str) -> str:
        """The name of a key, from the first context that has it; empty if none has it."""
        catalogues = map(_catalogue, (self.language, DEFAULT))
        found = (catalogue.pgettext(context, key) for catalogue in catalogues for context in contexts)
        return next((name for name in found if name != key), "")

    def number(self, number: int) -> str:
        """A whole number, grouped and signed for the language."""
        if 0 <= number < UNGROUPED:
            return str(number)  # as Babel, fifty times faster; most numbers of a game are small
        from babel.numbers import format_decimal

        return format_decimal(number, locale=self.language)

    def decimal(self, number: float, places: int = 1) -> str:
        """A number with `places` decimal places, as the language writes it."""
        from babel.numbers import format_decimal

        return format_decimal(round(number, places), f"#,##0.{'0' * places}", locale=self.language)

    def day(self, day: date) -> str:
        """A date in full, as the language writes it: “21. November 2026”."""
        from babel.dates import format_date

        return format_date(day, "long", locale=self.language)

    def listing(self, items: Iterable[str], *, style: str = "and") -> str:
        """“Anna, Bernd und Clara”; with `style="or"` “Anna, Bernd oder Clara”."""
        from babel.lists import format_list

        return format_list(list(items), style="or" if style == "or" else "standard", locale=self.language)

    def _filled(self, sentence: str, values: dict[str, Value]) -> str:
        every = {**self._given, **values}
        shown = {name: self.number(v) if isinstance(v, int) else v for name, v in every.items()}
        return sentence.format(**shown)


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(language: str) -> GNUTranslations:
    return GNUTranslations(BytesIO(compiled(CATALOGUES[language].read_text("utf-8"))))


@lru_cache(maxsize=len(LANGUAGES))
def _made(language: str) -> Translator:
    catalogue = copy(_catalogue(language))
    if language != DEFAULT:
        catalogue.add_fallback(_catalogue(DEFAULT))
    return Translator(language, catalogue)


def translator(language: str) -> Translator:
    """The sentences of a language, or of English if it has no catalogue.

    The first call for a language reads its file, which takes some milliseconds.
    """
    return _made(language if language in LANGUAGES else DEFAULT)
