"""What pydantic found wrong with a request, as one sentence that names the field."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pasch.rules.errors import InvalidInput
from pasch.server.errors import BadField

Found = Mapping[str, Any]
"""One of pydantic's error dictionaries: `type`, `loc`, `ctx` …"""


def first_trouble(errors: Sequence[Found], sent: object) -> InvalidInput:
    """The first thing wrong. `sent` is the body as it was read: it tells fields from the tags of unions in `loc`."""
    found = errors[0]
    if found["type"] == "json_invalid":
        return InvalidInput("The body is no valid JSON")
    where = tuple(found["loc"])
    if where[:1] == ("body",):
        path = _path(where[1:], sent)
        tried_several = bool(path) and path[-1] != str(where[-1])
        return _of_type(".".join(path), "") if tried_several else _sentence(".".join(path) or "body", found)
    return _sentence(".".join(str(part) for part in where[1:]) or "request", found)


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
