"""The shape of every refusal."""

from typing import Annotated

from pydantic import Field

from pasch.server.wire.base import Absent, Answered


class Wrong(Answered):
    """One of several things that are wrong with a body."""

    code: Annotated[str, Field(description="As in the problem itself.", examples=["invalid_input"])]
    detail: Annotated[str, Field(description="One sentence in the caller's language.")]
    field: Annotated[str | Absent, Field(description="Where in the body, such as `seats.0.name`.")] = None


class Problem(Answered):
    """A refusal, `application/problem+json`: a stable `code` for programs and a sentence for people."""

    type: Annotated[str, Field(description="`about:blank`: `code` tells problems apart.")]
    title: Annotated[str, Field(description="The status in words, English.")]
    status: Annotated[int, Field(description="The HTTP status.", ge=400, le=599)]
    code: Annotated[
        str,
        Field(
            description="Stable: `unauthenticated`, `not_seated`, `wrong_origin`, `unknown_table`, `not_found`, "
            "`method_not_allowed`, `not_your_turn`, `illegal_action`, `cell_filled`, `no_rolls_left`, `not_rolled`, "
            "`dice_not_held`, `stale`, `too_large`, `unsupported_media_type`, `invalid_input`, `unknown_variant`, "
            "`unknown_category`, `rate_limited`, `hints_forbidden`, `bots_unwelcome`, `not_ready`, `internal_error`, "
            "`scope_missing`, `wrong_password`, `name_protected`, `has_account`, `no_account`, `unknown_token`, "
            "`unknown_link`, `unknown_host`, `too_many_tables`; "
            "the list only grows.",
            examples=["stale"],
        ),
    ]
    detail: Annotated[str, Field(description="One sentence in the caller's language.")]
    field: Annotated[
        str | Absent, Field(description="Where in the body or the query the trouble is, such as `seats.0.name`.")
    ] = None
    errors: Annotated[
        list[Wrong] | Absent,
        Field(
            description="Everything that is wrong with the body, at most 20; left out where it is one thing. The "
            "problem itself is the first."
        ),
    ] = None
    seq: Annotated[int | Absent, Field(description="With `stale`: the number of the table's last event.")] = None
    progress: Annotated[
        Annotated[float, Field(ge=0, le=1)] | Absent,
        Field(description="With `not_ready`: how far the work is that the answer waits for."),
    ] = None
