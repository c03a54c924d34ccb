"""The server's log for its operator: one line for each event, without personal data.

Theory of operation. Every part of Pasch logs through the standard library: a constant event name, and fields in
`extra`. Here structlog formats the lines. They cannot contain personal data, whatever the caller logs. Only the fields
in `FIELDS` are written. A short keyed hash replaces a table, since the address of a private table is its secret. An
error appears as its kind and its places in the code, and other libraries' messages without their arguments.
"""

import asyncio
import hashlib
import logging
import secrets
import threading
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from traceback import extract_tb
from typing import Any, TextIO

import structlog
from structlog.stdlib import ProcessorFormatter

from pasch.server.configuration.settings import Operation

log = logging.getLogger("pasch.server")

FIELDS = frozenset(
    {
        *("bus", "code", "database", "error", "job", "library", "method", "reason", "route", "seconds", "status"),
        *("table", "version", "what", "where", "why"),
    }
)
"""The fields of a line besides time, level, process and event. None names a person."""
FRAMES = 6
"""The number of stack frames logged of an error, the innermost ones."""
HASH_BYTES = 4

Line = MutableMapping[str, Any]


class LogProcessor:
    """Formats log records. `key` is the secret of the hashes that replace tables."""

    def __init__(self, key: str | None) -> None:
        self._key = hashlib.sha256(key.encode() if key else secrets.token_bytes(32)).digest()

    def __call__(self, _logger: object, _method: str, line: Line) -> Line:
        """The fields written of a record."""
        record: logging.LogRecord = line["_record"]
        fields: dict[str, object] = {
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
        }
        if record.name.partition(".")[0] == "pasch":
            known = {name: value for name, value in vars(record).items() if name in FIELDS and value is not None}
            fields |= {"event": str(record.msg), "process": record.process, **known}
        else:
            fields |= {"event": "library", "process": record.process, "library": record.name, "what": _template(record)}
        if "table" in fields:
            fields["table"] = self._hashed(str(fields["table"]))
        if error := _raised(line.get("exc_info")):
            fields |= _error_fields(error)
        return fields

    def _hashed(self, table: str) -> str:
        return hashlib.blake2b(table.encode(), key=self._key, digest_size=HASH_BYTES).hexdigest()


def _raised(exc_info: object) -> BaseException | None:
    """The exception passed to the log with a record."""
    match exc_info:
        case BaseException():
            return exc_info
        case (_, BaseException() as error, _):
            return error
        case _:
            return None


def _template(record: logging.LogRecord) -> str:
    """A library's message without its arguments; a formatted one is cut where they begin."""
    return str(record.msg).partition("\n")[0].partition(" <")[0].partition("(")[0][:80]


def _error_fields(error: BaseException) -> dict[str, object]:
    """The kinds and code places of an error and its causes, without its message, which may contain anything."""
    chain = [error]
    while (behind := chain[-1].__cause__ or chain[-1].__context__) and len(chain) < FRAMES:
        chain.append(behind)
    places = _places(error) + ([] if len(chain) == 1 else _places(chain[-1])[-1:])
    fields: dict[str, object] = {"error": " < ".join(type(each).__qualname__ for each in chain), "where": places}
    reasons = [reason for each in chain if (reason := _reason(each))]
    return fields | ({"reason": reasons[-1]} if reasons else {})


def _reason(error: BaseException) -> str | None:
    """The error's name in the system or SQLite, from a fixed list."""
    return error.strerror if isinstance(error, OSError) else getattr(error, "sqlite_errorname", None)


def _places(error: BaseException) -> list[str]:
    frames = extract_tb(error.__traceback__)[-FRAMES:]
    return [f"{'/'.join(Path(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}" for frame in frames]


@contextmanager
def logging_to(stream: TextIO, operation: Operation) -> Iterator[None]:
    """Write this process's log to a stream while the context is open."""
    root, handler = logging.getLogger(), logging.StreamHandler(stream)
    plain, level = _format_and_level(stream, operation)
    handler.setFormatter(_formatter(LogProcessor(operation.log_key), stream, plain=plain))
    handler.addFilter(_is_logged)
    before, hook = root.level, threading.excepthook
    root.addHandler(handler)
    root.setLevel(level)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # spares the records that the filter would drop
    threading.excepthook = _thread_failed
    try:
        yield
    finally:
        threading.excepthook = hook
        root.setLevel(before)
        root.removeHandler(handler)


def _format_and_level(stream: TextIO, operation: Operation) -> tuple[bool, str]:
    """Whether lines are plain, and the level. At a terminal the command reports the start."""
    at_terminal = operation.log_format == "auto" and stream.isatty()
    level = operation.log_level.upper()
    if at_terminal and level == "INFO":
        level = "WARNING"
    return at_terminal or operation.log_format == "plain", level


def _formatter(processor: LogProcessor, stream: TextIO, *, plain: bool) -> logging.Formatter:
    writing: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer(colors=stream.isatty(), sort_keys=False)
        if plain
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    return ProcessorFormatter(
        foreign_pre_chain=[],
        processors=[processor, writing],
    )


def _is_logged(record: logging.LogRecord) -> bool:
    """Select records: of libraries from warnings on, of uvicorn errors alone, since strangers cause the rest.

    Errors in requests are logged elsewhere.
    """
    match record.name.partition(".")[0]:
        case "pasch":
            return True
        case "uvicorn":
            return record.levelno >= logging.ERROR and not record.exc_info
        case _:
            return record.levelno >= logging.WARNING


def _thread_failed(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is not None:
        log.error("unexpected_error", exc_info=failed.exc_value, extra={"what": "A thread ended"})


def unexpected(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log errors of the event loop, bots, clocks and other background work; the event loop's exception handler."""
    what = str(context.get("message", "")).partition(" <")[0].partition("(")[0][:80]
    fields = {"what": what, "table": context.get("table")}
    log.error("unexpected_error", exc_info=context.get("exception"), extra=fields)
