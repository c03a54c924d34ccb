"""How a game is usually played where its source says so. None of it changes what is legal or what it scores."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Customs:
    """Defaults of a preset; each table or person may choose otherwise.

    `games` of a match and `most_seats` of a new table; `final`: no entry is taken back;
    `marks_rolls`: a click marks the dice to roll again, not those to keep; `shows_key`: the key
    of the match is shown before the first roll and next to the sheet; `lever`: the dice are rolled by a lever.
    """

    games: int = 1
    most_seats: int | None = None
    final: bool = False
    marks_rolls: bool = False
    shows_key: bool = False
    lever: bool = False


NO_CUSTOMS = Customs()
