"""A position: everything needed to continue, in one line.

`variant {switches}; entries; roll rolls_left [!cell] [lock kNN] [chip]`, such as
`kniffel {joker=none}; ones=3 full_house=25; 12344 2`. The roll is optional at the start of a turn.
` / ` separates the sheets of several seats, the seat to move first; omitted sheets are empty. `lock`
names the dice that stayed, where locked dice or served rolls matter. `used=2` is the number of rolls
used, where each locks dice and the number of dice does not show it. `chip` says that the turn's chip
is spent. On a sheet, `won` marks an instant winner, `left` the frozen sheet of a player who has left.

Some games add, on a sheet, `dice=steal,+swap` (action dice; one with `+` waits for the next round), `frozen=fives`,
`lies=chance`, `doubles=1` (entries that can still be doubled), `leads` (this seat begins the rounds), on the first
one `gone=flush` (chips that left the game), `last` (took the last chip); after the dice `x2` (the entry counts
twice), `x2next` (the dice of the next roll will), `entered`, `die` (an action die is in the air), `shifting`, `taken`
(a chip was taken in this round), `claim full_house 25 asked 2 doubt 3`, and `round=5` if it does not follow from the
entries.
"""

import re
from dataclasses import dataclass

from pasch.rules.errors import InvalidInput, UnknownVariant, wrong_type
from pasch.rules.game import Game
from pasch.rules.notation.mechanics import LAST, LEADS, LEFT, TEXTS, WON, Seat, check_known, marked
from pasch.rules.notation.position_reader import TurnWords, round_of, seat_of
from pasch.rules.notation.position_writer import position_text, turned
from pasch.rules.switches import switches_from_text
from pasch.rules.variant import Variant
from pasch.rules.variants import variant_with

LONGEST = 200_000
"""The maximum length of a position in characters: more than eight full sheets of the most cells need."""

_HEAD = re.compile(r"([^{}]+?)\s*(?:\{([^{}]*)\})?")
_SEATS = re.compile(r"(?:(?<=\s)|^)/(?=\s|$)")


@dataclass(frozen=True)
class Position:
    """A state of a game, rotated so that the seat whose turn it is becomes seat 1 of `game`."""

    game: Game

    def __repr__(self) -> str:
        return f"Position.from_text({self.to_text()!r})"

    @classmethod
    def from_text(cls, text: str) -> "Position":
        """Read a position. Raises `InvalidInput`, `UnknownVariant`, `UnknownCategory`, `IllegalAction`."""
        if not isinstance(text, str):
            raise wrong_type(text, "The text of a position")
        if len(text) > LONGEST:
            raise InvalidInput("A position has at most {most} characters", most=LONGEST)
        head, entries, dice, *more = (part.strip() for part in f"{text};;".split(";"))
        if any(more):
            raise _no_position()
        try:
            variant = _variant(head)
        except UnknownVariant:
            if ";" in text or " " not in head:
                raise
            raise _no_position() from None
        seats = [seat_of(variant, words.split()) for words in _SEATS.split(entries)]
        seats += [seat_of(variant, ())] * (variant.seats[0] - len(seats))
        turn = TurnWords.from_text(dice)
        if marked(seats, LAST) is not None:
            check_known(variant, LAST, LAST)
        game = TEXTS.of(variant).begun(_begun(variant, seats, turn), seats)
        winner = marked(seats, WON)
        if winner is not None:
            return cls(_won(game, winner, turn))
        if game.over and game.pool is not None and turn:
            raise InvalidInput("The game is over: there are no dice")
        return cls(turn.apply(game) if turn else game)

    @classmethod
    def of(cls, game: Game) -> "Position":
        """The position of a game, rotated so that the seat whose turn it is comes first."""
        return cls(turned(game))

    def alone(self) -> "Position":
        """The position with this sheet only; if the game needs several players, all have this sheet."""
        game = self.game
        count = game.variant.seats[0]
        alone = Game(game.variant, map(str, range(1, count + 1)), game.sheets[:1] * count, game.hands[:1] * count)
        return Position(alone.with_turn(game.turn))

    def to_text(self) -> str:
        """The line that `from_text` reads."""
        return position_text(self.game)


# ------------------------------------------------------------------------------- reading


def _no_position() -> InvalidInput:
    return InvalidInput(
        "A position has three parts: game; entries; dice and rolls left. "
        "Examples: “kniffel; ones=3; 12344 2”, “kniffel; ; 12344 2”"
    )


def _variant(head: str) -> Variant:
    found = _HEAD.fullmatch(head)
    if found is None:
        raise InvalidInput("A position begins with its variant, such as kniffel;")
    name, switches = found.groups()
    return variant_with(name, switches_from_text(switches or ""))


def _begun(variant: Variant, seats: list[Seat], turn: TurnWords) -> Game:
    """The game with these sheets, before its turn is applied."""
    leader = marked(seats, LEADS)
    if leader is not None and variant.mechanic is None:
        raise InvalidInput("“{text}” means nothing in {variant}", text=LEADS, variant=variant.key)
    round_ = round_of(turn, seats[0].sheet)
    players = [str(seat) for seat in range(1, len(seats) + 1)]
    hands = (seat.in_round(round_) for seat in seats)
    frozen = (number for number, seat in enumerate(seats, start=1) if LEFT in seat.marks)
    return Game(variant, players, (seat.sheet for seat in seats), hands, leader=leader or 1, frozen=frozen)


def _won(game: Game, seat: int, turn: TurnWords) -> Game:
    """The game that a seat has won immediately."""
    won = game.sheets[seat - 1]
    holds = any(cell.category == game.variant.instant_win and points for cell, points in won.entries.items())
    if turn or not holds:
        raise InvalidInput("In this position, no player can have won instantly")
    return game.altered(None, winner=seat)
