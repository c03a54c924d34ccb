"""A table's events as a stream: JSON Lines, or server-sent events on request."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from functools import partial

from starlette.requests import Request

from pasch.server.api.answers import text_of
from pasch.server.context import Context
from pasch.service.requests import Session
from pasch.service.views.schema.events import Event
from pasch.service.views.view import Batch

LINES = "application/x-ndjson"
SENT_EVENTS = "text/event-stream"
LONGEST_NUMBER = 16


def wants_sent_events(request: Request) -> bool:
    """Whether the caller requested server-sent events, as browsers do."""
    return SENT_EVENTS in request.headers.get("accept", "")


def last_seen(request: Request, after: int) -> int:
    """The number after which to resume: the requested one, or the last that a returning browser has seen."""
    seen = request.headers.get("last-event-id", "")
    return max(after, int(seen)) if seen.isascii() and seen.isdigit() and len(seen) < LONGEST_NUMBER else after


def line(event: Event) -> str:
    """One event as a line of JSON."""
    return text_of(event) + "\n"


def sent_event(event: Event) -> str:
    """One event in the format for browsers; its number lets them resume."""
    return f"id: {event['seq']}\ndata: {line(event)}\n"


async def past(
    first: Sequence[Event], pieces: AsyncGenerator[Sequence[Event]], *, as_sent_events: bool
) -> AsyncIterator[str]:
    """The events as text, piece by piece."""
    write = sent_event if as_sent_events else line
    async with aclosing(pieces):
        yield "".join(map(write, first))
        async for piece in pieces:
            yield "".join(map(write, piece))


async def stream(
    context: Context, caller: Session | None, first: Batch, batches: AsyncGenerator[Batch], *, as_sent_events: bool
) -> AsyncIterator[str]:
    """The events as text until the log, the caller's session or the server ends, or the caller goes."""
    write, silence = (sent_event, context.settings.heartbeat) if as_sent_events else (line, None)
    until = None if caller is None else partial(context.sessions.revoked, caller)
    with context.metrics.streams.track_inprogress():
        async with aclosing(batches), aclosing(context.closing.until_end(batches, silence, until)) as coming:
            if as_sent_events:
                yield ": events follow\n\n"
            yield "".join(map(write, first.events))
            async for batch in coming:
                yield ": still here\n\n" if batch is None else "".join(map(write, batch.events))
