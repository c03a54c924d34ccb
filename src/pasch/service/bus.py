"""The bus between processes: its topics, settings and figures.

The topic of a table's log is the table's id. The store counts logs and chats, so their numbers mean the same in every
process. Any other number only signals news: the bus of each process counts that news separately, and clocks need not
agree.
"""

from dataclasses import dataclass
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


@dataclass(frozen=True)
class BusSettings:
    """Times in seconds, sizes in topics.

    Without notifications the store is polled every `poll`, with them every `recheck`: a process that was killed between
    writing and publishing has notified no reader. News is gathered for `gather` between two messages. A lost connection
    is retried after `first_pause`, then half as often each time, but at least every `longest_pause`. A message must be
    accepted within `answer`. A connection is lost after `silence` without messages, including this process's own
    message every `recheck`. News for at most `backlog` topics waits; beyond that, the process only learns that there
    was some.
    """

    poll: float = 0.5
    recheck: float = 5.0
    gather: float = 0.005
    first_pause: float = 0.1
    longest_pause: float = 5.0
    answer: float = 2.0
    silence: float = 15.0
    backlog: int = 10_000


@dataclass
class BusFigures:
    """Figures of the bus of a process, for monitoring. All numbers count from the start of the process.

    `published` and `received` are news sent to and received from other processes, `unreadable` skipped messages,
    `polls` queries of the store for news, `failed_polls` those without an answer. `connected`: whether the connection
    to the others is up, always true where there is no such connection; `reconnects`: reconnections to the message bus;
    `lag`: the delay of news from others, in seconds.
    """

    published: int = 0
    received: int = 0
    unreadable: int = 0
    polls: int = 0
    failed_polls: int = 0
    connected: bool = True
    reconnects: int = 0
    lag: float = 0.0
