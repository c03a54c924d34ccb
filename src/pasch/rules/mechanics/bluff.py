"""Lügenkniffel: dice under a cup, a claim, and doubts.

Source: Schmidt's manual of 1993 (its first page); the layout of the card is a reconstruction. The dice are hidden
until a player doubts. A claim names a cell and its points. The other seats answer in order; then the claim is
settled. An undoubted or true claim scores for its owner, and wrong doubters scratch the cell. A doubted lie scratches
the liar's cell and scores for the doubters. Filled cells do not change.

    ROLLED ─Claim─▶ CLAIMED ─Believe, Doubt─▶ CLAIMED of the next one asked ─▶ READY of the next seat
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from pasch.rules.actions import Action, Believe, Claim, Doubt, Score
from pasch.rules.category import Cell
from pasch.rules.errors import IllegalAction, InvalidVariant
from pasch.rules.events import ClaimAnswered, Claimed, ClaimSettled, MechanicEvent, Scored
from pasch.rules.facts import possible_points
from pasch.rules.fingerprint import rule_data
from pasch.rules.folding import after
from pasch.rules.legal import enterable_cells, honest_points, refusal
from pasch.rules.mechanics.behaviour import Behaviour, register
from pasch.rules.ruleset import Mechanic, Ruleset
from pasch.rules.sheet import Sheet
from pasch.rules.state import Claim as OpenClaim
from pasch.rules.state import Outcome, Stage, State, Step, Turn, saved, seats_after, turn_of
from pasch.rules.transitions import extended, score


@rule_data("Bluff")
@dataclass(frozen=True)
class Bluff(Mechanic):
    """The game has as many rounds as the sheet has cells; players without an open cell are skipped."""

    key: ClassVar[str] = "bluff"
    hides_dice: ClassVar[bool] = True
    scratches: ClassVar[bool] = False

    def check(self, rules: Ruleset) -> None:
        if rules.seats[0] == 1:
            raise InvalidVariant("{field}: a claim needs at least one other player", field="seats")
        if len(rules.columns) > 1:
            raise InvalidVariant("{field}: claims are entered in one column", field="columns")

    def most(self, rules: Ruleset, score: int) -> int | None:
        # A doubled lie scores for the doubters.
        return None if rules.doubles else score


def _claimable(sheet: Sheet, turn: Turn, index: int) -> list[int]:
    factor = 2 if turn.doubled else 1
    return sorted(factor * points for points in possible_points(sheet.variant, index) if points)


# ------------------------------------------------------------------------------- deciding


def _claim(game: State, step: Step) -> Outcome:
    assert isinstance(step, Claim)
    turn, sheet = game.acting()
    index = game.variant.index(step.cell)
    if index not in enterable_cells(sheet, turn):
        raise refusal(sheet, turn, index)
    if step.points not in _claimable(sheet, turn, index):
        raise IllegalAction(
            "{given} points are not possible in {cell}",
            given=str(step.points)[:12],
            cell=game.variant.cell_text(step.cell),
        )
    return _with_settlement(game, Claimed(turn.seat, game.variant.cells[index], step.points))


def _scratch(game: State, step: Step) -> Outcome:
    assert isinstance(step, Score)
    if step.points:
        raise IllegalAction("The dice are under the cup: make a claim, or cross out a cell with 0")
    return score(game, Score(step.cell, 0))


def _answer(game: State, step: Step) -> Outcome:
    turn, _ = game.acting()
    assert turn.claim is not None
    return _with_settlement(game, ClaimAnswered(turn.claim.asked, doubts=isinstance(step, Doubt)))


def _with_settlement(game: State, event: Claimed | ClaimAnswered) -> Outcome:
    """The answer, and the result of the claim after the last answer."""
    answered, events = after(game, event)
    settled, more = after(answered, *_settlement(answered))
    return settled, (*events, *more)


def _settlement(game: State) -> tuple[ClaimSettled, ...]:
    """The result of the claim once all seats have answered; empty before."""
    turn = game.turn
    if turn is None or turn.claim is None or turn.claim.asked != turn.seat:
        return ()
    claim = turn.claim
    if not claim.doubters:
        return (ClaimSettled(turn.seat, claim.cell, claim.points),)
    lied = honest_points(game, claim.cell) < claim.points
    return (ClaimSettled(turn.seat, claim.cell, claim.points, lied, claim.doubters, turn.roll),)


# ------------------------------------------------------------------------------- folding


def _answered(game: State, seat: int, *, doubts: bool) -> State:
    turn, _ = game.acting()
    assert turn.claim is not None
    doubters = (*turn.claim.doubters, seat) if doubts else turn.claim.doubters
    claim = replace(turn.claim, asked=_next_asked(game, seat), doubters=doubters)
    return game.having(replace(turn, claim=claim))


def _next_asked(game: State, seat: int) -> int:
    """The next seat to answer the claim; the claimant's seat once all have answered."""
    turn, _ = game.acting()
    order = seats_after(seat, len(game.players))
    return next(asked for asked in order if asked == turn.seat or asked not in game.frozen)


def _settled(game: State, event: ClaimSettled) -> Iterator[Sheet]:
    """The sheets after a claim; only open cells change, and frozen sheets do not."""
    index = game.variant.index(event.cell)
    reached = {event.seat, *event.doubters} - game.frozen
    for seat, sheet in enumerate(game.sheets, start=1):
        if sheet.points[index] is not None or seat not in reached:
            yield sheet
        elif seat == event.seat:
            lies = sheet.lies | {index} if event.lied else sheet.lies
            yield replace(sheet.enter(index, 0 if event.lied else event.points), lies=lies)
        else:
            yield sheet.enter(index, event.points if event.lied else 0)


def _passed_on(game: State, *, keeps_latest: bool = False) -> State:
    """The game at the next seat with an open cell; a game has as many rounds as cells."""
    turn, _ = game.acting()
    for seat in seats_after(turn.seat, len(game.players)):
        round_ = turn.round + (_place(game, seat) <= _place(game, turn.seat))
        plays = not game.sheets[seat - 1].full and seat not in game.frozen
        if plays and round_ <= game.rounds:
            following = turn_of(game.variant, game.hands, seat, turn.number + 1, round_)
            return game.having(following, keeps_latest=keeps_latest)
    return game.having(None, keeps_latest=keeps_latest)


def _place(game: State, seat: int) -> int:
    """The position of a seat's turn in a round, from 0."""
    return (seat - game.leader) % len(game.players)


class _UnderTheCup(Behaviour):
    table = extended(
        {
            # READY allows EnterPoints: a redacted record shows only the points of a believed claim.
            Stage.ROLLED: {Score: _scratch, Claim: _claim},
            Stage.ENTRY_DUE: {Score: _scratch, Claim: _claim},
            Stage.CLAIMED: {Believe: _answer, Doubt: _answer},
        }
    )

    def entries(self, game: State, entries: Mapping[Cell, int]) -> Mapping[Cell, int]:
        """Without a claim a cell can only be scratched."""
        return dict.fromkeys(entries, 0)

    def actions(self, game: State) -> tuple[Action, ...]:
        turn, sheet = game.acting()
        if turn.stage is Stage.CLAIMED:
            return (Believe(), Doubt())
        return tuple(
            Claim(game.variant.cells[index], points)
            for index in enterable_cells(sheet, turn)
            for points in _claimable(sheet, turn, index)
        )

    def entered(self, game: State, event: Scored) -> State:
        return _passed_on(game, keeps_latest=True)

    def evolve(self, game: State, event: MechanicEvent) -> State:
        turn, _ = game.acting()
        match event:
            case Claimed(seat, cell, points):
                claim = OpenClaim(cell, points, asked=_next_asked(game, seat))
                return game.having(replace(turn, beyond=Stage.CLAIMED, claim=claim))
            case ClaimAnswered(seat, doubts):
                return _answered(game, seat, doubts=doubts)
            case ClaimSettled():
                hands = saved(game.variant, game.hands, turn)
                return _passed_on(game.having(turn, sheets=tuple(_settled(game, event)), hands=hands))
            case _:
                return super().evolve(game, event)

    def left(self, game: State, seat: int) -> State:
        turn, _ = game.acting()
        if seat == turn.seat:
            return _passed_on(game)  # the claim of a player who has left needs no answer
        if turn.claim is None or turn.claim.asked != seat:
            return game
        return game.having(replace(turn, claim=replace(turn.claim, asked=_next_asked(game, seat))))

    def after_freeze(self, before: State, after: State) -> tuple[MechanicEvent, ...]:
        return _settlement(after)


register(Bluff, _UnderTheCup())
