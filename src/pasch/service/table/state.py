"""The state of a table: the fold of its log, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from pasch.rules.errors import InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.rules.lazy import Value, made
from pasch.rules.match import Match
from pasch.rules.notation.events import event_from_data
from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants import variant_with
from pasch.service.log import PAUSING, PLAYED, PRESENCE, QUIET, Data, Fold, LogEvent, NewEvent
from pasch.service.requests import SeatKind, Status, Visibility
from pasch.service.table.clocks import Clock, Thinking
from pasch.service.table.imported import Imported, imported_from_data, imported_to_data
from pasch.service.table.options import PLAIN, Absent, TableOptions, options_from_data, options_to_data
from pasch.service.table.place import VACANT, Place, face, on_one_device
from pasch.service.table.presence import away_from_data, substitute_from_data

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class TableState(Value):
    """A table after event `seq`.

    `match` is None before the start; its players are the numbers of the seats. `seeds` are those that seats gave, in
    the order of the seats. `round` is that of the running or the last turn. `starts`: whether the match begins
    automatically when every seat is taken. `rules_name` is the house's name for its rules, often empty. `hints`:
    whether players may ask for advice while they play. `at` is the time of event `seq`, `solid` the number of the last
    event that is not quiet. `pause` are the seats that want one, the first requester first. `stood` is the time since
    which no player is awaited; None while graces count. `imported`: the match was played elsewhere. `idle`: it is
    paused because no player is present, and resumes with the first who returns. `pause_ends`: when the requested or
    running pause ends; None without an end.
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
    options: TableOptions = PLAIN
    at: datetime = LONG_AGO
    solid: int = 0
    clock: Clock | None = None
    pause: tuple[int, ...] = ()
    stood: datetime | None = None
    imported: Imported | None = None
    idle: bool = False
    pause_ends: datetime | None = None

    @property
    def open_seats(self) -> int:
        """The number of people that the table still waits for."""
        return sum(not place.taken for place in self.places)

    @property
    def all_ready(self) -> bool:
        """Whether all players at the table are ready."""
        return all(place.ready or place.kind is SeatKind.BOT for place in self.places)

    @property
    def to_move(self) -> int | None:
        """The seat that has to act; None between games and when nothing can be played."""
        if self.match is None or self.status is not Status.RUNNING:
            return None
        return self.match.game.to_move

    @property
    def bot_to_move(self) -> str | None:
        """The policy that is to move, when it is a bot's turn."""
        return None if self.to_move is None else self.places[self.to_move - 1].player

    @property
    def between_games(self) -> bool:
        """Whether the next game of the match can begin."""
        return self.status is Status.RUNNING and self.match is not None and self.match.between_games

    @property
    def only_bots(self) -> bool:
        """Whether the table has no person, and waits for none."""
        return all(place.kind is SeatKind.BOT for place in self.places)

    @property
    def waits_for_bot(self) -> bool:
        """Whether a bot has to act; bots without people also begin the next game."""
        return self.bot_to_move is not None or (self.between_games and self.only_bots)

    @property
    def one_device(self) -> bool:
        """Whether all people at the table share one screen."""
        return on_one_device(self.places)

    @property
    def in_play(self) -> bool:
        """Whether the match is running or paused."""
        return self.match is not None and not self.status.ended

    @property
    def resumes(self) -> datetime | None:
        """When the match resumes automatically."""
        return self.pause_ends if self.status is Status.PAUSED else None

    @property
    def awake(self) -> bool:
        """Whether time counts: people play at several devices, the match is running, and a player is present."""
        if self.status is not Status.RUNNING or self.one_device:
            return False
        return self.attended

    @property
    def attended(self) -> bool:
        """Whether a person who plays is present."""
        return any(place.person and place.present for place in self.places)

    @property
    def thinking(self) -> Thinking | None:
        """The awaited move, now or after the pause."""
        game = self.match.game if self.match is not None and self.in_play else None
        if game is None or game.turn is None or game.to_move is None:
            return None
        return Thinking(self.game_number, game.turn.number, game.to_move)

    @property
    def game_number(self) -> int:
        """The number of the running or last game, from 1."""
        return len(self.match.games) if self.match else 1

    def overdue(self, place: Place, now: datetime) -> bool:
        """Whether a player is away, and the others need not wait any longer."""
        return place.person and place.away is not None and place.away.until <= (self.stood or now)

    def begun(self) -> Match:
        """The match before its first roll."""
        return Match.begin(self.variant, map(str, range(1, len(self.places) + 1)), self.games)

    def evolve(self, event: LogEvent, fold: Fold | None = None) -> TableState:
        """The state after the next event. Events of later versions change only the number.

        `fold` is the decision's result for the event. It counts only for the match that it began with.
        """
        solid = self.solid if event.type in QUIET or is_idle(event.data) else event.seq
        if fold is not None and fold.before is self.match:
            changed = self._played(fold.before, fold.after)
        else:
            changed = self._changed(event).__dict__.copy()
        changed["seq"], changed["at"], changed["solid"] = event.seq, event.at, solid
        after = made(TableState, changed)
        return after if after.one_device else after._timed(self, event)  # noqa: SLF001 - its own kind

    def following(self, events: Iterable[NewEvent]) -> TableState:
        """The state after events that are decided but not written, all at the time of this state."""
        state = self
        for number, event in enumerate(events, start=self.seq + 1):
            state = state.evolve(LogEvent(number, event.type, self.at, event.seat, event.data), event.fold)
        return state

    def _timed(self, before: TableState, event: LogEvent) -> TableState:
        """The state with its clock and its graces at the time of the event that was just applied."""
        restarted = event.type == "clock_restarted"
        clock, awake = self.clock, self.awake
        if clock is not None:
            clock = clock.stopped_at(event.at, _until(event)) if restarted else clock.seen_at(event.at)
            runs = awake and self.to_move is not None and self.bot_to_move is None
            returned = event.type == "seat_returned" and event.seat == self.to_move
            restart = returned or event.data.get("planned") is True
            clock = clock.for_move(self.thinking, runs=runs, restart=restart)
        stood = before.at if restarted else before.stood
        if not awake:
            return replace(self, clock=clock, stood=before.stood or event.at)
        if stood is None:
            return self if clock is self.clock and self.stood is None else replace(self, clock=clock, stood=None)
        places = tuple(_postponed(place, stood, event.at) for place in self.places)
        return replace(self, clock=clock, stood=None, places=places)

    def _changed(self, event: LogEvent) -> TableState:
        match event.type:
            case "seat_taken" | "seat_left" | "seat_opened" | "seat_moved" | "seat_ready" if event.seat is not None:
                return self._seated(event, self.places[event.seat - 1])
            case kind if kind in PRESENCE:
                return self._presence(event)
            case kind if kind in PAUSING:
                return self._pausing(event)
            case "table_started":
                seeds = tuple(map(str, _items(event.data.get("seeds"))))
                return replace(self, status=Status.RUNNING, seeds=seeds, match=self.begun())
            case "match_finished":
                return replace(self, status=Status.FINISHED)
            case "table_aborted":
                return replace(self, status=Status.ABORTED)
            case kind if kind in PLAYED and self.match is not None:
                played = event_from_data(kind, event.seat, event.data)
                return made(TableState, self._played(self.match, self.match.evolve(played)))
        return self

    def _played(self, before: Match, after: Match) -> dict[str, object]:
        """The fields after a step of the match."""
        fields = self.__dict__.copy()
        fields["match"] = after
        turn = after.game.turn or before.game.turn
        if turn is not None:
            fields["round"] = turn.round
        return fields

    def _seated(self, event: LogEvent, place: Place) -> TableState:
        match event.type, event.data:
            case ("seat_taken" | "seat_left", {"bot": str(bot)}):
                place = Place(SeatKind.BOT, bot, real=place.real)
            case ("seat_taken", data):
                shared = place.shared or data.get("shared") is True
                computer = data.get("computer") is True
                mark = face(data.get("mark")) or place.mark
                place = replace(place, taken=True, ready=False, computer=computer, shared=shared, mark=mark)
            case ("seat_moved", data):
                place = replace(place, computer=data.get("computer") is True)
            case ("seat_ready", {"ready": bool(ready)}):
                place = replace(place, ready=ready)
            case ("seat_left", {"frozen": True}):
                place = Place(SeatKind.HUMAN, gone=True)
            case _:
                place = replace(VACANT, real=place.real)
        seated = self.put(event.seat, place)
        withdrawn = event.type == "seat_left" and self.pause[:1] == (event.seat,)
        return replace(seated, pause=(), pause_ends=None) if withdrawn else seated

    def _presence(self, event: LogEvent) -> TableState:
        if event.seat is None:
            return self
        place = self.places[event.seat - 1]
        match event.type:
            case "seat_away":
                return self.put(event.seat, replace(place, away=away_from_data(event.at, event.data)))
            case "seat_back":
                return self.put(event.seat, replace(place, away=None, choice=None))
            case "absence_decided":
                return self._decided(event.data)
            case "seat_held":
                return self.put(event.seat, replace(place, substitute=substitute_from_data(event.data)))
            case _:
                return self.put(event.seat, replace(place, substitute=None))

    def _decided(self, data: Data) -> TableState:
        match data:
            case {"target": int(target), "choice": str(choice)}:
                place = replace(self.places[target - 1], choice=Absent(choice))
                return self.put(target, replace(place, substitute=None) if place.choice is Absent.ENTRY else place)
            case _:
                raise InvalidInput("“{kind}” with this data is not an event", kind="absence_decided")

    def _pausing(self, event: LogEvent) -> TableState:
        match event.type:
            case "pause_asked" if event.seat is not None:
                return replace(self, pause=(*self.pause, event.seat), pause_ends=_until(event))
            case "pause_agreed" if event.seat is not None:
                return replace(self, pause=(*self.pause, event.seat))
            case "table_paused":
                idle = is_idle(event.data)
                return replace(self, status=Status.PAUSED, pause=(), idle=idle, pause_ends=_until(event))
            case "table_resumed":
                return replace(self, status=Status.RUNNING, idle=False, pause_ends=None)
            case _:
                return replace(self, pause=(), pause_ends=None)

    def put(self, seat: int | None, place: Place) -> TableState:
        """The state with another place on a seat."""
        places = (place if number == seat else p for number, p in enumerate(self.places, start=1))
        return replace(self, places=tuple(places))


def is_idle(data: Data) -> bool:
    """Whether a pause begins or ends because players have left or returned; possible moves stay the same."""
    return data.get("idle") is True


def opened(event: LogEvent) -> TableState:
    """The state after a table's first event. Raises `InvalidInput` when it is another one."""
    match event.data:
        case {"variant": str(variant), "rules": dict(rules), "games": int(games), "seats": list(seats), **more}:
            options = options_from_data(more)
            return TableState(
                seq=event.seq,
                status=Status.WAITING,
                variant=variant_with(variant, _switches(rules)),
                games=games,
                visibility=Visibility(str(more.get("visibility"))),
                places=(places := tuple(map(Place.from_data, seats))),
                starts=more.get("start") is True,
                commitment=str(more.get("commitment")),
                rules_name=str(more.get("rules_name", "")),
                hints=bool(more.get("hints", on_one_device(places))),
                options=options,
                at=event.at,
                solid=event.seq,
                clock=None if options.time is None else Clock.new(options.time, len(places), event.at),
                stood=event.at,
                imported=imported_from_data(more),
            )
        case _:
            raise InvalidInput("A table cannot begin with “{kind}”", kind=event.type[:40])


def _until(event: LogEvent) -> datetime | None:
    match event.data:
        case {"until": str(until)}:
            return datetime.fromisoformat(until)
        case _:
            return None


def _postponed(place: Place, stood: datetime, now: datetime) -> Place:
    return place if place.away is None else replace(place, away=place.away.postponed(stood, now))


def opening(state: TableState) -> Data:
    """The content of the first event of a table in this state; `opened` reads it back."""
    data: dict[str, Plain] = {
        "variant": state.variant.key,
        "rules": dict(state.variant.switches),
        "games": state.games,
        "seats": [place.data for place in state.places],
        "visibility": state.visibility.value,
        "start": state.starts,
        "commitment": state.commitment,
        "hints": state.hints,
        **options_to_data(state.options),
        **imported_to_data(state.imported),
    }
    return data | {"rules_name": state.rules_name} if state.rules_name else data


def _switches(rules: dict[str, Plain]) -> dict[str, SwitchValue]:
    return {name: value for name, value in rules.items() if not isinstance(value, list | dict)}


def _items(value: Plain) -> list[Plain]:
    return value if isinstance(value, list) else []
