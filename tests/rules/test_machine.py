"""A player who tries everything: legal steps succeed, illegal ones raise the right error and change nothing."""

from __future__ import annotations

from itertools import cycle

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pasch.rules.actions import Announce, EnterPoints, NextGame, RollDice, Score, TakeBack
from pasch.rules.dice import NOTHING, Keep, Roll
from pasch.rules.errors import (
    CellFilled,
    DiceNotHeld,
    IllegalAction,
    InvalidInput,
    NoRollsLeft,
    NotRolled,
    UnknownCategory,
)
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.state import Stage
from pasch.rules.variant import Variant
from tests.rules.play import variants

FACES = st.integers(1, 6)


def fallen(variant: Variant, keep: Keep, dice: list[int], *, equal: bool = False) -> Roll:
    """All dice after a roll of the unkept ones, drawn from a repeating supply."""
    faces = cycle(dice[:1] if equal else dice)
    six = [next(faces) for _ in range(variant.dice - len(keep.faces))]
    return Roll((*keep.faces, *six), (*keep.tens, *(next(faces) for _ in range(variant.ten_sided - len(keep.tens)))))


def picture(match: Match) -> tuple:
    """All values that a change would affect."""
    game = match.game
    return (
        len(match.games),
        match.totals,
        game,
        game.stage,
        game.turn,
        game.sheets,
        game.latest,
        game.before_latest,
        tuple(game.legal_actions),
    )


class Player(RuleBasedStateMachine):
    @initialize(variant=variants(), seats=st.integers(1, 3), length=st.integers(1, 3))
    def begin(self, variant, seats, length):
        low, high = variant.seats
        self.start = self.match = Match.begin(variant, [f"P{n}" for n in range(max(low, min(seats, high)))], length)
        self.log = []

    # legal steps

    def do(self, step):
        self.match, events = self.match.apply(step)
        self.log += events
        return events

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def plain_entries(self) -> bool:
        """Whether an entry is points or a scratch in a cell, as in most games."""
        return self.start.variant.mechanic is None or self.start.variant.mechanic.scratches

    @property
    def some_cell(self) -> str:
        return self.start.variant.categories[-1].key

    @property
    def some_roll(self) -> Roll:
        return self.start.variant.all_rolls[0]

    @precondition(lambda self: self.game.legal_actions.keeps)
    @rule(data=st.data(), dice=st.lists(FACES, min_size=8, max_size=8), equal=st.booleans())
    def throw(self, data, dice, equal):
        keep = data.draw(st.sampled_from(self.game.legal_actions.keeps))
        assert self.do(RollDice(keep)) == ()
        self.land(dice, equal)

    @precondition(lambda self: self.game.legal_actions.keeps)
    @rule()
    def roll_without_result(self):
        self.do(RollDice())

    @precondition(lambda self: self.game.to_roll)
    @rule(dice=st.lists(FACES, min_size=8, max_size=8), equal=st.booleans())
    def land(self, dice, equal):
        turn = self.game.turn
        roll = fallen(self.game.variant, turn.staying, dice, equal=equal)
        assert self.do(DiceRolled(roll)) == (DiceRolled(roll, turn.staying, turn.seat),)
        assert self.game.turn.rolls_used == turn.rolls_used + 1

    @precondition(lambda self: self.game.legal_actions.entries)
    @rule(data=st.data(), scratched=st.booleans())
    def score(self, data, scratched):
        cell, points = data.draw(st.sampled_from(list(self.game.legal_actions.entries.items())))
        entered = 0 if scratched and self.plain_entries else points
        event, *_ = self.do(Score(cell, entered))
        assert (event.cell, event.points) == (cell, entered)

    @precondition(lambda self: self.game.legal_actions.announcements)
    @rule(data=st.data())
    def announce(self, data):
        cell = data.draw(st.sampled_from(self.game.legal_actions.announcements))
        self.do(Announce(cell))
        assert set(self.game.legal_actions.entries) <= {cell}

    @precondition(lambda self: self.game.legal_actions.others)
    @rule(data=st.data())
    def take_mechanic_action(self, data):
        self.do(data.draw(st.sampled_from(self.game.legal_actions.others)))

    @precondition(lambda self: self.game.stage is Stage.DIE_IN_THE_AIR)
    @rule(face=FACES)
    def an_action_die(self, face):
        (event,) = self.do(ActionDieRolled(face))
        assert (event.face, event.seat) == (face, self.game.turn.seat)

    @precondition(lambda self: self.game.latest and self.game.stage is not Stage.DIE_IN_THE_AIR)
    @rule()
    def take_back(self):
        before = self.game.before_latest
        self.do(TakeBack())
        assert self.game == before
        assert self.game.turn.roll == before.turn.roll
        self.refuse(TakeBack(), IllegalAction)

    @precondition(lambda self: self.match.between_games)
    @rule()
    def next_game(self):
        self.do(NextGame())
        self.refuse(TakeBack(), IllegalAction)

    @precondition(lambda self: self.game.stage is Stage.READY)
    @rule(turns=st.integers(5, 40), face=FACES)
    def play_quick_turns(self, turns, face):
        """Few games would end without these turns."""
        number = self.game.turn.number + turns
        while not self.game.over and self.game.turn.number < number:
            legal = self.game.legal_actions
            if self.game.stage is Stage.READY:
                self.do(DiceRolled(fallen(self.game.variant, NOTHING, [face, face, face, face, face % 6 + 1])))
            elif self.game.stage is Stage.DIE_IN_THE_AIR:
                self.do(ActionDieRolled(face))
            elif legal.entries:
                self.do(Score(*list(legal.entries.items())[-1]))
            else:
                self.do(legal.others[-1])

    # illegal steps

    def refuse(self, step, kind):
        before = picture(self.match)
        with pytest.raises(kind) as refused:
            self.match.apply(step)
        assert type(refused.value) is kind
        assert str(refused.value)
        assert picture(self.match) == before
        if isinstance(step, RollDice | Score | Announce):
            assert step not in self.game.legal_actions

    @precondition(lambda self: self.game.stage is Stage.READY)
    @rule()
    def enter_before_first_roll(self):
        self.refuse(Score(self.some_cell), NotRolled)
        self.refuse(Announce(self.some_cell), NotRolled)
        self.refuse(RollDice("k1"), DiceNotHeld)
        self.refuse(DiceRolled(self.some_roll, "k1"), DiceNotHeld)

    @precondition(lambda self: self.game.stage is Stage.ENTRY_DUE)
    @rule()
    def roll_too_often(self):
        self.refuse(RollDice(), NoRollsLeft)
        self.refuse(DiceRolled(self.some_roll, "k-"), NoRollsLeft)

    @precondition(lambda self: self.game.stage is Stage.IN_THE_AIR)
    @rule()
    def act_during_a_roll(self):
        cell, roll = self.some_cell, self.some_roll
        for step in (RollDice(), Score(cell), Announce(cell), TakeBack(), EnterPoints(cell, 5)):
            self.refuse(step, IllegalAction)
        self.refuse(DiceRolled(Roll(roll.faces[1:], roll.tens)), InvalidInput)
        self.refuse(DiceRolled(Roll((*roll.faces, 1), roll.tens)), InvalidInput)
        self.refuse(DiceRolled(roll, seat=9), IllegalAction)

    @precondition(lambda self: self.game.to_roll and self.game.turn.staying.faces)
    @rule(data=st.data())
    def roll_losing_a_kept_die(self, data):
        variant, kept = self.game.variant, self.game.turn.staying
        lost = data.draw(st.sampled_from(kept.faces))
        others = Keep(tuple(face for face in kept.faces if face != lost), kept.tens)
        self.refuse(DiceRolled(fallen(variant, others, [lost % 6 + 1])), InvalidInput)
        self.refuse(DiceRolled(fallen(variant, kept, [1]), "k-"), IllegalAction)

    @precondition(lambda self: self.game.stage is Stage.ROLLED and self.game.legal_actions.keeps)
    @rule(data=st.data())
    def keep_missing_dice(self, data):
        roll = self.game.turn.roll
        face = data.draw(FACES)
        more = Keep((face,) * (roll.faces.count(face) + 1))
        self.refuse(RollDice(more), DiceNotHeld)
        self.refuse(DiceRolled(self.some_roll, more), DiceNotHeld)
        self.refuse(RollDice(Keep(roll.faces, roll.tens)), IllegalAction)
        self.refuse(DiceRolled(roll), IllegalAction)

    @precondition(lambda self: self.game.stage is Stage.ROLLED and self.game.turn.kept)
    @rule()
    def reroll_locked_die(self):
        rule = self.game.variant.keep.value
        if rule != "free" and self.game.legal_actions.keeps:
            self.refuse(RollDice("k-"), IllegalAction)

    @precondition(lambda self: self.plain_entries and self.game.legal_actions.entries and self.game.sheet.entries)
    @rule(data=st.data())
    def enter_cell_twice(self, data):
        cell = data.draw(st.sampled_from(sorted(self.game.sheet.entries)))
        self.refuse(Score(cell), CellFilled)
        same_row = {other for other in self.start.variant.cells if other.category == cell.category}
        if self.game.sheet.entries.keys() >= same_row:  # otherwise the bare name means another column
            self.refuse(Score(cell.category, 0), CellFilled)

    @precondition(lambda self: self.game.legal_actions.entries)
    @rule(data=st.data(), wrong=st.integers(-1000, 1000))
    def wrong_points(self, data, wrong):
        cell, points = data.draw(st.sampled_from(list(self.game.legal_actions.entries.items())))
        if wrong not in (0, points):
            self.refuse(Score(cell, wrong), IllegalAction)

    @precondition(lambda self: self.plain_entries and self.game.legal_actions.entries)
    @rule()
    def enter_forbidden_cell(self):
        sheet, allowed = self.game.sheet, self.game.legal_actions.entries
        for index in sheet.open:
            cell = self.game.variant.cells[index]
            if cell not in allowed:
                self.refuse(Score(cell), IllegalAction)

    @rule(cell=st.sampled_from(["nonsense", "{known}@{beyond}", "{known}@99"]))
    def enter_unknown_cell(self, cell):
        cell = cell.format(known=self.some_cell, beyond=len(self.start.variant.columns) + 1)
        for step in (Score(cell), Announce(cell), EnterPoints(cell, 5)):
            self.refuse(step, UnknownCategory)

    @precondition(lambda self: self.game.turn and self.game.turn.roll and not self.game.turn.beyond)
    @rule()
    def take_back_after_roll(self):
        self.refuse(TakeBack(), IllegalAction)
        self.refuse(EnterPoints(self.some_cell, 5), IllegalAction)

    @precondition(lambda self: not self.match.between_games)
    @rule()
    def start_game_too_early(self):
        self.refuse(NextGame(), IllegalAction)

    @precondition(lambda self: self.game.over)
    @rule()
    def act_after_the_end(self):
        cell, roll = self.some_cell, self.some_roll
        for step in (RollDice(), DiceRolled(roll), Score(cell), Announce(cell), EnterPoints(cell, 5)):
            self.refuse(step, IllegalAction)

    # invariants

    @invariant()
    def running_game_has_legal_actions(self):
        game = self.game
        chance = game.to_roll or game.stage is Stage.DIE_IN_THE_AIR
        assert bool(game.legal_actions) == (not game.over and not chance)

    @invariant()
    def replay_gives_the_same_match(self):
        replayed = self.start
        for event in self.log:
            replayed = replayed.evolve(event)
        if self.game.to_roll:  # dice in the air are no event yet
            replayed, _ = replayed.apply(RollDice(self.game.turn.staying))
        assert replayed == self.match
        assert replayed.game.latest == self.game.latest
        assert replayed.game.before_latest == self.game.before_latest


TestPlayer = Player.TestCase
TestPlayer.settings = settings(stateful_step_count=60)
