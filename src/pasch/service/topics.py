"""Topics of the bus, in addition to the logs of tables, whose topics are their ids.

The store counts logs and chats, so their numbers mean the same in every process. Any other number
only signals news: the bus of each process counts that news separately, and clocks need not agree.
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
    """A parsed topic: its kind, and its table; empty without a table. For a token, the token's id."""

    kind: str
    table: TableId


def parts(topic: str) -> Topic:
    """The kind of a topic, `LOG`, `CHAT`, `WATCHERS`, `VALIDITY` or `LOBBY`, and its table.

    For an unknown topic, any other kind.
    """
    if topic == LOBBY:
        return Topic(LOBBY, TableId(""))
    kind, _, table = topic.rpartition(":")
    return Topic(kind, TableId(table))


def counted(topic: str) -> bool:
    """Whether the store counts the events of a topic."""
    return parts(topic).kind in {LOG, CHAT}


def watchers_topic(table: TableId) -> str:
    """The topic of a table's connections, players and watchers."""
    return f"{WATCHERS}:{table}"


def chat_topic(table: TableId | None) -> str:
    """The topic of a table's chat; None: of the lobby's. No id of a table contains a colon."""
    return f"{CHAT}:{table or ''}"


def token_topic(token: str) -> str:
    """The topic of the validity of the token with this id."""
    return f"{VALIDITY}:{token}"
