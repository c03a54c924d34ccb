"""Browser profiles on a real server. A console error or a request to another host fails the test."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.profile import WIDE, Profile
from tests.support.server import Server

expect.set_options(timeout=30_000)

NewProfile = Callable[..., Profile]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all browser tests. Each profile has its own session and sees no other session's data."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def new_profile(browser: Browser, server: Server) -> Iterator[NewProfile]:
    """Makes profiles. Options are those of `browser.new_context`, and `home` for a server other than the shared one.

    By default a person speaks German, has a wide screen and prefers reduced motion. The browser blocks service workers,
    because storing the program costs as much as loading a page; `service_workers="allow"` permits them.
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
    """A profile with the default options."""
    return new_profile()
