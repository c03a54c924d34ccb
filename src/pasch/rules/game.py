"""A game: immutable, and a fold of its events.

Most rolls and entries take the fast path, which decides and folds them by lookups. In a `plain` variant, a turn
consists of rolls and one entry. Any dice may stay, any open cell takes the roll, and only the dice set the points. A
legal step then takes a few comparisons and one lookup. The fast path returns None for all other steps.
`pasch.rules.transitions`, which has every rule and every refusal, decides those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, overload

from pasch.rules.actions import Action, Announce, Double, MechanicAction, RollDice, Score
from pasch.rules.category import Cell
from pasch.rules.compiled import entry_of, rolls_after
from pasch.rules.dice import NOTHING, Keep
from pasch.rules.errors import InvalidInput, PaschError, wrong_type
from pasch.rules.events import DiceRolled, Event
from pasch.rules.folding import evolve
from pasch.rules.lazy import fill
from pasch.rules.legal import announceable_cells, can_double, legal_entries, legal_keeps, legal_scores
from pasch.rules.mechanics.behaviour import behaviour_of
from pasch.rules.notation.position_writer import position_text
from pasch.rules.sheet import Sheet, Totals
from pasch.rules.state import Hand, S, Stage, State, Step, Turn, first_turn, next_turn, remembered
from pasch.rules.transitions import decide
from pasch.rules.variant import Variant

# ------------------------------------------------------------------------------- fast path

Offer = tuple[int, tuple[RollDice, ...], tuple[int, ...], tuple[tuple[Score, ...], ...]]
"""The number of actions, the rolls among them, the places that take the roll on the table, and the entries there."""

FIRST_ROLL: Offer = (1, (RollDice(NOTHING),), (), ())


def plain_offer(state: State) -> Offer | None:
    """The legal actions, or None when `transitions` must decide."""
    turn, variant = state.turn, state.variant
    if turn is None or not variant.plain or turn.staying is not None:
        return None
    roll, sheet = turn.roll, state.sheets[turn.seat - 1]
    if roll is None:
        return FIRST_ROLL
    choice = variant.tables.choices.get(roll.text) or variant.choice(roll)
    if choice is None or sheet.frozen:
        return None
    rolls, places = choice.rolls if turn.rolls_left else (), sheet.open
    count = len(rolls) + len(places) + (choice.scoring & sheet.open_mask).bit_count()
    return count, rolls, places, choice.scores


def plain_step(state: S, step: Step) -> tuple[S, tuple[Event, ...]] | None:
    """The next game and its events, or None when `transitions` must decide."""
    turn = state.turn
    if turn is None or not state.variant.plain:
        return None
    if type(step) is DiceRolled:
        return _landed(state, turn, step)
    if type(step) is Score:
        return _entered(state, turn, step)
    return _rolling(state, turn, step) if type(step) is RollDice else None


def _rolling(state: S, turn: Turn, step: RollDice) -> tuple[S, tuple[Event, ...]] | None:
    keep = step.keep or NOTHING
    if turn.staying is not None or not _may_stay(turn, keep):
        return None
    return state.with_turn(turn.rolling(keep)), ()


def _may_stay(turn: Turn, keep: Keep) -> bool:
    return keep is NOTHING if turn.roll is None else turn.rolls_left > 0 and keep.text in turn.roll.parts


def _landed(state: S, turn: Turn, step: DiceRolled) -> tuple[S, tuple[Event, ...]] | None:
    roll, keep = step.roll, step.keep
    air, seat = turn.staying, turn.seat
    if keep is None and (air is not None or turn.roll is None):
        keep = air or NOTHING
    if keep is None or step.by_hand or (step.seat is not None and step.seat != seat):
        return None
    if air is not keep if air is not None else not _may_stay(turn, keep):
        return None
    landings = state.variant.tables.landings
    event = landings.get((roll.text, keep.text, seat))
    if event is None:
        if not state.variant.takes(roll) or keep.text not in roll.parts:
            return None
        event = landings[roll.text, keep.text, seat] = DiceRolled(roll, keep, seat)
    return state.with_turn(turn.landed(roll, keep, turn.rolls - turn.rolls_used - 1)), (event,)


def _entered(state: S, turn: Turn, step: Score) -> tuple[S, tuple[Event, ...]] | None:
    variant, sheets, seat = state.variant, state.sheets, turn.seat
    tables, sheet, roll = variant.tables, sheets[seat - 1], turn.roll
    place = tables.places.get(step.cell)
    if roll is None or turn.staying is not None or place is None or sheet.points[place] is not None:
        return None
    choice = tables.choices.get(roll.text) or variant.choice(roll)
    if choice is None or sheet.frozen or variant.banks_rolls:
        return None
    worth, points = choice.points[place], step.points
    if points is None:
        points = worth
    elif points and points != worth:
        return None
    event = entry_of(seat, step.cell, points)
    sheets = (*sheets[: seat - 1], sheet.enter(place, points), *sheets[seat:])
    mine = seat % len(sheets) + 1
    following: Turn | None
    if sheets[mine - 1].open and not state.frozen:
        following = Turn.begun(mine, turn.number + 1, turn.round + (mine <= seat), variant.rolls)
    else:
        following = next_turn(variant, sheets, state.hands, turn, state.frozen)
    return state.entered(following, sheets, event), (event,)


# ------------------------------------------------------------------------------- game

Result = TypeVar("Result", int, tuple[int, ...])
"""A result, or several; the first that differs decides."""


def places(results: Sequence[Result]) -> list[int]:
    """The rank of each result, the highest first; equal results share a rank: 1, 1, 3, 4."""
    return [1 + sum(other > result for other in results) for result in results]


@dataclass(frozen=True, init=False)
class Game(State):
    """One state of a game of a variant, for one or more players.

    `Game(variant, players=["Anna", "Bernd"])` creates its beginning; `State` documents the fields.

    Raises `InvalidInput` when the variant does not allow this number of players.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - the fields
        self,
        variant: Variant,
        players: Iterable[str],
        sheets: Iterable[Sheet] = (),
        hands: Iterable[Hand] = (),
        leader: int = 1,
        frozen: Iterable[int] = (),
    ) -> None:
        if not isinstance(variant, Variant):
            raise wrong_type(variant, "A variant")
        if isinstance(players, str):
            raise wrong_type(players, "A list of names")
        names = tuple(players)
        low, high = variant.seats
        if not low <= len(names) <= high:
            raise InvalidInput(
                "{variant} is for {low} to {high} players, not {given}",
                variant=variant.key,
                low=low,
                high=high,
                given=len(names),
            )
        held = tuple(hands) or (Hand(chips=variant.chips, doubles=variant.doubles),) * len(names)
        filled, gone = tuple(sheets) or (Sheet.empty(variant),) * len(names), frozenset(frozen)
        begins = State(variant, names, filled, held, first_turn(variant, filled, held, gone), None, leader, gone)
        fill(self, {**vars(begins), "pool": behaviour_of(begins).pool(begins)})

    def __repr__(self) -> str:
        return f"Position.from_text({position_text(self)!r}).game"

    # ------------------------------------------------------------ derived facts

    @property
    def legal_actions(self) -> LegalActions:
        """The legal actions of the seat to move."""
        return LegalActions(self)

    @property
    @remembered
    def results(self) -> tuple[Totals, ...]:
        """The current sums of all seats, including sums that depend on other seats."""
        return behaviour_of(self).results(self)

    @property
    def totals(self) -> list[int]:
        """The current results of all seats."""
        return [sums.total for sums in self.results]

    @property
    def ranks(self) -> list[int]:
        """The ranks of all seats; an instant winner is first, equal results share a rank."""
        return places([(seat == self.winner, t.total, t.score) for seat, t in enumerate(self.results, start=1)])

    # ------------------------------------------------------------ steps

    def apply(self, step: Step) -> tuple[Game, tuple[Event, ...]]:
        """The game after an action or a roll of the dice, and the resulting events.

        Raises `IllegalAction` for an illegal step (its subclasses say why), `InvalidInput` for wrong dice and
        `UnknownCategory` for a wrong category. This game never changes.
        """
        return plain_step(self, step) or decide(self, step)

    def evolve(self, event: Event) -> Game:
        """The game after an event: one step of the fold. Checks nothing."""
        return evolve(self, event)


@remembered
def _announcements(game: Game) -> tuple[Cell, ...]:
    turn, sheet = game.turn, game.sheet
    if turn is None or sheet is None or sheet.variant.free_choice:
        return ()
    return tuple(sheet.variant.cells[i] for i in announceable_cells(sheet, turn))


@remembered
def _others(game: Game) -> tuple[Action, ...]:
    if game.turn is None:
        return ()
    actions = tuple(behaviour_of(game).actions(game))
    return (Double(), *actions) if can_double(game) else actions


@remembered
def _every_action(game: Game) -> tuple[Action, ...]:
    keeps, roll = legal_keeps(game), None if game.turn is None else game.turn.roll
    rolls = map(RollDice, keeps) if roll is None or keeps is not roll.keeps else rolls_after(roll)
    return (*rolls, *map(Announce, _announcements(game)), *legal_scores(game), *_others(game))


class LegalActions(Sequence[Action]):
    """The actions allowed now, in a fixed order: rolls, announcements, entries, others.

    Each part is created on first access. A scoring cell appears twice: with its points, and with 0 to scratch it.
    """

    # The game caches the parts and this view refers only to the game, so an abandoned game needs no
    # cyclic garbage collection.
    __slots__ = ("_offer", "game")

    def __init__(self, game: Game) -> None:
        self.game = game
        self._offer = plain_offer(game)

    @property
    def keeps(self) -> tuple[Keep, ...]:
        """The keeps allowed in the next roll; empty if no roll is allowed."""
        return legal_keeps(self.game)

    @property
    def announcements(self) -> tuple[Cell, ...]:
        """The cells that may be announced."""
        return _announcements(self.game)

    @property
    def entries(self) -> Mapping[Cell, int]:
        """The cells that may take the roll, with its points there."""
        return legal_entries(self.game)

    @property
    def others(self) -> tuple[Action, ...]:
        """The actions of a mechanic or house rule besides rolls, announcements and entries."""
        return _others(self.game)

    def __iter__(self) -> Iterator[Action]:
        return iter(_every_action(self.game))

    def __len__(self) -> int:
        if self._offer is None:
            return len(_every_action(self.game))
        return self._offer[0]

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        if self._offer is not None and isinstance(index, int) and index >= 0:
            # Checking one action must not create the others.
            _, rolls, places, scores = self._offer
            left = index - len(rolls)
            if left < 0:
                return rolls[index]
            for place in places:
                pair = scores[place]
                if left < len(pair):
                    return pair[left]
                left -= len(pair)
        return _every_action(self.game)[index]

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, RollDice | Announce | Score | MechanicAction):
            return False
        try:
            self.game.apply(action)
        except PaschError:
            return False
        return True

    def __repr__(self) -> str:
        texts = ", ".join(self.game.variant.action_text(action) for action in self)
        return f"<LegalActions {texts or 'none'}>"


# ------------------------------------------------------------------------------- hidden dice


def hides_dice(variant: Variant) -> bool:
    """Whether only the seat to move sees the dice until they are revealed."""
    return variant.mechanic is not None and variant.mechanic.hides_dice


def blind(game: Game, seat: int | None) -> Game:
    """The game as a seat sees it: without dice under another's cup, and without earlier states that show them.

    `seat` None is a watcher. Public data is unchanged, including the stage of the turn, so a player can answer a
    claim in this game.
    """
    if not hides_dice(game.variant):
        return game
    turn = game.turn
    if turn is not None and turn.seat != seat and turn.stage is not Stage.READY:
        turn = replace(turn, roll=None, kept=NOTHING, staying=None, beyond=turn.stage)
    return game.altered(turn, winner=game.winner)


# ------------------------------------------------------------------------------- sheets of those who have left


def closed(game: Game) -> Game:
    """The game with the open cells of frozen sheets scratched, which makes these sheets full.

    The sums do not change. The result may differ only where full sheets are settled.
    """
    if not game.frozen or game.turn is None:
        return game
    sheets = tuple(
        replace(sheet, points=tuple(points or 0 for points in sheet.points)) if seat in game.frozen else sheet
        for seat, sheet in enumerate(game.sheets, start=1)
    )
    return game.having(game.turn, sheets=sheets, keeps_latest=True)
