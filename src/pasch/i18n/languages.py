"""The languages, and the selection of the caller's language."""

from collections.abc import Iterator, Mapping
from importlib.resources import files

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
