"""The answer to a command that took effect, and the shape of every refusal."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class Accepted(TypedDict):
    """The command took effect."""

    ok: Literal[True]
    """Always true; refusals are problem documents."""
    seq: int
    """The number of the last event that the command caused."""


class Wrong(TypedDict):
    """One of several errors in a body."""

    code: str
    """As in the problem itself."""
    detail: str
    """One sentence in the caller's language."""
    field: NotRequired[str]
    """The place in the body, such as `seats.0.name`."""


class Problem(TypedDict):
    """A refusal, `application/problem+json`: a stable `code` for programs and a sentence for people."""

    type: str
    """Always `about:blank`: `code` identifies the problem."""
    title: str
    """The status in words, in English."""
    status: int
    """The HTTP status."""
    code: str
    """Stable: `unauthenticated`, `not_seated`, `wrong_origin`, `unknown_table`, `not_found`, `method_not_allowed`,
    `not_your_turn`, `illegal_action`, `cell_filled`, `no_rolls_left`, `not_rolled`, `dice_not_held`, `stale`,
    `too_large`, `unsupported_media_type`, `invalid_input`, `unknown_variant`, `unknown_category`, `rate_limited`,
    `hints_forbidden`, `bots_unwelcome`, `not_ready`, `internal_error`, `scope_missing`, `wrong_password`,
    `name_protected`, `has_account`, `no_account`, `unknown_token`, `unknown_link`, `unknown_host`, `too_many_tables`;
    the list only grows.
    """
    detail: str
    """One sentence in the caller's language."""
    field: NotRequired[str]
    """The place of the error in the body or the query, such as `seats.0.name`."""
    errors: NotRequired[list[Wrong]]
    """Everything that is wrong with the body, at most 20; left out where it is one thing. The problem itself is the
    first.
    """
    seq: NotRequired[int]
    """With `stale`: the number of the table's last event."""
    progress: NotRequired[float]
    """With `not_ready`: the progress of the awaited work, from 0 to 1."""
