"""Making a ledger: replays a record and measures the effect of every step; and the par of its dice.

Par is the score of the optimal policy with the dice of a game, which it does not know in advance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pasch.analysis.ledger import ENDGAME, Choice, GameLedger, Kind, Ledger, RollLuck, SeatLedger, TurnLedger
from pasch.fairness.stream import RollId, rolled
from pasch.fairness.verify import Proof, landed, logged_rolls, proof_of, verify
from pasch.rules.actions import Action, RollDice, Score
from pasch.rules.corrections import TurnCorrected
from pasch.rules.dice import NOTHING, Keep, Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.events import DiceRolled, EntryTakenBack, Event, GameStarted, Scored
from pasch.rules.game import Game
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_reader import Readable, read_record
from pasch.rules.variant import Variant
from pasch.solver.advice import Options, options
from pasch.solver.turn import TurnValues, turn_values, worth

if TYPE_CHECKING:
    from pasch.rules.sheet import Sheet
    from pasch.solver.solve import Solution

TIE = 0.001
"""The tolerance, in points, for equal values in a table of float32."""

Dice = Callable[[int, int, Keep], Roll]
"""The dice of a seat, from the round, the number of the roll in the turn, and the kept dice."""


def pars(record: Record, solution: Solution) -> tuple[tuple[int | None, ...], ...]:
    """The par of each seat in each game.

    Par is None without proof of the dice, for unfinished games, or if the server did not roll in every turn of the
    seat. Costs 0.1 s for a sheet of 13 cells.
    """
    try:
        proof = proof_of(record.provenance)
    except InvalidInput:
        return unknown_pars(record)
    rolls = logged_rolls(record.start, record.events)
    if not verify(proof, rolls).holds:
        return unknown_pars(record)
    turns: dict[tuple[int, int], dict[int, None]] = defaultdict(dict)
    for roll in rolls:
        turns[roll.game, roll.seat][roll.turn] = None
    return tuple(
        tuple(_par(solution, game, proof, number, list(turns[number, seat])) for seat in _seats(record))
        for number, game in enumerate(record.games, start=1)
    )


def unknown_pars(record: Record) -> tuple[tuple[None, ...], ...]:
    """A par of None for each seat of each game."""
    return tuple(tuple(None for _ in _seats(record)) for _ in record.games)


def _seats(record: Record) -> range:
    return range(1, len(record.players) + 1)


def _par(solution: Solution, game: Game, proof: Proof, number: int, turns: Sequence[int]) -> int | None:
    """Par with the dice of a seat, whose turns have these numbers."""
    variant = solution.variant
    if not game.over or len(turns) != variant.turns:
        return None

    def dice(round_: int, roll: int, keep: Keep) -> Roll:
        roll_id = RollId(proof.table, proof.seeds, number, turns[round_ - 1], roll)
        six, ten = variant.dice - len(keep.faces), variant.ten_sided - len(keep.tens)
        return landed(keep, rolled(proof.server_seed, roll_id, six, ten))

    return optimal_score(solution, dice)


def optimal_score(solution: Solution, dice: Dice) -> int:
    """The total of a sheet played for the greatest expected total, with the tie-break of `first_best`."""
    game = Game(solution.variant, ["1"])
    while not game.over:
        game = _after_turn(solution, game, dice)
    return game.sheets[0].total


def _after_turn(solution: Solution, game: Game, dice: Dice) -> Game:
    values = turn_values(solution, game.acting()[1])
    while True:
        action = first_best(options(solution, game, values))
        if not isinstance(action, RollDice):
            return game.apply(action)[0]
        turn, _ = game.acting()
        roll = dice(turn.round, turn.rolls_used + 1, action.keep or NOTHING)
        game, _ = game.apply(DiceRolled(roll, action.keep))


def first_best(values: Mapping[Action, float]) -> Action:
    """The best action; among equals, the first of `pasch.solver.advice.options`.

    Its order: rolling before entering, fewer dice kept first, then lower faces; cells from the top, points before 0.
    """
    least = max(values.values()) - TIE
    return next(action for action, value in values.items() if value >= least)


Solutions = Callable[[Variant], "Solution"]
"""A function that finds the solution of a variant."""


def analyse(
    record: Record | str | Readable,
    solutions: Solution | Solutions | None = None,
    *,
    par: bool = True,
    only: int | None = None,
) -> Ledger:
    """The ledger of a record, its text or its `Path`; every sheet of every game is analysed separately.

    `solutions` is the solution used for judging, or a function that finds it; by default it is loaded from the cache
    or solved now. `par`: whether to play the optimal policy too, which takes as long as the rest. With `only`, seats
    have turns in this game alone. Raises `InvalidInput` for variants without an exact table.
    """
    if not isinstance(record, Record):
        record = read_record(record)
    variant = record.match.variant
    solution = solution_for(variant, solutions)
    match = record.start
    games = [_GameMaker(solution, match.game)]
    for event in record.as_it_counts:
        after = match.evolve(event)
        if isinstance(event, GameStarted):
            games.append(_GameMaker(solution, after.game))
        # The events that count contain no corrections.
        elif only in {None, len(games)} and not isinstance(event, TurnCorrected):
            games[-1].happened(event, match.game, after.game)
        match = after
    found = pars(record, solution) if par else unknown_pars(record)
    ended = enumerate(zip(games, match.games, found, strict=True), start=1)
    return Ledger(variant, tuple(maker.ledger(number, game, of_seats) for number, (maker, game, of_seats) in ended))


def solution_for(variant: Variant, given: Solution | Solutions | None) -> Solution:
    """The given solution, or the one that the given function finds; else loaded from the cache or solved now.

    Raises `InvalidInput` for games whose sheets are not independent.
    """
    if variant.mechanic is not None or variant.instant_win or variant.banks_rolls:
        raise InvalidInput(
            "There is no ledger for {variant}: its result depends on more than a sheet", variant=variant.key
        )
    if given is None:
        from pasch.solver.store import solve

        return solve(variant)
    return given(variant) if callable(given) else given


@dataclass
class _TurnMaker:
    """A turn that is being replayed."""

    round: int
    values: TurnValues
    rolls: list[RollLuck] = field(default_factory=list)
    entry: Scored | None = None
    end: float = 0.0
    judged: tuple[Game, Options] | None = None
    """The latest game whose actions were valued."""

    def options(self, solution: Solution, game: Game) -> Options:
        """The value of every action. A decision needs them again after its roll."""
        if self.judged is None or self.judged[0] is not game:
            self.judged = game, options(solution, game, self.values)
        return self.judged[1]

    @property
    def value(self) -> float:
        """The value of the sheet before the next roll."""
        latest = self.rolls[-1] if self.rolls else None
        if latest is None:
            return self.values.start
        return latest.value if latest.choice is None else latest.choice.value

    def finished(self, variant: Variant) -> TurnLedger:
        """The ledger of the turn so far."""
        entry = self.entry
        return TurnLedger(
            round=self.round,
            rolls=tuple(self.rolls),
            cell=None if entry is None else variant.cell_text(entry.cell),
            points=0 if entry is None else entry.points,
            extra=0 if entry is None else entry.extra,
            start=self.values.start,
            end=self.value if entry is None else self.end,
            known=entry is None or not entry.by_hand,
        )


@dataclass
class _GameMaker:
    """A game that is being replayed: the turns of every seat."""

    solution: Solution
    beginning: Game
    turns: list[list[_TurnMaker]] = field(init=False)

    def __post_init__(self) -> None:
        self.turns = [[] for _ in self.beginning.players]

    def happened(self, event: Event, before: Game, after: Game) -> None:
        """Process one event. Variants with an exact table have no other events."""
        match event:
            case DiceRolled(keep=keep):
                self._rolled(before, after, RollDice(keep or NOTHING))
            case Scored():
                self._entered(event, before, after)
            case EntryTakenBack(seat=seat):
                self._taken_back(seat)
            case _:
                pass

    def _turn(self, game: Game) -> _TurnMaker:
        """The running turn; begins it if necessary."""
        turn, sheet = game.acting()
        mine = self.turns[turn.seat - 1]
        if not mine or mine[-1].entry is not None:
            mine.append(_TurnMaker(turn.round, turn_values(self.solution, sheet)))
        return mine[-1]

    def _rolled(self, before: Game, after: Game, action: Action) -> None:
        making = self._turn(before)
        if making.rolls:
            self._decided(making, before, action)
        value = max(making.options(self.solution, after).values())
        roll = after.acting()[0].roll
        assert roll is not None
        making.rolls.append(RollLuck(roll, value - making.value, value, None))

    def _entered(self, event: Scored, before: Game, after: Game) -> None:
        making = self._turn(before)
        if not event.by_hand:
            self._decided(making, self._last_roll(making, before), Score(event.cell, event.points))
        making.entry = event
        making.end = worth(self.solution, after.sheets[event.seat - 1])

    def _last_roll(self, making: _TurnMaker, game: Game) -> Game:
        """The game at an entry. The last typed-in dice count as the last roll.

        With real dice, players often type in only the last roll. The kept dice are then unknown, and luck gets
        everything.
        """
        turn, _ = game.acting()
        if not turn.by_hand or not turn.rolls_left or not game.variant.last_dice_suffice:
            return game
        game = game.with_turn(replace(turn, rolls_left=0))
        latest, value = making.rolls[-1], max(making.options(self.solution, game).values())
        making.rolls[-1] = replace(latest, luck=latest.luck + value - latest.value, value=value)
        return game

    def _decided(self, making: _TurnMaker, game: Game, action: Action) -> None:
        """Judge the decision about the latest roll."""
        values = making.options(self.solution, game)
        best = max(values, key=lambda known: (values[known], known == action))
        text, latest = game.variant.action_text, making.rolls[-1]
        choice = Choice(
            _kind(game, action, best), action, text(action), values[action], best, text(best), values[best], game
        )
        making.rolls[-1] = replace(latest, choice=choice)

    def _taken_back(self, seat: int) -> None:
        """Remove the latest entry of a seat."""
        mine = self.turns[seat - 1]
        making = mine[-1]
        if making.rolls:
            making.entry = None
            making.rolls[-1] = replace(making.rolls[-1], choice=None)
        else:
            mine.pop()

    def ledger(self, number: int, game: Game, found: Sequence[int | None]) -> GameLedger:
        """The ledger of the game at its end, with the par of each seat."""
        return GameLedger(number, tuple(self._seat(game, seat, par) for seat, par in enumerate(found, start=1)))

    def _seat(self, game: Game, seat: int, par: int | None) -> SeatLedger:
        sheet, empty = game.sheets[seat - 1], self.beginning.sheets[0]
        return SeatLedger(
            seat=seat,
            name=game.players[seat - 1],
            start=worth(self.solution, empty),
            turns=tuple(making.finished(game.variant) for making in self.turns[seat - 1]),
            score=sheet.total,
            finished=sheet.full,
            par=par,
        )


def _kind(game: Game, action: Action, best: Action) -> Kind:
    """The kind of a decision."""
    _, sheet = game.acting()
    if len(sheet.open) <= ENDGAME:
        return Kind.ENDGAME
    if isinstance(best, RollDice):
        return Kind.KEEPS
    entered = [game.variant.index(each.cell) for each in (action, best) if isinstance(each, Score)]
    return Kind.BONUS if any(_towards_bonus(sheet, index) for index in entered) else Kind.ENTRIES


def _towards_bonus(sheet: Sheet, index: int) -> bool:
    """Whether a cell counts towards an upper bonus that its column has not fully reached."""
    variant = sheet.variant
    number, row = divmod(index, len(variant.categories))
    if variant.upper_bonus is None or row >= len(variant.upper):
        return False
    most = variant.upper_bonus.steps[-1][1] * variant.columns[number].factor
    return sheet.columns[number].bonus < most
