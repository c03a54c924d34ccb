"""Writing a position: its sheets and its turn, beginning with the seat to move."""

from collections.abc import Sequence
from dataclasses import replace

from pasch.rules.columns import KeepRule, Served
from pasch.rules.notation.mechanics import (
    BEYOND,
    CHIP,
    DOUBLED,
    DOUBLES_NEXT,
    LEADS,
    LEFT,
    TEXTS,
    WON,
    AnswersText,
    ClaimText,
)
from pasch.rules.sheet import Sheet
from pasch.rules.state import Hand, S, State, Turn
from pasch.rules.switches import switches_to_text
from pasch.rules.variant import Variant


def position_text(game: State) -> str:
    """The line that `Position.from_text` reads."""
    game = turned(game)
    variant = " ".join(filter(None, (game.variant.key, switches_to_text(game.variant.switches))))
    sheets = " / ".join(_sheet_text(game, seat) for seat in range(1, len(game.players) + 1))
    return f"{variant}; {sheets}; {_turn_text(game)}".removesuffix("; ").rstrip()


# ------------------------------------------------------------------------------- rotating the seats


def turned(game: S) -> S:
    """The game rotated so that the seat whose turn it is comes first."""
    first, count = (game.turn.seat - 1 if game.turn else 0), len(game.players)
    sheets = game.sheets[first:] + game.sheets[:first]
    turn = None if game.turn is None else replace(_turned(game.turn, first, count), number=number_of(sheets))
    return game.altered(
        turn,
        players=game.players[first:] + game.players[:first],
        sheets=sheets,
        hands=game.hands[first:] + game.hands[:first],
        leader=1 if game.variant.mechanic is None else _from(first, game.leader, count),
        frozen=frozenset(_from(first, seat, count) for seat in game.frozen),
        winner=game.winner,
    )


def _from(first: int, seat: int, count: int) -> int:
    """The new number of a seat when the seats are rotated to begin with `first`."""
    return (seat - 1 - first) % count + 1


def _turned(turn: Turn, first: int, count: int) -> Turn:
    claim = turn.claim
    if claim is not None:
        doubters = tuple(_from(first, seat, count) for seat in claim.doubters)
        claim = replace(claim, asked=_from(first, claim.asked, count), doubters=doubters)
    return replace(turn, seat=1, claim=claim)


# ------------------------------------------------------------------------------- writing


def _sheet_text(game: State, seat: int) -> str:
    """A seat's sheet, its stock, and the words about the game."""
    sheet, hand = game.sheets[seat - 1], game.hands[seat - 1]
    own = TEXTS.of(game.variant)
    words = [*_entries(sheet), *_hand_words(game.variant, hand), *own.sheet_words(game, seat)]
    if seat == game.leader != 1 and game.variant.mechanic is not None:
        words.append(LEADS)
    if seat in game.frozen:
        words.append(LEFT)
    words += own.table_words(game, seat)
    if seat == game.winner:
        words.append(WON)
    return " ".join(words)


def _entries(sheet: Sheet) -> list[str]:
    variant = sheet.variant
    words = [f"{variant.cell_text(cell)}={points}" for cell, points in sheet.entries.items()]
    for column, extra in enumerate(sheet.extra, start=1):
        if extra:
            words.append(f"+{extra}" if len(variant.columns) == 1 else f"+{extra}@{column}")
    return words


def _hand_words(variant: Variant, hand: Hand) -> list[str]:
    """What the hand holds, where it differs from a hand at the beginning."""
    stock = (("bank", hand.bank, 0), ("chips", hand.chips, variant.chips), ("doubles", hand.doubles, variant.doubles))
    return [f"{name}={count}" for name, count, begun in stock if count != begun]


def _turn_text(game: State) -> str:
    """The third part; empty at the start of a turn that follows from the entries."""
    turn = game.turn
    if turn is None:
        return ""
    words = [] if turn.roll is None else [turn.roll.to_text(), str(turn.rolls_left)]
    after_entry = [word for word, stage in BEYOND.items() if stage is turn.stage]
    words += after_entry or _before_entry(game.variant, turn)
    words += TEXTS.of(game.variant).turn_marks(game)
    if turn.round != usual_round(game.sheets[turn.seat - 1], entered=bool(after_entry)):
        words.append(f"round={turn.round}")
    return " ".join(words)


def _before_entry(variant: Variant, turn: Turn) -> list[str]:
    words = [f"!{variant.cell_text(turn.announced)}"] if turn.announced else []
    if turn.kept and _keep_matters(variant):
        words += ["lock", turn.kept.to_text()]
    if turn.rolls_used > turn.rolls:
        words.append(CHIP)
    if variant.keep is KeepRule.LOCK_ONE and turn.roll is not None and turn.rolls_used != turn.rolls - turn.rolls_left:
        words.append(f"used={turn.rolls_used}")
    if turn.doubled:
        words.append(DOUBLED)
    if turn.doubles_next:
        words.append(DOUBLES_NEXT)
    if turn.claim is not None:
        claim = turn.claim
        words.append(ClaimText(claim.cell, claim.points, AnswersText(claim.doubters, claim.asked)).to_text(variant))
    return words


def _keep_matters(variant: Variant) -> bool:
    """Whether the dice that stayed in the latest roll matter."""
    pays = any(category.served for category in variant.categories)
    return variant.keep is not KeepRule.FREE or (pays and variant.served is Served.ANY_ROLL)


def usual_round(sheet: Sheet, *, entered: bool) -> int:
    """The round of a seat that makes one entry per round; `entered`: this round's entry is on the sheet."""
    return max(len(sheet.entries) + (not entered), 1)


def number_of(sheets: Sequence[Sheet]) -> int:
    """The number of the turn that follows the entries on these sheets."""
    return sum(len(sheet.entries) for sheet in sheets) + 1
