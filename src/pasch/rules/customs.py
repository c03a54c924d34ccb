"""How a game is usually played where its source says so. None of it changes what is legal or what it scores."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Customs:
    """Defaults of a preset; each table or person may choose otherwise.

    `marks_rolls`: a click marks the dice to roll again, not those to keep.
    """

    marks_rolls: bool = False


NO_CUSTOMS = Customs()
