"""The bus between processes: settings and figures."""

from dataclasses import dataclass


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
