"""A position: everything needed to continue, in one line.

`variant {switches}; entries; roll rolls_left [!cell] [lock kNN] [chip]`, such as
`kniffel {joker=none}; ones=3 full_house=25; 12344 2`. The roll may be left out at the start of
a turn. The sheets of several seats are parted by ` / `, the seat to move first. `lock` names
the dice that stayed, where locked dice or served rolls make a difference; `chip` says that the
turn's chip is spent, `won` on a sheet that its owner has won at once.
"""

import re
from dataclasses import dataclass, replace

from pasch.rules.category import Cell
from pasch.rules.columns import KeepRule, Served
from pasch.rules.dice import NOTHING, Keep
from pasch.rules.errors import InvalidInput
from pasch.rules.game import Game
from pasch.rules.hand import Hand
from pasch.rules.legal import announceable_cells
from pasch.rules.notation.switches import switches_from_text, switches_to_text
from pasch.rules.possible import possible_points
from pasch.rules.sheet import Sheet
from pasch.rules.turn import Turn
from pasch.rules.variant import Variant
from pasch.rules.variants import variant_with

LONGEST = 4000
"""The most characters of a position."""

_HEAD = re.compile(r"([^{}]+?)\s*(?:\{([^{}]*)\})?")
_ENTRY = re.compile(r"([a-z0-9_@]{1,60})=(\d{1,5})", re.ASCII)
_EXTRA = re.compile(r"\+(\d{1,6})(?:@([1-9]\d?))?", re.ASCII)
_HELD = re.compile(r"(bank|chips)=(\d{1,3})", re.ASCII)
_WON = "won"
"""Stands on the sheet of the seat that has won at once."""

_SEATS = re.compile(r"(?:(?<=\s)|^)/(?=\s|$)")


@dataclass(frozen=True)
class Position:
    """A game at one moment, seen from the seat to move, which is seat 1 of `game`."""

    game: Game

    @classmethod
    def from_text(cls, text: str) -> "Position":
        """Read a position. Raises `InvalidInput`, `UnknownVariant`, `UnknownCategory`."""
        if len(text) > LONGEST:
            raise InvalidInput("A position has at most {most} characters", most=LONGEST)
        head, entries, dice, *more = (part.strip() for part in f"{text};;".split(";"))
        if any(more):
            raise InvalidInput("A position has three parts, parted by two semicolons")
        variant = _variant(head)
        texts = [text.split() for text in _SEATS.split(entries)]
        winners = [seat for seat, tokens in enumerate(texts, start=1) if _WON in tokens]
        sheets, hands = zip(*(_sheet(variant, tokens) for tokens in texts), strict=True)
        players = [str(seat) for seat in range(1, len(sheets) + 1)]
        game = Game(variant, players, sheets, hands)
        if winners:
            return cls(_won(game, winners, dice))
        if sheets[0].full and dice:
            raise InvalidInput("The sheet of the seat to move is full: there is nothing to roll for")
        return cls(_with_dice(game, dice) if dice else game)

    @classmethod
    def of(cls, game: Game) -> "Position":
        """The position of a game; the seats are turned so that the one to move comes first."""
        first = game.turn.seat - 1 if game.turn else 0
        turned = Game(
            game.variant,
            game.players[first:] + game.players[:first],
            game.sheets[first:] + game.sheets[:first],
            game.hands[first:] + game.hands[:first],
        )
        if game.turn is None or turned.turn is None:
            return cls(turned if game.winner is None else turned.won_by(game.winner))
        return cls(turned.with_turn(replace(game.turn, seat=1, number=turned.turn.number)))

    def to_text(self) -> str:
        """The line that `from_text` reads."""
        game = self.game
        variant = " ".join(filter(None, (game.variant.key, switches_to_text(game.variant.switches))))
        seats = enumerate(zip(game.sheets, game.hands, strict=True), start=1)
        sheets = " / ".join(_sheet_text(sheet, hand, won=seat == game.winner) for seat, (sheet, hand) in seats)
        dice = "" if game.turn is None else _dice_text(game.variant, game.turn)
        return f"{variant}; {sheets}; {dice}".rstrip() if dice else f"{variant}; {sheets}".rstrip()


# ------------------------------------------------------------------------------- reading


def _variant(head: str) -> Variant:
    found = _HEAD.fullmatch(head)
    if found is None:
        raise InvalidInput("A position begins with its variant, such as kniffel;")
    name, switches = found.groups()
    return variant_with(name, switches_from_text(switches or ""))


def _sheet(variant: Variant, tokens: list[str]) -> tuple[Sheet, Hand]:
    sheet, hand = Sheet.empty(variant), Hand(chips=variant.chips)
    for token in tokens:
        if token == _WON:
            continue  # read for all seats together
        if entry := _ENTRY.fullmatch(token):
            if held := _HELD.fullmatch(token):
                hand = _holding(variant, hand, held[1], int(held[2]))
            else:
                sheet = _entered(sheet, entry[1], int(entry[2]))
        elif extra := _EXTRA.fullmatch(token):
            sheet = _with_extra(sheet, int(extra[1]), int(extra[2] or 1))
        else:
            raise InvalidInput("“{text}” is no entry: write category=points, such as ones=3", text=token[:40])
    return sheet, hand


def _won(game: Game, winners: list[int], dice: str) -> Game:
    """A game that a seat has won at once."""
    won = game.sheets[winners[0] - 1]
    holds = any(cell.category == game.variant.instant_win and points for cell, points in won.entries.items())
    if dice or len(winners) > 1 or not holds:
        raise InvalidInput("Nobody can have won at once in this position")
    return game.won_by(winners[0])


def _entered(sheet: Sheet, cell: str, points: int) -> Sheet:
    variant = sheet.variant
    index = variant.index(Cell.from_text(cell))
    name = variant.cell_text(cell)
    if sheet.points[index] is not None:
        raise InvalidInput("{cell} stands there twice", cell=name)
    if points not in possible_points(variant, index):
        raise InvalidInput("{given} points are not possible in {cell}", given=points, cell=name)
    return sheet.enter(index, points)


def _with_extra(sheet: Sheet, points: int, column: int) -> Sheet:
    variant = sheet.variant
    if column > len(variant.columns):
        raise InvalidInput(
            "{variant} has no column {column}; the last one is {columns}",
            variant=variant.key,
            columns=len(variant.columns),
            column=column,
        )
    worth = variant.extra.points * variant.columns[column - 1].factor
    if not worth or points % worth or points // worth > variant.turns:
        raise InvalidInput("+{points} cannot be: a further Kniffel earns {worth} here", points=points, worth=worth)
    extra = list(sheet.extra)
    extra[column - 1] += points
    return replace(sheet, extra=tuple(extra))


def _holding(variant: Variant, hand: Hand, what: str, count: int) -> Hand:
    if what == "chips":
        if count > variant.chips:
            raise InvalidInput("{given} chips cannot be: at most {most}", given=count, most=variant.chips)
        return replace(hand, chips=count)
    most = variant.turns * variant.rolls if variant.banks_rolls else 0
    if count > most:
        raise InvalidInput("{given} saved rolls cannot be: at most {most}", given=count, most=most)
    return replace(hand, bank=count)


def _with_dice(game: Game, text: str) -> Game:
    turn, _ = game.acting()
    roll_text, *tokens = text.split()
    roll = game.variant.roll(roll_text)
    left_text = tokens.pop(0) if tokens else ""
    if not left_text.isascii() or not left_text.isdigit() or int(left_text[:4]) >= turn.rolls:
        raise InvalidInput("After the roll stands how many rolls are left, 0 to {most}", most=turn.rolls - 1)
    left = int(left_text)
    spent = _chip_spent(game, tokens, left)
    announced, kept = _marks(game, tokens)
    if not roll.holds(kept) or len(kept) >= len(roll):
        raise InvalidInput("{keep} cannot stay: on the table lie {roll}", keep=kept.to_text(), roll=roll.to_text())
    used, chip = turn.rolls - left + spent, turn.chip and not spent
    turn = replace(turn, roll=roll, kept=kept, rolls_used=used, rolls_left=left, announced=announced, chip=chip)
    after = game.with_turn(turn)
    if not after.legal_actions:
        raise InvalidInput("In this position nothing could be rolled or entered")
    return after


def _chip_spent(game: Game, tokens: list[str], left: int) -> bool:
    """Whether the last mark says that a chip bought the latest roll; takes it away."""
    if tokens[-1:] != ["chip"]:
        return False
    tokens.pop()
    if left or game.hands[0].chips >= game.variant.chips:
        raise InvalidInput("A chip cannot be spent here: it buys a roll after the last one")
    return True


def _marks(game: Game, tokens: list[str]) -> tuple[Cell | None, Keep]:
    """What stands after the rolls left: the announced cell, the locked dice."""
    announced, kept = None, NOTHING
    marks = iter(tokens)
    for mark in marks:
        if mark.startswith("!"):
            announced = _announced(game, mark[1:])
        elif mark == "lock":
            kept = Keep.from_text(next(marks, ""))
        else:
            raise InvalidInput("“{text}” does not belong after the rolls left", text=mark[:40])
    return announced, kept


def _announced(game: Game, text: str) -> Cell:
    turn, sheet = game.acting()
    index = game.variant.index(Cell.from_text(text))
    first = replace(turn, roll=game.variant.all_rolls[0], rolls_used=1)
    if index not in announceable_cells(sheet, first):
        raise InvalidInput("{cell} cannot be announced here", cell=text[:40])
    return game.variant.cells[index]


# ------------------------------------------------------------------------------- writing


def _sheet_text(sheet: Sheet, hand: Hand, *, won: bool) -> str:
    variant = sheet.variant
    tokens = [f"{variant.cell_text(cell)}={points}" for cell, points in sheet.entries.items()]
    for column, extra in enumerate(sheet.extra, start=1):
        if extra:
            tokens.append(f"+{extra}" if len(variant.columns) == 1 else f"+{extra}@{column}")
    if hand.bank:
        tokens.append(f"bank={hand.bank}")
    if hand.chips != variant.chips:
        tokens.append(f"chips={hand.chips}")
    if won:
        tokens.append(_WON)
    return " ".join(tokens)


def _dice_text(variant: Variant, turn: Turn) -> str:
    if turn.roll is None:
        return ""
    tokens = [turn.roll.to_text(), str(turn.rolls_left)]
    if turn.announced:
        tokens.append(f"!{variant.cell_text(turn.announced)}")
    if turn.kept and _kept_matters(variant):
        tokens += ["lock", turn.kept.to_text()]
    if turn.rolls_used > turn.rolls:
        tokens.append("chip")
    return " ".join(tokens)


def _kept_matters(variant: Variant) -> bool:
    """Whether it makes a difference which dice stayed in the latest throw."""
    pays = any(category.served for category in variant.categories)
    return variant.keep is not KeepRule.FREE or (pays and variant.served is Served.ANY_THROW)
