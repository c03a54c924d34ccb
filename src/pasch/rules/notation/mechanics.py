"""The words of mechanics in a position: their common interface, and the family's implementations.

A claim: `claim full_house 25 doubt 2,3`, and `asked 4` while seat 4 has not answered yet. If a sheet is frozen between
two answers, both parts name the doubters: `claim chance 22 doubt 2 asked 3 frozen 3 doubt 4`.
"""

import re
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from pasch.rules.actions import Believe, Claim, Doubt, as_action_kind
from pasch.rules.category import Cell
from pasch.rules.errors import InvalidInput
from pasch.rules.events import Event
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.mechanics.behaviour import Registry, data_of
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.mechanics.chip_pool import ChipPool, chips_taken
from pasch.rules.sheet import Sheet
from pasch.rules.state import Hand, S, Stage, State, Turn, WonDie
from pasch.rules.transitions import decide
from pasch.rules.variant import Variant

CLAIM = "claim"

_POINTS = re.compile(r"\d{1,5}", re.ASCII)
_SEAT = re.compile(r"[1-9]\d?", re.ASCII)
_SEATS = re.compile(r"[\d,]+", re.ASCII)


@dataclass(frozen=True)
class AnswersText:
    """The doubters among the next seats to answer a claim; `asked` is the seat whose answer is still missing."""

    doubters: tuple[int, ...] = ()
    asked: int | None = None

    @classmethod
    def from_words(cls, words: deque[str]) -> "AnswersText":
        """Take the answers from the front of these words. Raises `InvalidInput`."""
        doubters: tuple[int, ...] = ()
        asked = None
        while words and words[0] in ("doubt", "asked"):
            if words.popleft() == "doubt":
                doubters = _seats(words)
            else:
                asked = as_seat(words.popleft() if words else "")
        return cls(doubters, asked)

    def words(self) -> list[str]:
        """The words that `from_words` reads; empty where all believe."""
        words = [f"doubt {','.join(map(str, self.doubters))}"] if self.doubters else []
        return words if self.asked is None else [*words, f"asked {self.asked}"]

    def apply(self, game: S) -> tuple[S, tuple[Event, ...]]:
        """The game after all these answers; unchanged if no claim is pending.

        Raises `InvalidInput` for answers of seats that are not asked.
        """
        events: tuple[Event, ...] = ()
        doubters = list(self.doubters)
        while game.stage is Stage.CLAIMED and game.to_move != self.asked:
            doubts = game.to_move in doubters
            if doubts:
                doubters.remove(game.to_move or 0)
            game, answered = decide(game, Doubt() if doubts else Believe())
            events += answered
        for seat in doubters:
            raise InvalidInput("Seat {seat} cannot have doubted here", seat=seat)
        if self.asked is not None and game.stage is not Stage.CLAIMED:
            raise InvalidInput("Seat {seat} is not asked here", seat=self.asked)
        return game, events


@dataclass(frozen=True)
class ClaimText:
    """A claim and its first answers."""

    cell: Cell
    points: int
    answers: AnswersText = AnswersText()

    @classmethod
    def from_words(cls, words: deque[str]) -> "ClaimText":
        """Read the words after `claim` that belong to it. Raises `InvalidInput`."""
        cell, points = (words.popleft() if words else "" for _ in range(2))
        if not _POINTS.fullmatch(points):
            raise InvalidInput("Write a claim as “claim cell points”, such as claim full_house 25")
        return cls(Cell.from_text(cell), int(points), AnswersText.from_words(words))

    def to_text(self, variant: Variant) -> str:
        """The words that `from_words` reads, preceded by `claim`."""
        return " ".join((CLAIM, variant.cell_text(self.cell), str(self.points), *self.answers.words()))

    def apply(self, game: S) -> tuple[S, tuple[Event, ...]]:
        """The game after the claim and all answers except those still missing.

        Raises `IllegalAction`, `UnknownCategory`, `InvalidInput` for answers of seats that are not asked.
        """
        game, claimed = decide(game, Claim(self.cell, self.points))
        game, answered = self.answers.apply(game)
        return game, claimed + answered


def as_seat(text: str) -> int:
    """The seat that the text names. Raises `InvalidInput`."""
    if not _SEAT.fullmatch(text):
        raise InvalidInput("“{text}” is not a seat: write its number, such as 2", text=text[:40])
    return int(text)


def _seats(words: deque[str]) -> tuple[int, ...]:
    """Seats separated by commas or blanks."""
    found = []
    while words and _SEATS.fullmatch(words[0]):
        found.append(words.popleft())
    seats = tuple(as_seat(seat) for seat in ",".join(found).split(",") if seat)
    if not seats:
        raise InvalidInput("Write the seats that doubted after “doubt”, such as doubt 2,3")
    return seats


DOUBLED = "x2"
DOUBLES_NEXT = "x2next"
CHIP = "chip"
BEYOND = {"entered": Stage.ENTERED, "die": Stage.DIE_IN_THE_AIR, "shifting": Stage.SHIFTING}
"""Words for a turn that continues after its entry."""


# ------------------------------------------------------------------------------- seat


WON = "won"
"""Marks the sheet of a seat that has won immediately."""
LEADS = "leads"
"""Marks the sheet of the seat that begins each round, unless it is the first one written."""
LEFT = "left"
"""Marks the frozen sheet of a seat that has left."""
LAST = "last"
"""Marks the sheet of the seat that took the very last chip."""
LATER = "+"
"""Precedes an action die that can be used only from the next round on."""


@dataclass(frozen=True)
class Seat:
    """One seat of a position.

    `hand` has action dice usable from round 1 on, or from round 2 on if they must wait; `in_round` shifts them to the
    round of the position. `gone` are the chips that left the game, `marks` the words without a value.
    """

    sheet: Sheet
    hand: Hand
    gone: tuple[str, ...] = ()
    marks: frozenset[str] = field(default_factory=frozenset)

    def in_round(self, round_: int) -> Hand:
        """The hand with its dice shifted to this round."""
        dice = (WonDie(die.kind, 1 if die.usable_from == 1 else round_ + 1) for die in self.hand.dice)
        return replace(self.hand, dice=tuple(dice))


def places_of(variant: Variant, cells: Iterable[str]) -> frozenset[int]:
    """The places of these cells. Raises `UnknownCategory`, `InvalidInput`."""
    return frozenset(variant.index(Cell.from_text(cell)) for cell in cells)


def marked(seats: Iterable[Seat], word: str) -> int | None:
    """The seat with this mark, None if there is none. Raises `InvalidInput` if several have it."""
    found = [number for number, seat in enumerate(seats, start=1) if word in seat.marks]
    if len(found) > 1:
        raise InvalidInput("“{text}” is on several sheets", text=word)
    return found[0] if found else None


def list_word(name: str, words: Sequence[str]) -> list[str]:
    """The word for a list; nothing for an empty list."""
    return [f"{name}={','.join(words)}"] if words else []


def cells_text(name: str, sheet: Sheet, places: Collection[int]) -> list[str]:
    """The word for a list of cells, given by their places."""
    cells, text = sheet.variant.cells, sheet.variant.cell_text
    return list_word(name, [text(cells[place]) for place in sorted(places)])


# ------------------------------------------------------------------------------- mechanic


class MechanicText:
    """The words of a game that adds nothing to a turn."""

    lists: ClassVar[frozenset[str]] = frozenset()
    """Names of the lists on a sheet, which `with_list` reads."""

    words: ClassVar[frozenset[str]] = frozenset()
    """Other words in its positions."""

    marks: ClassVar[frozenset[str]] = frozenset()
    """Words without a value after the dice."""

    zeros: ClassVar[bool] = True
    """Whether a cell may hold 0."""

    moves_points: ClassVar[bool] = False
    """Whether points may move between sheets."""

    def with_list(self, seat: Seat, name: str, items: Sequence[str]) -> Seat:
        """The seat with the content of one of the `lists`. Raises `InvalidInput`, `UnknownCategory`."""
        return seat

    def begun(self, game: S, seats: Sequence[Seat]) -> S:
        """The game with the table state that its seats state. Raises `InvalidInput`."""
        return game

    def sheet_words(self, state: State, seat: int) -> list[str]:
        """The words of a seat's sheet and stock, written after its entries."""
        return []

    def table_words(self, state: State, seat: int) -> list[str]:
        """The words about the table that are written on this seat's sheet."""
        return []

    def turn_marks(self, state: State) -> list[str]:
        """The `marks` of the running turn."""
        return []

    def with_marks(self, game: S, marks: Collection[str]) -> S:
        """The game before the first roll of its turn, with these marks applied. Raises `InvalidInput`."""
        return game

    def most_rounds(self, variant: Variant) -> int:
        """The highest possible round."""
        return variant.turns

    def check_after_entry(self, variant: Variant, turn: Turn, word: str) -> None:
        """Raise `InvalidInput` if this turn cannot be in the stage after its entry that the word names."""


TEXTS = Registry(MechanicText())
"""The texts of each mechanic."""


def check_known(variant: Variant, name: str, word: str) -> None:
    """Raise `InvalidInput` if a word, identified by its name, has no meaning in this game."""
    own = TEXTS.of(variant)
    if name not in own.words | own.lists | own.marks:
        raise InvalidInput("“{text}” means nothing in {variant}", text=word[:40], variant=variant.key)


def known_list(name: str) -> bool:
    """Whether any game has lists with this name."""
    return any(name in own.lists for own in TEXTS.parts.values())


def known_mark(word: str) -> bool:
    """Whether any game has this word without a value after the dice."""
    return any(word in own.marks for own in TEXTS.parts.values())


# ------------------------------------------------------------------------------- action dice


class ActionDiceText(MechanicText):
    """A turn continues after its entry, and a round after its turns."""

    lists: ClassVar[frozenset[str]] = frozenset({"dice", "frozen"})
    words: ClassVar[frozenset[str]] = frozenset({"round"})
    marks: ClassVar[frozenset[str]] = frozenset(BEYOND)
    moves_points: ClassVar[bool] = True

    def with_list(self, seat: Seat, name: str, items: Sequence[str]) -> Seat:
        variant, sheet = seat.sheet.variant, seat.sheet
        if name == "dice":
            return replace(seat, hand=replace(seat.hand, dice=tuple(_die(variant, die) for die in items)))
        for place in (places := places_of(variant, items)):
            if sheet.points[place] is not None:
                cell = variant.cell_text(variant.cells[place])
                raise InvalidInput("{cell} is not open, so it cannot be frozen", cell=cell)
        return replace(seat, sheet=replace(sheet, frozen=places))

    def sheet_words(self, state: State, seat: int) -> list[str]:
        sheet, dice = state.sheets[seat - 1], state.hands[seat - 1].dice
        round_ = state.turn.round if state.turn else state.rounds
        held = [f"{LATER if die.usable_from > round_ else ''}{die.kind}" for die in dice]
        # A cell that was filled while frozen is no longer frozen.
        return [*list_word("dice", held), *cells_text("frozen", sheet, sheet.frozen & {*sheet.open})]

    def check_after_entry(self, variant: Variant, turn: Turn, word: str) -> None:
        if word == "die" and not data_of(ActionDice, variant).wins_die(turn):
            raise InvalidInput("This roll wins no action die")


def _die(variant: Variant, word: str) -> WonDie:
    waits = word.startswith(LATER)
    if waits and data_of(ActionDice, variant).at_once:
        raise InvalidInput("“{text}” means nothing in {variant}", text=word[:40], variant=variant.key)
    return WonDie(as_action_kind(word.removeprefix(LATER)), 2 if waits else 1)


TEXTS.register(ActionDice, ActionDiceText())


# ------------------------------------------------------------------------------- bluff


class BluffText(MechanicText):
    """A claim waits for answers, and a sheet marks cells lost by a lie."""

    lists: ClassVar[frozenset[str]] = frozenset({"lies"})
    words: ClassVar[frozenset[str]] = frozenset({CLAIM, "round"})
    moves_points: ClassVar[bool] = True

    def with_list(self, seat: Seat, name: str, items: Sequence[str]) -> Seat:
        variant, sheet = seat.sheet.variant, seat.sheet
        for place in (places := places_of(variant, items)):
            if sheet.points[place] != 0:
                cell = variant.cell_text(variant.cells[place])
                raise InvalidInput("A lie crosses out its cell: write {cell}=0", cell=cell)
        return replace(seat, sheet=replace(sheet, lies=places))

    def sheet_words(self, state: State, seat: int) -> list[str]:
        sheet = state.sheets[seat - 1]
        return cells_text("lies", sheet, sheet.lies)


TEXTS.register(Bluff, BluffText())


# ------------------------------------------------------------------------------- chip pool


TAKEN = "taken"


class ChipPoolText(MechanicText):
    """The chips on the table follow from the sheets and from the chips that left the game."""

    lists: ClassVar[frozenset[str]] = frozenset({"gone"})
    words: ClassVar[frozenset[str]] = frozenset({LAST, "round"})
    marks: ClassVar[frozenset[str]] = frozenset({TAKEN})
    zeros: ClassVar[bool] = False

    def with_list(self, seat: Seat, name: str, items: Sequence[str]) -> Seat:
        return replace(seat, gone=tuple(seat.sheet.variant.category(key).key for key in items))

    def most_rounds(self, variant: Variant) -> int:
        # A chip that left the game can be won back, but only one chip leaves it per round.
        return 2 * variant.turns

    def begun(self, game: S, seats: Sequence[Seat]) -> S:
        pool, mechanic = game.pool, data_of(ChipPool, game.variant)
        assert pool is not None
        gone, last = [key for seat in seats for key in seat.gone], marked(seats, LAST)
        removed, taken = tuple(gone.count(key) for key in game.variant.rows), chips_taken(game)
        for key, out, held in zip(game.variant.rows, removed, taken, strict=True):
            if out + held > mechanic.chips:
                raise InvalidInput("There are only {chips} chips of {cell}", chips=mechanic.chips, cell=key)
        left = tuple(mechanic.chips - out - held for out, held in zip(removed, taken, strict=True))
        if last is not None and (any(left) or not game.sheets[last - 1].entries):
            raise InvalidInput("No player can have taken the last chip in this position")
        pool = replace(pool, left=left, removed=removed, last=last)
        return game.having(None if pool.empty else game.turn, pool=pool)

    def table_words(self, state: State, seat: int) -> list[str]:
        pool = state.pool
        if pool is None:
            return []
        out = zip(state.variant.rows, pool.removed, strict=True)
        gone = [key for key, count in out for _ in range(count)] if seat == 1 else []
        return [*list_word("gone", gone), *[LAST] * (seat == pool.last)]

    def turn_marks(self, state: State) -> list[str]:
        return [TAKEN] if state.pool is not None and state.pool.taken else []

    def with_marks(self, game: S, marks: Collection[str]) -> S:
        if TAKEN not in marks or game.pool is None:
            return game
        return game.having(game.turn, pool=replace(game.pool, taken=True))


TEXTS.register(ChipPool, ChipPoolText())
