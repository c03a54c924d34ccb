"""How news is carried between processes: what can be set, and how it goes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BusSettings:
    """Times in seconds, room in topics.

    The store is asked every `poll` where nobody tells, and every `recheck` where somebody does: whoever was killed
    between writing and telling has told nobody. Between two messages news is gathered for `gather`. A lost line is
    tried again after `first_pause`, then half as often each time, but every `longest_pause`. What is said on a line
    must be taken within `answer`; one on which nothing comes for `silence`, not even what this process says itself
    every `recheck`, is lost. News for at most `backlog` topics waits; of more it is told that there was some.
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
    """How the bus of a process does, for whoever watches over it. All numbers count from its start.

    `published` and `received` are news told to other processes and heard from them, `unreadable` messages that were
    passed over, `looks` how often the store was asked instead and `failed_looks` how often it did not answer.
    `connected`: whether the line to the others stands, as ever where there is none; `reconnects`: how often it stood
    again; `lag`: by how many seconds news of others comes late.
    """

    published: int = 0
    received: int = 0
    unreadable: int = 0
    polls: int = 0
    failed_polls: int = 0
    connected: bool = True
    reconnects: int = 0
    lag: float = 0.0
