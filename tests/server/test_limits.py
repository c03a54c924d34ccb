"""Rate limits: how often a caller may act."""

import re
from dataclasses import fields
from fractions import Fraction
from pathlib import Path

import pytest

from pasch.rules.errors import InvalidInput
from pasch.server.configuration.reading import limits_of, read_setup
from pasch.server.configuration.settings import Rate, ServerSettings
from pasch.server.guards.limits import Limiter
from pasch.service.errors import RateLimited
from pasch.service.runtime.writer import TableSettings


class ManualTimer:
    """A clock that only the test advances."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> ManualTimer:
    return ManualTimer()


def test_limiter_passes_a_burst_then_names_the_waiting_time(watch):
    limiter = Limiter(Rate(burst=3, per_second=0.5), keys=10, clock=watch)
    for _ in range(3):
        limiter.spend("anna")
    with pytest.raises(RateLimited) as refused:
        limiter.spend("anna")
    assert refused.value.retry_after == 2
    watch.now += 2
    limiter.spend("anna")
    with pytest.raises(RateLimited):
        limiter.spend("anna")


def test_limiter_counts_each_key_separately(watch):
    limiter = Limiter(Rate(burst=1, per_second=1), keys=10, clock=watch)
    limiter.spend("anna")
    limiter.spend("bernd")
    with pytest.raises(RateLimited):
        limiter.spend("anna")


def test_refused_attempts_are_not_counted(watch):
    limiter = Limiter(Rate(burst=1, per_second=1), keys=10, clock=watch)
    limiter.spend("anna")
    for _ in range(100):
        with pytest.raises(RateLimited):
            limiter.spend("anna")
    watch.now += 1
    limiter.spend("anna")


def test_limiter_check_spends_nothing(watch):
    limiter = Limiter(Rate(burst=1, per_second=1), keys=10, clock=watch)
    for _ in range(5):
        limiter.check("anna")
    limiter.spend("anna")


def test_limiter_forgets_the_least_recently_used_key(watch):
    limiter = Limiter(Rate(burst=1, per_second=0.001), keys=2, clock=watch)
    for name in ("anna", "bernd", "clara"):
        limiter.spend(name)
    limiter.spend("anna")  # forgotten, so free again
    with pytest.raises(RateLimited):
        limiter.spend("clara")


def test_limiter_works_with_a_clock_at_zero():
    watch = ManualTimer()
    watch.now = 0.0
    limiter = Limiter(Rate(burst=1, per_second=1), keys=2, clock=watch)
    limiter.spend("anna")
    with pytest.raises(RateLimited):
        limiter.spend("anna")


def test_limit_options_change_settings_by_name():
    changed = read_setup(options=limits_of(["connections=5000", "refusals=10,0.5", "patience=2.5"])).server
    assert changed == ServerSettings(connections=5000, refusals=Rate(10, 0.5), patience=2.5)


@pytest.mark.parametrize("text", ["", "burst=3", "home=3", "client=3", "port=3", "connections=3,4=5"])
def test_unknown_limit_option_is_refused(text):
    with pytest.raises(InvalidInput):
        read_setup(options=limits_of([text]))


@pytest.mark.parametrize("value", ["", "many", "0", "-1", "2.5", "inf", "3,4"])
def test_limit_without_a_valid_number_is_refused(value):
    with pytest.raises(InvalidInput):
        read_setup(options=limits_of([f"connections={value}"]))
    with pytest.raises(InvalidInput):
        read_setup(options=limits_of([f"refusals=3,{value.replace('2.5', 'nan')}"]))


def test_every_limit_is_documented_with_its_default():
    table = (Path(__file__).parents[2] / "docs" / "http.md").read_text().partition("## Limits")[2].partition("## ")[0]
    documented = {}
    for row in re.findall(r"^\| (`.+?) \| (.+?) \|", table, re.MULTILINE):
        names, values = (cell.split(" · ") for cell in row)
        documented |= {name.strip("`"): value for name, value in zip(names, values, strict=True)}
    settings, work = ServerSettings(), TableSettings().work
    now = {each.name: getattr(settings, each.name) for each in fields(settings)}
    now |= {"work_burst": work.burst, "work_share": work.share}
    limits = {
        name: value
        for name, value in now.items()
        if isinstance(value, int | float | Rate) and not isinstance(value, bool)
    }
    assert {name: _value(text) for name, text in documented.items()} == limits


def _value(text):
    burst, _, per_second = text.partition(", ")
    return Rate(int(burst), float(Fraction(per_second))) if per_second else float(burst)
