"""The simple bot's play with mechanics: one style for each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from pasch.bots.lattice import chance, lattice_of, points_by_row, turn_means, yields
from pasch.bots.outlook import IMPOSSIBLE, Outlook, SheetWorth, Worth, gain, par_of, prospect
from pasch.rules.actions import Action, ActionKind, Believe, Claim, Doubt, EndTurn, TakeNothing, UseAction
from pasch.rules.game import Game
from pasch.rules.legal import enterable_cells, entry_points, honest_points
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.mechanics.behaviour import Registry, data_of
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.mechanics.contest import Contest
from pasch.rules.mechanics.reach import moving_seats
from pasch.rules.sheet import Sheet
from pasch.rules.state import Stage, Turn
from pasch.rules.variant import Variant

Option = tuple[float, Action]
"""An action and its worth, which is comparable among all options of a moment."""


class Style:
    """The valuation of a turn; this one plays only for the sum of the player's own sheet."""

    def worth(self, game: Game) -> Worth:
        """The worth of the ends of this turn: here points minus the yield of the cell."""
        return SheetWorth(game.acting()[1])

    def other_options(self, game: Game, ahead: Outlook) -> Iterable[Option]:  # noqa: ARG002 - for what overrides it
        """The options besides rolling, announcing and entering: here none."""
        return ()


STYLES = Registry(Style())
"""The style for each mechanic."""


# ------------------------------------------------------------------------------- action dice


class ReachingStyle(Style):
    """A rival's loss is worth its share among all rivals; a transfer is worth the difference."""

    def other_options(self, game: Game, ahead: Outlook) -> Iterator[Option]:  # noqa: ARG002 - the protocol's parameters
        """A steal instead of the first roll, freezes and cross-outs after the entry, moving sheets between rounds."""
        for action in game.legal_actions.others:
            match action:
                case EndTurn():
                    yield 0.0, action
                case UseAction(ActionKind.STEAL):
                    yield _stolen(game, action), action
                case UseAction(ActionKind.SWAP | ActionKind.SHIFT):
                    yield _moved(game, action), action
                case UseAction() if game.stage is Stage.ENTERED:
                    yield _hurt(game, action), action


def _stolen(game: Game, use: UseAction) -> float:
    """The gain of the entry here plus the loss of a rival."""
    index, victim = _reached(game, use)
    points = game.sheets[victim].points[index] or 0
    return gain(game.acting()[1], index, points) + points / (len(game.players) - 1)


def _moved(game: Game, use: UseAction) -> float:
    """The advantage of the new sheet over this one. A shift brings the sheet of the previous seat."""
    seat, seats = game.acting()[0].seat, moving_seats(game)
    coming = seats[seats.index(seat) - 1] - 1 if use.target is None else use.target - 1
    return prospect(game.sheets[coming]) - prospect(game.sheets[seat - 1])


def _hurt(game: Game, use: UseAction) -> float:
    """A rival's loss; below 0 while later cross-outs can destroy more."""
    turn, _ = game.acting()
    index, victim = _reached(game, use)
    sheet = game.sheets[victim]
    if use.action is ActionKind.FREEZE:
        return par_of(sheet, index) / len(sheet.open)  # the chance that this cell would be filled next
    entry = sheet.points[index]
    lost = par_of(sheet, index) if entry is None else float(entry)
    dice = sum(die.kind is use.action for die in game.hands[turn.seat - 1].dice)
    waits = game.rounds - turn.round >= dice
    average = sum(yields(game.variant)) / len(game.variant.categories)
    return lost - average if waits else lost


def _reached(game: Game, use: UseAction) -> tuple[int, int]:
    """The places of the cell and of the victim's sheet."""
    assert use.cell is not None
    assert use.target is not None
    return game.variant.index(use.cell), use.target - 1


STYLES.register(ActionDice, ReachingStyle())


# ------------------------------------------------------------------------------- bluff


BOLD = 1 / 3
"""The assumed share of players who claim a cell although they miss it."""


class BluffStyle(Style):
    """Others' dice are invisible: bots receive games without them."""

    def other_options(self, game: Game, ahead: Outlook) -> Iterator[Option]:  # noqa: ARG002 - the protocol's parameters
        """Claims about the bot's own dice; doubt or belief of other claims."""
        for action in game.legal_actions.others:
            match action:
                case Claim():
                    yield _claimed(game, action), action
                case Believe():
                    yield 0.0, action
                case Doubt():
                    yield _doubted(game), action
                case _:
                    pass


def suspicion(game: Game, index: int, points: int) -> float:
    """The probability that a claim is a lie."""
    column, row = divmod(index, len(game.variant.categories))
    factor = game.variant.columns[column].factor
    true = chance(game.variant, row, -(-points // factor))
    return (1 - true) * BOLD / (true + (1 - true) * BOLD)


def _claimed(game: Game, claim: Claim) -> float:
    """The points of a claim minus the value of the cell; a lie scores only if no player doubts it."""
    index, rivals = game.variant.index(claim.cell), len(game.players) - 1
    sheet = game.acting()[1]
    if claim.points <= honest_points(game, claim.cell):
        return gain(sheet, index, claim.points)
    believed = (1 - suspicion(game, index, claim.points)) ** rivals
    caught = gain(sheet, index, 0) - claim.points / rivals
    return believed * gain(sheet, index, claim.points) + (1 - believed) * caught


def _doubted(game: Game) -> float:
    """The worth of doubting a claim: its points if it is a lie, a scratched cell if it is true."""
    claim = game.acting()[0].claim
    assert claim is not None
    index, sheet = game.variant.index(claim.cell), game.sheets[claim.asked - 1]
    lie, still_open = suspicion(game, index, claim.points), sheet.points[index] is None
    caught = claim.points / (len(game.players) - 1) + (gain(sheet, index, claim.points) if still_open else 0.0)
    return lie * caught + (1 - lie) * (gain(sheet, index, 0) if still_open else 0.0)


STYLES.register(Bluff, BluffStyle())


# ------------------------------------------------------------------------------- chip pool


@dataclass(frozen=True)
class ChipWorth:
    """The worth of playing for chips. `table` is the game between two turns, constant during a turn."""

    table: Game
    seat: int

    @property
    def sheet(self) -> Sheet:
        """The chips taken so far."""
        return self.table.sheets[self.seat - 1]

    def entry(self, turn: Turn, index: int, points: int) -> float:
        """The chip, its share of the bonuses, and the extra turn that all equal dice earn."""
        assert turn.roll is not None
        extra_turn = max(yields(self.sheet.variant)) if turn.roll.all_equal else 0.0
        return points + self._share(index) + extra_turn

    def best(self, turn: Turn) -> float:
        """The worth of the best chip that these dice may take; 0 for none."""
        legal = self.table.with_turn(replace(turn, seat=self.seat)).legal_actions
        index = self.sheet.variant.index
        return max((self.entry(turn, index(cell), points) for cell, points in legal.entries.items()), default=0.0)

    def _share(self, index: int) -> float:
        variant, pool = self.sheet.variant, self.table.pool
        mechanic = data_of(ChipPool, variant)
        assert pool is not None
        row = index % len(variant.categories)
        mine = sum(points is not None for points in self.sheet.points[row :: len(variant.categories)])
        whole = mechanic.full_set / mechanic.chips if mine + pool.left[row] >= mechanic.chips else 0.0
        kinds, points = mechanic.different[-1] if mechanic.different else (1, 0)
        return whole if mine else whole + points / kinds


class ChipPoolStyle(Style):
    """One turn, one chip."""

    def worth(self, game: Game) -> Worth:
        """Chips and their bonuses."""
        return ChipWorth(game.with_turn(None), game.acting()[0].seat)

    def other_options(self, game: Game, ahead: Outlook) -> Iterator[Option]:  # noqa: ARG002 - the protocol's parameters
        """Taking nothing, where nothing can be taken."""
        yield from ((0.0, action) for action in game.legal_actions.others if isinstance(action, TakeNothing))


STYLES.register(ChipPool, ChipPoolStyle())


# ------------------------------------------------------------------------------- contest


@dataclass(frozen=True)
class ContestWorth:
    """A cell won counts 1, a cell lost −1. A cell costs the mean win of a turn played for it alone."""

    sheet: Sheet
    rival: Sheet

    def entry(self, turn: Turn, index: int, points: int) -> float:  # noqa: ARG002 - the protocol's parameters
        """Against an entry, the result minus its expected value; else the rival's possible answer."""
        column, row = divmod(index, len(self.sheet.variant.categories))
        factor = self.sheet.variant.columns[column].factor
        theirs = self.rival.points[index]
        if theirs is None:
            return -duel(self.sheet.variant, row, points // factor)
        return _sign(points - theirs) - duel(self.sheet.variant, row, theirs // factor)

    def best(self, turn: Turn) -> float:
        """The worth of the best entry."""
        cells = enterable_cells(self.sheet, turn)
        pairs = zip(cells, entry_points(self.sheet, turn, cells), strict=True)
        return max((self.entry(turn, cell, points) for cell, points in pairs), default=IMPOSSIBLE)


@lru_cache(maxsize=2048)
def duel(variant: Variant, row: int, points: int) -> float:
    """The mean win of a turn played only for this row against `points` there."""
    results = [float(_sign(mine - points)) for mine in points_by_row(variant)[row]]
    return turn_means(lattice_of(variant), results, variant.rolls)[-1]


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


class ContestStyle(Style):
    """Plays for cells, not for points."""

    def worth(self, game: Game) -> Worth:
        """Cells won against the rival's sheet."""
        seat = game.acting()[0].seat
        return ContestWorth(game.sheets[seat - 1], game.sheets[2 - seat])


STYLES.register(Contest, ContestStyle())
