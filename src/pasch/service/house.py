"""The whole service, for whoever puts it before people."""

from dataclasses import dataclass

from pasch.service.accounts import Accounts
from pasch.service.chat import Chat
from pasch.service.continuing import Continuing
from pasch.service.history import History
from pasch.service.leaving import Leaving
from pasch.service.lobby import Lobby
from pasch.service.ports import Bus
from pasch.service.results import ResultKeeper
from pasch.service.retention import Purge
from pasch.service.scores import Scores
from pasch.service.sessions import Sessions
from pasch.service.tables import Tables
from pasch.service.tokens import Tokens


@dataclass(frozen=True)
class House:
    """What a process serves: every part stands on its own, and they share one store."""

    tables: Tables
    sessions: Sessions
    accounts: Accounts
    tokens: Tokens
    leaving: Leaving
    results: ResultKeeper
    scores: Scores
    history: History
    chat: Chat
    lobby: Lobby
    continuing: Continuing
    purge: Purge
    bus: Bus
