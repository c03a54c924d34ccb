"""Addresses of databases and buses, as they may be shown."""

import re

_IN_FRONT = re.compile(r"(?<=://)([^:/?#@]*):.*@", re.DOTALL)
_IN_QUERY = re.compile(r"([?&](?:ssl)?password=)[^&#]*", re.IGNORECASE)


def without_password(url: str) -> str:
    """A URL with `***` for its passwords; of one that is written wrongly rather more is hidden than too little."""
    return _IN_QUERY.sub(r"\1***", _IN_FRONT.sub(r"\1:***@", url))
