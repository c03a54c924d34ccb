"""What is said on the bus between processes: JSON, one object a message."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

LARGEST = 2**20
"""Bytes of a message that is looked at."""
LONGEST_TOPIC = 200
MOST = 2**63


@dataclass(frozen=True)
class Message:
    """News of several topics. `sender` is the process, `at` the second at which the oldest of it was told.

    `lost`: there was more, which is not said: whoever reads this looks at everything.
    """

    sender: str
    at: float
    news: Mapping[str, int]
    lost: bool = False


def to_bytes(message: Message) -> bytes:
    """A message as it is sent."""
    said = {"from": message.sender, "at": message.at, "news": message.news, "lost": message.lost}
    return json.dumps(said, separators=(",", ":")).encode()


def from_bytes(data: bytes) -> Message | None:
    """A message as it was sent; None for everything that is none of ours."""
    if len(data) > LARGEST:
        return None
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        return None
    match said:
        case {"from": str(sender), "at": float(at), "news": dict(news), "lost": bool(lost)} if _readable(news):
            return Message(sender, at, news, lost)
    return None


def _readable(news: Mapping[str, object]) -> bool:
    return all(len(topic) <= LONGEST_TOPIC and type(seq) is int and 0 <= seq < MOST for topic, seq in news.items())
