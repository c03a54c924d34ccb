"""What goes wrong where nobody waits for an answer: it is told, and tried again."""

import asyncio

from pasch.service.ids import TableId

PATIENCE = 1.0
"""Seconds to wait after something went wrong."""


def report(message: str, error: Exception, table: TableId | None = None) -> None:
    """Tell the handler of the event loop, which writes the log. `table` is the one that it happened at."""
    where = {} if table is None else {"table": table}
    asyncio.get_running_loop().call_exception_handler({"message": message, **where, "exception": error})
