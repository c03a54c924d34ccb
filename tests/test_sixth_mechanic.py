"""A mechanic is one unit: this file adds a sixth one, and every storey plays it.

An entry of even faces only gives the next player an additional roll. This file registers data, behaviour, notation,
words and style like those of the built-in mechanics. Only the names for people come from a catalogue.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from pasch.bots.outlook import SheetWorth
from pasch.bots.play import played
from pasch.bots.simple import SimpleBot
from pasch.bots.styles import STYLES, Style
from pasch.i18n import translator
from pasch.rules import variants
from pasch.rules.actions import RollDice, Score
from pasch.rules.category import CHANCE, UPPER
from pasch.rules.dice import Roll
from pasch.rules.errors import InvalidInput, InvalidVariant
from pasch.rules.events import DiceRolled, Scored
from pasch.rules.fingerprint import rule_data
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.mechanics import behaviour
from pasch.rules.mechanics.behaviour import Behaviour
from pasch.rules.notation.mechanics import TEXTS, MechanicText
from pasch.rules.notation.position import Position
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.ruleset import Mechanic, Ruleset
from pasch.rules.state import S, State, Turn
from pasch.rules.transitions import TABLE
from pasch.rules.variant import Variant
from pasch.sheets.mechanics import ROWS
from pasch.words import event_text, hint_text, rules_in_words, sheet_layout, tutorial
from pasch.words.cells import RuleSection, section
from pasch.words.context import TableContext
from pasch.words.mechanic import WORDS, MechanicWords
from tests.service.harness import ANNA, Harness, action_of

# ------------------------------------------------------------------------------- rules


@rule_data("EvenMore")
@dataclass(frozen=True)
class EvenMore(Mechanic):
    """The mechanic's data: the additional `rolls` of the next player."""

    key: ClassVar[str] = "even_more"

    rolls: int = 1

    def check(self, rules: Ruleset) -> None:
        if rules.seats[0] == 1:
            raise InvalidVariant("{field}: the roll is for another player", field="seats")


def is_even(roll: Roll | None) -> bool:
    return roll is not None and not any(face % 2 for face in roll.values)


def longer(state: S) -> S:
    """The new turn, with the additional rolls."""
    turn, _ = state.acting()
    assert isinstance(state.variant.mechanic, EvenMore)
    rolls = turn.rolls + state.variant.mechanic.rolls
    return state.having(replace(turn, rolls=rolls, rolls_left=rolls), keeps_latest=True)


class EvenMoreTurn(Behaviour):
    table = TABLE

    def entered(self, state: State, event: Scored) -> State:
        after = super().entered(state, event)
        return longer(after) if after.turn is not None and is_even(state.acting()[0].roll) else after


# ------------------------------------------------------------------------------- parts of the other storeys


class EvenMoreText(MechanicText):
    marks: ClassVar[frozenset[str]] = frozenset({"more"})

    def turn_marks(self, state: State) -> list[str]:
        return ["more"] if state.turn is not None and state.turn.rolls > state.variant.rolls else []

    def with_marks(self, game: S, marks: Collection[str]) -> S:
        return longer(game) if "more" in marks else game


class EvenMoreWords(MechanicWords):
    group: ClassVar[str] = "action_and_bluff"

    def sections(self, _t, _variant) -> tuple[RuleSection, ...]:
        return (section("Even dice", ("Even dice alone: the next player may roll once more.",)),)

    def restrictions(self, _t, game, turn) -> list[str]:
        return ["One roll more after even dice."] if turn.rolls > game.variant.rolls else []


class Wary(SheetWorth):
    def entry(self, turn: Turn, index: int, points: int) -> float:
        return super().entry(turn, index, points) - is_even(turn.roll)


class EvenMoreStyle(Style):
    def worth(self, game: Game) -> Wary:
        return Wary(game.acting()[1])


@pytest.fixture
def even(monkeypatch):
    """The variant for the duration of a test, which then removes its registrations."""
    for registry in (TEXTS, WORDS, STYLES, ROWS):
        monkeypatch.setattr(registry, "parts", dict(registry.parts))
    monkeypatch.setattr(behaviour, "_BEHAVIOURS", dict(behaviour._BEHAVIOURS))
    behaviour.register(EvenMore, EvenMoreTurn())
    TEXTS.register(EvenMore, EvenMoreText())
    WORDS.register(EvenMore, EvenMoreWords())
    STYLES.register(EvenMore, EvenMoreStyle())
    variant = Variant(key="even-dice", seats=(2, 4), upper=UPPER[:3], lower=(CHANCE,), mechanic=EvenMore())
    monkeypatch.setitem(variants.VARIANTS, variant.key, variant)
    monkeypatch.setitem(variants._NAMES, "evendice", variant)
    for lang in ("de", "en"):
        names = translator(lang)._catalogue._catalog
        monkeypatch.setitem(names, "variant\x04even-dice", "Even dice")
        monkeypatch.setitem(names, "variant about\x04even-dice", "Even dice are worth a roll.")
    return variant


def steps(game: Game, *actions) -> Game:
    for action in actions:
        game, _ = game.apply(action)
    return game


EVEN_ENTRY = (DiceRolled((2, 2, 4, 4, 6)), Score("twos"))
ODD_ENTRY = (DiceRolled((1, 2, 4, 4, 6)), Score("ones"))


# ------------------------------------------------------------------------------- tests


def test_new_mechanic_validates_variants_and_changes_the_next_turn(even):
    with pytest.raises(InvalidVariant):
        replace(even, seats=(1, 4))
    game = steps(Game(even, ["Anna", "Bernd"]), *EVEN_ENTRY)
    assert (game.turn.seat, game.turn.rolls_left) == (2, 4)
    game = steps(game, *ODD_ENTRY)
    assert (game.turn.seat, game.turn.rolls_left) == (1, 3)


def test_positions_and_records_round_trip(even):
    events: tuple = ()
    match = start = Match.begin(even, ["Anna", "Bernd"])
    for step in (*EVEN_ENTRY, DiceRolled((1, 3, 3, 3, 5)), RollDice("k333"), DiceRolled((2, 3, 3, 3, 4))):
        match, happened = match.apply(step)
        events += happened
        text = Position.of(match.game).to_text()
        again = Position.from_text(text)
        assert again.to_text() == text
        assert again.game.turn.rolls_left == match.game.turn.rolls_left
    assert text == "even-dice;  / twos=4 leads; 23334 2 more"
    with pytest.raises(InvalidInput):
        Position.from_text("kniffel; ; 12345 2 more")
    record = Record.of(start, events)
    assert read_record(write_record(record)) == record


def test_new_mechanic_appears_in_texts(even):
    assert "Even dice" in [part["heading"] for part in rules_in_words(even, "en")]
    assert tutorial(even, "de")
    assert sheet_layout(even, "en")["phase"] == "even_more"
    match, _ = Match.begin(even, ["Anna", "Bernd"]).apply(EVEN_ENTRY[0])
    match, _ = match.apply(EVEN_ENTRY[1])
    assert hint_text("en", ["Anna", "Bernd"], match).endswith("One roll more after even dice.")
    data = {"cell": "twos", "points": 4, "extra": 0, "dice": "22446"}
    context = TableContext(even, ("Anna", "Bernd"), next_seat=2)
    assert event_text("en", context, "scored", 1, data) == "Anna enters Twos: 4 points. It is Bernd’s turn."


def test_bot_plays_the_new_mechanic(even):
    assert played(even, [SimpleBot(), SimpleBot()], seed=6).over


@pytest.mark.anyio
async def test_client_without_rules_plays_the_new_mechanic(even):
    harness, most = Harness(), 0
    table = await harness.open(ANNA, "Anna", "bot", variant="even-dice")
    async with harness.tables.playing_bots():
        while (snapshot := await harness.snapshot(ANNA, table))["status"] != "finished":
            if not snapshot["legal_actions"]:
                await harness.until(ANNA, table, lambda event, after=snapshot["seq"]: event["seq"] > after)
                continue
            most = max(most, snapshot["turn"]["rolls_left"])
            await harness.do(ANNA, table, action_of(towards_even_dice(snapshot)))
    assert snapshot["sheet"]["phase"] == "even_more"
    assert len(snapshot["results"]) == 1
    won = [event.data for event in await harness.log(table) if event.type == "dice_rolled"]
    assert most == 4 or any(data["roll"] + data["rolls_left"] == 4 for data in won)


def towards_even_dice(snapshot):
    """The legal action that keeps the even dice; the first entry if that is impossible."""
    legal, dice = snapshot["legal_actions"], snapshot["turn"]["dice"] or ""
    entries = [action for action in legal if action["type"] == "score"]
    keep = f"k{''.join(face for face in dice if int(face) % 2 == 0) or '-'}"
    rolls = [action for action in legal if action["type"] == "roll" and action.get("keep", "") in ("", keep)]
    return next(iter(reversed(rolls)), None) or entries[0]


@pytest.fixture
def anyio_backend():
    return "asyncio"


def test_parts_are_looked_up_by_class(even):
    plain: Sequence[object] = [registry.of(variants.find_variant("kniffel")) for registry in (TEXTS, WORDS, STYLES)]
    assert plain == [TEXTS.plain, WORDS.plain, STYLES.plain]
    assert ROWS.of(even) is ROWS.plain
