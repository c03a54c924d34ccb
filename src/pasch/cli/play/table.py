"""The course of a match in the terminal: whose move it is, what was typed, what became of it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from pasch.cli.play.keyboard import Keyboard
from pasch.cli.play.reading import Typed, Wish, read
from pasch.cli.play.screen import Screen
from pasch.rules.actions import Action, NextGame, RollDice, Score
from pasch.rules.errors import PaschError
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.match import Match, MatchEvent, MatchStep
from pasch.rules.turn import Stage

BOT = "simple"
"""Which bot plays the computer's seats."""


class Stopped(Exception):
    """The person has had enough, or the input has ended."""


@dataclass
class Table:
    """A match being played: the state, the log, and what shows them.

    `land` says how dice fall that are in the air; `bots` are the seats the computer plays.
    """

    match: Match
    land: Callable[[Match], DiceRolled]
    bots: frozenset[int]
    screen: Screen
    events: list[MatchEvent] = field(default_factory=list)

    def play(self, keyboard: Keyboard) -> None:
        """Play to the end. Raises `Stopped`."""
        self.screen.begin(self.match)
        while not self.match.over:
            game = self.match.game
            if game.turn is None:
                self._step(NextGame())
            elif game.stage is Stage.IN_THE_AIR:
                self._step(self.land(self.match))
            elif game.stage is Stage.READY:
                self._step(RollDice())
            elif game.turn.seat in self.bots:
                self._step(_bot_action(game))
            else:
                self._ask(keyboard)

    def _step(self, step: MatchStep) -> None:
        """Apply a step and tell what happened. Raises `PaschError` when it is refused."""
        before = self.match
        self.match, happened = before.apply(step)
        for event in happened:
            self.events.append(event)
            self.screen.happened(before, self.match, event)
        turn = self.match.game.turn
        if turn is not None and turn.seat not in self.bots and isinstance(step, RollDice) and turn.rolls_used == 0:
            self.screen.turn(self.match)

    def _ask(self, keyboard: Keyboard) -> None:
        line = keyboard.ask(self.screen.question(self.match))
        if line is None:
            raise Stopped
        try:
            self._obey(read(line, self.match.variant, self.screen.lang), keyboard)
        except PaschError as error:
            self.screen.refused(error, self.match.variant)

    def _obey(self, typed: Typed, keyboard: Keyboard) -> None:
        match typed:
            case Wish.QUIT:
                raise Stopped
            case Wish.HELP:
                self.screen.help(self.match)
            case Wish.SHEET:
                self.screen.sheets(self.match)
            case Wish.NOTHING:
                self.screen.nothing()
            case Score() if not self._meant(typed, keyboard):
                return
            case _:
                self._step(typed)

    def _meant(self, score: Score, keyboard: Keyboard) -> bool:
        """Whether an entry is meant; somebody who strikes a cell by its bare name is asked."""
        cells = {cell: points for cell, points in self.match.game.legal_actions.entries.items() if _same(score, cell)}
        if score.points is not None or not keyboard.interactive or not cells or any(cells.values()):
            return True
        answer = keyboard.ask(self.screen.really(self.match.variant, next(iter(cells))))
        return (answer or "").strip().casefold()[:1] in {"y", "j"}


def _same(score: Score, cell: tuple[str, int | None]) -> bool:
    category, column = cell
    return score.cell.category == category and score.cell.column in {None, column}


def _bot_action(game: Game) -> Action:
    from pasch.bots import find_bot

    return find_bot(BOT).choose(game)
