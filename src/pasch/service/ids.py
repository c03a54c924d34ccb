"""Unguessable identifiers, each with a distinct type."""

import hashlib
from typing import NewType

TableId = NewType("TableId", str)
"""A table: 16 random bytes as URL-safe text. Only people who were given it can know it."""

SessionId = NewType("SessionId", str)
"""A person or program that plays, with any of its tokens. Secret: no other player ever receives it."""

Handle = NewType("Handle", str)
"""The public identifier of a person, independent of the name: 18 hexadecimal digits, constant for life."""

ProcessId = NewType("ProcessId", str)
"""A process that serves tables, from its start to its end."""


def handle_of(person: SessionId) -> Handle:
    """The public handle of a person. It cannot be inverted."""
    return Handle(hashlib.sha256(b"handle " + person.encode()).hexdigest()[:18])
