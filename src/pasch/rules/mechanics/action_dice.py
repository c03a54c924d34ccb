"""Kniffeliger: action dice that change the sheets of other players.

Sources: the manual and the program of Kniffeliger. An entry wins an action die if the `divisor` divides the sum of
its dice. The die's face sets its action (`ActionKind` in order, the sixth face one of each). A turn has one entry, by
dice or by a steal, and any number of freezes and cross-outs; its owner ends it. After every round sheets may change
hands: each seat with a usable shift or swap die decides in order.

    READY ─UseAction(steal)─▶ ENTERED ─EndTurn─▶ READY of the next seat, or SHIFTING after the last
    ROLLED ─Score─▶ ENTERED, or DIE_IN_THE_AIR ─ActionDieRolled─▶ ENTERED
    SHIFTING ─EndTurn─▶ SHIFTING of the next seat that can, or READY of the next round
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from pasch.rules.actions import Action, ActionKind, EndTurn, TakeBack, UseAction
from pasch.rules.errors import IllegalAction, InvalidInput, InvalidVariant
from pasch.rules.events import ActionDieRolled, ActionUsed, MechanicEvent, Scored, TurnEnded
from pasch.rules.fingerprint import rule_data
from pasch.rules.folding import after
from pasch.rules.mechanics.behaviour import Behaviour, data_of, register
from pasch.rules.mechanics.reach import check_use, moving_seats, reaches, usable
from pasch.rules.ruleset import Mechanic, Ruleset, SwitchValue
from pasch.rules.sheet import Sheet
from pasch.rules.state import Hand, Outcome, Stage, State, Step, Turn, WonDie, seats_after, turn_of, with_hand
from pasch.rules.switches import add_switches
from pasch.rules.switches.switch import Switch, altered, whole
from pasch.rules.transitions import extended, take_back
from pasch.rules.validation import MOST_ROWS, between

FACES = 6


@rule_data("ActionDice", "divisor at_once cross_out_open no_freeze")
@dataclass(frozen=True)
class ActionDice(Mechanic):
    """`divisor`: an entry wins an action die if it divides the sum of the dice.

    `at_once`: a die can be used in the round in which it was won, otherwise from the next round.
    `cross_out_open`: open cells can be crossed out too. Cells cannot be frozen in the last `no_freeze` rounds.
    """

    key: ClassVar[str] = "action_dice"
    changes_sheets: ClassVar[bool] = False

    divisor: int = 3
    at_once: bool = False
    cross_out_open: bool = True
    no_freeze: int = 2

    def check(self, rules: Ruleset) -> None:
        # A divisor above the highest sum of the dice would never win a die.
        between("action_divisor", self.divisor, 1, 6 * rules.dice + 9 * rules.ten_sided)
        between("no_freeze", self.no_freeze, 0, MOST_ROWS)
        if rules.seats[0] == 1:
            raise InvalidVariant("{field}: action dice need at least one other player", field="seats")

    def wins_die(self, turn: Turn) -> bool:
        """Whether entering the dice of this turn wins an action die."""
        return turn.roll is not None and sum(turn.roll.values) % self.divisor == 0

    def won(self, face: int, round_: int) -> tuple[WonDie, ...]:
        """The dice that this face of an action die wins in this round."""
        kinds = tuple(ActionKind) if face == FACES else (tuple(ActionKind)[face - 1],)
        return tuple(WonDie(kind, round_ if self.at_once else round_ + 1) for kind in kinds)

    def most(self, rules: Ruleset, score: int) -> int | None:
        # Players can steal doubled entries, and whole sheets change hands.
        return None if rules.doubles else score


# ------------------------------------------------------------------------------- deciding


def _use(game: State, step: Step) -> Outcome:
    turn, _ = game.acting()
    assert isinstance(step, UseAction)
    index = check_use(game, data_of(ActionDice, game.variant), step)
    if index is None:
        return after(game, ActionUsed(turn.seat, step.action, step.target))
    assert step.target is not None
    points = 0 if step.action is ActionKind.FREEZE else game.sheets[step.target - 1].points[index] or 0
    return after(game, ActionUsed(turn.seat, step.action, step.target, game.variant.cells[index], points))


def _end(game: State, _: Step) -> Outcome:
    return after(game, TurnEnded(game.acting()[0].seat))


def _make_an_entry(game: State, _: Step) -> Outcome:
    raise IllegalAction("Make an entry first, then end the turn")


def _land_die(game: State, step: Step) -> Outcome:
    assert isinstance(step, ActionDieRolled)
    turn, _ = game.acting()
    if not 1 <= step.face <= FACES:
        raise InvalidInput("An action die shows 1 to 6, not {face}", face=str(step.face)[:12])
    if step.seat not in (None, turn.seat):
        raise IllegalAction("It is the turn of seat {seat}, not {given}", seat=turn.seat, given=step.seat or 0)
    return after(game, ActionDieRolled(step.face, turn.seat))


# ------------------------------------------------------------------------------- folding


def _used(game: State, event: ActionUsed) -> State:
    turn, mine = game.acting()
    hands = with_hand(game.hands, turn.seat, _spent(game, event.action))
    match event:
        case ActionUsed(action=ActionKind.SHIFT):
            sheets = _shifted(game)
        case ActionUsed(action=ActionKind.SWAP, target=int(target)):
            sheets = _with(game.sheets, {turn.seat: game.sheets[target - 1], target: mine})
        case ActionUsed(action=action, target=int(target), cell=cell) if cell is not None:
            index, theirs = game.variant.index(cell), game.sheets[target - 1]
            changed = {target: _reached(action, theirs, index)}
            if action is ActionKind.STEAL:
                changed[turn.seat] = mine.enter(index, event.points)
                turn = replace(turn, beyond=Stage.ENTERED)
            sheets = _with(game.sheets, changed)
        case _:
            raise TypeError(f"{event} hits nothing")
    return game.having(turn, sheets=sheets, hands=hands)


def _shifted(game: State) -> tuple[Sheet, ...]:
    """The sheets, each passed to the next seat; sheets of frozen seats stay and are skipped."""
    seats = moving_seats(game)
    moved = {seat: game.sheets[before - 1] for before, seat in zip(seats, (*seats[1:], seats[0]), strict=True)}
    return _with(game.sheets, moved)


def _must_decide_alone(game: State) -> bool:
    """Whether a player must decide about moving sheets although no other sheet can move."""
    return game.stage is Stage.SHIFTING and len(moving_seats(game)) < 2  # noqa: PLR2004 - one has nobody to swap with


def _spent(game: State, kind: ActionKind) -> Hand:
    """The hand of the seat to move without its oldest die of this kind."""
    turn, _ = game.acting()
    hand = game.hands[turn.seat - 1]
    place = next(i for i, die in enumerate(hand.dice) if die.kind is kind)
    return replace(hand, dice=(*hand.dice[:place], *hand.dice[place + 1 :]))


def _reached(action: ActionKind, sheet: Sheet, index: int) -> Sheet:
    """The victim's sheet after the action: the cell is frozen, or closed with 0."""
    if action is ActionKind.FREEZE:
        return replace(sheet, frozen=sheet.frozen | {index})
    return replace(sheet.enter(index, 0), frozen=sheet.frozen - {index})


def _with(sheets: tuple[Sheet, ...], changed: dict[int, Sheet]) -> tuple[Sheet, ...]:
    return tuple(changed.get(seat, sheet) for seat, sheet in enumerate(sheets, start=1))


def _ended(game: State) -> State:
    """The game at the next seat of the same phase, or of the following phase."""
    turn, sheet = game.acting()
    if turn.stage is Stage.SHIFTING:
        return _shifting(game, turn, _after(game, turn.seat))
    thawed = _with(game.sheets, {turn.seat: replace(sheet, frozen=frozenset())})
    game = game.having(turn, sheets=thawed)
    following = _main(game, turn, _after(game, turn.seat), turn.round)
    return _shifting(game, turn, _seats(game)) if following is None else game.having(following)


def _main(game: State, turn: Turn, seats: list[int], round_: int) -> Turn | None:
    """The turn of the first of these seats with a cell to fill."""
    for seat in seats:
        if not game.sheets[seat - 1].full and seat not in game.frozen:
            return turn_of(game.variant, game.hands, seat, turn.number + 1, round_)
    return None


def _shifting(game: State, turn: Turn, seats: list[int]) -> State:
    """The game at the first of these seats that can move sheets, else at the next round, else at the end."""
    for seat in seats if len(moving_seats(game)) > 1 else ():
        if seat not in game.frozen and any(
            usable(game.hands[seat - 1], kind, turn.round) for kind in (ActionKind.SHIFT, ActionKind.SWAP)
        ):
            moving = Turn(seat=seat, number=turn.number, round=turn.round, rolls=0, beyond=Stage.SHIFTING)
            return game.having(moving)
    return game.having(_main(game, turn, _seats(game), turn.round + 1))


def _seats(game: State) -> list[int]:
    """All seats in the order of a round."""
    return [game.leader, *seats_after(game.leader, len(game.players))[:-1]]


def _after(game: State, seat: int) -> list[int]:
    """The seats that come later in the round."""
    seats = _seats(game)
    return seats[seats.index(seat) + 1 :]


class _ActionDiceTurn(Behaviour):
    table = extended(
        {
            Stage.READY: {UseAction: _use, EndTurn: _make_an_entry},
            Stage.ROLLED: {UseAction: _use, EndTurn: _make_an_entry},
            Stage.ENTRY_DUE: {UseAction: _use, EndTurn: _make_an_entry},
            Stage.DIE_IN_THE_AIR: {ActionDieRolled: _land_die},
            Stage.ENTERED: {UseAction: _use, EndTurn: _end, TakeBack: take_back},
            Stage.SHIFTING: {UseAction: _use, EndTurn: _end},
        }
    )

    def entered(self, game: State, event: Scored) -> State:
        turn, _ = game.acting()
        stage = Stage.DIE_IN_THE_AIR if data_of(ActionDice, game.variant).wins_die(turn) else Stage.ENTERED
        return game.having(replace(turn, beyond=stage), keeps_latest=True)

    def actions(self, game: State) -> tuple[Action, ...]:
        turn, _ = game.acting()
        if UseAction not in self.table[turn.stage]:
            return ()  # a die is in the air
        ending = (EndTurn(),) if turn.stage in (Stage.ENTERED, Stage.SHIFTING) else ()
        return (*reaches(game, data_of(ActionDice, game.variant)), *ending)

    def evolve(self, game: State, event: MechanicEvent) -> State:
        match event:
            case ActionDieRolled(face):
                return self._die_landed(game, face)
            case ActionUsed():
                return _used(game, event)
            case TurnEnded():
                return _ended(game)
            case _:
                return super().evolve(game, event)

    def left(self, game: State, seat: int) -> State:
        turn, _ = game.acting()
        return _ended(game) if seat == turn.seat or _must_decide_alone(game) else game

    def _die_landed(self, game: State, face: int) -> State:
        turn, _ = game.acting()
        hand = game.hands[turn.seat - 1]
        richer = replace(hand, dice=(*hand.dice, *data_of(ActionDice, game.variant).won(face, turn.round)))
        return game.having(replace(turn, beyond=Stage.ENTERED), hands=with_hand(game.hands, turn.seat, richer))


register(ActionDice, _ActionDiceTurn())


# ------------------------------------------------------------------------------- house rules

NEXT_ROUND = "next_round"
AT_ONCE = "at_once"


def _action_dice(rules: Ruleset) -> ActionDice | None:
    return rules.mechanic if isinstance(rules.mechanic, ActionDice) else None


def _switch(
    name: str,
    read: Callable[[ActionDice], SwitchValue],
    change: Callable[[ActionDice, SwitchValue], ActionDice],
    choices: tuple[str | bool, ...] = (),
) -> Switch:
    """A switch of the action dice; its value is None, and cannot be set, in games without action dice."""

    def get(rules: Ruleset) -> SwitchValue:
        dice = _action_dice(rules)
        return None if dice is None else read(dice)

    def put(rules: Ruleset, value: SwitchValue) -> Ruleset:
        dice = _action_dice(rules)
        if dice is None:
            raise InvalidVariant("{field}: {variant} has no action dice", field=name, variant=rules.key)
        return altered(rules, mechanic=change(dice, value))

    return Switch(name, get, put, choices, low=2, high=10, concerns=lambda rules: _action_dice(rules) is not None)


add_switches(
    _switch("action_divisor", lambda dice: dice.divisor, lambda dice, value: replace(dice, divisor=whole(value))),
    _switch(
        "action_use",
        lambda dice: AT_ONCE if dice.at_once else NEXT_ROUND,
        lambda dice, value: replace(dice, at_once=value == AT_ONCE),
        (NEXT_ROUND, AT_ONCE),
    ),
    _switch(
        "cross_out_open",
        lambda dice: dice.cross_out_open,
        lambda dice, value: replace(dice, cross_out_open=bool(value)),
        (True, False),
    ),
)
