"""Queries as PostgreSQL wants them: values are numbered."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pasch.storage.database import Value, Values

_MARK = re.compile(r"'[^']*'|::|\?|:([a-z_]+)")
"""A text, which is passed over, or where a value stands."""


@dataclass(frozen=True)
class Numbered:
    """A query with `$1`, `$2` … in it; `names` says which named value each of them is, in order."""

    text: str
    names: tuple[str, ...]

    def given(self, values: Values) -> list[Value]:
        """The values in the order of their numbers."""
        return [*map(_held, (values[name] for name in self.names) if isinstance(values, Mapping) else values)]


def _held(value: Value) -> Value:
    """A value as the server can hold it: its texts have no NUL, so whoever asks for one is asking for nothing."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) and "\0" in value else value


@lru_cache(2048)
def numbered(query: str) -> Numbered:
    """A query whose values stand at `?` or `:name`. Costs nothing the second time."""
    names: list[str] = []
    marks = 0

    def number(found: re.Match[str]) -> str:
        nonlocal marks
        name = found[1]
        if name is not None:
            if name not in names:
                names.append(name)
            return f"${names.index(name) + 1}"
        if found[0] != "?":
            return found[0]
        marks += 1
        return f"${marks}"

    return Numbered(_MARK.sub(number, query), tuple(names))
