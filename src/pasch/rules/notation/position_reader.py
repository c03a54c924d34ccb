"""Reading a position: its sheets and its turn."""

import re
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pasch.rules.actions import Claim
from pasch.rules.category import Cell
from pasch.rules.columns import DoubleWhen, KeepRule
from pasch.rules.dice import NOTHING, Keep
from pasch.rules.errors import InvalidInput
from pasch.rules.facts import possible_points
from pasch.rules.game import Game
from pasch.rules.legal import announceable_cells
from pasch.rules.notation.mechanics import (
    BEYOND,
    CHIP,
    CLAIM,
    DOUBLED,
    DOUBLES_NEXT,
    LAST,
    LEADS,
    LEFT,
    TEXTS,
    WON,
    ClaimText,
    Seat,
    check_known,
    known_list,
    known_mark,
)
from pasch.rules.notation.position_writer import number_of, usual_round
from pasch.rules.sheet import Sheet
from pasch.rules.state import Hand, Stage, Turn, turn_of
from pasch.rules.variant import Variant

_COUNT = re.compile(r"([a-z0-9_@]{1,60})=(\d{1,5})", re.ASCII)
_LIST = re.compile(r"([a-z]{1,10})=([a-z0-9_@+,]{1,20000})", re.ASCII)
_EXTRA = re.compile(r"\+(\d{1,6})(?:@([1-9]\d?))?", re.ASCII)


def seat_of(variant: Variant, words: Iterable[str]) -> Seat:
    """Read the words of one sheet. Raises `InvalidInput`, `UnknownCategory`."""
    seat = Seat(Sheet.empty(variant), Hand(chips=variant.chips, doubles=variant.doubles))
    later: list[tuple[str, str]] = []
    for word in words:
        if word in (WON, LEADS, LEFT, LAST):
            seat = replace(seat, marks=seat.marks | {word})
        elif found := _COUNT.fullmatch(word):
            seat = _counted(seat, found[1], int(found[2]))
        elif found := _EXTRA.fullmatch(word):
            seat = replace(seat, sheet=_with_extra(seat.sheet, int(found[1]), int(found[2] or 1)))
        elif found := _LIST.fullmatch(word):
            later.append((found[1], found[2]))
        else:
            raise _no_entry(word)
    for name, items in later:  # these lists refer to entries that may follow them
        seat = _with_list(seat, name, items.split(","))
    _check_doubled(seat)
    _check_extra(seat.sheet)
    return seat


def _counted(seat: Seat, name: str, count: int) -> Seat:
    variant = seat.sheet.variant
    match name:
        case "bank":
            most = variant.turns * variant.rolls if variant.banks_rolls else 0
            if count > most:
                raise InvalidInput("{given} saved rolls are not possible: at most {most}", given=count, most=most)
            return replace(seat, hand=replace(seat.hand, bank=count))
        case "chips":
            if count > variant.chips:
                raise InvalidInput("{given} chips are not possible: at most {most}", given=count, most=variant.chips)
            return replace(seat, hand=replace(seat.hand, chips=count))
        case "doubles":
            if count > variant.doubles:
                raise InvalidInput(
                    "{given} doubled entries cannot be left: at most {most}", given=count, most=variant.doubles
                )
            return replace(seat, hand=replace(seat.hand, doubles=count))
        case _:
            return replace(seat, sheet=_entered(seat.sheet, name, count))


def _with_list(seat: Seat, name: str, items: Sequence[str]) -> Seat:
    variant, word = seat.sheet.variant, f"{name}={','.join(items)}"
    if not known_list(name):
        raise _no_entry(word)
    check_known(variant, name, word)
    return TEXTS.of(variant).with_list(seat, name, items)


def _no_entry(word: str) -> InvalidInput:
    if word.replace("/", "").isdecimal():
        return InvalidInput(
            "“{text}” is not an entry: the dice follow the second semicolon, as in “kniffel; ; 12344 2”", text=word[:40]
        )
    return InvalidInput("“{text}” is not an entry: write category=points, such as ones=3", text=word[:40])


def _entered(sheet: Sheet, cell: str, points: int) -> Sheet:
    variant = sheet.variant
    index = variant.index(Cell.from_text(cell))
    name = variant.cell_text(cell)
    if sheet.points[index] is not None:
        raise InvalidInput("{cell} appears twice", cell=name)
    possible = possible_points(variant, index)
    doubled = variant.doubles and points % 2 == 0 and points // 2 in possible
    if (points not in possible and not doubled) or not (points or TEXTS.of(variant).zeros):
        raise InvalidInput("{given} points are not possible in {cell}", given=points, cell=name)
    return sheet.enter(index, points)


def _check_doubled(seat: Seat) -> None:
    """Raise if more entries count twice than were doubled; not checked where points move between sheets."""
    variant = seat.sheet.variant
    if not variant.doubles or TEXTS.of(variant).moves_points:
        return
    twice = sum(p not in possible_points(variant, i) for i, p in enumerate(seat.sheet.points) if p is not None)
    if twice > variant.doubles - seat.hand.doubles:
        raise InvalidInput(
            "{given} entries already count twice, so doubles={left} is too many", given=twice, left=seat.hand.doubles
        )


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
    if not worth or points % worth:
        raise InvalidInput("+{points} is not possible: each Kniffel bonus is {worth} here", points=points, worth=worth)
    extra = list(sheet.extra)
    extra[column - 1] += points
    return replace(sheet, extra=tuple(extra))


def _check_extra(sheet: Sheet) -> None:
    """Raise if a column has more extra points than its entries can have earned."""
    variant, policy = sheet.variant, sheet.variant.extra
    if TEXTS.of(variant).moves_points:
        return
    for number, points in enumerate(sheet.extra):
        entries = sum(sheet.at(number, row) is not None for row in range(len(variant.categories)))
        worth = policy.points * variant.columns[number].factor
        most = worth * (entries if policy.most is None else min(entries, policy.most))
        if points > most:
            raise InvalidInput(
                "+{points} is not possible with these entries: at most +{most}", points=points, most=most
            )


# ------------------------------------------------------------------------------- position turn


_ROUND = re.compile(r"round=([1-9]\d{0,2})", re.ASCII)
_USED = re.compile(r"used=([1-9]\d?)", re.ASCII)
_LEFT = re.compile(r"\d{1,4}", re.ASCII)


@dataclass(frozen=True)
class TurnWords:
    """The turn of a position as written; `kept` are the dice that stay locked.

    `used` is the number of rolls used, where every roll locks dice and their number does not show it.
    """

    roll: str = ""
    left: str = ""
    announced: str = ""
    kept: Keep = NOTHING
    marks: tuple[str, ...] = ()
    claim: ClaimText | None = None
    round: int | None = None
    used: int | None = None

    @classmethod
    def from_text(cls, text: str) -> "TurnWords":
        """Read the third part. Raises `InvalidInput`."""
        words, turn = deque(text.split()), cls()
        if words and not _is_mark(words[0]):
            turn = replace(turn, roll=words.popleft(), left=words.popleft() if words else "")
        while words:
            word = words.popleft()
            if word.startswith("!"):
                turn = replace(turn, announced=word[1:])
            elif word == "lock":
                turn = replace(turn, kept=Keep.from_text(words.popleft() if words else ""))
            elif word == CLAIM:
                turn = replace(turn, claim=ClaimText.from_words(words))
            elif found := _ROUND.fullmatch(word):
                turn = replace(turn, round=int(found[1]))
            elif found := _USED.fullmatch(word):
                turn = replace(turn, used=int(found[1]))
            elif _is_mark(word):
                turn = replace(turn, marks=(*turn.marks, word))
            else:
                raise InvalidInput("Unexpected “{text}” after the rolls left", text=word[:40])
        return turn

    def __bool__(self) -> bool:
        return self != TurnWords()

    @property
    def beyond(self) -> str:
        """The word for a turn that continues after its entry; empty if there is none."""
        return next((mark for mark in self.marks if mark in BEYOND), "")

    def apply(self, game: Game) -> Game:
        """The game with this turn of its first seat. Raises `InvalidInput` and the errors of actions."""
        self._check_known(game.variant)
        game = game.having(self._begun(game))
        game = TEXTS.of(game.variant).with_marks(game, self.marks)
        if len({DOUBLED, DOUBLES_NEXT} & {*self.marks}) > game.variant.doubles - game.hands[0].doubles:
            raise InvalidInput("The turn cannot be doubled: the position uses no doubling")
        if not self.roll:
            return self._without_dice(game)
        after = self._rolled(game)
        if self.beyond:
            return self._after_entry(after)
        if DOUBLES_NEXT in self.marks and not after.legal_actions.keeps:
            raise InvalidInput("No roll follows that could count twice")
        if not after.legal_actions:
            raise InvalidInput("In this position nothing could be rolled or entered")
        if self.claim is None:
            return after
        claimed, _ = after.apply(Claim(self.claim.cell, self.claim.points))
        answers = self.claim.answers
        return replace(answers, asked=answers.asked or claimed.to_move).apply(claimed)[0]

    # ------------------------------------------------------------ parts

    def _check_known(self, variant: Variant) -> None:
        for word in self.marks:
            if known_mark(word):
                check_known(variant, word, word)
        if DOUBLES_NEXT in self.marks and variant.double_when is DoubleWhen.BEFORE_FIRST_ROLL:
            raise InvalidInput("“{text}” means nothing in {variant}", text=DOUBLES_NEXT, variant=variant.key)
        if self.claim is not None:
            check_known(variant, CLAIM, CLAIM)
        if self.round is not None:
            check_known(variant, "round", f"round={self.round}")
            most = TEXTS.of(variant).most_rounds(variant)
            if self.round > most:
                raise InvalidInput("There is no round {given}: the last one is {most}", given=self.round, most=most)

    def _begun(self, game: Game) -> Turn:
        """The turn before its first roll."""
        round_ = round_of(self, game.sheets[0])
        number = number_of(game.sheets)
        if self.beyond == "shifting":
            return Turn(seat=1, number=number, round=round_, rolls=0, beyond=Stage.SHIFTING)
        if game.sheets[0].full and not self.beyond:
            raise InvalidInput("The sheet of the seat to move is full: it cannot roll")
        if 1 in game.frozen:
            raise InvalidInput("The seat to move has left: it cannot roll")
        turn = turn_of(game.variant, game.hands, 1, number, round_)
        return replace(turn, doubled=DOUBLED in self.marks, doubles_next=DOUBLES_NEXT in self.marks)

    def _without_dice(self, game: Game) -> Game:
        if (
            self.announced
            or self.kept
            or self.used
            or CHIP in self.marks
            or (DOUBLED in self.marks and game.variant.double_when is DoubleWhen.BEFORE_ANY_ROLL)
            or self.claim is not None
            or self.beyond == "die"
        ):
            raise InvalidInput("A roll is missing: write the dice before the actions")
        if self.beyond == "entered":
            return self._after_entry(game)
        return game

    def _rolled(self, game: Game) -> Game:
        """The game with the roll on the table."""
        turn, _ = game.acting()
        if self.beyond == "shifting":
            raise InvalidInput("There are no dice while sheets change hands")
        roll = game.variant.roll(self.roll)
        if not _LEFT.fullmatch(self.left) or int(self.left) >= turn.rolls:
            raise InvalidInput("Write the rolls left after the roll, 0 to {most}", most=turn.rolls - 1)
        left = int(self.left)
        spent = CHIP in self.marks
        if spent and (left or game.hands[0].chips >= game.variant.chips):
            raise InvalidInput("A chip cannot be spent here: it buys a roll after the last one")
        if not roll.holds(self.kept) or len(self.kept) >= len(roll):
            raise InvalidInput(
                "{keep} cannot be kept: the dice show {roll}", keep=self.kept.to_text(), roll=roll.to_text()
            )
        rolled = replace(
            turn,
            roll=roll,
            kept=self.kept,
            rolls_used=self._rolls_used(game.variant, turn.rolls - left + spent),
            rolls_left=left,
            announced=_announced(game, self.announced) if self.announced else None,
            chip=turn.chip and not spent,
        )
        return game.with_turn(rolled)

    def _rolls_used(self, variant: Variant, most: int) -> int:
        """The number of rolls used: `most`, unless one of them locked several dice."""
        if self.used is None:
            return most
        if variant.keep is not KeepRule.LOCK_ONE:
            raise InvalidInput("“{text}” means nothing in {variant}", text=f"used={self.used}", variant=variant.key)
        if not min(2, most) <= self.used <= most:
            raise InvalidInput("At most {most} rolls can be used here, not {given}", given=self.used, most=most)
        return self.used

    def _after_entry(self, game: Game) -> Game:
        turn, sheet = game.acting()
        if not sheet.entries:
            raise InvalidInput("No entry can have been made: the sheet is empty")
        TEXTS.of(game.variant).check_after_entry(game.variant, turn, self.beyond)
        return game.with_turn(replace(turn, beyond=BEYOND[self.beyond]))


def round_of(words: TurnWords, sheet: Sheet) -> int:
    """The round if written, else the one that follows from the entries of the seat to move."""
    return words.round or usual_round(sheet, entered=bool(words.beyond))


def _is_mark(word: str) -> bool:
    return (
        word.startswith("!")
        or word in (DOUBLED, DOUBLES_NEXT, CHIP, "lock", CLAIM)
        or known_mark(word)
        or any(number.fullmatch(word) for number in (_ROUND, _USED))
    )


def _announced(game: Game, text: str) -> Cell:
    turn, sheet = game.acting()
    index = game.variant.index(Cell.from_text(text))
    first = replace(turn, roll=game.variant.all_rolls[0], rolls_used=1)
    if index not in announceable_cells(sheet, first):
        raise InvalidInput("{cell} cannot be announced here", cell=text[:40])
    return game.variant.cells[index]
