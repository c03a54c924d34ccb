"""Action dice in words."""

from collections.abc import Sequence
from typing import ClassVar

from pasch.i18n import Translator
from pasch.rules.actions import ActionKind, Score, UseAction
from pasch.rules.game import Game
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.state import Hand, Stage, Turn, WonDie
from pasch.rules.variant import Variant
from pasch.words.categories import number_word, ordinary_roll
from pasch.words.cells import RuleSection, section
from pasch.words.context import Data, TableContext, and_turn, say, text_in, whole_in
from pasch.words.mechanic import TELLERS, WORDS, MechanicWords
from pasch.words.names import action_name, cell_name, dice_text, points_text
from pasch.words.teaching.examples import game_of, ordinary_points, places, rolled, sheet_with
from pasch.words.teaching.steps import TutorialStep, entry, first_roll, keeping, pencil, step


def _dice(variant: Variant) -> ActionDice:
    assert isinstance(variant.mechanic, ActionDice)
    return variant.mechanic


# ------------------------------------------------------------------------------- rules


def _winning(t: Translator, variant: Variant, mechanic: ActionDice) -> tuple[str, ...]:
    return (
        t.text(
            "rules",
            "If the {dice} dice of an entry add up to a multiple of {divisor}, you win an action die.",
            dice=number_word(t, variant.dice_count),
            divisor=number_word(t, mechanic.divisor),
        ),
        t.text("rules", "You win the die whatever the entry scores, even for a crossed-out cell."),
        *_winning_example(t, variant, mechanic.divisor),
        t.text("rules", "The action die is rolled at once, and its face says what you may do with it."),
        t.text("rules", "1 steals, 2 freezes, 3 crosses out, 4 shifts, 5 swaps; a 6 gives one die of each kind."),
        t.text("rules", "You may use it at once, and it never expires.")
        if mechanic.at_once
        else t.text("rules", "You may use it from the next round on, and it never expires."),
    )


def _actions(t: Translator, variant: Variant, mechanic: ActionDice) -> tuple[str, ...]:
    return (
        t.text(
            "rules",
            "Steal: instead of rolling, take over another player’s entry whose cell is open on your sheet.",
        ),
        t.text("rules", "It is the entry of your turn; the other sheet keeps 0 points there."),
        *_stealing_example(t, variant),
        t.text("rules", "Freeze: close another player’s open cell for that sheet’s next turn."),
        t.text(
            "rules", "In the last {rounds} rounds, freezing is not possible.", rounds=number_word(t, mechanic.no_freeze)
        ),
        *_crossing_out(t, mechanic),
        t.text("rules", "You steal before the first roll; you freeze and cross out whenever it is your turn."),
        t.text("rules", "After your entry you may use more action dice; the turn ends when you say so."),
    )


def _crossing_out(t: Translator, mechanic: ActionDice) -> list[str]:
    if mechanic.cross_out_open:
        return [
            t.text("rules", "Cross out: another player’s cell counts 0 from now on, whether it is filled or open."),
            t.text("rules", "If it was open, that sheet has one turn less."),
        ]
    return [t.text("rules", "Cross out: another player’s entry counts 0 from now on.")]


def _moving_sheets(t: Translator) -> tuple[str, ...]:
    return (
        t.text("rules", "When all have had their turn, those who have such an action die may move sheets, one by one."),
        t.text("rules", "Shift: every sheet moves on to the next player, the last one to the first."),
        t.text("rules", "Swap: you swap your sheet with that of another player."),
        t.text("rules", "Entries and frozen cells go with the sheet; action dice stay with their owners."),
        t.text("rules", "This also holds after the last round."),
    )


def _winning_example(t: Translator, variant: Variant, divisor: int) -> list[str]:
    """An entry that wins an action die."""
    for category in variant.categories:
        roll = ordinary_roll(variant, category)
        cell = variant.cells[places(variant, category)[0]]
        game = rolled(game_of(variant), roll)
        if cell in game.legal_actions.entries and game.apply(Score(cell))[0].stage is Stage.DIE_IN_THE_AIR:
            return [
                t.text(
                    "rules",
                    "Example: {dice} add up to {sum}, which is {times} times {divisor}.",
                    dice=dice_text(roll),
                    sum=sum(roll.values),
                    times=sum(roll.values) // divisor,
                    divisor=divisor,
                )
            ]
    return []


def _stealing_example(t: Translator, variant: Variant) -> list[str]:
    """Both sheets after a steal."""
    category = variant.lower[-1]
    place, points = places(variant, category)[0], ordinary_points(variant, category)
    hands = [Hand(dice=(WonDie(ActionKind.STEAL, 1),)), *[Hand()] * (max(variant.seats[0], 2) - 1)]
    game = game_of(variant, sheet_with(variant, {}), sheet_with(variant, {place: points}), hands=hands)
    steal = UseAction(ActionKind.STEAL, 2, variant.cells[place])
    if steal not in game.legal_actions.others:
        return []
    after, _ = game.apply(steal)
    mine, theirs = (sheet.points[place] or 0 for sheet in after.sheets[:2])
    return [
        t.text(
            "rules",
            "Example: another player has {points} in {cell}, and yours is open. You steal them: now you have {mine}, "
            "the other sheet {theirs}.",
            points=points_text(t, points),
            cell=cell_name(variant, variant.cells[place], t.language),
            mine=mine,
            theirs=theirs,
        )
    ]


# ------------------------------------------------------------------------------- hints and events


def _has_action(game: Game) -> bool:
    """Whether an action die can be used now."""
    return any(isinstance(action, UseAction) for action in game.legal_actions.others)


def _action_die_rolled(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    name, face, kinds = context.name(seat), whole_in(data, "face"), list(ActionKind)
    if not 1 <= face <= len(kinds):
        return t.text("event", "{name} is lucky and wins one action die of each kind.", name=name)
    won = action_name(kinds[face - 1], t.language)
    return t.text("event", "{name} wins an action die: {action}.", name=name, action=won)


def _action_used(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    name, victim = context.name(seat), context.name(whole_in(data, "target"))
    match text_in(data, "action"):
        case ActionKind.SHIFT:
            return t.text("event", "{name} shifts: every sheet moves on to the next player.", name=name)
        case ActionKind.SWAP:
            return t.text("event", "{name} swaps sheets with {victim}.", name=name, victim=victim)
        case action:
            cell = cell_name(context.variant, text_in(data, "cell"), t.language)
            return _reached(t.given(name=name, victim=victim, cell=cell), action, whole_in(data, "points"))


def _reached(t: Translator, action: str, points: int) -> str:
    match action:
        case ActionKind.STEAL:
            return t.count(
                "event",
                "{name} steals {cell} from {victim}: {count} point.",
                "{name} steals {cell} from {victim}: {count} points.",
                points,
            )
        case ActionKind.FREEZE:
            return t.text("event", "{name} freezes {cell} for {victim}.")
        case _ if points:
            return t.count(
                "event",
                "{name} crosses out {cell} of {victim}: {count} point is gone.",
                "{name} crosses out {cell} of {victim}: {count} points are gone.",
                points,
            )
        case _:
            return t.text("event", "{name} crosses out {cell} of {victim}, still open.")


class ActionDiceWords(MechanicWords):
    """Players change each other's sheets."""

    group: ClassVar[str] = "action_and_bluff"

    def entry(self, t: Translator, variant: Variant) -> tuple[str, ...]:
        return (
            t.text("rules", "Then you enter the roll in exactly one open cell."),
            t.text("rules", "Instead you may cross out an open cell with 0 points, even if the roll would fit."),
        )

    def sections(self, t: Translator, variant: Variant) -> tuple[RuleSection, ...]:
        dice = _dice(variant)
        return (
            section(t.text("rules", "The action dice"), _winning(t, variant, dice)),
            section(t.text("rules", "What action dice do"), _actions(t, variant, dice)),
            section(t.text("rules", "After the round"), _moving_sheets(t)),
        )

    def tutorial(self, t: Translator, variant: Variant) -> tuple[TutorialStep, ...]:
        won = t.text(
            "tutorial",
            "If your dice add up to a multiple of {divisor}, you win an action die: with it you steal, freeze or swap.",
            divisor=number_word(t, _dice(variant).divisor),
        )
        ending = t.text("tutorial", "You decide when your turn ends: end it now.")
        return (
            first_roll(t),
            *(keeping(t, variant) or [pencil(t)]),
            entry(t),
            step(won, (), "actions"),
            step(ending, ("turn_ended",), "end_turn"),
        )

    def hint(self, t: Translator, names: Sequence[str], game: Game, turn: Turn) -> str:
        name = names[turn.seat - 1]
        match game.stage:
            case Stage.READY if _has_action(game):
                return t.text("hint", "It is {name}’s turn: first roll, or an action die.", name=name)
            case Stage.DIE_IN_THE_AIR:
                return t.text("hint", "The action die is rolling.")
            case Stage.ENTERED | Stage.SHIFTING if not _has_action(game):
                return t.text("hint", "{name} ends the turn.", name=name)
            case Stage.ENTERED:
                return t.text("hint", "{name} uses an action die or ends the turn.", name=name)
            case Stage.SHIFTING:
                return t.text("hint", "{name} may swap or shift sheets now.", name=name)
            case _:
                return ""

    def restrictions(self, t: Translator, game: Game, turn: Turn) -> list[str]:
        frozen = game.sheets[turn.seat - 1].frozen
        if not frozen or game.stage not in (Stage.READY, Stage.ROLLED, Stage.ENTRY_DUE):
            return []
        cells = t.listing(cell_name(game.variant, game.variant.cells[index], t.language) for index in sorted(frozen))
        return [t.text("hint", "Frozen in this turn: {cells}.", cells=cells)]

    def continues(self, context: TableContext, seat: int | None, data: Data) -> bool:
        """Whether the same seat continues after its entry."""
        return context.next_seat == seat


WORDS.register(ActionDice, ActionDiceWords())
TELLERS.update(
    {
        "action_die_rolled": _action_die_rolled,
        "action_used": _action_used,
        "turn_ended": and_turn(say("event", "{name} is done.")),
    }
)
