"""A naive sheet, as with a pencil: open cells, their points, and the sums.

Shares no code with `pasch`. Rules are a plain dictionary; house rules overwrite its items.
"""

from tests.naive.house import best_of, own_points, straight_around
from tests.naive.scoring import FIELDS, NUMBERS, SERVED, joker_points, points

PLAIN = {
    "family": "kniffel",
    "dice": 5,
    "bonus": 35,
    "bonus_from": 63,
    "higher": [],
    "columns": 1,
    "factors": [1],
    "joker": "none",
    "extra_points": 0,
    "extra_when": "always",
    "extra_needs": "scored",
    "extra_most": 1000,
    "extra_in_game": True,
    "extra_scope": "column",
    "five_equal_is_full_house": False,
    "order": "free",
    "sheet_order": "free",
    "announce": "none",
    "max_rolls": None,
    "keep": "free",
    "rolls": 3,
    "banks": False,
    "chips": 0,
    "first_throw_only": False,
    "kniffel": "kniffel",
    "own": [],
    "counted": 0,
    "wrap": False,
    "served_points": None,
}
"""`order`, `announce` and `max_rolls` may be lists, one word for each column. The rows of a sheet follow from its
`family`, and `own` ones as (key, pattern, payment). With `counted`, only this many of the dice count.
"""

NO_BONUS = {"bonus": None, "kniffel": None}
"""No bonus of the upper part, no row that extra Kniffels refer to."""

YAMS_COLUMNS = {"columns": 4, "factors": [1] * 4, "announce": ["none", "none", "none", "after_first_roll"]}
SPIFFEL = PLAIN | {"extra_points": 100, "extra_when": "entry_scores", "extra_most": 1}
SPIFFEL_6 = SPIFFEL | {"family": "six", "dice": 6, "bonus": 50, "bonus_from": 84, "extra_points": 200}

RULES = {
    "kniffel-plain": PLAIN,
    "kniffel": PLAIN | {"joker": "forced", "extra_points": 50, "extra_when": "number_cell_open"},
    "yahtzee": PLAIN | {"joker": "forced", "extra_points": 100},
    "yahtzee-free": PLAIN | {"joker": "free", "extra_points": 100},
    "hartard": PLAIN | {"extra_points": 100, "extra_when": "scratch", "extra_needs": "filled", "extra_in_game": False},
    "spiffel": SPIFFEL,
    "spiffel-6": SPIFFEL_6,
    "spiffel-2s": SPIFFEL | {"columns": 2, "factors": [1, 1]},
    "spiffel-6-2s": SPIFFEL_6 | {"columns": 2, "factors": [1, 1]},
    "spiffel-123": SPIFFEL | {"columns": 3, "factors": [1, 2, 3]},
    "yatzy": PLAIN | {"family": "yatzy", "bonus": 50},
    "yatzy-forced": PLAIN | {"family": "yatzy", "bonus": 50, "order": "down"},
    "maxi-yatzy": PLAIN | {"family": "maxi", "dice": 6, "bonus": 100, "bonus_from": 84, "banks": True},
    "yams": PLAIN | YAMS_COLUMNS | {"order": ["free", "down", "up", "free"]},
    "yams-fr": PLAIN | {"family": "yams-fr"},
    "triple-yahtzee": PLAIN
    | {"columns": 3, "factors": [1, 2, 3], "joker": "forced", "extra_points": 100, "extra_when": "entry_scores"}
    | {"extra_scope": "all_columns"},
    "balut": PLAIN | NO_BONUS | {"family": "balut", "columns": 4, "factors": [1] * 4},
    "yacht": PLAIN | NO_BONUS | {"family": "yacht"},
    "escalero": PLAIN | NO_BONUS | {"family": "escalero", "columns": 3, "factors": [1] * 3},
    "generala": PLAIN | NO_BONUS | {"family": "generala", "first_throw_only": True},
    "cheerio": PLAIN | NO_BONUS | {"family": "cheerio"},
    "crag": PLAIN | NO_BONUS | {"family": "crag", "dice": 3, "rolls": 2},
    "kniffel-extreme": PLAIN | {"family": "extreme", "dice": 6, "bonus": 45, "bonus_from": 73, "chips": 3},
    "jamb": PLAIN
    | YAMS_COLUMNS
    | {"family": "jamb", "bonus": 30, "bonus_from": 60, "kniffel": None}
    | {"order": ["down", "free", "up", "free"]},
    "centre-up-down": PLAIN | {"order": "center_out"},
    "pasch-ddr": PLAIN,
    "kniffeliger": PLAIN | {"family": "kniffeliger", "bonus": None, "keep": "locked"},
    "kniffeliger-program": PLAIN
    | {"family": "kniffeliger-program", "bonus": None, "keep": "locked", "five_equal_is_full_house": True},
    "kismet": PLAIN | {"family": "kismet", "kniffel": None, "higher": [(71, 55), (78, 75)]},
    "dice-duel": PLAIN | NO_BONUS | {"family": "dice-duel", "columns": 4, "factors": [1] * 4},
    "luegenkniffel": PLAIN | {"bonus": None, "keep": "locked"},
    "swiss-yatzy": PLAIN | {"family": "swiss", "bonus": 20, "kniffel": None},
    "swiss-kniffel": PLAIN | {"extra_points": 100},
    "yazzo": PLAIN
    | {"family": "yazzo", "columns": 3, "factors": [1] * 3, "order": ["free", "down", "up"]}
    | {"keep": "locked", "kniffel": None},
    "yatzy-duel": PLAIN | {"family": "yatzy", "bonus": 50},
}


class NaiveSheet:
    """One player's sheet. A cell is a pair of field and column, columns from 1."""

    def __init__(self, rules):
        self.rules = rules
        self.own = {key: (pattern, pays) for key, pattern, pays in rules["own"]}
        self.fields = [*FIELDS[rules["family"]], *self.own]
        # Balut has no upper part: its fours, fives and sixes are among the other rows.
        self.upper = [] if rules["family"] == "balut" else list(NUMBERS)
        self.columns = list(range(1, rules["columns"] + 1))
        self.entries = {}
        self.extras = dict.fromkeys(self.columns, 0)
        self.bank = 0
        self.chips = rules["chips"]
        self.won = False

    def of_column(self, name, column):
        """A rule that is one word for the sheet or a list of words for its columns."""
        rule = self.rules[name]
        return rule[column - 1] if isinstance(rule, list) else rule

    # rolls of a turn

    def rolls(self):
        """The rolls of a turn without chips."""
        if self.rules["keep"] == "lock_one":
            return self.rules["dice"]
        return self.rules["rolls"] + self.bank

    def may_throw(self, used):
        """Whether a roll is left after this many."""
        if self.rules["keep"] == "lock_one":
            return used < self.rules["dice"]
        return used < self.rolls() or (used == self.rolls() and self.chips > 0)

    # open cells

    def allowed(self, dice, rolls_used, announced=None):
        """The cells open to these dice after this many rolls, in the order of the sheet."""
        cells = self.playable(rolls_used, announced)
        if self.rules["joker"] != "forced" or announced or not self.five_equal(dice):
            return cells
        return [cell for group in self.groups() for cell in self.forced(cells, group, dice)]

    def groups(self):
        """The columns whose Kniffel cells belong together."""
        return [self.columns] if self.rules["extra_scope"] == "all_columns" else [[column] for column in self.columns]

    def group(self, column):
        return next(group for group in self.groups() if column in group)

    def forced(self, cells, group, dice):
        mine = [cell for cell in cells if cell[1] in group]
        if any(("kniffel", column) not in self.entries for column in group):
            return mine
        number = [cell for cell in mine if NUMBERS.get(cell[0]) == dice[0]]
        lower = [cell for cell in mine if cell[0] not in NUMBERS]
        if any(self.number_open(column, dice) for column in group) and not number:
            return mine  # the number cell is open but not due yet: no joker
        return number or lower or mine

    def playable(self, rolls_used, announced=None):
        """The same for any dice."""
        limits = {c: self.of_column("max_rolls", c) for c in self.columns}
        in_time = [c for c, limit in limits.items() if limit is None or rolls_used <= limit]
        if announced:
            return [announced] if announced[1] in in_time else []
        free = [c for c in in_time if rolls_used <= 1 or self.of_column("announce", c) == "none"]
        return [cell for column in free for cell in self.due(column)]

    def may_announce(self):
        """The cells that may be announced after the first roll."""
        asking = [c for c in self.columns if self.of_column("announce", c) == "after_first_roll"]
        return [cell for column in asking for cell in self.due(column)]

    def due(self, column):
        """The open cells of a column that are due in its order."""
        free = [(field, column) for field in self.fields if (field, column) not in self.entries]
        earlier = [(field, c) for field in self.fields for c in range(1, column)]
        if self.rules["sheet_order"] == "column_by_column" and not self.entries.keys() >= set(earlier):
            return []
        if self.rules["sheet_order"] == "row_by_row":
            begun = {f for f, _ in self.entries if any((f, c) not in self.entries for c in self.columns)}
            if begun:
                return [cell for cell in free if cell[0] in begun]
        order = self.of_column("order", column)
        if order == "free" or not free:
            return free
        if order == "down":
            return free[:1]
        if order == "up":
            return free[-1:]
        if order == "both_ends":
            return free[:1] + free[1:][-1:]
        if order in ("upper_first", "lower_first"):
            return [cell for cell in free if (cell[0] in self.upper) == (order == "upper_first")] or free
        middle = sum(field in self.upper for field in self.fields) or len(self.fields) // 2
        upper = [cell for cell in free if self.fields.index(cell[0]) < middle]
        lower = [cell for cell in free if self.fields.index(cell[0]) >= middle]
        return upper[-1:] + lower[:1]

    # points

    def five_equal(self, dice):
        return len(set(dice)) == 1

    def number_open(self, column, dice):
        field = list(NUMBERS)[dice[0] - 1]
        return (field, column) not in self.entries

    def best(self, cell, dice, rolls_used=3, served=False):
        """The points of the dice in this cell; `served`: a single roll brought all of them."""
        field, column = cell
        family, factor = self.rules["family"], self.rules["factors"][column - 1]
        if field == "double_generala" and not self.entries.get(("generala", column)):
            return 0
        together = served and (rolls_used == 1 or not self.rules["first_throw_only"])
        joker = (
            self.rules["joker"] != "none"
            and self.five_equal(dice)
            and all(("kniffel", c) in self.entries for c in self.group(column))
            and not any(self.number_open(c, dice) for c in self.group(column))
            and field not in NUMBERS
        )
        plain = self.natural(field, dice, rolls_used, together)
        if joker and not plain:
            # As if it matched; a category of the house then counts all dice.
            own = self.own.get(field)
            plain = own_points("any", own[1], dice) if own else joker_points(family, field, dice)
        return plain * factor

    def natural(self, field, dice, rolls_used, together):
        """The points of the dice in a field without a joker."""
        family, rules = self.rules["family"], self.rules
        if field in self.own:
            return own_points(*self.own[field], dice, around=rules["wrap"])
        if 0 < rules["counted"] < len(dice):
            lowest = (family, field) == ("jamb", "min")
            return best_of(dice, rules["counted"], lambda some: self.natural(field, some, rolls_used, together), lowest)

        def plainly(shown):
            house = rules["five_equal_is_full_house"]
            return points(family, field, shown, five_equal_house=house, rolls=rolls_used)

        plain = straight_around(field, dice, plainly) if rules["wrap"] else plainly(dice)
        served = SERVED.get((family, field), 0)
        if served and rules["served_points"] is not None:
            served = rules["served_points"]
        return plain + served if plain and together else plain

    def extra(self, cell, dice, entered):
        """The extra points for entering this many points for these dice."""
        _, column = cell
        rules = self.rules
        if rules["kniffel"] is None or not self.five_equal(dice):
            return 0
        held = [self.entries.get(("kniffel", c)) for c in self.group(column)]
        if None in held or (rules["extra_needs"] == "scored" and 0 in held):
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

    def enter(self, cell, dice, scratched=False, rolls_used=3, served=False, *, times=1):
        """Enter a cell, `times` over; returns its points and extra points."""
        assert cell not in self.entries
        entered = 0 if scratched else self.best(cell, dice, rolls_used, served) * times
        extra = self.extra(cell, dice, entered)
        self.entries[cell] = entered
        self.extras[cell[1]] += extra
        if rolls_used > self.rolls():
            self.chips -= 1
        if self.rules["banks"] and self.rules["keep"] != "lock_one":
            self.bank = self.rolls() - rolls_used
        if cell[0] == "generala" and entered and rolls_used == 1:
            self.won = True
        return entered, extra

    # sums

    def column_totals(self, column):
        """A dictionary with the sums of one column."""
        factor = self.rules["factors"][column - 1]
        mine = {field: p for (field, c), p in self.entries.items() if c == column}
        upper = sum(p for field, p in mine.items() if field in self.upper)
        lower = sum(p for field, p in mine.items() if field not in self.upper)
        if self.rules["family"] == "jamb":
            lower -= mine.get("max", 0) + mine.get("min", 0)
            if "max" in mine and mine.get("min", 0) > 0 and "ones" in mine:
                lower += (mine["max"] - mine["min"]) * mine["ones"] // factor
        bonus, margin = 0, None
        if self.rules["bonus"] is not None:
            line = self.rules["bonus_from"]
            for least, worth in [(line, self.rules["bonus"]), *self.rules["higher"]]:
                bonus = worth * factor if upper >= least * factor else bonus
            par = (line + 20) // 21  # this many of each face reach the threshold, or exceed it by the surplus
            margin = (par * 21 - line) * factor
            margin += sum(p - par * NUMBERS[field] * factor for field, p in mine.items() if field in NUMBERS)
        extra = self.extras[column]
        score = upper + bonus + lower + (extra if self.rules["extra_in_game"] else 0)
        return {"upper": upper, "bonus_margin": margin, "bonus": bonus, "lower": lower, "extra": extra, "score": score}

    def totals(self):
        """The same for all columns together, and the result of the game."""
        columns = [self.column_totals(column) for column in self.columns]
        sums = {name: sum(column[name] for column in columns) for name in columns[0] if name != "bonus_margin"}
        margins = [column["bonus_margin"] for column in columns]
        sums["bonus_margin"] = None if self.rules["bonus"] is None else sum(margins)
        return sums | {"total": self.balut_points(sums["score"]) if self.rules["family"] == "balut" else sums["score"]}

    def balut_points(self, score):
        """The score of a Balut sheet: the table of its rows, then the table of its total once all is filled."""
        row = {field: [p for (f, _), p in self.entries.items() if f == field] for field in self.fields}
        worth = 2 * sum(p > 0 for p in row["balut"])
        for field, line in (("fours", 52), ("fives", 65), ("sixes", 78), ("choice", 100)):
            worth += 2 if sum(row[field]) >= line else 0
        for field, gain in (("straight", 4), ("full_house", 3)):
            worth += gain if len(row[field]) == len(self.columns) and 0 not in row[field] else 0
        if len(self.entries) < len(self.fields) * len(self.columns):
            return worth
        if score < 300:
            return worth - 2
        return worth + min((score - 300) // 50 - 1, 6)


def recompute(rules, seats, log):
    """The sheets of a game from its log: a list of (seat from 1, dice, cell, scratched, rolls used, served).

    An entry that counts twice has a 2 behind these.
    """
    sheets = [NaiveSheet(rules) for _ in range(seats)]
    for seat, dice, cell, scratched, used, served, *times in log:
        sheets[seat - 1].enter(cell, dice, scratched, used, served, times=times[0] if times else 1)
    return sheets
