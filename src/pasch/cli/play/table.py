"""A match in the terminal, without the service: provable dice, turns, typed input, and its output."""

import secrets
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from pasch.cli.console import json_line, print_table, visible
from pasch.cli.play.asking import help_lines, notes, points_by_cell, possible, question
from pasch.cli.play.reading import Keyboard, Request, Typed, read
from pasch.cli.sheets import print_sheets
from pasch.fairness.stream import ACTION_DIE, SEED_BYTES, RollId, commitment, rolled
from pasch.fairness.verify import landed
from pasch.i18n import translator
from pasch.rules.actions import Action, Believe, Claim, Doubt, EndTurn, NextGame, RollDice, Score, TakeNothing
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import PaschError
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game, hides_dice
from pasch.rules.legal import honest_points
from pasch.rules.match import Match, MatchEvent, MatchStep
from pasch.rules.notation.events import event_to_data
from pasch.rules.notation.record import Provenance
from pasch.rules.state import Stage, Turn
from pasch.rules.variant import Variant
from pasch.words import TableContext, cell_name, error_text, event_text

EventData = dict[str, object]


def log_of(
    before: Match, after: Match, event: MatchEvent, covered: Collection[int] = ()
) -> list[tuple[str, int | None, EventData]]:
    """An event in the form of a table's log (type, seat, data), and the ends of game and match that follow from it.

    `covered` are the seats whose dice stay hidden in games with hidden dice.
    """
    kind, data = event_to_data(event, before.game)
    seat = getattr(event, "seat", None)
    hidden = seat in covered and hides_dice(after.variant) and not after.over
    entries: list[tuple[str, int | None, EventData]] = [
        (kind, seat, _covered(kind, dict(data)) if hidden else dict(data))
    ]
    if after.game.over and not before.game.over:
        entries.append(("game_finished", None, {"totals": after.game.totals, "ranks": after.game.ranks}))
        if after.over:
            totals: EventData = {"totals": after.totals, "grand_totals": after.grand_totals, "ranks": after.ranks}
            entries.append(("match_finished", None, totals))
    return entries


def _covered(kind: str, data: EventData) -> EventData:
    """A roll or an entry without its dice; the number of kept dice is public."""
    match kind:
        case "dice_rolled":
            kept = data["keep"]
            count = len(Keep.from_text(kept)) if isinstance(kept, str) else 0
            return {**data, "dice": None, "keep": None, "kept_count": count}
        case "scored":
            return {**data, "dice": None}
        case _:
            return data


def context_of(names: tuple[str, ...], after: Match, before: Match | None = None) -> TableContext:
    """The context of an event's sentence; without the match `before` it, no round begins."""
    game, turn = after.game, after.game.turn
    last = None if before is None else before.game.turn
    return TableContext(
        after.variant,
        names,
        after.length,
        len(after.games),
        game.to_move,
        game_over=game.over,
        new_round=turn is not None and last is not None and turn.round != last.round,
    )


WIPE = "\x1b[2J\x1b[3J\x1b[H"
"""Clears a terminal and its scrollback."""


class Screen:
    """Prints a match in sentences, one per line, for screen readers, pipes, and every terminal.

    `covered` are seats whose dice stay hidden at this terminal: those of bots, if people play too.
    """

    def __init__(self, lang: str, names: tuple[str, ...], covered: Collection[int] = ()) -> None:
        self.lang = lang
        self.names = names
        self.covered = covered
        self.t = translator(lang)

    def say(self, sentence: str) -> None:
        """Print one line."""
        print(visible(sentence), flush=True)

    def entry(self, match: Match, kind: str, seat: int | None, data: EventData, before: Match | None = None) -> None:
        """Print the sentence for an entry of the log, if there is one."""
        sentence = event_text(self.lang, context_of(self.names, match, before), kind, seat, data)
        if sentence:
            self.say(sentence)

    def hint(self) -> None:
        """Name the keys for help and for the end."""
        self.say(self.t.text("play", "Type ? for help, q to stop."))

    def turn(self, match: Match) -> None:
        """Announce a person's turn."""
        (turn, _), game = match.game.acting(), match.game
        t = self.t.given(round=turn.round, name=self.names[turn.seat - 1])
        if game.pool is None:
            sentence = t.text("play", "Round {round} of {rounds}: {name}.", rounds=game.rounds)
        else:  # the number of rounds depends on the shared chips
            sentence = t.text("play", "Round {round}: {name}.")
        self.say(sentence)

    def happened(self, before: Match, after: Match, event: MatchEvent) -> None:
        """Print an event."""
        for kind, seat, data in log_of(before, after, event, self.covered):
            if kind != "match_finished" or after.length > 1:
                self.entry(after, kind, seat, data, before)

    def question(self, match: Match, *, repeated: bool) -> str:
        """The question to the seat to move; unless it is repeated, prints the possible entries first."""
        if not repeated:
            self.show(match)
            for line in notes(self.t, match.game, self.names):
                self.say(line)
        return question(self.t, match.game, self.names[match.game.acting()[0].to_move - 1])

    def show(self, match: Match) -> None:
        """Print the points of the roll in the cells it fits, most points first."""
        if points_by_cell(match.game):
            self.say(possible(self.t, match.game))

    def cover(self) -> None:
        """Clear hidden dice from a terminal."""
        if sys.stdout.isatty():
            print(WIPE, end="", flush=True)

    def refused(self, error: PaschError, variant: Variant) -> None:
        """Print a refusal."""
        self.say(error_text(error, self.lang, variant))

    def help(self, match: Match) -> None:
        """Print the possible answers."""
        for line in help_lines(self.t, match.game):
            self.say(line)
        rows = [
            (match.variant.cell_text(cell), cell_name(match.variant, cell, self.lang), self.t.number(points))
            for cell, points in points_by_cell(match.game).items()
        ]
        if rows:
            print_table(("", self.t.text("list", "Name"), self.t.text("list", "Points")), rows, numbers=1)

    def end(self, match: Match, *, finished: bool) -> None:  # noqa: ARG002 - the protocol's parameters
        """Print the result, or that the match was stopped."""
        if not finished:
            self.say(self.t.text("play", "Stopped."))


class JsonScreen(Screen):
    """Prints every event as a line of JSON on standard output, and questions on standard error."""

    def __init__(self, lang: str, names: tuple[str, ...], covered: Collection[int] = ()) -> None:
        super().__init__(lang, names, covered)
        self.seq = 0

    def say(self, sentence: str) -> None:
        """Print one line on standard error."""
        print(visible(sentence), file=sys.stderr, flush=True)

    def entry(self, match: Match, kind: str, seat: int | None, data: EventData, before: Match | None = None) -> None:
        """Print an entry of the log as JSON."""
        self.seq += 1
        text = event_text(self.lang, context_of(self.names, match, before), kind, seat, data)
        entry = {"seq": self.seq, "type": kind, "seat": seat, "data": data, "text": text}
        print(json_line(entry), flush=True)

    def happened(self, before: Match, after: Match, event: MatchEvent) -> None:
        """Print an event."""
        for kind, seat, data in log_of(before, after, event, self.covered):
            self.entry(after, kind, seat, data, before)

    def cover(self) -> None:
        """Print nothing: only events belong into the output."""

    def end(self, match: Match, *, finished: bool) -> None:
        """Print the result, also of a stopped match."""
        result = {"result": match.totals, "grand_totals": match.grand_totals, "ranks": match.ranks}
        print(json_line({**result, "finished": finished}), flush=True)


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
            (face,) = rolled(self.seed, self._roll_id(match, turn, ACTION_DIE), 1).faces
            return ActionDieRolled(face)
        if turn is None or turn.staying is None:
            raise ValueError("no dice are in the air")
        keep = turn.staying
        roll_id = self._roll_id(match, turn, turn.rolls_used + 1)
        six, ten = variant.dice - len(keep.faces), variant.ten_sided - len(keep.tens)
        roll: Roll = rolled(self.seed, roll_id, six, ten)
        return DiceRolled(landed(keep, roll))

    def _roll_id(self, match: Match, turn: Turn, roll: int) -> RollId:
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

    `land` lands the dice in the air; `bots` are the computer's seats. `shown_to` is the seat that has the terminal to
    itself in games with hidden dice. `begun` is the game and turn announced last, `shown` the match at the last
    question.
    """

    match: Match
    land: Callable[[Match], Fallen]
    bots: frozenset[int]
    screen: Screen
    events: list[MatchEvent] = field(default_factory=list)
    shown_to: int | None = None
    begun: tuple[int, int] = (0, 0)
    shown: Match | None = None

    def play(self, keyboard: Keyboard) -> None:
        """Play to the end. Raises `Stopped`."""
        self.screen.entry(self.match, "table_started", None, {})
        self.screen.hint()
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
        if not hides_dice(game.variant) or people == 1 or not keyboard.interactive or seat == self.shown_to:
            return
        if game.turn.to_move == seat:
            name, t = self.screen.names[seat - 1], self.screen.t
            if keyboard.ask(t.text("play", "{name}, press Enter when no one else is looking: ", name=name)) is None:
                raise Stopped
            self.shown_to = seat

    def _step(self, step: MatchStep) -> None:
        """Apply a step and print its events. Raises `PaschError` for a refused step."""
        before = self.match
        self.match, happened = before.apply(step)
        if self.shown_to is not None and isinstance(step, Claim | Score):
            self.screen.cover()
            self.shown_to = None
        for event in happened:
            after = before.evolve(event)
            self.events.append(event)
            self.screen.happened(before, after, event)
            before = after

    def _ask(self, keyboard: Keyboard) -> None:
        line = keyboard.ask(self.screen.question(self.match, repeated=self.shown is self.match))
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
                print_sheets(self.match.game, self.screen.lang)
            case Request.CORRECTIONS:
                self.screen.say(self.screen.t.text("play", "There are no entries to correct."))
            case Request.NOTHING:
                self._default_action()
            case Score() if (claim := _as_claim(self.match.game, typed)) is not None:
                self._step(claim)
            case Score() if not self._meant(typed, keyboard):
                return
            case _:
                self._step(typed)

    def _default_action(self) -> None:
        """Do the default action for an empty line, or print a hint if there is none."""
        for step in (EndTurn(), RollDice()):
            if self.match.game.stage is not Stage.ROLLED and step in self.match.game.legal_actions:
                self._step(step)
                return
        self.screen.hint()

    def _meant(self, score: Score, keyboard: Keyboard) -> bool:
        """Whether the player confirms an entry; needed to scratch a cell named without points."""
        cells = {cell: points for cell, points in self.match.game.legal_actions.entries.items() if _same(score, cell)}
        if score.points is not None or not keyboard.interactive or not cells or any(cells.values()):
            return True
        cell, t = cell_name(self.match.variant, next(iter(cells)), self.screen.lang), self.screen.t
        answer = keyboard.ask(t.text("play", "This roll scores nothing there. Cross out {cell}? (y/n) ", cell=cell))
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
