"""Every refusal over HTTP: its status, its problem document, and the errors of a request."""

import http
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

from starlette.responses import Response

from pasch.rules.errors import InvalidInput, InvalidVariant, PaschError
from pasch.rules.switches import SWITCHES
from pasch.rules.variant import Variant
from pasch.server.api.answers import text_of
from pasch.server.wire.base import EXAMPLES, Wrong
from pasch.service.errors import NotReady, OutOfStep, RateLimited
from pasch.service.views.schema import problems as schema
from pasch.service.views.schema.problems import Problem
from pasch.words import error_text


class Refused(PaschError):
    """A request that is refused before it reaches a table."""

    status: ClassVar[int] = 400


class WrongOrigin(Refused):
    """A page of another site acts in the caller's name."""

    status, code = 403, "wrong_origin"


class UnknownHost(Refused):
    """The request names a host that this server does not serve."""

    code = "unknown_host"


class NotFound(Refused):
    """There is nothing at this address."""

    status, code = 404, "not_found"


class MethodNotAllowed(Refused):
    """The address does not take this method."""

    status, code = 405, "method_not_allowed"


class TooLarge(Refused):
    """A body beyond the limit."""

    status, code = 413, "too_large"


class UnsupportedMediaType(Refused):
    """A body without the content type of JSON."""

    status, code = 415, "unsupported_media_type"


class Ending(Refused):
    """This process is shutting down and accepts no new callers."""

    status, code = 503, "ending"


class NoDatabase(Refused):
    """The database does not answer this process."""

    status, code = 503, "no_database"


class InternalError(Refused):
    """An error of the server. Its log has the details, the answer does not."""

    status, code = 500, "internal_error"


Found = Mapping[str, Any]
"""One of pydantic's error dictionaries: `type`, `loc`, `ctx` …"""
MOST = 20
"""The most errors named at once."""


@dataclass(frozen=True)
class Trouble:
    """An error in a request, and its field."""

    field: str | None
    error: PaschError


def problems(errors: Sequence[Found], sent: object) -> Sequence[Trouble]:
    """All errors, at most `MOST`. A value that fits no member of a union is named once.

    `sent` is the parsed body, which distinguishes fields from the tags of unions in `loc`.
    """
    found: dict[tuple[str | None, str], Trouble] = {}
    for each in errors:
        for trouble in _problems(each, sent):
            found.setdefault((trouble.field, str(trouble.error)), trouble)
        if len(found) >= MOST:
            break
    return list(found.values())[:MOST]


def _problems(found: Found, sent: object) -> Iterator[Trouble]:
    if found["type"] == "json_invalid":
        yield Trouble(None, InvalidInput("The body is not valid JSON"))
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
    yield Trouble(field_of(wrong), wrong)


def field_of(error: PaschError) -> str | None:
    """The place of the error, such as `seats.0.name`. Unplayable rules are named by their switch, else as a whole."""
    match error, error.values.get("field"):
        case InvalidVariant(), name:
            return f"rules.{name}" if name in SWITCHES else "rules"
        case _, str(field):
            return field
        case _:
            return None


@contextmanager
def at_field(field: str) -> Iterator[None]:
    """Name the place of the errors within, unless they name one."""
    try:
        yield
    except PaschError as error:
        error.values.setdefault("field", field)
        raise


def _path(where: tuple[str | int, ...], sent: object) -> list[str]:
    """The place for a reader, without the member of a union that pydantic tried."""
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


def _sentence(field: str, found: Found) -> InvalidInput:
    kind, context = str(found["type"]), dict(found.get("ctx") or {})
    field = _inside(shown(field), context)
    match kind:
        case "missing" | "union_tag_not_found":
            return InvalidInput("“{field}” is missing", field=field)
        case "union_tag_invalid" | "literal_error" | "enum":
            expected = str(context.get("expected_tags") or context["expected"])
            values = shown(expected.replace("'", "").replace(" or ", ", "), 500)
            return InvalidInput("“{field}” must be one of: {values}", field=field, values=values)
        case "string_too_long":
            return InvalidInput(
                "“{field}” may have at most {most} characters", field=field, most=int(context["max_length"])
            )
        case "too_long":
            return InvalidInput("“{field}” may have at most {most} items", field=field, most=int(context["max_length"]))
        case "too_short":
            return InvalidInput("“{field}” must not be empty", field=field)
        case "string_pattern_mismatch":
            return InvalidInput("“{field}” must look like {example}", field=field, example=EXAMPLES[context["pattern"]])
        case "greater_than_equal":
            return InvalidInput("“{field}” must be at least {least}", field=field, least=int(context["ge"]))
        case "less_than_equal":
            return InvalidInput("“{field}” must be at most {most}", field=field, most=int(context["le"]))
        case _:
            return _of_type(field, kind)


def _of_type(field: str, kind: str) -> InvalidInput:
    field = shown(field)
    if kind == "extra_forbidden":
        return InvalidInput("“{field}” is not a field of this request", field=field)
    if kind.startswith("int_"):
        return InvalidInput("“{field}” must be a whole number", field=field)
    if kind.startswith("bool_"):
        return InvalidInput("“{field}” must be true or false", field=field)
    if kind in ("string_type", "string_unicode"):
        return InvalidInput("“{field}” must be a text", field=field)
    if kind == "list_type":
        return InvalidInput("“{field}” must be a list", field=field)
    if kind in ("dict_type", "model_type", "model_attributes_type", "dataclass_type"):
        return InvalidInput("“{field}” must be an object", field=field)
    return InvalidInput("“{field}” is not valid", field=field)


def _inside(field: str, context: Mapping[str, Any]) -> str:
    """The discriminating field inside an object, if the error is about one; else the field."""
    name = str(context.get("discriminator", "")).strip("'")
    if not name:
        return field
    return name if field == "body" else f"{field}.{name}"


def shown(text: str, most: int = 80) -> str:
    """The caller's text, made safe for a sentence: short, without control characters or lone surrogates."""
    return re.sub(r"[^\w .,:@+\-/]", "?", text.encode("utf-8", "replace").decode())[:most]


MEDIA_TYPE = "application/problem+json"

STATUS: Mapping[str, int] = {
    "unauthenticated": 401,
    "not_seated": 403,
    "hints_forbidden": 403,
    "scope_missing": 403,
    "wrong_password": 403,
    "name_protected": 409,
    "too_many_tables": 409,
    "has_account": 409,
    "no_account": 409,
    "unknown_token": 404,
    "unknown_link": 404,
    "bots_unwelcome": 403,
    "room_closed": 403,
    "unknown_table": 404,
    "unknown_key": 404,
    "mistyped_key": 422,
    "continued_elsewhere": 409,
    "unknown_person": 404,
    "unknown_puzzle": 404,
    "unknown_event": 404,
    "unknown_line": 404,
    "not_your_turn": 409,
    "illegal_action": 409,
    "cell_filled": 409,
    "no_rolls_left": 409,
    "not_rolled": 409,
    "dice_not_held": 409,
    "stale": 409,
    "invalid_input": 422,
    "unknown_variant": 422,
    "unknown_category": 422,
    "damaged_file": 422,
    "rate_limited": 429,
    "not_ready": 503,
}
"""The status of each code that the rules and the service raise."""


def status_of(error: PaschError) -> int:
    """The HTTP status of a refusal. A code without one is an error of this table, and becomes a 500."""
    return error.status if isinstance(error, Refused) else STATUS.get(error.code, 500)


def problem_of(
    error: PaschError, lang: str, variant: Variant | None = None, problems: Sequence[Trouble] = ()
) -> Problem:
    """The refusal in the caller's language, with cells named as in the `variant` of a table."""
    status = status_of(error)
    problem: Problem = {
        "type": "about:blank",
        "title": http.HTTPStatus(status).phrase,
        "status": status,
        "code": error.code,
        "detail": _detail(error, lang, variant),
    }
    if (field := problems[0].field if problems else field_of(error)) is not None:
        problem["field"] = field
    if len(problems) > 1:
        problem["errors"] = [_wrong(each, lang) for each in problems]
    if isinstance(error, OutOfStep):
        problem["seq"] = error.seq
    if isinstance(error, NotReady) and error.progress is not None:
        problem["progress"] = error.progress
    return problem


def _wrong(trouble: Trouble, lang: str) -> schema.Wrong:
    wrong: schema.Wrong = {"code": trouble.error.code, "detail": _detail(trouble.error, lang)}
    if trouble.field is not None:
        wrong["field"] = trouble.field
    return wrong


def _detail(error: PaschError, lang: str, variant: Variant | None = None) -> str:
    """The sentence. It may contain the caller's text, with lone surrogates, which cannot be encoded."""
    return error_text(error, lang, variant).encode("utf-8", "replace").decode()


class ProblemResponse(Response):
    """The answer to a refused request."""

    media_type = MEDIA_TYPE

    def __init__(
        self,
        error: PaschError,
        lang: str,
        headers: Mapping[str, str] | None = None,
        variant: Variant | None = None,
        problems: Sequence[Trouble] = (),
    ) -> None:
        problem = problem_of(error, lang, variant, problems)
        status = problem["status"]
        super().__init__(text_of(problem), status, {**(headers or {}), "Content-Language": lang})
        if isinstance(error, RateLimited | NotReady) and error.retry_after is not None:
            self.headers["Retry-After"] = str(error.retry_after)
        if status == http.HTTPStatus.UNAUTHORIZED:
            self.headers["WWW-Authenticate"] = "Bearer"
