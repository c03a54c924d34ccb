"""What the schema says about refusals: which statuses a route may answer with, each a problem document."""

from typing import Any

from pasch.server.api.problem import MEDIA_TYPE
from pasch.server.wire.problems import Problem

MEANINGS = {
    400: "The request cannot be read, or names a host that this server does not serve: `unknown_host`.",
    401: "There is no session, or it has ended: `unauthenticated`.",
    403: "Not the caller's seat (`not_seated`), a table without hints (`hints_forbidden`), "
    "a page of another site acts in the caller's name (`wrong_origin`), the token was not made for this "
    "(`scope_missing`), or the password is wrong (`wrong_password`); in chat `room_closed`.",
    404: "There is no such table, or it is private and not the caller's: `unknown_table`. No such token "
    "(`unknown_token`), or a code that is not valid any more (`unknown_link`).",
    405: "The address does not take this method: `method_not_allowed`.",
    409: "Not possible now: `not_your_turn`, `illegal_action`, `cell_filled`, `no_rolls_left`, `not_rolled`, "
    "`dice_not_held`, `stale`; a name is somebody else's: `name_protected`; `has_account`, `no_account`; "
    "as many public tables are open as may be: `too_many_tables`.",
    413: "The body is too large: `too_large`.",
    415: "The body is not announced as what is asked for, mostly `application/json`: `unsupported_media_type`.",
    422: "The input is wrong in itself: `invalid_input`, `unknown_variant`, `unknown_category`; in a file of records "
    "`damaged_file`.",
    429: "Too often in a short time: `rate_limited`; the header `Retry-After` says when to try again, in seconds.",
    500: "A mistake of the server's: `internal_error`.",
    503: "Not ready yet: `not_ready`; unless the work has failed, the header `Retry-After` says when to ask again, in "
    "seconds. At `/readyz`: `ending`, `no_database`.",
}
ALWAYS = (405, 413, 429, 500, 503)
"""What any address may answer."""


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The entry `responses` of a route that may refuse with these statuses, and with those that any may."""
    schema = {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}
    return {
        status: {"description": MEANINGS[status], "content": {MEDIA_TYPE: schema}}
        for status in sorted({*statuses, *ALWAYS})
    }
