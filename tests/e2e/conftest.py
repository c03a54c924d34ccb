"""Browser profiles on a real server. Each is watched: complaints in the console and strangers fail its test."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.profile import WIDE, Profile
from tests.support.server import Server

expect.set_options(timeout=30_000)

NewProfile = Callable[..., Profile]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all browser tests: each profile has its own session and sees nothing of the others."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def new_profile(browser: Browser, server: Server) -> Iterator[NewProfile]:
    """Makes profiles. Options are those of `browser.new_context`, and `home` for a server other than the shared one.

    By default people speak German, have a wide screen and prefer reduced motion. Their browser has no service worker,
    because storing the program costs as much as a page; `service_workers="allow"` permits it.
    """
    made: list[Profile] = []

    def make(*, home: str = server.url, **options: object) -> Profile:
        usual = {"locale": "de-DE", "viewport": WIDE, "reduced_motion": "reduce", "service_workers": "block"}
        wishes = usual | options
        profile = Profile.on(browser.new_context(base_url=home, **wishes), home)
        profile.watch.allow("Service Worker registration blocked")
        made.append(profile)
        return profile

    yield make
    for profile in made:
        profile.context.close()
    for profile in made:
        profile.watch.assert_clean()


@pytest.fixture
def profile(new_profile: NewProfile) -> Profile:
    """A usual profile."""
    return new_profile()
