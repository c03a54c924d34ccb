"""What the terminal shows: sentences alone, tables with them, or events as JSON."""

import sys

from pasch.cli.output import json_line, print_table, visible
from pasch.cli.sheets import print_sheets
from pasch.i18n import translator
from pasch.rules.category import Cell
from pasch.rules.columns import Announce
from pasch.rules.errors import PaschError
from pasch.rules.match import Match, MatchEvent
from pasch.rules.notation.events import Data, event_to_data
from pasch.rules.turn import Turn
from pasch.rules.variant import Variant
from pasch.words import TableContext, cell_name, error_text, event_text

Told = dict[str, object]


def log_of(before: Match, after: Match, event: MatchEvent) -> list[tuple[str, int | None, Told]]:
    """An event in the form of a table's log: type, seat, data; and the ends that follow from it."""
    kind, data = event_to_data(event, before.game)
    seat = getattr(event, "seat", None)
    entries: list[tuple[str, int | None, Told]] = [(kind, seat, dict(data))]
    if after.game.over and not before.game.over:
        entries.append(("game_finished", None, {"totals": after.game.totals, "ranks": after.game.ranks}))
        if after.over:
            totals: Told = {"totals": after.totals, "grand_totals": after.grand_totals, "ranks": after.ranks}
            entries.append(("match_finished", None, totals))
    return entries


def context_of(names: tuple[str, ...], match: Match) -> TableContext:
    """What sentences need to know after an event."""
    turn = match.game.turn
    next_seat = turn.seat if turn else None
    return TableContext(match.variant, names, match.length, len(match.games), next_seat, game_over=match.game.over)


class Screen:
    """Shows a match in sentences, one a line: for screen readers, pipes, and every terminal."""

    def __init__(self, lang: str, names: tuple[str, ...]) -> None:
        self.lang = lang
        self.names = names
        self.t = translator(lang)

    def say(self, sentence: str) -> None:
        """One line."""
        print(visible(sentence), flush=True)

    def tell(self, match: Match, kind: str, seat: int | None, data: Told) -> None:
        """The sentence for an entry of the log."""
        self.say(event_text(self.lang, context_of(self.names, match), kind, seat, data))

    def begin(self, match: Match) -> None:
        """The match begins."""
        self.tell(match, "table_started", None, {})
        self.say(self.t.text("play", "Type ? for help, q to stop."))

    def turn(self, match: Match) -> None:
        """A person's turn begins."""
        turn = _turn(match)
        name = self.names[turn.seat - 1]
        text = self.t.text
        self.say(
            text("play", "Round {round} of {rounds}: {name}.", round=turn.round, rounds=match.game.rounds, name=name)
        )

    def happened(self, before: Match, after: Match, event: MatchEvent) -> None:
        """Tell an event."""
        for kind, seat, data in log_of(before, after, event):
            if kind != "match_finished" or after.length > 1:
                self.tell(after, kind, seat, data)

    def question(self, match: Match) -> str:
        """What is asked of the seat to move."""
        self.show(match)
        left, name = _turn(match).rolls_left, self.names[_turn(match).seat - 1]
        if not match.game.legal_actions.keeps:
            return self.t.text("play", "{name}, your entry: ", name=name)
        return self.t.count(
            "play",
            "{name}, keep or entry ({count} roll left): ",
            "{name}, keep or entry ({count} rolls left): ",
            left,
            name=name,
        )

    def show(self, match: Match) -> None:
        """Show what the roll would bring: the cells it fits, the dearest first."""
        entries = match.game.legal_actions.entries
        best = sorted(((points, cell) for cell, points in entries.items() if points), key=lambda pair: -pair[0])
        if not best:
            self.say(self.t.text("play", "This roll fits no open cell."))
            return
        shown = ", ".join(
            f"{cell_name(match.variant, cell, self.lang)} {self.t.number(points)}" for points, cell in best
        )
        self.say(self.t.text("play", "Possible: {entries}.", entries=shown))

    def really(self, variant: Variant, cell: Cell) -> str:
        """The question whether a cell is to be struck."""
        return self.t.text(
            "play", "This roll brings nothing there. Strike {cell}? (y/n) ", cell=cell_name(variant, cell, self.lang)
        )

    def refused(self, error: PaschError, variant: Variant) -> None:
        """Say why something typed cannot be done."""
        self.say(error_text(error, self.lang, variant))

    def help(self, match: Match) -> None:
        """Tell what can be typed now."""
        text, variant = self.t.text, match.variant
        self.say(text("play", "k33 keeps 3, 3 and rolls the others; k- rolls all of them."))
        self.say(
            text(
                "play",
                "The name of a category, or its beginning, makes the entry; with 0 behind it the cell is struck.",
            )
        )
        if any(column.announce is Announce.AFTER_FIRST_ROLL for column in variant.columns):
            self.say(text("play", "!category announces a cell after the first roll."))
        self.say(text("play", "s shows the sheets, q stops."))
        head = ("", text("list", "Name"), text("list", "Points"))
        rows = [
            (variant.cell_text(cell), cell_name(variant, cell, self.lang), self.t.number(points))
            for cell, points in match.game.legal_actions.entries.items()
        ]
        print_table(head, rows, numbers=1)

    def sheets(self, match: Match) -> None:
        """Show the sheets."""
        print_sheets(match.game, self.lang)

    def nothing(self) -> None:
        """Answer an empty line."""
        self.say(self.t.text("play", "Type ? for help, q to stop."))

    def end(self, match: Match, *, finished: bool) -> None:  # noqa: ARG002 - the protocol's parameters
        """Tell the result, or that the match was stopped."""
        if not finished:
            self.say(self.t.text("play", "Stopped."))

    def saved(self, file: str) -> None:
        """Say where the record is."""
        self.say(self.t.text("play", "The record is in {file}.", file=file))


class RichScreen(Screen):
    """The sentences, and at every turn the sheets with what the roll would bring in pencil."""

    def happened(self, before: Match, after: Match, event: MatchEvent) -> None:
        """Tell an event."""
        super().happened(before, after, event)
        if after.game.over:
            self.sheets(after)

    def show(self, match: Match) -> None:
        """Draw the dice, and the sheets with what the roll would bring."""
        from pasch.cli.play.drawing import draw_table

        draw_table(match.game, self.lang)


class JsonScreen(Screen):
    """Every event as a line of JSON on standard output; what is asked stands on standard error."""

    def __init__(self, lang: str, names: tuple[str, ...]) -> None:
        super().__init__(lang, names)
        self.seq = 0

    def say(self, sentence: str) -> None:
        """One line on standard error."""
        print(visible(sentence), file=sys.stderr, flush=True)

    def tell(self, match: Match, kind: str, seat: int | None, data: Told) -> None:
        """An entry of the log as JSON."""
        self.seq += 1
        text = event_text(self.lang, context_of(self.names, match), kind, seat, data)
        entry = {"seq": self.seq, "type": kind, "seat": seat, "data": data, "text": text}
        print(json_line(entry), flush=True)

    def happened(self, before: Match, after: Match, event: MatchEvent) -> None:
        """Tell an event."""
        for kind, seat, data in log_of(before, after, event):
            self.tell(after, kind, seat, data)

    def end(self, match: Match, *, finished: bool) -> None:
        """Tell the result, or that the match was stopped."""
        result: Data | Told = {
            "result": match.totals,
            "grand_totals": match.grand_totals,
            "ranks": match.ranks,
            "finished": finished,
        }
        print(json_line(result), flush=True)


def _turn(match: Match) -> Turn:
    turn, _ = match.game.acting()
    return turn
