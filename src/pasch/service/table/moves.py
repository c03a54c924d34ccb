"""The events of an action at a running table, in plain data, dice included. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from pasch.fairness.stream import ACTION_DIE, RollId, faces_of, rolled
from pasch.rules.actions import FreezeSheet, RollDice, TakeBack
from pasch.rules.dice import NOTHING, Keep, Roll
from pasch.rules.errors import IllegalAction
from pasch.rules.events import ActionDieRolled, ChipRemoved, DiceRolled, GameStarted
from pasch.rules.fingerprint import Plain
from pasch.rules.game import Game
from pasch.rules.legal import least_keep
from pasch.rules.match import NO_EVENTS, Match, MatchEvent, MatchStep
from pasch.rules.notation.events import event_to_data
from pasch.rules.state import Stage
from pasch.service.ids import TableId
from pasch.service.log import Fold, NewEvent
from pasch.service.requests import Abort, Correction, EnterDice, MatchAction, SeatKind, Status
from pasch.service.table.real_dice import correction
from pasch.service.table.state import TableState


def new_events(
    state: TableState, table: TableId, server_seed: bytes, action: MatchAction, seat: int | None
) -> list[NewEvent]:
    """The events of the action, if the rules allow it. `seat` is the one that ends the match by `Abort`.

    Raises `IllegalAction` and the other errors of the rules.
    """
    match action:
        case Abort():
            return aborted(state, server_seed, seat)
        case TakeBack():
            return _taken_back(state)
        case Correction():
            return _corrected(state, server_seed, action, seat or 0)
        case EnterDice(dice, keep):
            kept = None if keep is None else Keep.from_text(keep)
            return _played(state, table, server_seed, DiceRolled(dice, kept, by_hand=True))
        case _:
            return _played(state, table, server_seed, action)


def _corrected(state: TableState, server_seed: bytes, request: Correction, seat: int) -> list[NewEvent]:
    """A corrected turn; if its game is over, also its result."""
    requested = correction(state, seat, request)
    assert state.match is not None
    after, events = state.match.apply(requested)
    number = len(after.games)
    unfinished = state.match.with_game(after.beginning(number), NO_EVENTS, number)
    return [*as_logged(state.match, events, after), *endings(unfinished, after, _revealed(state, server_seed))]


def _played(state: TableState, table: TableId, server_seed: bytes, action: MatchStep) -> list[NewEvent]:
    match, name, revealed = running(state), dice_name(state, table), _revealed(state, server_seed)
    if isinstance(action, DiceRolled) and action.keep is None:
        turn, _ = match.game.acting()
        action = replace(action, keep=least_keep(match.variant.keep, turn)) if turn.roll else action
    if type(action) is RollDice:
        # The match takes both steps at once: a pending roll is never a state of the table.
        game, _ = match.game.apply(action)
        game, landed = game.apply(_dice(game, len(match.games), name, server_seed, state.seeds))
        after = match.going_on(game, landed)
        return [*as_logged(match, landed, after), *endings(match, after, revealed)]
    after, events = match.apply(action)
    if after.game.stage is Stage.DIE_IN_THE_AIR:
        after, died = after.apply(_action_die(after, name, server_seed, state.seeds))
        events = (*events, *died)
    return [*as_logged(match, events, after), *endings(match, after, revealed)]


def frozen(state: TableState, server_seed: bytes, seat: int) -> list[NewEvent]:
    """Freeze the sheet of a seat: it has no more turns. The match ends when no seat is left to play.

    Raises `IllegalAction`, also while a match has not begun.
    """
    match = running(state) if state.match is None or state.status.ended else state.match
    after, events = match.apply(FreezeSheet(seat))
    return [*as_logged(match, events, after), *endings(match, after, _revealed(state, server_seed))]


def running(state: TableState) -> Match:
    """The running match. Raises `IllegalAction` when there is none."""
    match state.status:
        case Status.WAITING:
            raise IllegalAction("The match has not begun yet")
        case Status.PAUSED:
            raise IllegalAction("The match is paused")
        case Status.FINISHED | Status.ABORTED:
            raise IllegalAction("The match is over")
        case Status.RUNNING:
            assert state.match is not None
            return state.match


def aborted(state: TableState, server_seed: bytes, seat: int | None) -> list[NewEvent]:
    """The premature end of a match, with the seed when dice may have been rolled."""
    if state.status.ended:
        raise IllegalAction("The match is over")
    return [NewEvent("table_aborted", seat, {"server_seed": _revealed(state, server_seed)})]


def dice_name(state: TableState, table: TableId) -> str:
    """The name in every roll of a table: that of the event whose seed it shares, else its id."""
    shared = state.options.shared_seed
    return table if shared is None else shared.name


def _revealed(state: TableState, server_seed: bytes) -> str | None:
    """The seed as the log reveals it at the end of a match; a shared one is not the table's to reveal."""
    return server_seed.hex() if state.options.shared_seed is None else None


def can_take_back(state: TableState) -> bool:
    """Whether the latest entry can be taken back: one screen, a person's entry, no roll since."""
    if state.match is None or state.status is not Status.RUNNING or not state.one_device or state.options.final:
        return False
    latest = state.match.game.latest
    mine = latest is not None and state.places[latest.seat - 1].kind is SeatKind.LOCAL
    return mine and _undoes(state.match)


def _undoes(match: Match) -> bool:
    """Whether the rules let the latest entry be taken back at this stage of the turn."""
    try:
        match.apply(TakeBack())
    except IllegalAction:
        return False
    return True


def _taken_back(state: TableState) -> list[NewEvent]:
    match = running(state)
    if not state.one_device:
        raise IllegalAction("Entries can be taken back only where all play on one device")
    if state.options.final:
        raise IllegalAction("At this table entries are final")
    after, events = match.apply(TakeBack())
    if not can_take_back(state):
        raise IllegalAction("Only a person's own entry can be taken back")
    return as_logged(match, events, after)


def _dice(game: Game, number: int, name: str, server_seed: bytes, seeds: tuple[str, ...]) -> DiceRolled:
    """The result of the pending roll; `number` is the number of the game in its match."""
    turn, _ = game.acting()
    keep = turn.staying or NOTHING
    roll_id = RollId(name, seeds, number, turn.number, turn.rolls_used + 1)
    six = game.variant.dice - len(keep.faces)
    ten = game.variant.ten_sided - len(keep.tens)
    faces, tens = faces_of(server_seed, roll_id, six, ten)
    return DiceRolled(Roll(keep.faces + faces, keep.tens + tens), keep)


def _action_die(match: Match, name: str, server_seed: bytes, seeds: tuple[str, ...]) -> ActionDieRolled:
    """The result of the pending action die. It has a separate stream, so no roll depends on it."""
    turn, _ = match.game.acting()
    [face] = rolled(server_seed, RollId(name, seeds, len(match.games), turn.number, ACTION_DIE), 1).faces
    return ActionDieRolled(face)


def as_logged(before: Match, events: Sequence[MatchEvent], after: Match) -> list[NewEvent]:
    """The events in the form of the log, each with its fold; `after` is the match after the last of them."""
    happened: list[NewEvent] = []
    for place, event in enumerate(events, start=1):
        then = after if place == len(events) else before.evolve(event)
        kind, data = event_to_data(event, before.game, then.game)
        happened.append(NewEvent(kind, _seat(event), data, Fold(before, then)))
        before = then
    return happened


def _seat(event: MatchEvent) -> int | None:
    return None if isinstance(event, GameStarted | ChipRemoved) else event.seat


def endings(before: Match, after: Match, revealed: str | None) -> list[NewEvent]:
    """The events at the end of a game and of a match: the results, then the seed."""
    game, happened = after.game, list[NewEvent]()
    if not game.over:
        return happened
    if not before.game.over:
        happened.append(NewEvent("game_finished", None, {"totals": [*game.totals], "ranks": [*game.ranks]}))
    if after.over and not before.over:
        results: dict[str, Plain] = {"totals": [*after.totals], "grand_totals": [*after.grand_totals]}
        results["ranks"] = [*after.ranks]
        happened.append(NewEvent("match_finished", None, {**results, "server_seed": revealed}))
    return happened
