"""When a server collects garbage: at rest, or long after the last collection."""

import pytest

from pasch.server.run import Collector


@pytest.mark.parametrize(
    ("now", "done", "due"),
    [
        pytest.param(59, 7, False, id="at rest, but the last search was a moment ago"),
        pytest.param(60, 7, True, id="at rest"),
        pytest.param(60, 8, False, id="somebody plays"),
        pytest.param(899, 8, False, id="somebody plays, for long"),
        pytest.param(900, 8, True, id="somebody plays, for too long"),
    ],
)
def test_a_full_search_waits_for_rest_but_not_for_ever(now, done, due):
    assert Collector(seen=7).is_due(now, done) is due


def test_two_searches_do_not_follow_each_other():
    collector = Collector()
    assert [collector.is_due(now, 0) for now in (60, 61, 119, 120)] == [True, False, False, True]


def test_a_server_that_has_been_played_on_is_searched_when_it_rests():
    collector = Collector()
    assert [collector.is_due(now, done) for now, done in ((100, 5), (101, 9), (102, 9))] == [False, False, True]
