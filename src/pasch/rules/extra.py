"""Further Kniffels: extra points and jokers, as data.

When all dice are equal and the Kniffel cell is already taken, a variant may pay extra points,
bind or widen the choice of the cell, both, or neither.
"""

from dataclasses import dataclass
from enum import StrEnum


class Joker(StrEnum):
    """What a further Kniffel may stand for once the Kniffel cell is filled.

    `FORCED` (Hasbro's leaflet, Schmidt's manual): it must go into its open number cell; if
    that is filled, into any lower cell at that cell's full points; else an upper cell is
    struck. `FREE`: any open cell, with the full points of a lower cell only when the number
    cell is filled too. `NONE`: an ordinary roll.
    """

    NONE = "none"
    FREE = "free"
    FORCED = "forced"


class ExtraWhen(StrEnum):
    """Which further Kniffels earn the extra points."""

    ALWAYS = "always"
    NUMBER_CELL_OPEN = "number_cell_open"
    ENTRY_SCORES = "entry_scores"
    SCRATCH = "scratch"


class ExtraNeeds(StrEnum):
    """What must stand in the Kniffel cell: its points, or any entry."""

    SCORED = "scored"
    FILLED = "filled"


class ExtraScope(StrEnum):
    """Which Kniffel cell counts: that of the column played in, or those of all columns."""

    COLUMN = "column"
    ALL_COLUMNS = "all_columns"


class CountsIn(StrEnum):
    """Where extra points are added: to the game, or only to the whole match."""

    GAME = "game"
    MATCH = "match"


@dataclass(frozen=True)
class ExtraKniffel:
    """The policy for further Kniffels. `points` 0 means that nothing extra is paid.

    `most` limits how often a column may earn them; the points are multiplied by the column's
    factor.
    """

    points: int = 0
    when: ExtraWhen = ExtraWhen.ALWAYS
    needs: ExtraNeeds = ExtraNeeds.SCORED
    joker: Joker = Joker.NONE
    most: int | None = None
    scope: ExtraScope = ExtraScope.COLUMN
    counts_in: CountsIn = CountsIn.GAME


NO_EXTRA = ExtraKniffel()
