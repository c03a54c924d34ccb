"""Every refusal as `application/problem+json`: one table from codes to statuses, one place that words them."""

import http
from collections.abc import Mapping, Sequence

from starlette.responses import Response

from pasch.rules.errors import PaschError
from pasch.rules.variant import Variant
from pasch.server.api.errors import Refused
from pasch.server.api.invalid import Trouble, field_of
from pasch.server.wire.problems import Problem, Wrong
from pasch.service.errors import NotReady, OutOfStep, RateLimited
from pasch.words import error_text

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
    """The HTTP status of a refusal. A code without one is a mistake in this table, and becomes a 500."""
    return error.status if isinstance(error, Refused) else STATUS.get(error.code, 500)


def problem_of(
    error: PaschError, lang: str, variant: Variant | None = None, troubles: Sequence[Trouble] = ()
) -> Problem:
    """The refusal in the caller's language. With the `variant` of a table cells are called as they are there."""
    status = status_of(error)
    return Problem(
        type="about:blank",
        title=http.HTTPStatus(status).phrase,
        status=status,
        code=error.code,
        detail=_detail(error, lang, variant),
        field=field_of(error),
        errors=[Wrong(code=each.error.code, detail=_detail(each.error, lang), field=each.field) for each in troubles]
        if len(troubles) > 1
        else None,
        seq=error.seq if isinstance(error, OutOfStep) else None,
        progress=error.progress if isinstance(error, NotReady) else None,
    )


def _detail(error: PaschError, lang: str, variant: Variant | None = None) -> str:
    """The sentence. What was sent may stand in it, halves of characters too; those cannot travel."""
    return error_text(error, lang, variant).encode("utf-8", "replace").decode()


class ProblemResponse(Response):
    """The answer to a request that is refused."""

    media_type = MEDIA_TYPE

    def __init__(
        self,
        error: PaschError,
        lang: str,
        headers: Mapping[str, str] | None = None,
        variant: Variant | None = None,
        troubles: Sequence[Trouble] = (),
    ) -> None:
        problem = problem_of(error, lang, variant, troubles)
        body = problem.model_dump_json(exclude_none=True)
        super().__init__(body, problem.status, {**(headers or {}), "Content-Language": lang})
        if isinstance(error, RateLimited | NotReady) and error.retry_after is not None:
            self.headers["Retry-After"] = str(error.retry_after)
        if problem.status == http.HTTPStatus.UNAUTHORIZED:
            self.headers["WWW-Authenticate"] = "Bearer"
