"""A player who tries everything: legal steps lead on, illegal ones raise what fits and change nothing."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pasch.rules.actions import Announce, EnterPoints, NextGame, RollDice, Score, TakeBack
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import (
    CellFilled,
    DiceNotHeld,
    IllegalAction,
    InvalidInput,
    NoRollsLeft,
    NotRolled,
    UnknownCategory,
)
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.notation.position import Position
from pasch.rules.turn import Stage
from tests.rules.play import variants

FACES = st.integers(1, 6)


def picture(match: Match) -> tuple:
    """Everything a change would show in."""
    game = match.game
    return (
        len(match.games),
        match.totals,
        Position.of(game).to_text(),
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
        self.start = self.match = Match.begin(variant, [f"P{n}" for n in range(seats)], length)
        self.log = []

    # legal steps

    def do(self, step):
        self.match, events = self.match.apply(step)
        self.log += events
        return events

    @property
    def game(self) -> Game:
        return self.match.game

    @precondition(lambda self: self.game.legal_actions.keeps)
    @rule(data=st.data(), dice=st.lists(FACES, min_size=8, max_size=8), equal=st.booleans())
    def throw(self, data, dice, equal):
        keep = data.draw(st.sampled_from(self.game.legal_actions.keeps))
        assert self.do(RollDice(keep)) == ()
        self.land(dice, equal)

    @precondition(lambda self: self.game.legal_actions.keeps)
    @rule()
    def throw_and_leave_in_the_air(self):
        self.do(RollDice())

    @precondition(lambda self: self.game.to_throw)
    @rule(dice=st.lists(FACES, min_size=8, max_size=8), equal=st.booleans())
    def land(self, dice, equal):
        turn, count = self.game.turn, self.game.to_throw
        thrown = dice[:1] * count if equal else dice[:count]
        roll = Roll((*turn.thrown.faces, *thrown))
        assert self.do(DiceRolled(roll)) == (DiceRolled(roll, turn.thrown, turn.seat),)
        assert self.game.turn.rolls_used == turn.rolls_used + 1

    @precondition(lambda self: self.game.legal_actions.entries)
    @rule(data=st.data(), struck=st.booleans())
    def score(self, data, struck):
        cell, points = data.draw(st.sampled_from(list(self.game.legal_actions.entries.items())))
        (event,) = self.do(Score(cell, 0 if struck else points))
        assert (event.cell, event.points) == (cell, 0 if struck else points)

    @precondition(lambda self: self.game.legal_actions.announcements)
    @rule(data=st.data())
    def announce(self, data):
        cell = data.draw(st.sampled_from(self.game.legal_actions.announcements))
        self.do(Announce(cell))
        assert set(self.game.legal_actions.entries) <= {cell}

    @precondition(lambda self: self.game.latest)
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
    def some_quick_turns(self, turns, face):
        """Without them hardly a game would ever end."""
        for _ in range(turns):
            if self.game.over:
                return
            self.do(DiceRolled(Roll((face, face, face, face, face % 6 + 1))))
            cell, points = list(self.game.legal_actions.entries.items())[-1]
            self.do(Score(cell, points))

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
    def an_entry_before_the_first_roll(self):
        self.refuse(Score("chance"), NotRolled)
        self.refuse(Announce("chance"), NotRolled)
        self.refuse(RollDice("k1"), DiceNotHeld)
        self.refuse(DiceRolled("12345", "k1"), DiceNotHeld)

    @precondition(lambda self: self.game.stage is Stage.ENTRY_DUE)
    @rule()
    def one_roll_too_many(self):
        self.refuse(RollDice(), NoRollsLeft)
        self.refuse(DiceRolled("12345", "k-"), NoRollsLeft)

    @precondition(lambda self: self.game.stage is Stage.IN_THE_AIR)
    @rule()
    def anything_while_dice_are_in_the_air(self):
        for step in (RollDice(), Score("chance"), Announce("chance"), TakeBack(), EnterPoints("chance", 5)):
            self.refuse(step, IllegalAction)
        self.refuse(DiceRolled("1234"), InvalidInput)
        self.refuse(DiceRolled("123456"), InvalidInput)
        self.refuse(DiceRolled("12345", seat=9), IllegalAction)

    @precondition(lambda self: self.game.to_throw and self.game.turn.thrown)
    @rule(data=st.data())
    def a_fall_that_loses_a_kept_die(self, data):
        kept = self.game.turn.thrown
        lost = data.draw(st.sampled_from(kept.faces))
        other = lost % 6 + 1
        dice = [face for face in kept.faces if face != lost] + [other] * 5
        self.refuse(DiceRolled(Roll(tuple(dice[:5]))), InvalidInput)
        self.refuse(DiceRolled(Roll((*kept.faces, *[1] * 5)[:5]), "k-"), IllegalAction)

    @precondition(lambda self: self.game.stage is Stage.ROLLED and self.game.legal_actions.keeps)
    @rule(data=st.data())
    def dice_that_cannot_stay(self, data):
        roll = self.game.turn.roll
        face = data.draw(FACES)
        more = Keep((face,) * (roll.faces.count(face) + 1))
        self.refuse(RollDice(more), DiceNotHeld)
        self.refuse(DiceRolled("12345", more), DiceNotHeld)
        self.refuse(RollDice(Keep(roll.faces)), IllegalAction)
        self.refuse(DiceRolled(roll), IllegalAction)

    @precondition(lambda self: self.game.stage is Stage.ROLLED and self.game.turn.kept)
    @rule()
    def a_locked_die_taken_up(self):
        rule = self.game.variant.keep.value
        if rule != "free" and self.game.legal_actions.keeps:
            self.refuse(RollDice("k-"), IllegalAction)

    @precondition(lambda self: self.game.turn and self.game.turn.roll and self.game.sheet.entries)
    @rule(data=st.data())
    def a_cell_twice(self, data):
        if not self.game.to_throw:
            cell = data.draw(st.sampled_from(sorted(self.game.sheet.entries)))
            self.refuse(Score(cell), CellFilled)
            self.refuse(Score(cell.category, 0), CellFilled)

    @precondition(lambda self: self.game.legal_actions.entries)
    @rule(data=st.data(), wrong=st.integers(-1000, 1000))
    def wrong_points(self, data, wrong):
        cell, points = data.draw(st.sampled_from(list(self.game.legal_actions.entries.items())))
        if wrong not in (0, points):
            self.refuse(Score(cell, wrong), IllegalAction)

    @precondition(lambda self: self.game.legal_actions.entries)
    @rule()
    def a_cell_that_is_open_but_not_allowed(self):
        sheet, allowed = self.game.sheet, self.game.legal_actions.entries
        for index in sheet.open:
            cell = self.game.variant.cells[index]
            if cell not in allowed:
                self.refuse(Score(cell), IllegalAction)

    @rule(cell=st.sampled_from(["nonsense", "chance@2", "ones@99"]))
    def a_cell_that_does_not_exist(self, cell):
        for step in (Score(cell), Announce(cell), EnterPoints(cell, 5)):
            self.refuse(step, UnknownCategory)

    @precondition(lambda self: self.game.turn and self.game.turn.roll)
    @rule()
    def taking_back_after_a_roll(self):
        self.refuse(TakeBack(), IllegalAction)
        self.refuse(EnterPoints("chance", 5), IllegalAction)

    @precondition(lambda self: not self.match.between_games)
    @rule()
    def a_new_game_at_the_wrong_time(self):
        self.refuse(NextGame(), IllegalAction)

    @precondition(lambda self: self.game.over)
    @rule()
    def after_the_end(self):
        for step in (RollDice(), DiceRolled("12345"), Score("chance"), Announce("chance"), EnterPoints("chance", 5)):
            self.refuse(step, IllegalAction)

    # always

    @invariant()
    def there_is_something_to_do(self):
        game = self.game
        assert bool(game.legal_actions) == (not game.over and not game.to_throw)

    @invariant()
    def the_events_alone_give_the_match(self):
        told = self.start
        for event in self.log:
            told = told.evolve(event)
        if self.game.to_throw:  # dice in the air are no event yet
            told, _ = told.apply(RollDice(self.game.turn.thrown))
        assert told == self.match
        assert told.game.latest == self.game.latest
        assert told.game.before_latest == self.game.before_latest


TestPlayer = Player.TestCase
TestPlayer.settings = settings(stateful_step_count=60)
