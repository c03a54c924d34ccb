"""Access to advice at a table, and bots that wait for their solver tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pasch.bots import BOTS
from pasch.rules.errors import IllegalAction
from pasch.rules.variants import find_variant
from pasch.service.errors import HintsForbidden, NotReady, NotSeated, NotYourTurn
from pasch.service.requests import Abort, JoinTable
from pasch.service.runtime.tables import Tables
from pasch.service.runtime.writer import TableSettings
from pasch.service.table.state import opened
from tests.service.harness import ANNA, BERND, PUBLIC, Harness, SequentialEntropy

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("seats", "allowed"), [(("Anna", "bot"), True), (("Anna", "human"), False)])
async def test_log_without_hints_option_uses_the_default(harness, seats, allowed):
    table = await harness.open(ANNA, *seats, hints=not allowed)
    [first, *_] = await harness.log(table)
    assert opened(first).hints is not allowed
    old = replace(first, data={key: value for key, value in first.data.items() if key != "hints"})
    assert opened(old).hints is allowed


async def test_only_the_player_to_move_gets_advice(harness):
    table = await harness.open(ANNA, "Anna", "human", hints=True, visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await harness.tables.game_to_advise(BERND, table)
    with pytest.raises(IllegalAction, match="not begun"):
        await harness.tables.game_to_advise(ANNA, table)
    await harness.tables.join(BERND, table, JoinTable())
    assert (await harness.tables.game_to_advise(ANNA, table)).turn.seat == 1
    with pytest.raises(NotYourTurn):
        await harness.tables.game_to_advise(BERND, table)
    await harness.do(ANNA, table, Abort())
    with pytest.raises(IllegalAction, match="over"):
        await harness.tables.game_to_advise(ANNA, table)


async def test_advice_between_two_games_is_refused(harness):
    table = await harness.open(ANNA, "Anna", games=2)
    while not (await harness.snapshot(ANNA, table))["results"]:
        await harness.play_on(ANNA, table)
    with pytest.raises(IllegalAction, match="no decision is left"):
        await harness.tables.game_to_advise(ANNA, table)


async def test_hint_ban_applies_in_every_process(harness):
    table = await harness.open(ANNA, "Anna", "Bernd", hints=False)
    other = Harness(harness.store, bus=harness.bus, first=1000)
    asked, changed = find_variant("kniffel"), find_variant("kniffel").replace(extra_points=70)
    with pytest.raises(HintsForbidden):
        await other.tables.check_question(ANNA, asked)
    await other.tables.check_question(ANNA, changed)
    await other.tables.check_question(BERND, asked)
    await other.tables.check_question(None, asked)
    with pytest.raises(HintsForbidden):
        await harness.tables.game_to_advise(ANNA, table)
    with pytest.raises(HintsForbidden):
        await harness.tables.record_to_analyse(ANNA, table, "en")


class BotWithoutTable:
    """A bot whose solver table is not ready at the first calls."""

    key = "perfect"

    def __init__(self, calls_until_ready):
        self.calls_until_ready = calls_until_ready

    def choose(self, game):
        """Choose like the simple bot once the table is ready."""
        if self.calls_until_ready:
            self.calls_until_ready -= 1
            raise NotReady("not yet", progress=0.5)
        return BOTS["simple"].choose(game)


async def test_unready_bot_is_retried_without_a_log_message(harness, caplog):
    bots = {**BOTS, "simple": BotWithoutTable(2)}
    harness.tables = Tables(
        harness.store, harness.bus, harness.clock, SequentialEntropy(), TableSettings(bot_pause=0), bots
    )
    table = await harness.open(ANNA, "bot", "Anna")
    async with harness.tables.playing_bots():
        for _ in range(2):
            await harness.clock.wait_for_sleeper()
            assert len(await harness.log(table)) == 2
            harness.clock.advance(0.25)
        with harness.bus.subscribe(table) as news:
            assert await news.news() >= 3
    assert not caplog.records
