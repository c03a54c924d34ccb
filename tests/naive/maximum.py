"""The maximum of one column by exhaustive search: every order of its cells, every kind of roll.

Rolls without five equal dice are limited to the best one for each cell. Shares no code with `pasch`.
"""

from functools import cache
from itertools import combinations_with_replacement

from tests.naive.scoring import FIELDS, NUMBERS, joker_points, points

MIXED = [list(dice) for dice in combinations_with_replacement(range(1, 7), 5) if len(set(dice)) > 1]


def bounds(rules, doubles=0):
    """The maximum with all number cells at five of their face, and the maximum with a free bonus.

    If both are equal, that is the maximum; otherwise the maximum is between them.
    """
    searches = [Search(rules, full_upper=full_upper, doubles=doubles) for full_upper in (True, False)]
    return tuple(search.most() + rules["bonus"] for search in searches)


class Search:
    """Cells are numbers from the top, sets of them bits; `held` is the Kniffel cell's entry, None while it is open."""

    def __init__(self, rules, *, full_upper, doubles=0):
        self.rules, self.full_upper, self.doubles = rules, full_upper, doubles
        self.fields = FIELDS[rules["family"]]
        self.kniffel = self.fields.index("kniffel")
        self.paid = rules["extra_points"] if rules["extra_in_game"] else 0
        self.natural = [[self.worth(field, [face] * 5) for field in self.fields] for face in range(1, 7)]
        self.wild = [
            [0 if field in NUMBERS else joker_points(rules["family"], field, [face] * 5) for field in self.fields]
            for face in range(1, 7)
        ]
        self.mixed = [max(self.worth(field, dice) for dice in MIXED) for field in self.fields]

    def worth(self, field, dice):
        house = self.rules["five_equal_is_full_house"]
        return points(self.rules["family"], field, dice, five_equal_house=house)

    def most(self):
        remember = cache(lambda *sheet: self.rest(remember, *sheet))
        return remember(0, None, 0, self.doubles)

    def rest(self, most, filled, held, used, doubles):
        """The maximum of the open cells, with this many of them counted twice."""
        if filled == (1 << len(self.fields)) - 1:
            return 0
        best = -1_000_000
        for cell, entered, top in self.entries(filled, held, used):
            now_held = entered if cell == self.kniffel else held
            counted = used + (top > 0 and self.rules["extra_most"] < 1000)
            after = (filled | 1 << cell, now_held, counted)
            best = max(best, entered + top + most(*after, doubles))
            if doubles and entered:
                best = max(best, 2 * entered + top + most(*after, doubles - 1))
        return best

    def entries(self, filled, held, used):
        """Every sensible entry: the cell, its points, its extra points."""
        cells = self.due(filled)
        for cell in cells:
            for entered in {self.mixed[cell], 0}:
                if self.worthy(cell, entered):
                    yield cell, entered, 0
        for number in range(6):
            for cell, value in self.equal_dice(filled, held, cells, number):
                for entered in {value, 0}:
                    if self.worthy(cell, entered):
                        yield cell, entered, self.extra(filled, held, used, number, entered)

    def worthy(self, cell, entered):
        return not (self.full_upper and cell < 6 and entered != 5 * (cell + 1))

    def due(self, filled):
        free = [cell for cell in range(len(self.fields)) if not filled >> cell & 1]
        if self.rules["order"] == "down":
            return free[:1]
        if self.rules["order"] == "up":
            return free[-1:]
        if self.rules["order"] == "both_ends":
            return sorted({free[0], free[-1]})
        if self.rules["order"] == "center_out":
            return [c for c in free if c < 6][-1:] + [c for c in free if c >= 6][:1]
        if self.rules["order"] in ("upper_first", "lower_first"):
            return [c for c in free if (c < 6) == (self.rules["order"] == "upper_first")] or free
        return free

    def equal_dice(self, filled, held, cells, number):
        """Every cell open to five equal dice, with their points."""
        open_number = not filled >> number & 1
        further = self.rules["joker"] != "none" and held is not None
        allowed = cells
        if further and self.rules["joker"] == "forced" and (number in cells or not open_number):
            allowed = [number] if number in cells else [c for c in cells if c >= 6] or cells
        joker = further and not open_number
        return [(c, self.wild[number][c] if joker and c >= 6 else self.natural[number][c]) for c in allowed]

    def extra(self, filled, held, used, number, entered):
        """The extra points of these five equal dice."""
        if held is None or (held == 0 and self.rules["extra_needs"] == "scored") or used >= self.rules["extra_most"]:
            return 0
        earned = {
            "always": True,
            "number_cell_open": not filled >> number & 1,
            "entry_scores": entered > 0,
            "scratch": entered == 0,
        }
        return self.paid if earned[self.rules["extra_when"]] else 0
