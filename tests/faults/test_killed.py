"""A server that is killed while people play loses nothing, and does nothing twice."""

import pytest

from bench.kills import kill_rounds

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.timeout(600)
async def test_repeated_kills_under_load_lose_nothing(tmp_path, long):
    outcome = await kill_rounds(tmp_path, rounds=100 if long else 10)
    assert outcome.deviations == []
    assert outcome.rounds == (100 if long else 10)
    assert outcome.acknowledged > outcome.rounds
