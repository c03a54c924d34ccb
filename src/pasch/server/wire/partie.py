"""Keys of seats: to interrupt a match, and to go on with it elsewhere."""

from typing import Annotated

from pydantic import Field

from pasch.server.wire.base import Answered, Sent
from pasch.server.wire.tables import Snapshot
from pasch.service.people.continuing import LONGEST_INPUT


class SeatKey(Answered):
    """The caller's key at a table, the same for as long as the match lasts."""

    key: Annotated[
        str,
        Field(
            description="Sixteen characters in groups; its holder plays on in the caller's place.",
            examples=["92MH-VXV2-F4J5-X8VW"],
        ),
    ]
    address: Annotated[str, Field(description="Opened on another device, it asks there and goes on.")]
    qr: Annotated[str, Field(description="The address as a QR code, an SVG document.")]
    kept_until: Annotated[str, Field(description="When the match is deleted unless it is continued before.")]


class Interrupted(SeatKey):
    """The key, and the table after the interruption."""

    table: Annotated[
        Snapshot, Field(description="It is `paused`, or others are asked for a `pause`; before the start it waits on.")
    ]


class BringKey(Sent):
    """A key from another device."""

    key: Annotated[
        str,
        Field(
            max_length=10_000,
            description="As it was read or typed, in small letters too, with blanks or without:"
            f" at most {LONGEST_INPUT} characters.",
        ),
    ]
