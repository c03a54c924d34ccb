r"""Many records in one file: JSON Lines, an object with the text of one record under `record` on every line.

    {"record": "pasch-record 1\nvariant: kniffel\n…"}

Other members are passed over, so that the form can grow. A file that begins like a record is one record, alone.
"""

import json
from collections.abc import Iterator

from pasch.rules.errors import DamagedFile, InvalidInput
from pasch.rules.notation.record_header import FIRST_LINE


def record_line(text: str) -> str:
    """The line that holds a record."""
    return json.dumps({"record": text}, ensure_ascii=False) + "\n"


def record_texts(data: bytes) -> Iterator[tuple[int | None, str]]:
    """The texts of the records in a file, each with its line from 1; None where the file is one record.

    Blank lines are passed over. Raises `DamagedFile` with the line that is wrong, `InvalidInput` for an empty file.
    """
    text = _decoded(data).removeprefix("\ufeff")
    if text.lstrip().partition("\n")[0].rstrip() == FIRST_LINE:
        yield None, text
        return
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise InvalidInput("The file is empty")
    for number, line in lines:
        yield number, _record(number, line)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DamagedFile(line, InvalidInput("It is no text in UTF-8")) from None


def _record(number: int, line: str) -> str:
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        raise DamagedFile(number, InvalidInput("It is no valid JSON")) from None
    match value:
        case {"record": str(text)}:
            return text
        case _:
            raise DamagedFile(number, InvalidInput("It must be an object with the text of a record under “record”"))
