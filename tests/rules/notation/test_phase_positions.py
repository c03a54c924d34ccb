"""Positions of games with mechanics: their text, its meaning, and refusals."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.rules.actions import ActionKind, Believe, Claim, Doubt, EndTurn, Score, TakeNothing, UseAction
from pasch.rules.errors import PaschError
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.state import Stage, WonDie
from pasch.rules.variants import VARIANTS

WRITTEN = [
    "kniffeliger; dice=steal,swap / frozen=fives",
    "kniffeliger; ones=3 dice=steal,+swap / twos=4 frozen=fives,chance leads; 12344 2",
    "kniffeliger; ones=3 / ; 12344 1 lock k44 round=4",
    "kniffeliger; sixes=24 / sixes=0; entered",
    "kniffeliger; chance=15 / ; 12345 2 die",
    "kniffeliger; chance=15 / ones=3 leads; 12345 0 entered round=9",
    "kniffeliger; chance=15 dice=+shift / ones=3; shifting",
    "kniffeliger {doubles=1}; chance=30 doubles=0 / ; 12345 0",
    "kniffeliger-program; dice=cross_out,freeze / ; 12345 1",
    "luegenkniffel; / / ; 22255 1 lock k22",
    "luegenkniffel; chance=0 lies=chance / chance=22 / leads; 22255 1 claim full_house 25 asked 2",
    "luegenkniffel; ones=0 twos=4 / / ; 22255 0 claim full_house 25 doubt 2 asked 3 round=2",
    "dice-duel; flush@1=25 flush@2=25 gone=flush,large_straight,large_straight / ; 12345 2 taken round=7",
    "dice-duel; two_pairs@1=5; 11123 0 round=9",
    "kismet; ones=3 / ones=0 leads; 12345 2",
    "yatzy-duel; ones=3 / ones=0",
    "kniffel {doubles=2}; chance=60 doubles=0; 12344 2 x2",
    "kniffel {doubles=1}; doubles=0; x2",
    "kniffel {keep=lock_one max_rolls=2}; ; 12344 2 lock k44 used=2",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_positions_survive_text_round_trip(text):
    read = Position.from_text(text)
    written = read.to_text()
    assert Position.from_text(written) == read
    assert Position.from_text(written).to_text() == written
    assert set(written.split()) == set(text.split())


def test_position_reads_usable_and_later_action_dice():
    game = Position.from_text("kniffeliger; ones=3 dice=steal,+swap,swap / twos=4").game
    assert game.hands[0].dice == (
        WonDie(ActionKind.STEAL, 1), WonDie(ActionKind.SWAP, 3), WonDie(ActionKind.SWAP, 1),
    )  # fmt: skip
    assert UseAction("steal", 2, "twos") in game.legal_actions


def test_position_reads_the_seat_that_begins_rounds():
    game = Position.from_text("kniffeliger; chance=15 / ones=3 leads; 12345 0 entered").game
    assert game.leader == 2
    after, _ = game.apply(EndTurn())
    assert (after.turn.seat, after.turn.round) == (2, 2)


def test_omitted_seats_have_empty_sheets():
    assert Position.from_text("kniffeliger; ones=3 frozen=fives; 12344 2").to_text() == (
        "kniffeliger; ones=3 frozen=fives / ; 12344 2"
    )


def test_new_claim_asks_the_next_seat():
    plain = Position.from_text("luegenkniffel; / / ; 11123 0 claim full_house 25")
    assert plain == Position.from_text("luegenkniffel; / / ; 11123 0 claim full_house 25 asked 2")


def test_position_resumes_a_pending_claim():
    game = Position.from_text("luegenkniffel; / / ; 11123 0 claim full_house 25 doubt 2 asked 3").game
    assert game.stage is Stage.CLAIMED
    assert game.to_move == 3
    after, _ = game.apply(Believe())
    assert after.totals == [0, 25, 0]


def test_position_reads_removed_chips():
    game = Position.from_text("dice-duel; flush=25 gone=flush,large_straight / ;").game
    assert (game.pool.left, game.pool.removed) == ((4, 4, 4, 2, 4, 4, 3), (0, 0, 0, 1, 0, 0, 1))


def test_position_keeps_the_last_chip_bonus():
    rows = VARIANTS["dice-duel"].rows
    gone = ",".join(key for key in rows for _ in range(4))
    text = f"dice-duel; flush@1=25 last gone={gone.replace(',flush', '', 1)} /"
    game = Position.from_text(text).game
    assert game.over
    assert game.totals == [45, 0]
    assert set(Position(game).to_text().split()) == set(text.split())


@pytest.mark.parametrize(
    "steps",
    [
        (DiceRolled("12345"), Score("chance"), ActionDieRolled(6), EndTurn(), DiceRolled("55555")),
        (DiceRolled("12345"), Score("chance")),
        (DiceRolled("55555"), Score("chance")),
    ],
)
def test_position_starts_with_the_seat_to_move(steps):
    game = Game(VARIANTS["kniffeliger"], ["A", "B", "C"])
    for step in steps:
        game, _ = game.apply(step)
    position = Position.of(game)
    first = game.turn.seat - 1
    assert position.game.players == (*game.players[first:], *game.players[:first])
    assert position.game.leader == {0: 1, 1: 3}[first]
    assert Position.from_text(position.to_text()).to_text() == position.to_text()


def test_position_rotates_the_seats_of_a_claim():
    game = Game(VARIANTS["luegenkniffel"], ["A", "B", "C", "D"])
    for step in (
        DiceRolled("12345"),
        Score("ones", 0),
        DiceRolled("22255"),
        Claim("full_house", 25),
        Doubt(),
        Believe(),
    ):
        game, _ = game.apply(step)
    assert (
        Position.of(game).to_text()
        == "luegenkniffel;  /  /  / ones=0 leads; 22255 2 claim full_house 25 doubt 2 asked 4"
    )


def test_new_round_position_omits_the_taken_mark():
    game = Game(VARIANTS["dice-duel"], ["A", "B"])
    for step in (DiceRolled("11235"), TakeNothing(), DiceRolled("12236"), TakeNothing()):
        game, _ = game.apply(step)
    assert Position.of(game).to_text() == "dice-duel; gone=large_straight / ; round=2"


@pytest.mark.parametrize(
    "text",
    [
        # mechanics of other games
        "kniffel; dice=steal; 12345 2",
        "kniffel; frozen=fives; 12345 2",
        "kniffel; chance=0 lies=chance; 12345 2",
        "kniffel; leads; 12345 2",
        "kniffel; last; 12345 2",
        "kniffel; gone=chance; 12345 2",
        "kniffel; doubles=1; 12345 2",
        "kniffel; ; 12345 2 x2",
        "kniffel; ; 12345 2 taken",
        "kniffel; ; 12345 2 round=1",
        "kniffel; chance=15; 12345 2 entered",
        "kniffel; ; 12345 2 claim chance 15 asked 2",
        "kismet; / ; 12345 2 round=2",
        "kismet; / ; shifting",
        "luegenkniffel; dice=steal / / ;",
        "dice-duel; frozen=flush ;",
        "kniffeliger-program; dice=+steal / ;",
        "kniffel; ; 12345 1 used=2",
        # impossible positions
        "kniffel {keep=lock_one}; ; 12344 2 lock k44 used=1",
        "kniffel {keep=lock_one}; ; 12344 2 lock k44 used=4",
        "kniffel {keep=lock_one}; ; used=1",
        "kniffeliger; dice=rob / ;",
        "kniffeliger; dice=Steal / ;",
        "kniffeliger; dice= / ;",
        "kniffeliger; dice=steal,,swap / ;",
        "kniffeliger; ones=3 frozen=ones / ;",
        "kniffeliger; frozen=nonsense / ;",
        "kniffeliger; / / / / ;",
        "kniffeliger; leads / leads ;",
        "kniffeliger; / ; entered",
        "kniffeliger; ones=3 / ; die",
        "kniffeliger; ones=3 / ; 11111 2 die",
        "kniffeliger; ones=3 / ; 12345 2 shifting",
        "kniffeliger; / ; 12345 2 round=15",
        "kniffeliger; / ; 12345 2 round=0",
        "kniffeliger; / ; 12345 2 round=x",
        "kniffeliger; / ; round",
        "kniffeliger; / ; nonsense",
        "kniffeliger; / ; 12345 2 nonsense",
        "kniffeliger; / ; lock k1",
        "kniffeliger {doubles=1}; / ; x2",
        "kniffeliger {doubles=1}; doubles=2 / ;",
        "kniffel {doubles=1}; chance=61; 12345 2",
        "kniffel {doubles=1}; chance=60; 12345 2",
        "kniffel {doubles=1}; chance=60 ones=10 doubles=0; 12345 2",
        "luegenkniffel; chance=22 lies=chance / / ;",
        "luegenkniffel; lies=chance / / ;",
        "luegenkniffel; / / ; claim chance 15 asked 2",
        "luegenkniffel; / / ; 12345 2 claim chance 4 asked 2",
        "luegenkniffel; / / ; 12345 2 claim chance",
        "luegenkniffel; / / ; 12345 2 claim",
        "luegenkniffel; chance=5 / / ; 12345 2 claim chance 15 asked 2",
        "luegenkniffel; / / ; 12345 2 claim chance 15 asked 1",
        "luegenkniffel; / / ; 12345 2 claim chance 15 asked 4",
        "luegenkniffel; / / ; 12345 2 claim chance 15 asked 2 doubt 2",
        "luegenkniffel; / / ; 12345 2 claim chance 15 asked 2 doubt",
        "luegenkniffel; / / ; 12345 2 claim chance 15 doubt 2",
        "luegenkniffel; / / ; 12345 2 shifting",
        "dice-duel; flush@1=0;",
        "dice-duel; flush@1=20;",
        "dice-duel; gone=flush,flush,flush,flush,flush;",
        "dice-duel; flush@1=25 gone=flush,flush / flush@1=25 flush@2=25;",
        "dice-duel; gone=nonsense;",
        "dice-duel; last / ;",
        "dice-duel; / ; 12345 2 round=999",
        "dice-duel; gone=" + ",".join(key for key in VARIANTS["dice-duel"].rows for _ in range(4)) + " / ; 12345 2",
    ],
)
def test_invalid_positions_are_refused(text):
    with pytest.raises(PaschError) as refused:
        Position.from_text(text)
    assert len(str(refused.value)) < 300


@given(
    text=st.sampled_from(WRITTEN),
    place=st.integers(0, 120),
    gone=st.integers(0, 4),
    new=st.text(st.sampled_from("0123456789.,=+@/;{}!x claimsketo\t\0é²٣"), max_size=4),
)
def test_changed_position_parses_or_is_refused(text, place, gone, new):
    with contextlib.suppress(PaschError):
        read = Position.from_text(text[:place] + new + text[place + gone :])
        assert Position.from_text(read.to_text()) == read


SHEET_WORDS = (
    "dice=steal dice=+swap frozen=ones lies=ones gone=flush doubles=0 bank=1 leads last won ones=0 ones=3 / / ;"
)
TURN_WORDS = "12345 2 0 x2 entered die shifting taken claim chance 15 asked 3 doubt round=2 chip lock k1 !ones"
WORDS = st.sampled_from([*SHEET_WORDS.split(), *TURN_WORDS.split()])


@given(
    st.sampled_from(["kniffeliger", "luegenkniffel", "dice-duel", "kismet", "kniffel", "generala"]),
    st.lists(WORDS, max_size=14),
)
def test_random_words_parse_or_are_refused(key, words):
    with contextlib.suppress(PaschError):
        read = Position.from_text(f"{key}; {' '.join(words)}")
        assert Position.from_text(read.to_text()) == read
