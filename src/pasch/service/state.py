"""The state of a table: the fold of its log, and nothing that is not in the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pasch.rules.errors import InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.rules.match import Match
from pasch.rules.notation.events import event_from_data
from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants import variant_with
from pasch.service.log import Data, LogEvent
from pasch.service.requests import SeatKind, Status, Visibility

PLAYED = frozenset(
    {
        "dice_rolled",
        "announced",
        "doubled",
        "scored",
        "entry_taken_back",
        "action_die_rolled",
        "action_used",
        "turn_ended",
        "cell_lost",
        "claimed",
        "claim_answered",
        "claim_settled",
        "nothing_taken",
        "chip_removed",
        "game_started",
    }
)
"""The events that come from the rules; a record tells the same ones."""

SEATING = frozenset({"seat_taken", "seat_left"})
"""The events with which rows of seats change."""


@dataclass(frozen=True)
class Place:
    """A seat as the log knows it. `taken` is true but for people still waited for."""

    kind: SeatKind
    bot: str | None = None
    taken: bool = True


@dataclass(frozen=True)
class TableState:
    """A table after event `seq`.

    `match` is None before the start; its players are the numbers of the seats. `seeds` are
    those that seats gave, in the order of the seats. `round` is the one of the turn that is running
    or was the last. `starts` says whether the match begins by itself when every seat is taken.
    `rules_name` is what the house calls its rules, often nothing. `hints`: whether players may ask
    for advice while they play.
    """

    seq: int
    status: Status
    variant: Variant
    games: int
    visibility: Visibility
    places: tuple[Place, ...]
    starts: bool
    commitment: str
    seeds: tuple[str, ...] = ()
    match: Match | None = None
    round: int = 1
    rules_name: str = ""
    hints: bool = True

    @property
    def open_seats(self) -> int:
        """How many people the table still waits for."""
        return sum(not place.taken for place in self.places)

    @property
    def to_move(self) -> int | None:
        """The seat that has to act; None between games and when nothing can be played."""
        if self.match is None or self.status is not Status.RUNNING:
            return None
        return self.match.game.to_move

    @property
    def bot_to_move(self) -> str | None:
        """The policy that is to move, when it is a bot's turn."""
        return None if self.to_move is None else self.places[self.to_move - 1].bot

    @property
    def between_games(self) -> bool:
        """Whether the next game of the match can begin."""
        return self.status is Status.RUNNING and self.match is not None and self.match.between_games

    @property
    def only_bots(self) -> bool:
        """Whether no person sits at the table, nor is waited for."""
        return all(place.kind is SeatKind.BOT for place in self.places)

    @property
    def one_device(self) -> bool:
        """Whether all people at the table sit around one screen."""
        return on_one_device(self.places)

    @property
    def game_number(self) -> int:
        """The game that is running or ended last, from 1."""
        return len(self.match.games) if self.match else 1

    def begun(self) -> Match:
        """The match before its first roll."""
        return Match.begin(self.variant, map(str, range(1, len(self.places) + 1)), self.games)

    def evolve(self, event: LogEvent) -> TableState:
        """The state after the next event. What later versions log changes only the number."""
        return replace(self._changed(event), seq=event.seq)

    def _changed(self, event: LogEvent) -> TableState:
        match event.type:
            case "seat_taken":
                return self._with_place(event.seat, taken=True)
            case "seat_left":
                return self._left(event)
            case "table_started":
                seeds = tuple(map(str, _items(event.data.get("seeds"))))
                return replace(self, status=Status.RUNNING, seeds=seeds, match=self.begun())
            case "match_finished":
                return replace(self, status=Status.FINISHED)
            case "table_aborted":
                return replace(self, status=Status.ABORTED)
            case kind if kind in PLAYED and self.match is not None:
                played = event_from_data(kind, event.seat, event.data)
                return self._played(self.match, self.match.evolve(played))
        return self

    def _played(self, before: Match, after: Match) -> TableState:
        turn = after.game.turn or before.game.turn
        return replace(self, match=after, round=self.round if turn is None else turn.round)

    def _left(self, event: LogEvent) -> TableState:
        bot = event.data.get("bot")
        if isinstance(bot, str):
            return self._put(event.seat, Place(SeatKind.BOT, bot))
        return self._with_place(event.seat, taken=False)

    def _with_place(self, seat: int | None, *, taken: bool) -> TableState:
        return self if seat is None else self._put(seat, replace(self.places[seat - 1], taken=taken))

    def _put(self, seat: int | None, place: Place) -> TableState:
        places = (place if number == seat else p for number, p in enumerate(self.places, start=1))
        return replace(self, places=tuple(places))


def opened(event: LogEvent) -> TableState:
    """The state after a table's first event. Raises `InvalidInput` when it is another one."""
    match event.data:
        case {"variant": str(variant), "rules": dict(rules), "games": int(games), "seats": list(seats), **more}:
            return TableState(
                seq=event.seq,
                status=Status.WAITING,
                variant=variant_with(variant, _switches(rules)),
                games=games,
                visibility=Visibility(str(more.get("visibility"))),
                places=(places := tuple(map(_place, seats))),
                starts=more.get("start") is True,
                commitment=str(more.get("commitment")),
                rules_name=str(more.get("rules_name", "")),
                hints=bool(more.get("hints", on_one_device(places))),
            )
        case _:
            raise InvalidInput("“{kind}” is not how a table begins", kind=event.type[:40])


def on_one_device(places: Iterable[Place]) -> bool:
    """Whether nobody plays from afar. There hints are allowed unless something else is said."""
    return all(place.kind is not SeatKind.HUMAN for place in places)


def opening(state: TableState) -> Data:
    """What the first event of a table in this state says; `opened` reads it back."""
    data: dict[str, Plain] = {
        "variant": state.variant.key,
        "rules": dict(state.variant.switches),
        "games": state.games,
        "seats": [_seat_data(place) for place in state.places],
        "visibility": state.visibility.value,
        "start": state.starts,
        "commitment": state.commitment,
        "hints": state.hints,
    }
    return data | {"rules_name": state.rules_name} if state.rules_name else data


def _seat_data(place: Place) -> dict[str, Plain]:
    return {"kind": place.kind.value, "bot": place.bot}


def _place(data: Plain) -> Place:
    match data:
        case {"kind": str(kind), "bot": None | str() as bot}:
            return Place(SeatKind(kind), bot, taken=SeatKind(kind) is not SeatKind.HUMAN)
        case _:
            raise InvalidInput("A seat has a kind and a bot")


def _switches(rules: dict[str, Plain]) -> dict[str, SwitchValue]:
    return {name: value for name, value in rules.items() if not isinstance(value, list | dict)}


def _items(value: Plain) -> list[Plain]:
    return value if isinstance(value, list) else []
