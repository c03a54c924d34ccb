"""Hidden dice, claims and doubts in words."""

from collections.abc import Sequence
from typing import ClassVar

from pasch.i18n import Translator
from pasch.rules.actions import Believe, Claim, Doubt
from pasch.rules.dice import Roll
from pasch.rules.errors import IllegalAction
from pasch.rules.game import Game
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.state import Claim as OpenClaim
from pasch.rules.state import Stage, Turn
from pasch.rules.variant import Variant
from pasch.words.categories import ordinary_roll
from pasch.words.cells import RuleSection, section
from pasch.words.context import Data, TableContext, choose, numbers_in, say, text_in, whole_in, whose_turn
from pasch.words.mechanic import TELLERS, WORDS, MechanicWords
from pasch.words.names import cell_name, dice_text, points_text
from pasch.words.teaching.examples import game_of, ordinary_points, places, rolled
from pasch.words.teaching.steps import TutorialStep, keeping, pencil, step

# ------------------------------------------------------------------------------- rules


def _doubting(t: Translator, variant: Variant) -> tuple[str, ...]:
    return (
        t.text("rules", "One after the other, all others say whether they believe the claim or doubt it."),
        t.text("rules", "If all believe it, you enter what you claimed, and the dice stay hidden."),
        t.text("rules", "If a player doubts it, the dice are shown."),
        t.text("rules", "A lie: you cross out the cell, and each doubter enters the claimed points there."),
        t.text("rules", "The truth: you enter the points, and each doubter crosses out the cell."),
        *_example(t, variant),
        t.text("rules", "Players who already have an entry in that cell are not affected."),
    )


def _example(t: Translator, variant: Variant) -> list[str]:
    """A doubted lie, as shown on all sheets afterwards."""
    dice = ordinary_roll(variant, variant.lower[0])
    for category in variant.lower[1:]:
        place, points = places(variant, category)[0], ordinary_points(variant, category)
        cell = variant.cells[place]
        mine, doubter = _after_a_doubt(rolled(game_of(variant), dice), Claim(cell, points), place)
        if mine < points:
            return [
                t.text(
                    "rules",
                    "Example: the dice are {dice}, and you claim {points} in {cell}. A doubter then has "
                    "{doubter} there, and you have {mine}.",
                    dice=dice_text(dice),
                    points=points_text(t, points),
                    cell=cell_name(variant, cell, t.language),
                    doubter=doubter,
                    mine=mine,
                )
            ]
    return []


def _after_a_doubt(game: Game, claim: Claim, place: int) -> tuple[int, int]:
    """The points of claimer and doubter in a cell if all others believe; the claimed points if the claim is illegal."""
    try:
        after, _ = game.apply(claim)
    except IllegalAction:
        return claim.points, 0
    after, _ = after.apply(Doubt())
    while after.stage is Stage.CLAIMED:
        after, _ = after.apply(Believe())
    mine, doubter = (sheet.points[place] or 0 for sheet in after.sheets[:2])
    return mine, doubter


# ------------------------------------------------------------------------------- hints


def _asked(t: Translator, names: Sequence[str], game: Game, claim: OpenClaim) -> str:
    owner, _ = game.acting()
    return t.text(
        "hint",
        "{owner} claims {cell}: {points}. {name} believes it or doubts it.",
        owner=names[owner.seat - 1],
        cell=cell_name(game.variant, claim.cell, t.language),
        points=points_text(t, claim.points),
        name=names[claim.asked - 1],
    )


def _under_the_cup(t: Translator, game: Game, turn: Turn, name: str) -> str:
    """A sentence that must not depend on the dice, because all players read it."""
    t = t.given(name=name)
    if not game.legal_actions.keeps:
        return t.text("hint", "{name} makes a claim or crosses out a cell.")
    return t.count(
        "hint",
        "{name} may roll once more, or make a claim.",
        "{name} may roll {count} more times, or make a claim.",
        turn.rolls_left,
    )


# ------------------------------------------------------------------------------- events


def _claimed(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    sentence = t.text(
        "event",
        "{name} claims: {cell}, {points}.",
        name=context.name(seat),
        cell=cell_name(context.variant, text_in(data, "cell"), t.language),
        points=points_text(t, whole_in(data, "points")),
    )
    if context.next_seat in (None, seat):
        return sentence
    asked = t.text("event", "{name} is asked.", name=context.name(context.next_seat))
    return f"{sentence} {asked}"


def _claim_settled(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    owner, points = context.name(seat), whole_in(data, "points")
    cell = cell_name(context.variant, text_in(data, "cell"), t.language)
    hit = [context.name(doubter) for doubter in numbers_in(data, "hit")]
    t = t.given(name=owner, cell=cell)
    entered = t.count("event", "{name} enters {cell}: {count} point.", "{name} enters {cell}: {count} points.", points)
    if data.get("dice") is None:
        sentences = [t.text("event", "No player doubts it."), entered]
    elif data.get("lied"):
        sentences = [_shown(t, data), *_scratched(t, [owner], cell), *_credited(t, hit, points_text(t, points))]
    else:
        sentences = [_shown(t, data), entered, *_scratched(t, hit, cell)]
    return " ".join((*sentences, *whose_turn(t, context, seat)))


def _shown(t: Translator, data: Data) -> str:
    dice = dice_text(Roll.from_text(text_in(data, "dice")))
    if data.get("lied"):
        return t.text("event", "A lie! The dice were {dice}.", dice=dice)
    return t.text("event", "The truth! The dice were {dice}.", dice=dice)


def _scratched(t: Translator, names: list[str], cell: str) -> list[str]:
    if not names:
        return []
    if len(names) == 1:
        return [t.text("event", "{name} crosses out {cell}.", name=names[0], cell=cell)]
    return [t.text("event", "{names} cross out {cell}.", names=t.listing(names), cell=cell)]


def _credited(t: Translator, names: list[str], points: str) -> list[str]:
    if not names:
        return []
    if len(names) == 1:
        return [t.text("event", "{name} gets {points}.", name=names[0], points=points)]
    return [t.text("event", "{names} get {points} each.", names=t.listing(names), points=points)]


class BluffWords(MechanicWords):
    """Claims replace entries."""

    group: ClassVar[str] = "action_and_bluff"

    def aim(self, t: Translator, variant: Variant) -> list[str]:
        return [
            t.count(
                "rules",
                "A game has {count} round. Each player has one turn in it.",
                "A game has {count} rounds. Each player has one turn in each of them.",
                variant.turns,
            ),
            t.text("rules", "The player with the most points wins."),
        ]

    def turn(self, t: Translator) -> list[str]:
        return [
            t.text("rules", "The dice are under a cup. Only you see them."),
            t.text("rules", "The others see only how many of them you leave there."),
        ]

    def entry_heading(self, t: Translator) -> str:
        return t.text("rules", "The claim")

    def entry(self, t: Translator, variant: Variant) -> tuple[str, ...]:
        return (
            t.text("rules", "Then you make a claim about the dice: an open cell and its points, true or not."),
            t.text("rules", "Having more than you claim is not a lie."),
            t.text("rules", "Instead, you may cross out an open cell with 0 points. Your dice then stay hidden."),
        )

    def sections(self, t: Translator, variant: Variant) -> tuple[RuleSection, ...]:
        return (section(t.text("rules", "Believe or doubt"), _doubting(t, variant)),)

    def end(self, t: Translator) -> str:
        return t.text("rules", "The game ends after the last round. Players without an open cell are skipped.")

    def tutorial(self, t: Translator, variant: Variant) -> tuple[TutorialStep, ...]:
        rolling = t.text("tutorial", "Roll all dice. Only you see them.")
        claiming = t.text("tutorial", "Make a claim about the dice, true or not, or cross out a cell.")
        waiting = t.text("tutorial", "Now the others believe or doubt it. A doubted lie costs you the cell.")
        doubting = t.text("tutorial", "When others make a claim, you believe it or doubt it.")
        return (
            step(rolling, ("dice_rolled",), "roll"),
            *(keeping(t, variant) or [pencil(t)]),
            step(claiming, ("claimed", "scored"), "claim"),
            step(waiting, (), "claim"),
            step(doubting, ("claim_answered",), "claim"),
        )

    def hint(self, t: Translator, names: Sequence[str], game: Game, turn: Turn) -> str:
        match turn.stage:
            case Stage.CLAIMED if turn.claim is not None:
                return _asked(t, names, game, turn.claim)
            case Stage.ROLLED | Stage.ENTRY_DUE:
                return _under_the_cup(t, game, turn, names[turn.seat - 1])
            case _:
                return ""


WORDS.register(Bluff, BluffWords())
TELLERS.update(
    {
        "claimed": _claimed,
        "claim_answered": choose("doubts", say("event", "{name} doubts it."), say("event", "{name} believes it.")),
        "claim_settled": _claim_settled,
    }
)
