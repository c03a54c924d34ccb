"""Browser profiles on a real server. Each is watched: complaints in the console and strangers fail its test."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.profile import WIDE, Profile
from tests.support.server import Server

expect.set_options(timeout=15_000)

NewProfile = Callable[..., Profile]


@pytest.fixture
def new_profile(browser: Browser, server: Server) -> Iterator[NewProfile]:
    """Makes profiles: options are those of `browser.new_context`, and `home` for another server than the module's.

    Unless a test says otherwise, people speak German, have a wide screen and wish for less motion.
    """
    made: list[Profile] = []

    def make(*, home: str = server.url, **options: object) -> Profile:
        wishes = {"locale": "de-DE", "viewport": WIDE, "reduced_motion": "reduce"} | options
        made.append(Profile.on(browser.new_context(base_url=home, **wishes), home))
        return made[-1]

    yield make
    for profile in made:
        profile.context.close()
    for profile in made:
        profile.watch.assert_clean()


@pytest.fixture
def profile(new_profile: NewProfile) -> Profile:
    """A usual profile on the module's server."""
    return new_profile()
