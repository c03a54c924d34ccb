"""What can be listened to on the bus, beside the logs of tables, whose topics are their ids.

The store counts logs and chats, so their numbers mean the same in every process. Of all else a number only says that
there is news: the bus of each process counts that news by itself, and nobody needs clocks that agree.
"""

from typing import NamedTuple

from pasch.service.ids import TableId

LOBBY = "lobby"
"""The list of public tables."""
LOG = ""
CHAT = "chat"
WATCHERS = "watchers"
VALIDITY = "validity"


class Topic(NamedTuple):
    """A topic taken apart: its kind, and the table it belongs to; empty: it belongs to none. Of a token, its id."""

    kind: str
    table: TableId


def parts(topic: str) -> Topic:
    """The kind of a topic, `LOG`, `CHAT`, `WATCHERS`, `VALIDITY` or `LOBBY`, and its table.

    Of an unknown topic anything else.
    """
    if topic == LOBBY:
        return Topic(LOBBY, TableId(""))
    kind, _, table = topic.rpartition(":")
    return Topic(kind, TableId(table))


def counted(topic: str) -> bool:
    """Whether the store counts what happens there."""
    return parts(topic).kind in {LOG, CHAT}


def watchers_topic(table: TableId) -> str:
    """Who is at a table, players and watchers, has changed."""
    return f"{WATCHERS}:{table}"


def chat_topic(table: TableId | None) -> str:
    """What is said at a table; None: in the lobby. No id of a table holds a colon."""
    return f"{CHAT}:{table or ''}"


def token_topic(token: str) -> str:
    """Whether the token with this id is still valid."""
    return f"{VALIDITY}:{token}"
