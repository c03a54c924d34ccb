"""Write the web client's catalogue: `python -m pasch.i18n.client` turns `client-*.po` into typed TypeScript.

A message's key replaces the original text (`msgid "start.play"`); each language's file has its sentence. Placeholders
are written `{name}`. A message that depends on a number has gettext's plural forms, with the key as `msgid_plural`
too. The number is its value `count`, whether or not the sentence shows it as `{count}`.

A folder below `locale` adds a language; its missing messages appear in English. A key missing in English, a duplicate
key, a placeholder that differs between languages and a key that the client never uses are errors.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from gettext import c2py
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from pasch.i18n.translator import DEFAULT

LOCALES = Path(__file__).parent / "locale"
DISTINCT = 200
"""The range of numbers in which every plural form of every language occurs."""

# Words that few pages need are in separate parts, so that the others load sooner: key prefixes by part.
PARTS: Mapping[str, tuple[str, ...]] = {
    "account": ("account.",),
    "afar": ("afar.",),
    "ask": ("ask.", "hint."),
    "block": ("block.",),
    "chat": ("chat.",),
    "daily": ("daily.",),
    "dialogs": (
        *("settings.", "table.abort", "table.end.", "table.handover.", "table.hints_", "table.key.", "table.keys"),
        *("table.feast.", "table.leave", "table.menu_", "table.pause", "table.play_on", "table.scratch."),
        "table.take_back_long",
    ),
    "events": ("events.",),
    "family": ("family.",),
    "history": ("history.",),
    "house": ("house.",),
    "help": ("help.", "about.", "missing."),
    "ledger": ("ledger.",),
    "partie": ("partie.",),
    "paper": ("paper.",),
    "puzzle": ("puzzle.",),
    "results": ("results.",),
    "verify": ("verify.",),
    "watch": ("watch.",),
    "scores": ("scores.", "profile."),
    "start": ("here.", "join.", "start.", "tables.", "wait."),
    "time": ("time.",),
}

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_KEY = re.compile(r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$")
# How the client's sources name keys: "a.key" in any quotes, or `a.prefix.${…}` for a family of keys.
_QUOTED = re.compile(r"""["'`]([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+)["'`]""")
_HEAD = "// Made from client-*.po by `python -m pasch.i18n.client`; change those."
_FAMILY = re.compile(r"`([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*[._])\$\{")

Catalogue = Mapping[str, "Sentence"]


class CatalogueError(Exception):
    """The catalogues are inconsistent; the text has one line for every fault."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One message of one language: a single form, or one per plural of the language."""

    forms: tuple[str, ...]
    plurals: tuple[str, ...] = ("one", "other")
    """The name of each form in Intl.PluralRules (CLDR)."""

    @property
    def placeholders(self) -> frozenset[str]:
        """The values that the sentence needs: the names in braces, and `count` if a number selects the form."""
        names = {name for form in self.forms for name in _PLACEHOLDER.findall(form)}
        return frozenset(names | {"count"} if self.is_plural else names)

    @property
    def is_plural(self) -> bool:
        """Whether the sentence depends on a number."""
        return len(self.forms) > 1


def read_catalogue(files: Iterable[Path], language: str) -> Catalogue:
    """All messages of a language, from several files; raises `CatalogueError` for a duplicate or malformed key."""
    sentences: dict[str, Sentence] = {}
    faults: list[str] = []
    for path in files:
        with path.open("rb") as file:
            read = read_po(file, locale=language, abort_invalid=True)
        plurals = _plurals(language, read.plural_expr)
        for message in filter(lambda message: message.id, read):
            key = message.id if isinstance(message.id, str) else message.id[0]
            sentence = Sentence(tuple(_forms(message)), plurals)
            where = f"{path.name} ({language}): {key}"
            if not _KEY.match(key):
                faults.append(f"{where} is not a key like page.thing")
            if key in sentences:
                faults.append(f"{where} occurs twice")
            if message.fuzzy or not all(sentence.forms):
                faults.append(f"{where} has no finished sentence")
            sentences[key] = sentence
    if faults:
        raise CatalogueError("\n".join(faults))
    return sentences


def _plurals(language: str, expression: str) -> tuple[str, ...]:
    """The names of a language's plural forms, in gettext's order."""
    numbered, named = c2py(expression), Locale.parse(language).plural_form
    names = {numbered(number): named(number) for number in reversed(range(DISTINCT))}
    return tuple(names[form] for form in sorted(names))


def _forms(message: Message) -> list[str]:
    """A form for each plural of the language; the reader adds empty forms for those missing in the file."""
    text = message.string or ""
    return [text] if isinstance(text, str) else list(text)


def used_keys(sources: Iterable[Path]) -> tuple[frozenset[str], frozenset[str]]:
    """The keys that the client's sources name, and the prefixes of composed keys."""
    keys: set[str] = set()
    families: set[str] = set()
    for path in sources:
        text = path.read_text("utf-8")
        keys.update(_QUOTED.findall(text))
        families.update(_FAMILY.findall(text))
    return frozenset(keys), frozenset(families)


def check(catalogues: Mapping[str, Catalogue], keys: frozenset[str], families: frozenset[str]) -> None:
    """Raise `CatalogueError` unless English has every key, languages agree on its values, and the client uses it."""
    faults: list[str] = []
    for key in sorted(set().union(*catalogues.values())):
        found = {language: catalogue[key] for language, catalogue in catalogues.items() if key in catalogue}
        if DEFAULT not in found:
            faults.append(f"{key} is missing in {DEFAULT}")
        if len({(sentence.placeholders, sentence.is_plural) for sentence in found.values()}) > 1:
            faults.append(f"{key} has different placeholders or plurals in {' and '.join(found)}")
        if key not in keys and not any(key.startswith(family) for family in families):
            faults.append(f"{key} is used nowhere in the client")
    if faults:
        raise CatalogueError("\n".join(faults))


def missing(catalogues: Mapping[str, Catalogue]) -> Mapping[str, tuple[str, ...]]:
    """The keys missing in each language; they appear in English."""
    return {language: tuple(sorted(catalogues[DEFAULT].keys() - known)) for language, known in catalogues.items()}


def catalogues_in(locales: Path = LOCALES) -> Mapping[str, Catalogue]:
    """The client's catalogue for each language, one folder each. Raises `CatalogueError`."""
    return {
        folder.name: read_catalogue(sorted((folder / "LC_MESSAGES").glob("client-*.po")), folder.name)
        for folder in sorted(locales.iterdir())
        if (folder / "LC_MESSAGES").is_dir()
    }


def to_typescript(catalogues: Mapping[str, Catalogue]) -> Mapping[str, str]:
    """The modules that the client imports, by file name: the types of all keys, and one catalogue per language.

    Languages and their `PARTS` are separate so that a browser loads only those it shows.
    """
    english = catalogues[DEFAULT]
    types = [_HEAD, "", f"export const LANGUAGES = {json.dumps(list(catalogues))} as const;"]
    types.extend(["", "export interface Params {"])
    types.extend(f"  {json.dumps(key)}: {_params(english[key])};" for key in sorted(english))
    types.extend(["}", "", "export type Catalogue = Partial<Record<keyof Params, string | Record<string, string>>>;"])
    types.extend(
        ["", "/** Words that only some pages need. */", f"export type Part = {' | '.join(map(json.dumps, PARTS))};"]
    )
    return {"messages.gen.ts": _file(types)} | {
        f"{name}.gen.ts": _file(_catalogue(sentences))
        for language, catalogue in catalogues.items()
        for name, sentences in _in_parts({**english, **catalogue}, language)
    }


def _in_parts(catalogue: Catalogue, language: str) -> Iterator[tuple[str, Catalogue]]:
    """The sentences for every page, then those of each part, with their module names."""
    rest = dict(catalogue)
    for part, beginnings in PARTS.items():
        yield f"{language}/{part}", {key: rest.pop(key) for key in catalogue if key.startswith(beginnings)}
    yield f"{language}/base", rest


def _catalogue(catalogue: Catalogue) -> list[str]:
    lines = [_HEAD, "", 'import type { Catalogue } from "../messages.gen";', ""]
    lines.append("export const catalogue: Catalogue = {")
    lines.extend(f"  {json.dumps(key)}: {_value(catalogue[key])}," for key in sorted(catalogue))
    return [*lines, "};"]


def _file(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"


def _params(sentence: Sentence) -> str:
    if not sentence.placeholders:
        return "undefined"
    types = {name: "number" if name == "count" else "string | number" for name in sorted(sentence.placeholders)}
    return "{ " + "; ".join(f"{name}: {kind}" for name, kind in types.items()) + " }"


def _value(sentence: Sentence) -> str:
    if not sentence.is_plural:
        return json.dumps(sentence.forms[0], ensure_ascii=False)
    pairs = zip(sentence.plurals, sentence.forms, strict=True)
    return "{ " + ", ".join(f"{name}: {json.dumps(form, ensure_ascii=False)}" for name, form in pairs) + " }"


def generate(client: Path, locales: Path = LOCALES) -> Mapping[str, str]:
    """The modules for the client in the folder `client`, by file name. Raises `CatalogueError`; writes nothing."""
    sources = [path for path in sorted((client / "src").rglob("*")) if path.suffix in {".ts", ".svelte"}]
    sources = [path for path in sources if not path.name.endswith((".gen.ts", ".test.ts"))]
    catalogues = catalogues_in(locales)
    check(catalogues, *used_keys(sources))
    return to_typescript(catalogues)


def main() -> int:
    """Write `client/src/words/**/*.gen.ts` of this checkout. On faults, print them to standard error and return 1."""
    client = Path(__file__).parents[3] / "client"
    try:
        files = generate(client)
    except CatalogueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for name, text in files.items():
        file = client / "src/words" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    for language, keys in missing(catalogues_in()).items():
        sys.stdout.write(f"{language}: {len(keys)} sentences are missing\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
