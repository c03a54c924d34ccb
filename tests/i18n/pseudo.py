"""A pseudo-language, generated from the sources and the English catalogues: every sentence is in brackets."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from babel.messages.pofile import read_po

from pasch.i18n import client
from tests.i18n.scan import scan

CODE = "eo"
"""A language whose numbers and lists Babel knows, and for which Pasch has no catalogue."""
HEAD = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def bracketed(text: str) -> str:
    """A sentence in the pseudo-language, with its surrounding blanks."""
    said = text.strip()
    return text.replace(said, f"[{said}]", 1)


def write(locales: Path, leave_out: Callable[[str], bool] = lambda _: False) -> None:
    """Write the catalogues of the pseudo-language without the messages that `leave_out` selects."""
    folder = locales / CODE / "LC_MESSAGES"
    folder.mkdir(parents=True)
    english = client.LOCALES / "en" / "LC_MESSAGES"
    for name in ("pasch.po", *(file.name for file in english.glob("client-*.po"))):
        messages = [*_keyed(english / name), *(_sentences() if name == "pasch.po" else ())]
        blocks = (_block(context, ids, said) for context, ids, said in messages if not leave_out(ids[0]))
        (folder / name).write_text("# A comment, as editors of catalogues write them.\n" + "\n".join((HEAD, *blocks)))


def _keyed(file: Path) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    with file.open("rb") as source:
        for message in filter(lambda message: message.id, read_po(source)):
            ids, said = ((text,) if isinstance(text, str) else tuple(text) for text in (message.id, message.string))
            yield message.context or "", ids, said


def _sentences() -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    for message in scan().messages:
        ids = (message.one, message.many) if message.many else (message.one,)
        yield message.context, ids, ids


def _block(context: str, ids: tuple[str, ...], said: tuple[str, ...]) -> str:
    def quoted(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    lines = [f"msgctxt {quoted(context)}"] if context else []
    lines += [f"{name} {quoted(text)}" for name, text in zip(("msgid", "msgid_plural"), ids, strict=False)]
    if len(said) == 1:
        lines.append(f"msgstr {quoted(bracketed(said[0]))}")
    else:
        lines += [f"msgstr[{number}] {quoted(bracketed(text))}" for number, text in enumerate(said)]
    return "\n".join(lines) + "\n"
