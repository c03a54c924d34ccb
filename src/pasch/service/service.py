"""The whole service, for the programs that serve it."""

from dataclasses import dataclass

from pasch.service.archive.history import History
from pasch.service.chat.chat import Chat
from pasch.service.daily import Daily
from pasch.service.people.accounts import Accounts
from pasch.service.people.continuing import Continuing
from pasch.service.people.privacy import Leaving
from pasch.service.people.sessions import Sessions, Tokens
from pasch.service.ports import Bus
from pasch.service.puzzles import Puzzles
from pasch.service.results.profiles import Profiles
from pasch.service.results.results import ResultRecorder
from pasch.service.results.scores import Scores
from pasch.service.retention import Purge
from pasch.service.runtime.tables import Lobby, Tables
from pasch.service.shared_events import SharedEvents


@dataclass(frozen=True)
class Service:
    """All parts of a process. They are independent and share one store."""

    tables: Tables
    sessions: Sessions
    accounts: Accounts
    tokens: Tokens
    leaving: Leaving
    results: ResultRecorder
    scores: Scores
    profiles: Profiles
    daily: Daily
    events: SharedEvents
    puzzles: Puzzles
    history: History
    chat: Chat
    lobby: Lobby
    continuing: Continuing
    purge: Purge
    bus: Bus
