"""Frozen sheets: the seat to move, the unchanged parts, and every text form."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.rules.actions import (
    ActionKind,
    Claim,
    FreezeSheet,
    NextGame,
    RollDice,
    Score,
    TakeBack,
    TakeNothing,
    UseAction,
)
from pasch.rules.errors import DamagedRecord, IllegalAction, InvalidInput
from pasch.rules.events import ActionDieRolled, ActionUsed, DiceRolled, GameStarted, SheetFrozen
from pasch.rules.game import Game
from pasch.rules.match import Match, MatchEvent, MatchStep, typed_entries
from pasch.rules.mechanics.behaviour import behaviour_of
from pasch.rules.notation.events import event_from_data, event_to_data
from pasch.rules.notation.position import Position
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import redacted, write_record
from pasch.rules.state import Stage
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from tests.rules.notation.wild import players, wild_step
from tests.rules.play import variants
from tests.support.sizes import every_variant

LEAVES = 0.02
"""The probability that a player leaves before a step."""


def left_steps(match: Match, rng: Random, chance: float = LEAVES) -> Iterator[tuple[Match, MatchStep]]:
    """Play to the end with occasional departures: each step with the match before it."""
    while not match.over:
        step = leaving(match, rng) if rng.random() < chance else None
        yield match, (step := step or wild_step(match, rng))
        match, _ = match.apply(step)


def leaving(match: Match, rng: Random) -> FreezeSheet | None:
    """The departure of a random player, if the stage allows it."""
    rows = behaviour_of(match.game).table
    staying = sorted({*range(1, len(match.players) + 1)} - match.game.frozen)
    return FreezeSheet(rng.choice(staying)) if FreezeSheet in rows[match.game.stage] else None


def table(variant: Variant, seats: int = 3, games: int = 1) -> Match:
    return Match.begin(variant, players(variant, seats), min(games, variant.games))


def check(before: Match, events: tuple[MatchEvent, ...], after: Match) -> None:
    """A seat that has left has no turn and keeps its sheet; turn numbers continue."""
    gone, turn, was = after.game.frozen, after.game.turn, before.game.turn
    if turn is not None:
        assert turn.seat not in gone
        assert after.game.to_move not in gone
    if any(isinstance(event, GameStarted) for event in events):
        return
    for seat in before.game.frozen:
        assert after.game.sheets[seat - 1].points == before.game.sheets[seat - 1].points
    if any(isinstance(event, SheetFrozen) for event in events) and turn is not None and was is not None:
        ended = was.seat in gone and was.stage is not Stage.SHIFTING
        assert turn.number >= was.number + (ended and turn.stage is not Stage.SHIFTING)
        assert TakeBack not in map(type, after.game.legal_actions)
        with pytest.raises(IllegalAction):
            after.apply(TakeBack())


@pytest.mark.parametrize("key", every_variant())
def test_match_with_departures_survives_every_text_form(key):
    """Every state survives as a position, every event as data, the match at every moment as a record."""
    rng = Random(key)
    start = replayed = match = table(VARIANTS[key], 4, games=2)
    log: list[MatchEvent] = []
    for before, step in left_steps(match, rng):
        match, events = before.apply(step)
        check(before, events, match)
        for event in events:
            kind, data = event_to_data(event, replayed.game)
            assert event_from_data(kind, getattr(event, "seat", None), json.loads(json.dumps(data))) == event
            replayed = replayed.evolve(event)
            log.append(event)
        if not match.game.to_roll and rng.random() < 0.2:
            text = Position.of(match.game).to_text()
            read = Position.from_text(text)
            assert read.to_text() == text
            assert len(read.game.legal_actions) == len(match.game.legal_actions)
            assert len(read.game.frozen) == len(match.game.frozen)
        if isinstance(step, FreezeSheet):
            survives(start, log)
    assert replayed == match
    survives(start, log)


def survives(start: Match, log: list[MatchEvent]) -> None:
    """The written record of these events reads back equal, in full and redacted."""
    record = Record.of(start, log)
    again = read_record(write_record(record))
    assert again.match.game == record.match.game or record.match.game.to_roll
    assert again.events == record.events
    seen = redacted(record)
    assert read_record(write_record(seen)).totals == seen.totals


@given(variant=variants(), seats=st.integers(2, 5), seed=st.integers(0, 2**32))
def test_departures_work_with_house_rules(variant, seats, seed):
    match, rng = table(variant, seats), Random(seed)
    log: list[MatchEvent] = []
    for before, step in left_steps(match, rng, 0.05):
        match, events = before.apply(step)
        check(before, events, match)
        log += events
    assert match.over
    assert read_record(write_record(Record.of(table(variant, seats), log))).match == match


# ------------------------------------------------------------------------------- moments of departure


def rolled(key: str = "kniffel", seats: int = 3) -> Game:
    return table(VARIANTS[key], seats).game.apply(DiceRolled("13346"))[0]


def test_leaving_player_turn_ends_without_entry():
    game, events = rolled().apply(FreezeSheet(1))
    assert events == (SheetFrozen(1),)
    assert (game.to_move, game.turn.number, game.turn.round, game.stage) == (2, 2, 1, Stage.READY)
    assert not game.sheets[0].entries


def test_departure_leaves_turn_of_another_player_unchanged():
    before = rolled()
    game, _ = before.apply(FreezeSheet(3))
    assert game.turn == before.turn
    assert game.legal_actions.entries == before.legal_actions.entries
    game, _ = game.apply(Score("chance"))
    game, _ = game.apply(DiceRolled("13346"))
    game, _ = game.apply(Score("chance"))
    assert (game.to_move, game.turn.round) == (1, 2)


def test_game_ends_when_last_player_leaves():
    game = rolled("kniffel", 2)
    game, _ = game.apply(FreezeSheet(2))
    assert not game.over
    game, _ = game.apply(FreezeSheet(1))
    assert game.over
    assert game.totals == [0, 0]


def test_repeated_unknown_and_mid_roll_departures_are_refused():
    game, _ = rolled().apply(FreezeSheet(3))
    with pytest.raises(IllegalAction, match="already frozen"):
        game.apply(FreezeSheet(3))
    for seat in (0, 4, -1):
        with pytest.raises(InvalidInput, match="no seat"):
            game.apply(FreezeSheet(seat))
    flying, _ = game.apply(RollDice())
    with pytest.raises(IllegalAction, match="in the air"):
        flying.apply(FreezeSheet(2))
    assert FreezeSheet(2) not in game.legal_actions


def test_departed_player_stays_frozen_in_next_game():
    variant = VARIANTS["kniffel"]
    match = Match.begin(variant, ["Anna", "Bernd"], 2)
    filled = dict.fromkeys(variant.cells, 0)
    ended = Position.from_text(
        "kniffel; " + " / ".join(" ".join(f"{c.category}={p}" for c, p in filled.items()) for _ in "ab")
    ).game
    match = Match((Game(variant, match.players, ended.sheets),), 2)
    match, _ = match.apply(FreezeSheet(1))
    assert match.between_games
    match, _ = match.apply(NextGame())
    assert match.game.to_move == 2
    match, _ = match.apply(FreezeSheet(2))
    assert match.over
    with pytest.raises(IllegalAction, match="over"):
        match.apply(FreezeSheet(1))


def test_match_ends_when_all_players_leave_early():
    match = table(VARIANTS["kniffel"], 2, games=3)
    for seat in (2, 1):
        match, _ = match.apply(FreezeSheet(seat))
    assert match.over
    assert not match.between_games
    with pytest.raises(IllegalAction, match="it had 1 games"):
        match.apply(NextGame())


# ------------------------------------------------------------------------------- mechanics


def claimed(*left: int) -> Game:
    """Seat 1 of four has claimed a full house without holding one; these seats left earlier."""
    game = table(VARIANTS["luegenkniffel"], 4).game
    for seat in left:
        game, _ = game.apply(FreezeSheet(seat))
    game, _ = game.apply(DiceRolled("13346"))
    return game.apply(Claim("full_house", 25))[0]


def test_claim_skips_departed_players():
    assert claimed(2).to_move == 3
    game, events = claimed(3).apply(FreezeSheet(2))
    assert game.to_move == 4
    assert events == (SheetFrozen(2),)


def test_claim_settles_when_last_asked_player_leaves():
    game, events = claimed(2, 3).apply(FreezeSheet(4))
    assert [type(event).__name__ for event in events] == ["SheetFrozen", "ClaimSettled"]
    assert game.totals == [25, 0, 0, 0]
    assert (game.to_move, game.turn.round) == (1, 2)


def test_claim_settles_at_once_when_all_opponents_left():
    game = claimed(2, 3, 4)
    assert game.totals == [25, 0, 0, 0]
    assert game.to_move == 1


def test_departure_discards_claim_of_leaving_player():
    game, _ = claimed().apply(FreezeSheet(1))
    assert (game.to_move, game.stage) == (2, Stage.READY)
    assert game.totals == [0, 0, 0, 0]


def test_chip_is_removed_when_last_player_of_round_leaves():
    game = table(VARIANTS["dice-duel"], 3).game
    for _ in range(2):
        game, _ = game.apply(DiceRolled("11235"))
        game, _ = game.apply(TakeNothing())
    game, events = game.apply(FreezeSheet(3))
    assert [type(event).__name__ for event in events] == ["SheetFrozen", "ChipRemoved"]
    assert (game.to_move, game.turn.round) == (1, 2)


def test_action_dice_cannot_target_frozen_sheet():
    text = "kniffeliger; ones=3 dice=steal,freeze,cross_out / twos=4 / twos=6 left; round=3"
    game = Position.from_text(text).game
    targets = {use.target for use in game.legal_actions.others}
    assert targets == {2}
    with pytest.raises(IllegalAction, match="frozen"):
        game.apply(UseAction("steal", 3, "twos"))


def test_shift_skips_frozen_sheet():
    text = "kniffeliger; ones=1 dice=shift / twos=2 left / threes=3 / fours=4; shifting"
    game = Position.from_text(text).game
    game = game.evolve(ActionUsed(1, ActionKind.SHIFT))
    assert [sheet.total for sheet in game.sheets] == [4, 2, 1, 3]


def test_sheet_exchange_ends_when_one_player_remains():
    game = Position.from_text("kniffeliger; ones=1 dice=swap / twos=2; shifting").game
    assert game.stage is Stage.SHIFTING
    game, _ = game.apply(FreezeSheet(2))
    assert (game.stage, game.to_move, game.turn.round) == (Stage.READY, 1, 2)


def test_frozen_sheet_loses_its_open_cells_in_contest():
    game = Position.from_text("yatzy-duel; ones=3 twos=4 / ones=4").game
    assert game.totals == [0, 1]
    game, _ = game.apply(FreezeSheet(2))
    assert game.totals == [1, 1]


def test_bonus_kismet_spares_frozen_sheet():
    game = Position.from_text("kismet; kismet=60 / / left; 22222 2").game
    game, events = game.apply(Score("chance" if "chance" in game.variant.rows else "yarborough"))
    assert [event.seat for event in events[1:]] == [2]
    assert game.to_move == 1


# ------------------------------------------------------------------------------- text forms

HEAD = "pasch-record 1\nvariant: kniffel\nplayer 1: P1\nplayer 2: P2\ngames: 2\n"


def test_record_writes_departure_at_its_moment():
    text = HEAD + "1.1 13346 frozen 2 k33 33346 > chance 19\n2.1 frozen 1\nresult: 19 0\n"
    record = read_record(text)
    assert write_record(record) == text
    assert record.match.over


@pytest.mark.parametrize(
    "lines",
    [
        "1.1 13346 frozen 3 > chance 17",
        "1.1 13346 frozen 1 > chance 17",
        "1.1 frozen 2 frozen 2 13346 > chance 17",
        "1.1 frozen",
        "frozen 2",
    ],
)
def test_record_with_invalid_departure_is_refused(lines):
    with pytest.raises(DamagedRecord):
        read_record(f"{HEAD}{lines}\nresult: *\n")


def test_position_refuses_roll_of_frozen_seat():
    with pytest.raises(InvalidInput, match="has left"):
        Position.from_text("kniffel; left / ; 13346 2")


def test_departure_waits_for_the_action_die():
    game = Position.from_text("kniffeliger; / ; 11112 0").game
    game, _ = game.apply(Score("ones"))
    with pytest.raises(IllegalAction):
        game.apply(FreezeSheet(2))
    game, _ = game.apply(ActionDieRolled(1))
    game, _ = game.apply(FreezeSheet(1))
    assert game.to_move == 2


def test_typed_dice_of_leaving_player_do_not_mark_next_entry():
    match = Match.begin(VARIANTS["kniffel"], ["Anna", "Bernd"])
    for step in (DiceRolled("12345", by_hand=True), FreezeSheet(1), DiceRolled("12346"), Score("chance")):
        match, _ = match.apply(step)
    assert typed_entries(match, 1) == []
