"""Access to advice at a table, and bots that wait for their solver tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pasch.bots import BOTS
from pasch.rules.errors import IllegalAction
from pasch.rules.variants import find_variant
from pasch.service.errors import HintsForbidden, NotReady, NotSeated, NotYourTurn
from pasch.service.requests import Abort, JoinTable
from pasch.service.runtime.reading import TableSettings
from pasch.service.runtime.tables import Tables
from pasch.service.table.state import opened
from tests.service.hall import ANNA, BERND, PUBLIC, CountedEntropy, Hall

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("seats", "allowed"), [(("Anna", "bot"), True), (("Anna", "human"), False)])
async def test_log_without_hints_option_uses_the_default(hall, seats, allowed):
    table = await hall.open(ANNA, *seats, hints=not allowed)
    [first, *_] = await hall.log(table)
    assert opened(first).hints is not allowed
    old = replace(first, data={key: value for key, value in first.data.items() if key != "hints"})
    assert opened(old).hints is allowed


async def test_only_the_player_to_move_gets_advice(hall):
    table = await hall.open(ANNA, "Anna", "human", hints=True, visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await hall.tables.game_to_advise(BERND, table)
    with pytest.raises(IllegalAction, match="not begun"):
        await hall.tables.game_to_advise(ANNA, table)
    await hall.tables.join(BERND, table, JoinTable())
    assert (await hall.tables.game_to_advise(ANNA, table)).turn.seat == 1
    with pytest.raises(NotYourTurn):
        await hall.tables.game_to_advise(BERND, table)
    await hall.do(ANNA, table, Abort())
    with pytest.raises(IllegalAction, match="over"):
        await hall.tables.game_to_advise(ANNA, table)


async def test_advice_between_two_games_is_refused(hall):
    table = await hall.open(ANNA, "Anna", games=2)
    while not (await hall.look(ANNA, table))["results"]:
        await hall.play_on(ANNA, table)
    with pytest.raises(IllegalAction, match="no decision is left"):
        await hall.tables.game_to_advise(ANNA, table)


async def test_hint_ban_applies_in_every_process(hall):
    table = await hall.open(ANNA, "Anna", "Bernd", hints=False)
    other = Hall(hall.store, bus=hall.bus, first=1000)
    asked, changed = find_variant("kniffel"), find_variant("kniffel").replace(extra_points=70)
    with pytest.raises(HintsForbidden):
        await other.tables.check_question(ANNA, asked)
    await other.tables.check_question(ANNA, changed)
    await other.tables.check_question(BERND, asked)
    await other.tables.check_question(None, asked)
    with pytest.raises(HintsForbidden):
        await hall.tables.game_to_advise(ANNA, table)
    with pytest.raises(HintsForbidden):
        await hall.tables.record_to_analyse(ANNA, table, "en")


class Hesitant:
    """A bot whose solver table is not ready at the first calls."""

    key = "perfect"

    def __init__(self, looks):
        self.looks = looks

    def choose(self, game):
        """Choose like the simple bot once the table is ready."""
        if self.looks:
            self.looks -= 1
            raise NotReady("not yet", progress=0.5)
        return BOTS["simple"].choose(game)


async def test_unready_bot_is_retried_without_a_log_message(hall, caplog):
    bots = {**BOTS, "simple": Hesitant(2)}
    hall.tables = Tables(hall.store, hall.bus, hall.clock, CountedEntropy(), TableSettings(bot_pause=0), bots)
    table = await hall.open(ANNA, "bot", "Anna")
    async with hall.tables.playing_bots():
        for _ in range(2):
            await hall.clock.somebody_sleeps()
            assert len(await hall.log(table)) == 2
            hall.clock.advance(0.25)
        with hall.bus.subscribe(table) as news:
            assert await news.news() >= 3
    assert not caplog.records
