"""Names of things that are not guessable, kept apart by the type checker."""

import hashlib
from typing import NewType

TableId = NewType("TableId", str)
"""A table: 16 random bytes as text that is safe in an address. Who holds it was shown it."""

SessionId = NewType("SessionId", str)
"""A person or program that plays, whatever token it shows. Secret: nobody else is told."""

Handle = NewType("Handle", str)
"""What a person is known by to others, whatever the name is: 18 hexadecimal digits, the same for life."""

ProcessId = NewType("ProcessId", str)
"""A process that serves tables, from its start to its end."""


def handle_of(person: SessionId) -> Handle:
    """What others know a person by. The way back cannot be found."""
    return Handle(hashlib.sha256(b"handle " + person.encode()).hexdigest()[:18])
