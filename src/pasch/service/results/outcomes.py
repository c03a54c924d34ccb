"""The outcome of a game for every seat, derived from the log of its table. Pure."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import PaschError
from pasch.rules.game import Game
from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants import variant_with
from pasch.service.ids import SessionId, TableId
from pasch.service.log import GAME_ENDS, LogEvent
from pasch.service.ports import TableRow
from pasch.service.requests import SeatKind, Visibility
from pasch.service.runtime.cache import EventContext, LiveTable
from pasch.service.table.state import TableState

SIDES = 6
"""Only six-sided dice are counted: a ten-sided one would need a separate row."""


class Player(StrEnum):
    """Who rolled the dice of a seat: one person, a computer, or first one and then the other."""

    PERSON = "person"
    BOT = "bot"
    MIXED = "mixed"


@dataclass(frozen=True)
class Outcome:
    """One seat of one ended game.

    `rules` is the text from `rules_text`. `session` owns the result; `name` is empty where a default is shown. `bot`
    names the policy. `whole`: the game was played to its end, the sheet is the seat's own work, and its player does not
    secretly play another seat as well; otherwise only the dice count. `public`: whether everyone may see the table.
    `by_hand`: the score comes from typed dice. `score` and `rank` are as the game counts, `faces` how often each face
    fell for the player, from 1. `luck` is what the dice were worth in points against the average, `losses` what each
    kind of decision cost; None until they are computed, and where they cannot be.
    """

    table: TableId
    game: int
    seat: int
    ended_at: datetime
    variant: str
    rules: str
    session: SessionId | None
    name: str
    player: Player
    bot: str | None
    whole: bool
    public: bool
    by_hand: bool
    hints: bool
    score: int
    rank: int
    seats: int
    faces: tuple[int, ...]
    luck: float | None = None
    losses: Mapping[str, float] | None = None


def rules_text(switches: Mapping[str, SwitchValue]) -> str:
    """House rules as text that is equal for equal rules: compact JSON, sorted by name."""
    return json.dumps(dict(switches), sort_keys=True, separators=(",", ":"))


@lru_cache(maxsize=500)
def known_variant(key: str, rules: str) -> Variant | None:
    """The variant with stored rules; None if this version does not have them."""
    try:
        return variant_with(key, json.loads(rules))
    except PaschError:
        return None


def outcomes_of(row: TableRow, live: LiveTable) -> list[Outcome]:
    """The outcomes of all ended games at a table with this row; none for a match that was played elsewhere."""
    state, hands, ends = live.state, _Hands(), dict[int, datetime]()
    if state.imported is not None or state.match is None:
        return []
    for known in live.log:
        hands.see(known)
        if known.event.type in GAME_ENDS:
            ends.setdefault(known.game, known.event.at)
    ended = [_Ended(number, state.match.games[number - 1], at) for number, at in ends.items()]
    doubles = _secret_doubles(row, state)
    found = [
        _outcome(row, state, game, seat, replace(hands[game.number, seat], by_hand=hands.by_hand(state, game, seat)))
        for game in ended
        for seat in range(1, len(row.seats) + 1)
    ]
    honest = (replace(each, whole=each.whole and each.session not in doubles) for each in found)
    return [outcome for outcome in honest if outcome.whole or any(outcome.faces)]


def _secret_doubles(row: TableRow, state: TableState) -> set[SessionId]:
    """People whose seats appear as several players at several devices.

    All local seats are at one device. A shared seat is at the device of another seat, and the log says so.
    """
    devices = {
        (seat.session, 0 if place.kind is SeatKind.LOCAL else seat.seat)
        for seat, place in zip(row.seats, state.places, strict=True)
        if seat.session is not None and not place.shared
    }
    counts = Counter(person for person, _ in devices)
    return {person for person, count in counts.items() if count > 1}


@dataclass(frozen=True)
class _Ended:
    """A game that has ended or was cut short."""

    number: int
    game: Game
    at: datetime


@dataclass
class _Hand:
    """The rolls of a seat in a game: how often each face fell for people and for computers."""

    people: list[int] = field(default_factory=lambda: [0] * SIDES)
    bots: list[int] = field(default_factory=lambda: [0] * SIDES)
    frozen: bool = False
    by_hand: bool = False

    @property
    def player(self) -> Player:
        """Who rolled; mixed if the seat never rolled."""
        if any(self.people):
            return Player.MIXED if any(self.bots) else Player.PERSON
        return Player.BOT if any(self.bots) else Player.MIXED


class _Hands(defaultdict[tuple[int, int], _Hand]):
    """The hands by game and seat, filled event by event from a log."""

    def __init__(self) -> None:
        super().__init__(_Hand)

    def by_hand(self, state: TableState, game: _Ended, seat: int) -> bool:
        """Whether typed dice produced the seat's score: its own, or any seat's where players change other sheets."""
        seats = [seat] if state.variant.mechanic is None else range(1, len(state.places) + 1)
        return any(self[game.number, each].by_hand for each in seats)

    def see(self, known: EventContext) -> None:
        """Add one event."""
        event = known.event
        if event.seat is None:
            return
        hand = self[known.game, event.seat]
        match event.type:
            case "dice_rolled" if event.data.get("by_hand"):
                hand.by_hand = True
            case "dice_rolled":
                _count(event, hand.bots if known.by_computer else hand.people)
            case "scored" if event.data.get("by_hand"):
                hand.by_hand = True
            case "sheet_frozen":
                hand.frozen = True
            case _:
                pass


def _count(event: LogEvent, fallen: list[int]) -> None:
    """Count the faces that fell: those on the table except the kept dice."""
    dice, keep = event.data.get("dice"), event.data.get("keep")
    for face in Roll.from_text(str(dice)).faces:
        fallen[face - 1] += 1
    for face in Keep.from_text(keep).faces if isinstance(keep, str) else ():
        fallen[face - 1] -= 1


def _outcome(row: TableRow, state: TableState, ended: _Ended, seat: int, hand: _Hand) -> Outcome:
    game, sitting, player = ended.game, row.seats[seat - 1], hand.player
    return Outcome(
        table=row.id,
        game=ended.number,
        seat=seat,
        ended_at=ended.at,
        variant=state.variant.key,
        rules=rules_text(dict(state.variant.switches)),
        session=sitting.session,
        name=sitting.name,
        player=player,
        bot=state.places[seat - 1].bot,
        whole=game.over and player is not Player.MIXED and not hand.frozen,
        public=row.visibility is Visibility.PUBLIC,
        by_hand=hand.by_hand,
        hints=state.hints,
        score=game.totals[seat - 1],
        rank=game.ranks[seat - 1],
        seats=len(row.seats),
        faces=tuple(hand.bots if player is Player.BOT else hand.people),
    )


def plays_for_points(variant: Variant) -> bool:
    """Whether a ledger can separate luck from skill: only a sheet counts there."""
    return variant.mechanic is None and not variant.instant_win and not variant.banks_rolls
