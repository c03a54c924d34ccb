"""What pydantic found wrong with a request, as sentences that name the fields."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pasch.rules.errors import InvalidInput, InvalidVariant, PaschError
from pasch.rules.switches import SWITCHES
from pasch.server.api.errors import BadField
from pasch.server.wire.checks import Wrong

Found = Mapping[str, Any]
"""One of pydantic's error dictionaries: `type`, `loc`, `ctx` …"""
MOST = 20
"""So many things wrong are named at once."""


@dataclass(frozen=True)
class Trouble:
    """Something wrong with a request, and the field."""

    field: str | None
    error: PaschError


def first_trouble(errors: Sequence[Found], sent: object) -> PaschError:
    """The first thing wrong. `sent` is the body as it was read: it tells fields from the tags of unions in `loc`."""
    return troubles(errors[:1], sent)[0].error


def troubles(errors: Sequence[Found], sent: object) -> Sequence[Trouble]:
    """Everything that is wrong, at most `MOST`. A value that fits no member of a union is named once."""
    found: dict[tuple[str | None, str], Trouble] = {}
    for each in errors:
        for trouble in _troubles(each, sent):
            found.setdefault((trouble.field, str(trouble.error)), trouble)
        if len(found) >= MOST:
            break
    return list(found.values())[:MOST]


def _troubles(found: Found, sent: object) -> Iterator[Trouble]:
    if found["type"] == "json_invalid":
        yield Trouble(None, InvalidInput("The body is no valid JSON"))
        return
    where = tuple(found["loc"])
    in_body = where[:1] == ("body",)
    path = _path(where[1:], sent) if in_body else [str(part) for part in where[1:]]
    field = ".".join(path)
    refused = (found.get("ctx") or {}).get("error")
    if isinstance(refused, Wrong):
        yield from (Trouble(field_of(error) or shown(field), error) for error in refused.errors)
        return
    tried_several = in_body and bool(path) and path[-1] != str(where[-1])
    wrong = _of_type(field, "") if tried_several else _sentence(field or ("body" if in_body else "request"), found)
    yield Trouble(wrong.field, wrong)


def field_of(error: PaschError) -> str | None:
    """Where the trouble is. Rules that cannot be played are named by the switch, else as a whole."""
    match error:
        case BadField():
            return error.field
        case InvalidVariant():
            name = str(error.values.get("field", ""))
            return f"rules.{name}" if name in SWITCHES else "rules"
        case _:
            return None


def _path(where: tuple[str | int, ...], sent: object) -> list[str]:
    """The place as a reader would name it: pydantic also lists which member of a union it tried; that is left out."""
    parts: list[str] = []
    value = sent
    for number, part in enumerate(where):
        if isinstance(value, Mapping) and (part in value or number == len(where) - 1):
            parts.append(str(part))
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            parts.append(str(part))
            value = value[part]
    return parts


def _sentence(field: str, found: Found) -> BadField:
    field, kind, context = shown(field), str(found["type"]), dict(found.get("ctx") or {})
    match kind:
        case "missing":
            return BadField(field, "“{field}” is missing")
        case "union_tag_not_found":
            return BadField(_inside(field, context), "“{field}” is missing")
        case "union_tag_invalid":
            values = shown(str(context.get("expected_tags", "")).replace("'", ""), 200)
            return BadField(_inside(field, context), "“{field}” must be one of: {values}", values=values)
        case "literal_error" | "enum":
            values = shown(str(context.get("expected", "")).replace("'", "").replace(" or ", ", "), 200)
            return BadField(field, "“{field}” must be one of: {values}", values=values)
        case "string_too_long":
            return BadField(field, "“{field}” may have at most {most} characters", most=int(context["max_length"]))
        case "too_long":
            return BadField(field, "“{field}” may have at most {most} items", most=int(context["max_length"]))
        case "too_short":
            return BadField(field, "“{field}” must not be empty")
        case "greater_than_equal":
            return BadField(field, "“{field}” must be at least {least}", least=int(context["ge"]))
        case "less_than_equal":
            return BadField(field, "“{field}” must be at most {most}", most=int(context["le"]))
        case _:
            return _of_type(field, kind)


def _of_type(field: str, kind: str) -> BadField:
    field = shown(field)
    if kind == "extra_forbidden":
        return BadField(field, "“{field}” is no field of this request")
    if kind.startswith("int_"):
        return BadField(field, "“{field}” must be a whole number")
    if kind.startswith("bool_"):
        return BadField(field, "“{field}” must be true or false")
    if kind in ("string_type", "string_unicode"):
        return BadField(field, "“{field}” must be a text")
    if kind == "list_type":
        return BadField(field, "“{field}” must be a list")
    if kind in ("dict_type", "model_type", "model_attributes_type", "dataclass_type"):
        return BadField(field, "“{field}” must be an object")
    if kind == "string_pattern_mismatch":
        return BadField(field, "“{field}” does not have the form that is asked for")
    return BadField(field, "“{field}” is not valid")


def _inside(field: str, context: Mapping[str, Any]) -> str:
    """The discriminating field inside an object."""
    name = str(context.get("discriminator", "")).strip("'")
    return name if field == "body" else f"{field}.{name}"


def shown(text: str, most: int = 80) -> str:
    """A text of the caller's that may stand in a sentence: short, without controls or halves of characters."""
    return re.sub(r"[^\w .,:@+\-/]", "?", text.encode("utf-8", "replace").decode())[:most]
