"""Database and bus addresses in a form that is safe to show."""

import re

_IN_FRONT = re.compile(r"(?<=://)([^:/?#@]*):.*@", re.DOTALL)
_IN_QUERY = re.compile(r"([?&](?:ssl)?password=)[^&#]*", re.IGNORECASE)


def without_password(url: str) -> str:
    """A URL with `***` for its passwords. A malformed URL hides too much rather than too little."""
    return _IN_QUERY.sub(r"\1***", _IN_FRONT.sub(r"\1:***@", url))
