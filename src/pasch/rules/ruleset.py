"""The rules of one game as data.

It states nothing derivable: rounds, cells, maxima, the natural points of every roll and the fingerprint follow from
the fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self, SupportsIndex

from pasch.rules.bonus import NO_BONUS_KNIFFELS, BonusKniffel, Difference, Settlement, UpperBonus
from pasch.rules.category import KNIFFEL, ByRoll, Category, Cell, as_cell
from pasch.rules.columns import Announce, Column, DoubleWhen, KeepRule, Served, SheetOrder
from pasch.rules.compiled import Choice, Line, Tables, tables_of
from pasch.rules.dice import Roll, all_rolls, parse_dice
from pasch.rules.errors import InvalidInput, UnknownCategory
from pasch.rules.fingerprint import fingerprint
from pasch.rules.lazy import lazy


@dataclass(frozen=True)
class Customs:
    """Defaults of a preset, which each table or person may change.

    `games` of a match and `most_seats` of a new table; `final`: entries cannot be taken back; `marks_rolls`: a click
    marks the dice to roll again, not those to keep; `shows_key`: the match key is shown before the first roll and
    next to the sheet; `lever`: a lever rolls the dice; `pictures`: the pictures on the dice, empty for pips.
    """

    games: int = 1
    most_seats: int | None = None
    final: bool = False
    marks_rolls: bool = False
    shows_key: bool = False
    lever: bool = False
    pictures: Literal["", "poker", "swiss"] = ""


# ------------------------------------------------------------------------------- ruleset


SwitchValue = str | int | bool | None
"""The value of a house rule, as in JSON."""

Switches = tuple[tuple[str, SwitchValue], ...]
"""The house rules that differ from the preset, sorted by name."""


@dataclass(frozen=True)
class Mechanic:
    """A rule mechanism that the other fields of a ruleset cannot express, as data.

    `pasch.rules.mechanics` contains the mechanics of the family. A behaviour registered for the class implements each
    of them.
    """

    key: ClassVar[str] = ""
    """The name by which a client finds its part; empty if the plain table suffices."""

    hides_dice: ClassVar[bool] = False
    """Whether only the seat whose turn it is sees the dice until they are revealed."""

    scratches: ClassVar[bool] = True
    """Whether a cell may be scratched although the roll scores there."""

    columns_alike: ClassVar[bool] = False
    """Whether rows are filled from their first column on: players choose no column, and columns have no sums."""

    changes_sheets: ClassVar[bool] = True
    """False if the rules of a sheet stay the same and the mechanic adds only interactions between players."""

    def check(self, rules: Ruleset) -> None:
        """Raise `InvalidVariant` if these rules cannot be played with this mechanic."""

    def most(self, rules: Ruleset, score: int) -> int | None:  # noqa: ARG002 - for what overrides it
        """The highest result of a seat whose sheet can score at most `score`; None where it is unknown."""
        return score


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """The rules of one game, unchecked; `pasch.rules.variant.Variant` can be played.

    A turn has at most `rolls` rolls of `dice` six-sided and `ten_sided` dice. `colors` names the faces of each
    colour, if any. With `banks_rolls`, unused rolls are carried over. Once a turn, one of the `chips` buys one more
    roll. `served` says which roll of all dice is served. `upper` and `lower` are the rows of the sheet from top to
    bottom, `columns` its columns. `difference` are interdependent rows, `settlement` turns a sheet into points of
    another kind, `instant_win` names the category that wins the game when served. `sheet_order` says which column or
    row comes first. `doubles` entries of a game may count twice if announced as `double_when` requires. `mechanic` is
    the game's addition to the turn. `seats` are the minimum and maximum number of players, `games` is the maximum
    number of games in a match. `reconstruction` marks rules without a complete known source, `customs` describe how
    the game is usually played. `switches` are the house rules' changes to `preset`, which is None for a game without
    house rules.
    """

    key: str
    aliases: tuple[str, ...] = ()
    seats: tuple[int, int] = (1, 8)
    games: int = 6
    dice: int = 5
    ten_sided: int = 0
    colors: tuple[tuple[int, ...], ...] = ()
    rolls: int = 3
    keep: KeepRule = KeepRule.FREE
    banks_rolls: bool = False
    chips: int = 0
    served: Served = Served.ANY_ROLL
    upper: tuple[Category, ...] = ()
    lower: tuple[Category, ...] = ()
    upper_bonus: UpperBonus | None = None
    columns: tuple[Column, ...] = (Column(),)
    extra: BonusKniffel = NO_BONUS_KNIFFELS
    difference: Difference | None = None
    settlement: Settlement | None = None
    instant_win: str = ""
    sheet_order: SheetOrder = SheetOrder.FREE
    doubles: int = 0
    double_when: DoubleWhen = DoubleWhen.BEFORE_FIRST_ROLL
    mechanic: Mechanic | None = None
    reconstruction: bool = False
    customs: Customs = Customs()
    switches: Switches = ()
    preset: Self | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        return hash((self.key, self.switches))

    def __repr__(self) -> str:
        changes = ", ".join(f"{name}={value!r}" for name, value in self.switches)
        return f"find_variant({self.key!r})" + (f".replace({changes})" if changes else "")

    @lazy
    def fingerprint(self) -> str:
        """64 hexadecimal digits that identify the rule data, regardless of the variant's name."""
        return fingerprint(self, without=("key", "aliases", "reconstruction", "customs", "switches", "preset"))

    @lazy
    def categories(self) -> tuple[Category, ...]:
        """All rows from top to bottom."""
        return self.upper + self.lower

    @lazy
    def rows(self) -> dict[str, int]:
        """Row numbers, from 0, by category key."""
        return {category.key: row for row, category in enumerate(self.categories)}

    @lazy
    def cells(self) -> tuple[Cell, ...]:
        """All cells, column by column from top to bottom. Columns count from 1."""
        return tuple(
            Cell(category.key, number) for number in range(1, len(self.columns) + 1) for category in self.categories
        )

    @property
    def turns(self) -> int:
        """The number of turns of one player in a game: one for each cell."""
        return len(self.columns) * len(self.categories)

    @property
    def chooses_column(self) -> bool:
        """Whether players choose among several columns."""
        return len(self.columns) > 1 and not (self.mechanic is not None and self.mechanic.columns_alike)

    @property
    def table_seats(self) -> tuple[int, int]:
        """The minimum and maximum number of seats of a new table."""
        least, most = self.seats
        return least, min(most, self.customs.most_seats or most)

    @lazy
    def dice_count(self) -> int:
        """The total number of dice."""
        return self.dice + self.ten_sided

    @lazy
    def free_choice(self) -> bool:
        """Whether every open cell may be played at any time."""
        free = all(column == Column(factor=column.factor) for column in self.columns)
        return free and self.sheet_order is SheetOrder.FREE

    @lazy
    def plain(self) -> bool:
        """Whether any dice may stay, and the dice on the table alone set the points of every open cell."""
        bound = self.chips or self.instant_win or self.waiting_rows or self.roll_matters
        more = self.doubles or self.mechanic is not None
        return self.free_choice and self.keep is KeepRule.FREE and not (bound or more)

    @lazy
    def waiting_rows(self) -> dict[int, int]:
        """For each waiting row, the row that must score first."""
        return {row: self.rows[c.after] for row, c in enumerate(self.categories) if c.after}

    @lazy
    def number_rows(self) -> dict[int, int]:
        """Rows of the number categories, by face."""
        return {c.face: row for row, c in enumerate(self.categories) if c.face is not None}

    @lazy
    def pars(self) -> tuple[int, ...]:
        """The par of each number row in points: the number of dice per face that reaches the bonus, times the face."""
        faces = [category.face or 0 for category in self.upper]
        bonus = self.upper_bonus
        return () if bonus is None else tuple(-(-bonus.threshold // sum(faces)) * face for face in faces)

    @lazy
    def lead(self) -> int:
        """The points by which all pars together exceed the bonus threshold, if it is no multiple of the faces."""
        return 0 if self.upper_bonus is None else sum(self.pars) - self.upper_bonus.threshold

    @property
    def kniffel_row(self) -> int | None:
        """The row of the category for all dice equal; None if there is none."""
        return self.rows.get(KNIFFEL)

    @property
    def all_rolls(self) -> tuple[Roll, ...]:
        """All rolls of these dice."""
        return all_rolls(self.dice, self.ten_sided)

    def category(self, key: str) -> Category:
        """The category with this key. Raises `UnknownCategory`."""
        row = self.rows.get(key)
        if row is None:
            raise UnknownCategory(
                "{variant} has no category “{category}”; it has {categories}",
                variant=self.key,
                category=key[:40],
                categories=", ".join(self.rows),
            )
        return self.categories[row]

    def index(self, cell: Cell) -> int:
        """The place of a cell in `cells`; without a column, the first match. Raises `UnknownCategory`."""
        place = self.tables.places.get(cell)
        if place is not None:
            return place
        self.category(cell.category)
        column = 1 if cell.column is None else cell.column
        if not 1 <= column <= len(self.columns):
            raise UnknownCategory(
                "{variant} has no column {column}; the last one is {columns}",
                variant=self.key,
                columns=len(self.columns),
                column=column,
            )
        return (column - 1) * len(self.categories) + self.rows[cell.category]

    def cell_text(self, cell: Cell | str) -> str:
        """The text form of a cell in this variant, with its column if there are several."""
        found = self.cells[self.index(as_cell(cell))]
        return found.to_text() if len(self.columns) > 1 else found.category

    def roll(self, dice: Roll | str | Iterable[SupportsIndex]) -> Roll:
        """The roll for a text, plain numbers or a `Roll`.

        Plain numbers may be in any order, with ten-sided dice last. Raises `InvalidInput` if the number of dice or a
        face does not fit this variant.
        """
        if type(dice) is Roll:
            if self.takes(dice):
                return dice
            roll = dice
        elif isinstance(dice, str):
            roll = Roll.from_text(dice)
        else:
            numbers = tuple(dice)
            self._check_count(len(numbers))
            roll = parse_dice(numbers, self.ten_sided)
        self._check_count(len(roll))
        if len(roll.tens) != self.ten_sided:
            raise InvalidInput(
                "{variant} uses {count} ten-sided dice, written after a slash, not {given}",
                variant=self.key,
                count=self.ten_sided,
                given=len(roll.tens),
            )
        return roll

    def takes(self, roll: Roll) -> bool:
        """Whether a roll consists of these dice."""
        return len(roll.faces) == self.dice and len(roll.tens) == self.ten_sided

    def _check_count(self, given: int) -> None:
        if given != self.dice_count:
            raise InvalidInput(
                "{variant} uses {count} dice, not {given}",
                variant=self.key,
                count=self.dice_count,
                given=given,
            )

    def points(
        self,
        category: str,
        roll: Roll | str | Iterable[SupportsIndex],
        *,
        rolls: int | None = None,
        served: bool = False,
    ) -> int:
        """The natural score of a roll in a category: no joker, no factor of a column.

        `rolls` is the number of rolls used (default: all of the turn), `served` whether the last one rolled all dice
        together. Raises `UnknownCategory`, `InvalidInput`.
        """
        used = self.rolls if rolls is None else rolls
        if used < 1:
            raise InvalidInput("The number of rolls starts at 1, not {rolls}", rolls=used)
        found = self.category(category)
        return self.natural(self.roll(roll), used, served=served)[self.rows[found.key]]

    def natural(self, roll: Roll, rolls: int, *, served: bool) -> tuple[int, ...]:
        """The `points` of a roll in every row: a lookup after the first call."""
        return self.line(roll, rolls, served=served).natural

    def line(self, roll: Roll, rolls: int, *, served: bool) -> Line:
        """The points of a roll at every place if only the dice count: a lookup after the first call."""
        asked = (roll.text, rolls, served) if self.roll_matters else roll.text
        known = self.tables.lines.get(asked)
        if known is None:
            natural = tuple(c.points(roll.values, rolls, served=served) for c in self.categories)
            points = tuple(each * column.factor for column in self.columns for each in natural)
            known = self.tables.lines[asked] = Line(roll, self.cells, natural, points)
        return known

    def choice(self, roll: Roll) -> Choice | None:
        """A player's options after a roll in a plain variant; None where a bonus or joker may change them."""
        if roll.all_equal and self.extra is not NO_BONUS_KNIFFELS:
            return None
        known = self.tables.choices[roll.text] = Choice.of(self.line(roll, 1, served=False))
        return known

    @lazy
    def roll_matters(self) -> bool:
        """Whether points depend on the number of the roll or on a served roll, not only on the dice."""
        return any(category.served or isinstance(category.pays, ByRoll) for category in self.categories)

    @lazy
    def last_dice_suffice(self) -> bool:
        """Whether the last dice of a turn suffice: no points, cell or saved roll depends on the rolls before."""
        columns = any(c.max_rolls is not None or c.announce is not Announce.NONE for c in self.columns)
        saves = self.banks_rolls or self.chips or self.keep is not KeepRule.FREE
        return not (self.roll_matters or columns or saves or self.instant_win or self.mechanic is not None)

    @lazy
    def tables(self) -> Tables:
        """The lookup tables of this variant."""
        return tables_of(self.fingerprint, (self.dice, self.ten_sided), self.cells)
