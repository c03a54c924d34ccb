"""Sessions: who is calling."""

from typing import Annotated

from pydantic import Field

from pasch.server.wire.base import Answered, Name, Sent


class OpenSession(Sent):
    """A guest's wish for a session."""

    name: Name | None = None


class SessionName(Answered):
    """Who the caller is."""

    name: Annotated[str, Field(description="The name; empty when none was given.")]
    person: Annotated[str, Field(description="What others know the caller by, whatever the name is.")]


class NewSession(SessionName):
    """A new session. The token stands here once; the cookie `pasch_session` carries it too."""

    token: Annotated[str, Field(description="Send it as `Authorization: Bearer …`, unless the cookie does.")]
