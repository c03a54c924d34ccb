"""A sheet kept a second time, with a pencil: which cells may take a roll, what they bring, what it all adds up to.

Shares no code with `pasch`. Rules are a plain dictionary; house rules overwrite its items.
"""

from tests.naive.scoring import KNIFFEL_FIELDS, NUMBERS, YATZY_FIELDS, joker_points, points

PLAIN = {
    "family": "kniffel",
    "bonus": 35,
    "columns": 1,
    "factors": [1],
    "joker": "none",
    "extra_points": 0,
    "extra_when": "always",
    "extra_needs": "scored",
    "extra_most": 1000,
    "extra_in_game": True,
    "five_equal_is_full_house": False,
    "order": "free",
    "announce": "none",
    "max_rolls": None,
    "keep": "free",
    "rolls": 3,
}

RULES = {
    "kniffel-plain": PLAIN,
    "kniffel": PLAIN | {"joker": "forced", "extra_points": 50, "extra_when": "number_cell_open"},
    "yahtzee": PLAIN | {"joker": "forced", "extra_points": 100},
    "yahtzee-free": PLAIN | {"joker": "free", "extra_points": 100},
    "hartard": PLAIN | {"extra_points": 100, "extra_when": "scratch", "extra_needs": "filled", "extra_in_game": False},
    "spiffel": PLAIN | {"extra_points": 100, "extra_when": "entry_scores", "extra_most": 1},
    "yatzy": PLAIN | {"family": "yatzy", "bonus": 50},
    "yatzy-forced": PLAIN | {"family": "yatzy", "bonus": 50, "order": "down"},
}


class NaiveSheet:
    """One player's sheet. A cell is a pair of field and column, columns from 1."""

    def __init__(self, rules):
        self.rules = rules
        self.fields = KNIFFEL_FIELDS if rules["family"] == "kniffel" else YATZY_FIELDS
        self.columns = list(range(1, rules["columns"] + 1))
        self.entries = {}
        self.extras = dict.fromkeys(self.columns, 0)

    # which cells

    def allowed(self, dice, rolls_used, announced=None):
        """The cells that may take these dice after so many rolls, in the order of the sheet."""
        cells = self.playable(rolls_used, announced)
        if self.rules["joker"] != "forced" or announced or not self.five_equal(dice):
            return cells
        return [cell for column in self.columns for cell in self.forced(cells, column, dice)]

    def forced(self, cells, column, dice):
        mine = [cell for cell in cells if cell[1] == column]
        if ("kniffel", column) not in self.entries:
            return mine
        number = [cell for cell in mine if NUMBERS.get(cell[0]) == dice[0]]
        lower = [cell for cell in mine if cell[0] not in NUMBERS]
        if self.number_open(column, dice) and not number:
            return mine  # the number cell is open but not due yet: no joker
        return number or lower or mine

    def playable(self, rolls_used, announced=None):
        """The same without a look at the dice."""
        limit = self.rules["max_rolls"]
        if limit is not None and rolls_used > limit:
            return []
        if announced:
            return [announced]
        if self.rules["announce"] == "after_first_roll" and rolls_used > 1:
            return []
        return [cell for column in self.columns for cell in self.due(column)]

    def due(self, column):
        """The open cells of a column that its order lets come next."""
        free = [(field, column) for field in self.fields if (field, column) not in self.entries]
        order = self.rules["order"]
        if order == "free" or not free:
            return free
        if order == "down":
            return free[:1]
        if order == "up":
            return free[-1:]
        if order == "both_ends":
            return free[:1] + free[1:][-1:]
        upper = [cell for cell in free if cell[0] in NUMBERS]
        lower = [cell for cell in free if cell[0] not in NUMBERS]
        return upper[-1:] + lower[:1]

    # what they bring

    def five_equal(self, dice):
        return len(set(dice)) == 1

    def number_open(self, column, dice):
        field = list(NUMBERS)[dice[0] - 1]
        return (field, column) not in self.entries

    def best(self, cell, dice):
        """What the dice bring in this cell."""
        field, column = cell
        family = self.rules["family"]
        joker = (
            self.rules["joker"] != "none"
            and self.five_equal(dice)
            and ("kniffel", column) in self.entries
            and not self.number_open(column, dice)
            and field not in NUMBERS
        )
        house = self.rules["five_equal_is_full_house"]
        plain = points(family, field, dice, five_equal_house=house)
        value = joker_points(family, field, dice) if joker and not plain else plain
        return value * self.rules["factors"][column - 1]

    def extra(self, cell, dice, entered):
        """What entering so many points for these dice earns on top."""
        _, column = cell
        rules = self.rules
        kniffel = self.entries.get(("kniffel", column))
        if not self.five_equal(dice) or kniffel is None:
            return 0
        if rules["extra_needs"] == "scored" and kniffel == 0:
            return 0
        worth = rules["extra_points"] * rules["factors"][column - 1]
        if self.extras[column] >= worth * rules["extra_most"]:
            return 0
        earned = {
            "always": True,
            "number_cell_open": self.number_open(column, dice),
            "entry_scores": entered > 0,
            "scratch": entered == 0,
        }
        return worth if earned[rules["extra_when"]] else 0

    def enter(self, cell, dice, struck=False):
        """Write an entry; returns its points and what it earned on top."""
        assert cell not in self.entries
        entered = 0 if struck else self.best(cell, dice)
        extra = self.extra(cell, dice, entered)
        self.entries[cell] = entered
        self.extras[cell[1]] += extra
        return entered, extra

    # what it adds up to

    def column_totals(self, column):
        """A dictionary with the sums of one column."""
        factor = self.rules["factors"][column - 1]
        mine = {field: p for (field, c), p in self.entries.items() if c == column}
        upper = sum(p for field, p in mine.items() if field in NUMBERS)
        lower = sum(p for field, p in mine.items() if field not in NUMBERS)
        bonus = self.rules["bonus"] * factor if upper >= 63 * factor else 0
        saldo = sum(p - 3 * NUMBERS[field] * factor for field, p in mine.items() if field in NUMBERS)
        extra = self.extras[column]
        total = upper + bonus + lower + (extra if self.rules["extra_in_game"] else 0)
        return {"upper": upper, "saldo": saldo, "bonus": bonus, "lower": lower, "extra": extra, "total": total}

    def totals(self):
        """The same for all columns together."""
        columns = [self.column_totals(column) for column in self.columns]
        return {name: sum(column[name] for column in columns) for name in columns[0]}


def recompute(rules, seats, log):
    """The sheets of a game from its log: a list of (seat from 1, dice, cell, struck)."""
    sheets = [NaiveSheet(rules) for _ in range(seats)]
    for seat, dice, cell, struck in log:
        sheets[seat - 1].enter(cell, dice, struck)
    return sheets
