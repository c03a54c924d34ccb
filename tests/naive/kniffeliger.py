"""Naive Kniffeliger: sheets, stocks and turns in plain lists, rule by rule.

Uses nothing of `pasch`. Seats count from 0, rounds from 1. Actions are tuples: `("roll", kept)`, `("score", field,
points)`, `("use", kind, victim, field)`, `("end",)`; chance comes by `fall` and `action_die`.
"""

from itertools import combinations

from tests.naive.scoring import FIELDS, points

KINDS = ["steal", "freeze", "cross_out", "shift", "swap"]
ROUNDS = 14


class Kniffeliger:
    """One game; `program` follows the program, else the manual; house rules may mix the two."""

    def __init__(self, seats, *, program, at_once=None, cross_out_open=None, divisor=3):
        self.program = program
        self.at_once = program if at_once is None else at_once
        self.cross_out_open = not program if cross_out_open is None else cross_out_open
        self.divisor = divisor
        self.family = "kniffeliger-program" if program else "kniffeliger"
        self.fields = FIELDS[self.family]
        self.sheets = [{} for _ in range(seats)]
        self.frozen = [set() for _ in range(seats)]
        self.stocks = [[] for _ in range(seats)]  # pairs of kind and the first round in which it may be used
        self.round = 1
        self.mechanic = "main"
        self.begin_turn(0)

    def begin_turn(self, seat):
        self.seat = seat
        self.dice, self.kept, self.rolls = None, [], 0
        self.in_the_air = self.entered = self.die_in_the_air = False

    # legal actions

    def open(self, seat):
        return [field for field in self.fields if field not in self.sheets[seat]]

    def fillable(self, seat):
        """The open fields that are not frozen; if all are frozen, these."""
        return [field for field in self.open(seat) if field not in self.frozen[seat]] or self.open(seat)

    def may_use(self, seat, kind):
        return any(name == kind and first <= self.round for name, first in self.stocks[seat])

    def others(self):
        return [seat for seat in range(len(self.sheets)) if seat != self.seat]

    def legal(self):
        """Everything the seat may do now, as a set."""
        if self.mechanic == "over" or self.in_the_air or self.die_in_the_air:
            return set()
        if self.mechanic == "shifting":
            return self.sheet_moves() | {("end",)}
        allowed = {use for use in self.uses() if self.may_use(self.seat, use[1])}
        if self.entered:
            return allowed | {("end",)}
        return allowed | self.throws() | self.entries()

    def throws(self):
        if self.dice is None:
            return {("roll", ())}
        if self.rolls == 3:
            return set()
        found = set()
        for count in range(5):
            for some in combinations(sorted(self.dice), count):
                if all(some.count(face) >= self.kept.count(face) for face in self.kept):
                    found.add(("roll", some))
        return found

    def worth(self, field):
        return points(self.family, field, self.dice, five_equal_house=self.program)

    def entries(self):
        if self.dice is None:
            return set()
        return {("score", field, p) for field in self.fillable(self.seat) for p in {self.worth(field), 0}}

    def uses(self):
        """The possible targets of action dice."""
        for victim in self.others():
            sheet = self.sheets[victim]
            for field in self.fields:
                if field in sheet and self.dice is None and not self.entered and self.can_take(field):
                    yield ("use", "steal", victim, field)
                if field not in sheet and self.can_freeze(victim, field):
                    yield ("use", "freeze", victim, field)
                if sheet.get(field) or (field not in sheet and self.cross_out_open):
                    yield ("use", "cross_out", victim, field)

    def can_take(self, field):
        """Whether the stolen entry has a place on the sheet."""
        return field not in self.sheets[self.seat] and field not in self.frozen[self.seat]

    def can_freeze(self, victim, field):
        left = [f for f in self.open(victim) if f not in self.frozen[victim] and f != field]
        return self.round not in (13, 14) and field not in self.frozen[victim] and bool(left)

    def sheet_moves(self):
        found = {("use", "swap", other, None) for other in self.others()} if self.may_use(self.seat, "swap") else set()
        return found | ({("use", "shift", None, None)} if self.may_use(self.seat, "shift") else set())

    # effects

    def do(self, action):
        match action:
            case ("roll", kept):
                self.kept, self.in_the_air = list(kept), True
            case ("score", field, entered):
                self.sheets[self.seat][field] = entered
                self.entered = True
                self.die_in_the_air = sum(self.dice) % self.divisor == 0
            case ("use", kind, victim, field):
                self.spend(kind)
                self.use(kind, victim, field)
            case ("end",):
                self.end()

    def fall(self, dice):
        self.dice, self.in_the_air, self.rolls = list(dice), False, self.rolls + 1

    def action_die(self, face):
        kinds = KINDS if face == 6 else [KINDS[face - 1]]
        first = self.round if self.at_once else self.round + 1
        self.stocks[self.seat] += [(kind, first) for kind in kinds]
        self.die_in_the_air = False

    def spend(self, kind):
        place = [name for name, _ in self.stocks[self.seat]].index(kind)
        del self.stocks[self.seat][place]

    def use(self, kind, victim, field):
        mine = self.seat
        if kind == "freeze":
            self.frozen[victim].add(field)
        elif kind == "cross_out":
            self.sheets[victim][field] = 0
            self.frozen[victim].discard(field)
        elif kind == "steal":
            self.sheets[mine][field] = self.sheets[victim][field]
            self.sheets[victim][field] = 0
            self.entered = True
        elif kind == "swap":
            for things in (self.sheets, self.frozen):
                things[mine], things[victim] = things[victim], things[mine]
        else:
            for things in (self.sheets, self.frozen):
                things.insert(0, things.pop())

    def end(self):
        if self.mechanic == "main":
            self.frozen[self.seat] = set()
            for seat in range(self.seat + 1, len(self.sheets)):
                if self.open(seat):
                    self.begin_turn(seat)
                    return
            self.mechanic = "shifting"
            self.shift_from(0)
        else:
            self.shift_from(self.seat + 1)

    def shift_from(self, first):
        """Pass to the next seat that can move sheets; after the last seat to the next round, or the end."""
        for seat in range(first, len(self.sheets)):
            if self.may_use(seat, "shift") or self.may_use(seat, "swap"):
                self.begin_turn(seat)
                return
        playing = [seat for seat in range(len(self.sheets)) if self.open(seat)]
        self.round += 1
        self.mechanic = "main" if playing else "over"
        if playing:
            self.begin_turn(playing[0])

    def totals(self):
        return [sum(sheet.values()) for sheet in self.sheets]
