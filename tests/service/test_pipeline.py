"""One fold for each command: the decided state equals the replayed log, and is not computed again."""

import random
from copy import copy

import pytest

from pasch.rules.actions import NextGame
from pasch.rules.match import Match
from pasch.rules.variants import VARIANTS
from pasch.service.log import Fold
from pasch.service.requests import JoinTable
from pasch.service.runtime.cache import LiveTable
from pasch.service.table.state import opened
from pasch.service.views import snapshot
from pasch.service.views.parts import result_views
from tests.service.harness import ANNA, BERND, PUBLIC, Harness, action_of

pytestmark = pytest.mark.anyio

STEPS = 40
"""Commands of each game: enough for several rounds, and for the end of the shortest."""


@pytest.mark.parametrize("variant", ["kniffel", "kniffeliger", "luegenkniffel", "yams", "yatzy-duel", "generala"])
async def test_state_equals_replayed_log_after_every_command(variant):
    harness, chance = Harness(), random.Random(variant)
    seats = ("Anna", "Bernd", "Clara")[: VARIANTS[variant].seats[1]]
    table = await harness.open(ANNA, *seats, variant=variant, start=True)
    live = await harness.tables.find(ANNA, table)
    first, *rest = await harness.log(table)
    replayed = opened(first)
    for _ in range(STEPS):
        for event in rest:
            replayed = replayed.evolve(event)
        assert live.state == replayed
        assert [[*history] for history in live.state.match.histories] == [
            [*history] for history in replayed.match.histories
        ]
        legal = (await harness.snapshot(ANNA, table))["legal_actions"]
        if not legal:
            break
        await harness.do(ANNA, table, action_of(chance.choice(legal)))
        rest = await harness.store.read(table, replayed.seq)
    assert replayed.seq > STEPS // 2


async def test_process_does_not_parse_its_own_events(monkeypatch):
    harness = Harness()
    table = await harness.open(ANNA, "Anna", "Bernd", start=True)
    parsed = []
    monkeypatch.setattr("pasch.service.table.state.event_from_data", lambda *event: parsed.append(event))
    monkeypatch.setattr(Match, "evolve", lambda *event: parsed.append(event))
    for _ in range(6):
        await harness.roll(ANNA, table)
        await harness.play_on(ANNA, table)
    assert not parsed


async def test_fold_of_another_match_is_ignored():
    harness = Harness()
    table = await harness.open(ANNA, "Anna", "Bernd", start=True)
    await harness.roll(ANNA, table)
    log, row = await harness.log(table), await harness.store.find(table)
    known, other = LiveTable(row, log[:-1]), LiveTable(row, log[:-1])
    wrong = Fold(other.state.match, other.state.match)
    assert known.state.evolve(log[-1], wrong) == other.state.evolve(log[-1])


async def test_event_text_is_built_once_per_language(monkeypatch):
    harness, said = Harness(), []
    table = await harness.open(ANNA, "Anna", "human", start=True, visibility=PUBLIC)
    await harness.tables.join(BERND, table, JoinTable())
    spoken = snapshot.event_text
    monkeypatch.setattr(snapshot, "event_text", lambda lang, *event: said.append(lang) or spoken(lang, *event))
    listeners = [
        harness.tables.follow(person, table, 2, lang) for person in (ANNA, BERND, None) for lang in ("en", "de")
    ]
    for each in listeners:
        await anext(each)
    said.clear()
    await harness.roll(ANNA, table)
    batches = [await anext(each) for each in listeners]
    assert sorted(said) == ["de", "en"]
    assert len({batch.events[-1]["text"] for batch in batches}) == 2
    for each in listeners:
        await each.aclose()


async def test_game_result_is_cached_until_the_game_changes():
    harness = Harness()
    table = await harness.open(ANNA, "Anna", games=2, start=True)
    live = await harness.tables.find(ANNA, table)
    while not live.state.match.game.over:
        await harness.play_on(ANNA, table)
    [before] = (await harness.snapshot(ANNA, table))["results"]
    await harness.do(ANNA, table, NextGame())
    await harness.roll(ANNA, table)
    [after] = (await harness.snapshot(ANNA, table, "de"))["results"]
    assert after is before
    match, anew = live.state.match, live.state.match.corrected_entries
    corrected = match.with_game(match.beginning(1), match.histories[0], 1)
    assert live.results.of(corrected, anew) == result_views(corrected, anew) == []
    again = match.with_game(copy(match.games[0]), match.histories[0], 1)
    assert live.results.of(again, anew)[0].view is not before
    assert [game.view for game in live.results.of(again, anew)] == result_views(match, anew)
