"""A game: immutable, and a fold of its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pasch.rules.columns import KeepRule
from pasch.rules.dice import NOTHING
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.rules.events import Announced, DiceRolled, Doubled, EntryTakenBack, Event, Scored, SheetFrozen
from pasch.rules.hand import Hand, Hands, with_hand
from pasch.rules.lazy import lazy
from pasch.rules.legal import LegalActions, is_served
from pasch.rules.order import first_turn, next_turn, saved
from pasch.rules.pool import Pool
from pasch.rules.ranking import places
from pasch.rules.sheet import Sheet, Totals
from pasch.rules.transitions import Step, decide
from pasch.rules.turn import Stage, Turn
from pasch.rules.variant import Variant


@dataclass(frozen=True, init=False)
class Game:
    """One game of a variant, for one player or several, at one moment.

    `Game(variant, players=["Anna", "Bernd"])` is its beginning. `turn` is None when the game
    is over. `hands` are what each seat holds beside its sheet, `pool` what lies on the table for
    all of them. `leader` is the seat that begins each round. `frozen` are the seats that have left
    for good: their sheets stay as they are. `winner` is the seat that has won at once, whatever the
    sheets say. `latest` is the entry that can still be taken back,
    `before_latest` the game before it.

    Raises `InvalidInput` when the variant is not for so many players.
    """

    variant: Variant
    players: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    hands: Hands
    turn: Turn | None
    pool: Pool | None = None
    leader: int = 1
    frozen: frozenset[int] = frozenset()
    winner: int | None = None
    latest: Scored | None = field(default=None, compare=False, repr=False)
    before_latest: Game | None = field(default=None, compare=False, repr=False)

    def __init__(  # noqa: PLR0913, PLR0917 - the fields
        self,
        variant: Variant,
        players: Iterable[str],
        sheets: Iterable[Sheet] = (),
        hands: Iterable[Hand] = (),
        leader: int = 1,
        frozen: Iterable[int] = (),
    ) -> None:
        names = tuple(players)
        low, high = variant.seats
        if not low <= len(names) <= high:
            raise InvalidInput(
                "{variant} is for {low} to {high} players, here are {given}",
                variant=variant.key,
                low=low,
                high=high,
                given=len(names),
            )
        _set(self, "variant", variant)
        _set(self, "players", names)
        _set(self, "sheets", tuple(sheets) or (Sheet.empty(variant),) * len(names))
        begins = Hand(chips=variant.chips, doubles=variant.doubles)
        _set(self, "hands", tuple(hands) or (begins,) * len(names))
        _set(self, "frozen", frozenset(frozen))
        _set(self, "turn", first_turn(variant, self.sheets, self.hands, self.frozen))
        _set(self, "leader", leader)
        _set(self, "pool", None if variant.phase is None else variant.phase.pool(self))
        _set(self, "winner", None)
        _set(self, "latest", None)
        _set(self, "before_latest", None)

    def __repr__(self) -> str:
        from pasch.rules.notation.position import Position  # a position is made of games

        return f"{Position.of(self)!r}.game"

    # ------------------------------------------------------------ what follows from the state

    @property
    def stage(self) -> Stage:
        """The state of the turn, or that the game is over."""
        return Stage.OVER if self.turn is None else self.turn.stage

    @property
    def over(self) -> bool:
        """Whether every sheet is full or frozen, or somebody has won at once."""
        return self.turn is None

    @property
    def sheet(self) -> Sheet | None:
        """The sheet of the seat to move, None when the game is over."""
        return None if self.turn is None else self.sheets[self.turn.seat - 1]

    @property
    def to_move(self) -> int | None:
        """The seat that has to act, None when the game is over."""
        return None if self.turn is None else self.turn.to_move

    @property
    def to_throw(self) -> int:
        """How many dice are in the air, waiting for chance; 0 when none are. No action dice."""
        if self.turn is None or self.turn.thrown is None:
            return 0
        return self.variant.dice_count - len(self.turn.thrown)

    @lazy
    def legal_actions(self) -> LegalActions:
        """What the seat to move may do now."""
        return LegalActions(self)

    @property
    def rounds(self) -> int:
        """How many rounds a game has: one entry in each of them."""
        return self.variant.turns

    @lazy
    def results(self) -> tuple[Totals, ...]:
        """The sums of all seats as they stand, where they depend on each other too."""
        phase = self.variant.phase
        return tuple(sheet.totals for sheet in self.sheets) if phase is None else phase.results(self)

    @property
    def totals(self) -> list[int]:
        """The results of all seats as they stand."""
        return [sums.total for sums in self.results]

    @property
    def ranks(self) -> list[int]:
        """The places of all seats; who has won at once is first, equal results share a place."""
        return places([(seat == self.winner, t.total, t.score) for seat, t in enumerate(self.results, start=1)])

    # ------------------------------------------------------------ what happens

    def apply(self, step: Step) -> tuple[Game, tuple[Event, ...]]:
        """The game after an action or a throw of the dice, and what happened.

        Illegal steps raise `IllegalAction` (its classes say why), wrong dice `InvalidInput`,
        a wrong category `UnknownCategory`; this game never changes.
        """
        return decide(self, step)

    def after(self, event: Event) -> tuple[Game, tuple[Event, ...]]:
        """The game after one event, and the event itself."""
        return self.evolve(event), (event,)

    def evolve(self, event: Event) -> Game:
        """The game after something that has happened: the step of the fold. Checks nothing."""
        match event:
            case DiceRolled():
                return self._rolled(event)
            case Announced(_, cell):
                turn, _sheet = self.acting()
                return self.with_turn(replace(turn, announced=cell))
            case Doubled(seat):
                return self._doubled(seat)
            case Scored():
                return self._scored(event)
            case SheetFrozen(seat):
                return self._left_by(seat)
            case EntryTakenBack():
                if self.before_latest is None:
                    raise IllegalAction("There is no entry that could be taken back")
                return self.before_latest
            case _:
                assert self.variant.phase is not None
                return self.variant.phase.evolve(self, event)

    def acting(self) -> tuple[Turn, Sheet]:
        """The turn and the sheet of the seat to move. Raises `IllegalAction` at the end."""
        if self.turn is None:
            raise IllegalAction("The game is over")
        return self.turn, self.sheets[self.turn.seat - 1]

    def with_turn(self, turn: Turn | None) -> Game:
        """The same sheets with another state of the turn; no entry can be taken back."""
        return self._with(turn)

    def won_by(self, seat: int) -> Game:
        """This game ended at once by a seat; `seat` counts from 1."""
        return self._with(None, winner=seat)

    def having(
        self,
        turn: Turn | None,
        *,
        sheets: tuple[Sheet, ...] | None = None,
        hands: Hands | None = None,
        pool: Pool | None = None,
        keeps_latest: bool = False,
    ) -> Game:
        """This game with another turn and what else is named; `keeps_latest`: its entry can be taken back."""
        return self._with(
            turn,
            sheets=sheets or self.sheets,
            hands=hands or self.hands,
            pool=pool or self.pool,
            latest=self.latest if keeps_latest else None,
            before_latest=self.before_latest if keeps_latest else None,
        )

    def _with(self, turn: Turn | None, **changes: object) -> Game:
        """This game with another turn and other fields; what is not named settles the latest entry."""
        # Not through __init__, which begins a game: this is the hot path of every step.
        game = object.__new__(Game)
        vars(game).update(
            variant=self.variant,
            players=self.players,
            sheets=self.sheets,
            hands=self.hands,
            turn=turn,
            pool=self.pool,
            leader=self.leader,
            frozen=self.frozen,
            winner=None,
            latest=None,
            before_latest=None,
        )
        vars(game).update(changes)
        return game

    def _rolled(self, event: DiceRolled) -> Game:
        turn, _ = self.acting()
        keep = event.keep or NOTHING
        left = turn.rolls - turn.rolls_used - 1
        if self.variant.keep is KeepRule.LOCK_ONE:
            # Each further throw locks a die, so only the free ones but one can still be thrown.
            left = self.variant.dice_count - len(keep) - 1
        landed = turn.landed(event.roll, keep, max(left, 0), by_hand=event.by_hand)
        return self._with(landed, hands=self._spent_on(turn))

    def _spent_on(self, turn: Turn) -> tuple[Hand, ...]:
        """The hands after a further throw of this turn: one beyond its rolls costs a chip."""
        if turn.rolls_used < turn.rolls:
            return self.hands
        hand = self.hands[turn.seat - 1]
        return with_hand(self.hands, turn.seat, replace(hand, chips=hand.chips - 1))

    def _doubled(self, seat: int) -> Game:
        turn, _ = self.acting()
        hand = self.hands[seat - 1]
        hands = with_hand(self.hands, seat, replace(hand, doubles=hand.doubles - 1))
        return self._with(replace(turn, doubled=True), hands=hands)

    def _scored(self, event: Scored) -> Game:
        turn, sheet = self.acting()
        seat = event.seat - 1
        filled = sheet.enter(self.variant.index(event.cell), event.points, event.extra)
        sheets = (*self.sheets[:seat], filled, *self.sheets[seat + 1 :])
        hands = saved(self.variant, self.hands, turn)
        won = self._wins_at_once(event, turn)
        phase = self.variant.phase
        following: Turn | None = turn  # a phase decides itself how the game goes on
        if won:
            following = None
        elif phase is None:
            following = next_turn(self.variant, sheets, hands, turn, self.frozen)
        entered = self._with(
            following,
            sheets=sheets,
            hands=hands,
            winner=event.seat if won else None,
            latest=event,
            before_latest=self.settled,
        )
        return phase.entered(entered, event) if phase and not won else entered

    def _left_by(self, seat: int) -> Game:
        """This game without any more turns of a seat; the one that is running ends as it stands."""
        left = self._with(self.turn, frozen=self.frozen | {seat}, winner=self.winner)
        if self.turn is None:
            return left
        phase = self.variant.phase
        if phase is not None:
            return phase.left(left, seat)
        return left.passed_on() if seat == self.turn.seat else left

    def passed_on(self) -> Game:
        """The turn of the next seat in order, without an entry of this one."""
        turn, _ = self.acting()
        return self.with_turn(next_turn(self.variant, self.sheets, self.hands, turn, self.frozen))

    def _wins_at_once(self, event: Scored, turn: Turn) -> bool:
        """Whether this entry ends the game, as a served generala does."""
        named = event.cell.category == self.variant.instant_win
        return named and event.points > 0 and is_served(self.variant, turn)

    @property
    def settled(self) -> Game:
        """This game without the way back to an earlier entry, so that no chain builds up."""
        return self if self.before_latest is None else self._with(self.turn, winner=self.winner)


def _set(game: Game, name: str, value: object) -> None:
    object.__setattr__(game, name, value)
