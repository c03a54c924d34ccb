"""Where a Redis is, and which of its channels is ours."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

USUAL = "pasch"
PREFIX = re.compile(r"[A-Za-z0-9_.-]{1,40}")


@dataclass(frozen=True)
class Address:
    """The server's `url` as its library reads it, which may hold a password, and the channel for the news."""

    url: str
    channel: str

    @classmethod
    def of(cls, url: str) -> "Address":
        """What a URL names; its `prefix` sets installations apart that share a server. Raises `ValueError`."""
        split = urlsplit(url)
        options = dict(parse_qsl(split.query, keep_blank_values=True, strict_parsing=bool(split.query)))
        prefix = options.pop("prefix", USUAL)
        if not PREFIX.fullmatch(prefix) or (split.scheme == "unix" and not split.path):
            raise ValueError(url)
        return cls(urlunsplit(split._replace(query=urlencode(options))), f"{prefix}:bus")

    def __repr__(self) -> str:
        return f"Address({self.channel})"
