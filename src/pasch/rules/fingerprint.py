"""Rule data as plain JSON, and its fingerprint.

Tables and published values are filed by fingerprint, so it must survive renaming. It hashes stable tags: a class or
field may be renamed, and a new field at its default is omitted. The tags, and the defaults that are always written,
are those of the first edition. So every fingerprint stored by it still names the same rules.
"""

import hashlib
import json
from collections.abc import Callable, Collection
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from typing import TypeVar

Plain = str | int | bool | None | list["Plain"] | dict[str, "Plain"]
"""JSON values without fractions."""

T = TypeVar("T")


@dataclass(frozen=True)
class _Tags:
    """The tags of a class in fingerprints; `fields` are the tags of renamed fields."""

    tag: str
    always: frozenset[str]
    fields: dict[str, str]


_TAGS: dict[type, _Tags] = {}


def rule_data(tag: str, always: str = "", **fields: str) -> Callable[[type[T]], type[T]]:
    """Register a data class for fingerprints under a tag that never changes.

    `always` lists, separated by blanks, the tags of fields that are written even at their default: those of the first
    edition. `fields` gives the tags of renamed fields.
    """

    def tagged(cls: type[T]) -> type[T]:
        _TAGS[cls] = _Tags(tag, frozenset(always.split()), fields)
        return cls

    return tagged


def plain(value: object) -> Plain:
    """Data classes, enumerations and tuples as JSON; the key `is` holds the tag of a class.

    A class without a tag uses its name. Raises `TypeError` for anything that is not rule data.
    """
    match value:
        case Enum():
            return str(value.value)
        case str() | bool() | int() | None:
            return value
        case tuple():
            return [plain(item) for item in value]
        case _:
            return _plain_fields(value)


def _plain_fields(value: object) -> dict[str, Plain]:
    if not is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"{type(value).__name__} is no rule data")
    tags = _TAGS.get(type(value)) or _Tags(type(value).__name__, frozenset(), {})
    data: dict[str, Plain] = {"is": tags.tag}
    for field in fields(value):
        tag, held = tags.fields.get(field.name, field.name), getattr(value, field.name)
        if tag in tags.always or field.default is MISSING or held != field.default:
            data[tag] = plain(held)
    return data


def fingerprint(value: object, *, without: Collection[str] = ()) -> str:
    """SHA-256 of the canonical JSON of a data class, omitting the fields tagged `without`."""
    data = {tag: item for tag, item in _plain_fields(value).items() if tag not in without}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
