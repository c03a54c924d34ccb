"""A match in the terminal, without the service: provable dice, turns, typed input, and its effects."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from pasch.cli.play.reading import Keyboard, Request, Typed, read
from pasch.cli.play.screen import Screen
from pasch.fairness.stream import ACTION_DIE, SEED_BYTES, RollId, commitment, rolled
from pasch.fairness.verify import landed
from pasch.rules.actions import Action, Believe, Claim, Doubt, EndTurn, NextGame, RollDice, Score, TakeNothing
from pasch.rules.dice import Roll
from pasch.rules.errors import PaschError
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game, hides_dice
from pasch.rules.legal import honest_points
from pasch.rules.match import Match, MatchEvent, MatchStep
from pasch.rules.notation.record import Provenance
from pasch.rules.state import Stage, Turn

Fallen = DiceRolled | ActionDieRolled
"""The landing of dice that were in the air."""


@dataclass(frozen=True)
class SeededDice:
    """Dice from a secret seed, new for every match."""

    table: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    seed: bytes = field(default_factory=lambda: secrets.token_bytes(SEED_BYTES), repr=False)

    def land(self, match: Match) -> Fallen:
        """The faces of the dice in the air."""
        turn, variant = match.game.turn, match.variant
        if turn is not None and turn.stage is Stage.DIE_IN_THE_AIR:
            (face,) = rolled(self.seed, self._throw(match, turn, ACTION_DIE), 1).faces
            return ActionDieRolled(face)
        if turn is None or turn.staying is None:
            raise ValueError("no dice are in the air")
        keep = turn.staying
        throw = self._throw(match, turn, turn.rolls_used + 1)
        six, ten = variant.dice - len(keep.faces), variant.ten_sided - len(keep.tens)
        roll: Roll = rolled(self.seed, throw, six, ten)
        return DiceRolled(landed(keep, roll))

    def _throw(self, match: Match, turn: Turn, roll: int) -> RollId:
        return RollId(self.table, (), len(match.games), turn.number, roll)

    def provenance(self, date: str) -> Provenance:
        """The provenance for the record of an ended match."""
        return Provenance(
            date=date,
            table=self.table,
            dice="server",
            commitment=commitment(self.seed),
            seed=self.seed.hex(),
        )


BOT = "simple"
"""The bot of the computer's seats."""


class Stopped(Exception):
    """The person has stopped, or the input has ended."""


@dataclass
class Table:
    """A running match: its state, its log, and its screen.

    `land` lands the dice in the air; `bots` are the computer's seats. `looking` is the seat that has the terminal to
    itself in games with hidden dice. `begun` is the game and turn announced last, `shown` the match at the last
    question.
    """

    match: Match
    land: Callable[[Match], Fallen]
    bots: frozenset[int]
    screen: Screen
    events: list[MatchEvent] = field(default_factory=list)
    looking: int | None = None
    begun: tuple[int, int] = (0, 0)
    shown: Match | None = None

    def play(self, keyboard: Keyboard) -> None:
        """Play to the end. Raises `Stopped`."""
        self.screen.begin(self.match)
        while not self.match.over:
            game = self.match.game
            if game.turn is None:
                self._step(NextGame())
            elif game.stage in (Stage.IN_THE_AIR, Stage.DIE_IN_THE_AIR):
                self._step(self.land(self.match))
            elif game.to_move in self.bots:
                self._step(_bot_action(game))
            else:
                self._turn_of_a_person(game, keyboard)

    def _turn_of_a_person(self, game: Game, keyboard: Keyboard) -> None:
        self._hand_over(game, keyboard)
        if game.stage is Stage.READY and self.begun != (now := (len(self.match.games), game.acting()[0].number)):
            self.begun = now
            self.screen.turn(self.match)
        step = _only_one(game)
        if step is None:
            self._ask(keyboard)
        else:
            self._step(step)

    def _hand_over(self, game: Game, keyboard: Keyboard) -> None:
        """With hidden dice and several people at the terminal, hand it over to the next one."""
        assert game.turn is not None
        seat, people = game.turn.seat, len(game.players) - len(self.bots)
        if not hides_dice(game.variant) or people == 1 or not keyboard.interactive or seat == self.looking:
            return
        if game.turn.to_move == seat:
            if keyboard.ask(self.screen.alone(seat)) is None:
                raise Stopped
            self.looking = seat

    def _step(self, step: MatchStep) -> None:
        """Apply a step and print its events. Raises `PaschError` for a refused step."""
        before = self.match
        self.match, happened = before.apply(step)
        if self.looking is not None and isinstance(step, Claim | Score):
            self.screen.cover()
            self.looking = None
        for event in happened:
            after = before.evolve(event)
            self.events.append(event)
            self.screen.happened(before, after, event)
            before = after

    def _ask(self, keyboard: Keyboard) -> None:
        line = keyboard.ask(self.screen.question(self.match, again=self.shown is self.match))
        self.shown = self.match
        if line is None:
            raise Stopped
        try:
            self._obey(read(line, self.match.variant, self.screen.lang, self.match.players), keyboard)
        except PaschError as error:
            self.screen.refused(error, self.match.variant)

    def _obey(self, typed: Typed, keyboard: Keyboard) -> None:
        match typed:
            case Request.QUIT:
                raise Stopped
            case Request.HELP:
                self.screen.help(self.match)
            case Request.SHEET:
                self.screen.sheets(self.match)
            case Request.CORRECTIONS:
                self.screen.uncorrected()
            case Request.NOTHING:
                self._enter_alone()
            case Score() if (claim := _as_claim(self.match.game, typed)) is not None:
                self._step(claim)
            case Score() if not self._meant(typed, keyboard):
                return
            case _:
                self._step(typed)

    def _enter_alone(self) -> None:
        """Do the default action for an empty line, or print a hint if there is none."""
        for step in (EndTurn(), RollDice()):
            if self.match.game.stage is not Stage.ROLLED and step in self.match.game.legal_actions:
                self._step(step)
                return
        self.screen.nothing()

    def _meant(self, score: Score, keyboard: Keyboard) -> bool:
        """Whether the player confirms an entry; needed to scratch a cell named without points."""
        cells = {cell: points for cell, points in self.match.game.legal_actions.entries.items() if _same(score, cell)}
        if score.points is not None or not keyboard.interactive or not cells or any(cells.values()):
            return True
        answer = keyboard.ask(self.screen.really(self.match.variant, next(iter(cells))))
        return (answer or "").strip().casefold()[:1] in {"y", "j", "o"}


def _same(score: Score, cell: tuple[str, int | None]) -> bool:
    category, column = cell
    return score.cell.category == category and score.cell.column in {None, column}


def _as_claim(game: Game, score: Score) -> Claim | None:
    """The claim for an entry in games with claims: with its points, else the honest ones."""
    cells = dict.fromkeys(action.cell for action in game.legal_actions.others if isinstance(action, Claim))
    cell = next((cell for cell in cells if _same(score, cell)), None)
    if cell is None:
        return None
    points = honest_points(game, cell) if score.points is None else score.points
    return Claim(cell, points) if points else None


def _only_one(game: Game) -> Action | None:
    """The only legal action, which needs no question, unless it is an entry."""
    only = game.legal_actions[0] if len(game.legal_actions) == 1 else None
    return only if isinstance(only, RollDice | EndTurn | TakeNothing | Believe | Doubt) else None


def _bot_action(game: Game) -> Action:
    from pasch.bots import bot_action

    return bot_action(BOT, game)
