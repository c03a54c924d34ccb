"""Every registered variant has a golden playthrough that covers its rules, and survives random matches."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pasch.i18n import LANGUAGES
from pasch.rules.actions import Action, UseAction
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.notation.events import event_from_data, event_to_data
from pasch.rules.notation.position import Position
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.variants import VARIANTS
from pasch.words.cards import sheet_layout, variant_card
from pasch.words.names import variant_name
from pasch.words.rulebook import rules_in_words
from tests.conformance import pencils
from tests.conformance.kit import gaps, replayed
from tests.rules.play import finished, steps
from tests.support.sizes import cases, every_variant

GAMES = Path(__file__).parents[1] / "golden" / "games"

pytestmark = pytest.mark.parametrize("key", every_variant())


def golden(key: str) -> tuple[str, Record]:
    file = GAMES / f"{key}.txt"
    assert file.exists(), f"the variant {key} has no golden playthrough; write one: {file}"
    text = file.read_text()
    return text, read_record(text)


def test_golden_playthrough_round_trips(key):
    text, record = golden(key)
    assert record.match.variant == VARIANTS[key]
    assert write_record(record) == text
    assert read_record(write_record(record)) == record
    assert replayed(record) == record.match


def test_golden_playthrough_covers_every_required_rule(key):
    _, record = golden(key)
    assert gaps(record) == []


def test_golden_playthrough_matches_the_naive_scorer(key):
    _, record = golden(key)
    assert pencils.totals(record) == [game.totals for game in record.games]
    if record.match.variant.mechanic is not None:
        return
    for game, log in zip(record.games, pencils.logs(record), strict=True):
        sheets = pencils.sheets(log, len(record.players))
        assert [sheet.totals()["extra"] for sheet in sheets] == [sheet.totals.extra for sheet in game.sheets]
        assert [(s.bank, s.chips) for s in sheets] == [(hand.bank, hand.chips) for hand in game.hands]
        assert [s.won for s in sheets].count(True) == (game.winner is not None)
        assert [{tuple(c): p for c, p in s.entries.items()} for s in game.sheets] == [s.entries for s in sheets]


def beginning(key: str, games: int = 1) -> Match:
    """A match of two, or of the variant's minimum if that is higher."""
    return Match.begin(VARIANTS[key], ["Anna", "Bernd", "Clara"][: max(2, VARIANTS[key].seats[0])], games)


def test_random_games_match_their_record_and_the_naive_scorer(key, long):
    """The record, the naive scorer and the played match agree on the points."""
    for seed in range(500 if long else 5):
        match, log = finished(beginning(key), Random(1000 + seed))
        record = read_record(write_record(Record.of(beginning(key), log)))
        assert record.match == match
        assert record.totals == match.totals
        assert pencils.totals(record) == [match.game.totals]


def seen_from_here(game: Game) -> list[Action]:
    """The legal actions, with targets numbered from the seat to move, which comes first in a position."""
    seats, mine = len(game.players), game.to_move
    actions = [
        replace(action, target=(action.target - mine) % seats)
        if isinstance(action, UseAction) and action.target is not None
        else action
        for action in game.legal_actions
    ]
    return sorted(actions, key=repr)


@pytest.mark.parametrize("seed", cases(range(2), default={0}))
def test_random_match_survives_every_serialised_form(key, seed):
    """Every state survives as a position, every event as data, the whole match as a record and as its events."""
    start = match = beginning(key, 2)
    log, evolved = [], start
    for before, step in steps(match, Random(seed)):
        match, events = before.apply(step)
        for event in events:
            kind, data = event_to_data(event, evolved.game)
            assert event_from_data(kind, getattr(event, "seat", None), json.loads(json.dumps(data))) == event
            evolved = evolved.evolve(event)
            log.append(event)
        if not match.game.to_roll:
            text = Position.of(match.game).to_text()
            read = Position.from_text(text)
            assert read.to_text() == text
            assert seen_from_here(read.game) == seen_from_here(match.game)
    record = Record.of(start, log)
    assert evolved == match == record.match == read_record(write_record(record)).match
    assert record.totals == match.totals
    assert record.grand_totals == match.grand_totals


def test_variant_has_name_and_rules_in_every_language(key):
    variant = VARIANTS[key]
    for lang in LANGUAGES:
        assert variant_name(variant, lang)
        sections = rules_in_words(variant, lang)
        assert all(section["heading"] and section["sentences"] for section in sections)
        layout = sheet_layout(variant, lang)
        assert [category["key"] for category in layout["categories"]] == list(variant.rows)
        assert all(category["name"] and category["hint"] for category in layout["categories"])
        card = variant_card(variant, lang)
        assert (card["key"], card["turns"], card["categories"]) == (key, variant.turns, list(variant.rows))
