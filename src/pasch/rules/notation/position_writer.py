"""Writing the sheets and the turn of a position."""

from pasch.rules.columns import KeepRule, Served
from pasch.rules.game import Game
from pasch.rules.hand import Hand
from pasch.rules.notation.claims import AnswersText, ClaimText
from pasch.rules.notation.position_sheets import LAST, LATER, LEADS, LEFT, WON
from pasch.rules.notation.position_turn import BEYOND, CHIP, DOUBLED, TAKEN, usual_round
from pasch.rules.sheet import Sheet
from pasch.rules.turn import Turn
from pasch.rules.variant import Variant


def sheet_text(game: Game, seat: int) -> str:
    """The sheet of a seat, what it holds, and what is told of the game beside it."""
    sheet, hand = game.sheets[seat - 1], game.hands[seat - 1]
    round_ = game.turn.round if game.turn else game.rounds
    words = [*_entries(sheet), *_held(game.variant, hand, round_), *_marked(sheet)]
    if seat == game.leader != 1 and game.variant.phase is not None:
        words.append(LEADS)
    if seat in game.frozen:
        words.append(LEFT)
    if game.pool is not None and seat == 1 and any(game.pool.removed):
        gone = zip(game.variant.rows, game.pool.removed, strict=True)
        words.append(f"gone={','.join(key for key, count in gone for _ in range(count))}")
    if game.pool is not None and seat == game.pool.last:
        words.append(LAST)
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


def _held(variant: Variant, hand: Hand, round_: int) -> list[str]:
    words = [f"bank={hand.bank}"] if hand.bank else []
    if hand.chips != variant.chips:
        words.append(f"chips={hand.chips}")
    if hand.doubles != variant.doubles:
        words.append(f"doubles={hand.doubles}")
    if hand.dice:
        dice = (f"{LATER if die.usable_from > round_ else ''}{die.kind}" for die in hand.dice)
        words.append(f"dice={','.join(dice)}")
    return words


def _marked(sheet: Sheet) -> list[str]:
    # A cell that was filled although it was frozen is frozen no longer.
    places = {"frozen": sheet.frozen & {*sheet.open}, "lies": sheet.lies}
    cells, name = sheet.variant.cells, sheet.variant.cell_text
    return [f"{word}={','.join(name(cells[place]) for place in sorted(p))}" for word, p in places.items() if p]


def turn_text(game: Game) -> str:
    """The third part; empty at the start of a turn that follows from the entries."""
    turn = game.turn
    if turn is None:
        return ""
    words = [] if turn.roll is None else [turn.roll.to_text(), str(turn.rolls_left)]
    after_entry = [word for word, stage in BEYOND.items() if stage is turn.stage]
    words += after_entry or _before_entry(game.variant, turn)
    if game.pool is not None and game.pool.taken:
        words.append(TAKEN)
    if turn.round != usual_round(game.sheets[turn.seat - 1], entered=bool(after_entry)):
        words.append(f"round={turn.round}")
    return " ".join(words)


def _before_entry(variant: Variant, turn: Turn) -> list[str]:
    words = [f"!{variant.cell_text(turn.announced)}"] if turn.announced else []
    if turn.kept and _kept_matters(variant):
        words += ["lock", turn.kept.to_text()]
    if turn.rolls_used > turn.rolls:
        words.append(CHIP)
    if variant.keep is KeepRule.LOCK_ONE and turn.roll is not None and turn.rolls_used != turn.rolls - turn.rolls_left:
        words.append(f"used={turn.rolls_used}")
    if turn.doubled:
        words.append(DOUBLED)
    if turn.claim is not None:
        claim = turn.claim
        words.append(ClaimText(claim.cell, claim.points, AnswersText(claim.doubters, claim.asked)).to_text(variant))
    return words


def _kept_matters(variant: Variant) -> bool:
    """Whether it makes a difference which dice stayed in the latest throw."""
    pays = any(category.served for category in variant.categories)
    return variant.keep is not KeepRule.FREE or (pays and variant.served is Served.ANY_THROW)
