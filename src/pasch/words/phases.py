"""What some games add to the turn, in words: made from the data of their phase."""

from dataclasses import dataclass

from pasch.i18n import Translator
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.mechanics.contest import Contest
from pasch.rules.mechanics.penalty import Penalty
from pasch.rules.variant import Variant
from pasch.words.categories import number_word
from pasch.words.cells import CellRule
from pasch.words.names import name_in, points_text
from pasch.words.worked_phases import (
    bluff_example,
    chips_example,
    contest_example,
    penalty_example,
    stealing_example,
    winning_example,
)


@dataclass(frozen=True)
class Section:
    """A part of the rules. `cells` are the rules of single cells, which are also the first of its sentences."""

    heading: str
    sentences: tuple[str, ...]
    cells: tuple[CellRule, ...] = ()


def phase_sections(t: Translator, variant: Variant) -> tuple[Section, ...]:
    """The parts of the rules that only this game has."""
    match variant.phase:
        case Penalty(category):
            heading = t.text("rules", "Another {category}", category=name_in(t, variant, category))
            return (Section(heading, _penalty(t, variant, category)),)
        case ActionDice() as phase:
            return (
                Section(t.text("rules", "The action dice"), _winning(t, variant, phase)),
                Section(t.text("rules", "What action dice do"), _actions(t, variant, phase)),
                Section(t.text("rules", "After the round"), _moving_sheets(t)),
            )
        case ChipPool() as phase:
            return (Section(t.text("rules", "Bonuses"), _chip_bonuses(t, variant, phase)),)
        case Bluff():
            return (Section(t.text("rules", "Believe or doubt"), _doubting(t, variant)),)
        case Contest():
            return (Section(t.text("rules", "The comparison"), _comparing(t, variant)),)
        case _:
            return ()


# ------------------------------------------------------------------------------- Kismet


def _penalty(t: Translator, variant: Variant, key: str) -> tuple[str, ...]:
    category = name_in(t, variant, key)
    return (
        t.text(
            "rules",
            "Once your {category} cell holds points, you may enter equal dice in any open cell they fit.",
            category=category,
        ),
        t.text(
            "rules", "If they score there, everybody else puts 0 in the topmost open cell at once and misses a turn."
        ),
        *penalty_example(t, variant, key),
    )


# ------------------------------------------------------------------------------- action dice


def _winning(t: Translator, variant: Variant, phase: ActionDice) -> tuple[str, ...]:
    return (
        t.text(
            "rules",
            "If the sum of all {dice} dice of an entry can be divided by {divisor}, you win an action die.",
            dice=number_word(t, variant.dice_count),
            divisor=number_word(t, phase.divisor),
        ),
        t.text("rules", "However little the entry scores, you win the die; a struck cell will do."),
        *winning_example(t, variant, phase.divisor),
        t.text("rules", "The action die is thrown at once, and its face says what you may do with it."),
        t.text("rules", "1 steals, 2 freezes, 3 crosses out, 4 shifts, 5 swaps; a 6 brings one die of each kind."),
        t.text("rules", "You may use it at once, and it never expires.")
        if phase.at_once
        else t.text("rules", "You may use it from the next round on, and it never expires."),
    )


def _actions(t: Translator, variant: Variant, phase: ActionDice) -> tuple[str, ...]:
    return (
        t.text(
            "rules",
            "Steal: instead of rolling you take over an entry of somebody else whose cell is open on your sheet.",
        ),
        t.text("rules", "It is the entry of your turn; the other sheet keeps 0 points there."),
        *stealing_example(t, variant),
        t.text("rules", "Freeze: an open cell of somebody else is closed for that sheet’s next turn."),
        t.text("rules", "In the last {rounds} rounds nothing is frozen.", rounds=number_word(t, phase.no_freeze)),
        *_crossing_out(t, phase),
        t.text("rules", "You steal before the first roll; you freeze and cross out whenever it is your turn."),
        t.text("rules", "After your entry you may use more action dice; the turn ends when you say so."),
    )


def _crossing_out(t: Translator, phase: ActionDice) -> list[str]:
    if phase.cross_out_open:
        return [
            t.text("rules", "Cross out: a cell of somebody else counts 0 from now on, whether it is filled or open."),
            t.text("rules", "If it was open, that sheet has one turn less."),
        ]
    return [t.text("rules", "Cross out: an entry of somebody else counts 0 from now on.")]


def _moving_sheets(t: Translator) -> tuple[str, ...]:
    return (
        t.text("rules", "When all have had their turn, those who have such an action die may move sheets, one by one."),
        t.text("rules", "Shift: every sheet moves on to the next player, the last one to the first."),
        t.text("rules", "Swap: you swap your sheet with that of another player."),
        t.text("rules", "Entries and frozen cells go with the sheet; action dice stay with their owners."),
        t.text("rules", "This is so after the last round too."),
    )


# ------------------------------------------------------------------------------- chips for all


def taking_chips(t: Translator, variant: Variant) -> tuple[str, ...]:
    """What takes the place of an entry where chips lie on the table."""
    return (
        t.text("rules", "After every roll you may take a chip whose pattern you have rolled; that ends your turn."),
        t.text("rules", "If a chip fits after your last roll, you take one; if none fits, you get none."),
        t.text(
            "rules",
            "{dice} equal dice take any chip, even one that has left the game, and it is your turn again.",
            dice=_capital(number_word(t, variant.dice_count)),
        ),
        t.text("rules", "If nobody takes a chip in a round, one of those that count most leaves the game."),
    )


def _chip_bonuses(t: Translator, variant: Variant, phase: ChipPool) -> tuple[str, ...]:
    count = number_word(t, phase.chips)
    sets = t.text(
        "rules",
        "All {count} chips of a pattern: {points}, for every such pattern.",
        count=count,
        points=points_text(t, phase.full_set),
    )
    kinds = [
        t.text(
            "rules",
            "Chips of {count} different patterns: {points}.",
            count=number_word(t, number),
            points=points_text(t, points),
        )
        for number, points in sorted(phase.different)
    ]
    best = [t.text("rules", "Of these only the higher one counts.")] if len(kinds) > 1 else []
    last = t.text("rules", "The very last chip: {points} on top.", points=points_text(t, phase.last_chip))
    return (sets, *chips_example(t, variant), *kinds, *best, last)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------------------------- bluff


def claiming(t: Translator) -> tuple[str, ...]:
    """What takes the place of an entry where dice are hidden."""
    return (
        t.text("rules", "Then you claim what lies under the cup: an open cell and its points, true or not."),
        t.text("rules", "To have more than you claim is no lie."),
        t.text("rules", "Instead you may strike an open cell with 0 points; nobody sees your dice then."),
    )


def _doubting(t: Translator, variant: Variant) -> tuple[str, ...]:
    return (
        t.text("rules", "One after the other, all others say whether they believe the claim or doubt it."),
        t.text("rules", "If all believe it, you enter what you claimed, and the dice stay hidden."),
        t.text("rules", "If anybody doubts it, the dice are shown."),
        t.text("rules", "A lie: you strike the cell, and everybody who doubted enters the points claimed there."),
        t.text("rules", "The truth: you enter the points, and everybody who doubted strikes the cell."),
        *bluff_example(t, variant),
        t.text("rules", "Whoever has an entry in that cell already is not affected."),
    )


# ------------------------------------------------------------------------------- a duel


def _comparing(t: Translator, variant: Variant) -> tuple[str, ...]:
    return (
        t.text("rules", "In the end the two sheets are compared cell by cell: the higher entry wins the cell."),
        t.text("rules", "Of equal entries nobody wins the cell."),
        *contest_example(t, variant),
        t.text("rules", "Bonuses win no cell; they count in the sum."),
    )
