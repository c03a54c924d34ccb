"""Prints the events of a match as sentences or JSON, with hidden dice covered."""

import sys
from collections.abc import Collection

from pasch.cli.console import json_line, print_table, visible
from pasch.cli.play.asking import besides, brought, help_lines, possible, question
from pasch.cli.sheets import print_sheets
from pasch.i18n import translator
from pasch.rules.category import Cell
from pasch.rules.dice import Keep
from pasch.rules.errors import PaschError
from pasch.rules.game import hides_dice
from pasch.rules.match import Match, MatchEvent
from pasch.rules.notation.events import Data, event_to_data
from pasch.rules.state import Turn
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

    def begin(self, match: Match) -> None:
        """Announce the match."""
        self.entry(match, "table_started", None, {})
        self.say(self.t.text("play", "Type ? for help, q to stop."))

    def turn(self, match: Match) -> None:
        """Announce a person's turn."""
        turn, game = _turn(match), match.game
        name = self.names[turn.seat - 1]
        if game.pool is None:
            sentence = self.t.text(
                "play", "Round {round} of {rounds}: {name}.", round=turn.round, rounds=game.rounds, name=name
            )
        else:  # the number of rounds depends on the shared chips
            sentence = self.t.text("play", "Round {round}: {name}.", round=turn.round, name=name)
        self.say(sentence)

    def happened(self, before: Match, after: Match, event: MatchEvent) -> None:
        """Print an event."""
        for kind, seat, data in log_of(before, after, event, self.covered):
            if kind != "match_finished" or after.length > 1:
                self.entry(after, kind, seat, data, before)

    def question(self, match: Match, *, again: bool) -> str:
        """The question to the seat to move; unless it is repeated, prints the possible entries first."""
        if not again:
            self.show(match)
            for line in besides(self.t, match.game, self.names):
                self.say(line)
        return question(self.t, match.game, self.names[_turn(match).to_move - 1])

    def show(self, match: Match) -> None:
        """Print the points of the roll in the cells it fits, most points first."""
        if brought(match.game):
            self.say(possible(self.t, match.game))

    def really(self, variant: Variant, cell: Cell) -> str:
        """The question whether to scratch a cell."""
        return self.t.text(
            "play", "This roll scores nothing there. Cross out {cell}? (y/n) ", cell=cell_name(variant, cell, self.lang)
        )

    def alone(self, seat: int) -> str:
        """The request to hand over the terminal before hidden dice appear."""
        return self.t.text("play", "{name}, press Enter when no one else is looking: ", name=self.names[seat - 1])

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
            for cell, points in brought(match.game).items()
        ]
        if rows:
            print_table(("", self.t.text("list", "Name"), self.t.text("list", "Points")), rows, numbers=1)

    def sheets(self, match: Match) -> None:
        """Print the sheets."""
        print_sheets(match.game, self.lang)

    def uncorrected(self) -> None:
        """Refuse to correct dice that were not typed."""
        self.say(self.t.text("play", "There are no entries to correct."))

    def nothing(self) -> None:
        """Answer an empty line."""
        self.say(self.t.text("play", "Type ? for help, q to stop."))

    def end(self, match: Match, *, finished: bool) -> None:  # noqa: ARG002 - the protocol's parameters
        """Print the result, or that the match was stopped."""
        if not finished:
            self.say(self.t.text("play", "Stopped."))

    def saved(self, file: str) -> None:
        """Print the path of the record."""
        self.say(self.t.text("play", "Record saved to {file}.", file=file))


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
        result: Data | EventData = {
            "result": match.totals,
            "grand_totals": match.grand_totals,
            "ranks": match.ranks,
            "finished": finished,
        }
        print(json_line(result), flush=True)


def _turn(match: Match) -> Turn:
    turn, _ = match.game.acting()
    return turn
