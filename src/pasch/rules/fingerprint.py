"""Rule data as plain JSON, and the name that follows from it."""

import hashlib
import json
from collections.abc import Collection
from dataclasses import fields, is_dataclass
from enum import Enum

LATER = {"later": True}
"""Metadata of a field that came after fingerprints were stored: its default value is left out of them."""

Plain = str | int | bool | None | list["Plain"] | dict[str, "Plain"]
"""What JSON can hold, without fractions."""


def plain(value: object) -> Plain:
    """Data classes, enumerations and tuples as JSON; a class is named in the key `is`.

    Raises `TypeError` for anything that is not rule data.
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


def _plain_fields(value: object) -> Plain:
    if not is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"{type(value).__name__} is no rule data")
    held = {field.name: getattr(value, field.name) for field in fields(value)}
    usual = {field.name for field in fields(value) if field.metadata == LATER and held[field.name] == field.default}
    data = {name: plain(item) for name, item in held.items() if name not in usual}
    return {"is": type(value).__name__, **data}


def fingerprint(value: object, *, without: Collection[str] = ()) -> str:
    """SHA-256 of the canonical JSON of a data class, without some of its fields."""
    data = plain(value)
    if isinstance(data, dict):
        data = {name: item for name, item in data.items() if name not in without}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
