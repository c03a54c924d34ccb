"""Bots' games in one process per processor, and games and tables of optimal play on a Dask cluster."""

from __future__ import annotations

import logging
import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from pasch.bots import BOTS, bots_with
from pasch.bots.perfect import solved
from pasch.bots.play import Bot, played
from pasch.cli.console import reason
from pasch.rules.errors import InvalidInput, PaschError
from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants import variant_with
from pasch.solver import cache
from pasch.solver.estimates import NoRoom
from pasch.solver.facts import TARGETS, Fact
from pasch.solver.store import KIND, solve

if TYPE_CHECKING:
    from distributed import Client, Future
    from numpy.typing import NDArray

    from pasch.solver.solve import Solution


T = TypeVar("T")
Item = TypeVar("Item")

ADDRESS = re.compile(r"(tcp|tls|ws|wss)://([^\s/:]+|\[[0-9a-fA-F:]+\]):\d{1,5}")
PATIENCE = 15.0
"""Seconds to wait for an answer of the scheduler, and for a worker."""
PULSE = 1.0
"""Seconds between two checks for workers while a result is missing."""
PIECE = 1 << 26
"""Bytes of a worker's file sent at once."""
AHEAD = 1000
"""The most jobs that the scheduler holds."""

_ONE_AT_A_TIME = Lock()
"""Held by a worker's job while it runs."""


class NoCluster(PaschError):
    """The cluster cannot do the work; the message says what would help."""


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler is at this address. Raises `NoCluster`."""
    if not ADDRESS.fullmatch(address):
        raise NoCluster(
            "“{address}” is not the address of a Dask scheduler; write tcp://, its name and its port, such as "
            "tcp://127.0.0.1:8786",
            address=address[:80],
        )
    with _quiet(), _client(address) as client:
        found = Cluster(client, address)
        found.wait_for_workers()
        found.compare()
        yield found


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress distributed's log of lost connections: the command reports them in a sentence."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


@contextmanager
def _client(address: str) -> Iterator[Client]:
    try:
        from distributed import Client
    except ImportError:
        raise NoCluster(
            "--cluster needs the package “distributed”; install it with: {line}", line="pip install 'pasch[cluster]'"
        ) from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError):
        raise NoCluster("No Dask scheduler answers at {address}", address=address) from None
    try:
        yield client
    finally:
        client.close(timeout=PULSE)  # type: ignore[no-untyped-call]


class Cluster:
    """A scheduler that has answered."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address

    def hand_out(self, value: T) -> T:
        """Send an argument of jobs to each worker once; returns its placeholder."""
        placeholder: T = self._client.scatter(value)  # type: ignore[no-untyped-call]
        return placeholder

    def results(self, job: Callable[..., T], items: Iterable[Item], *shared: object) -> Iterator[T]:
        """The results of the job for each item and the shared arguments, in the order of the items.

        Raises the job's errors, and `NoCluster`.
        """
        waiting: deque[Future[Any]] = deque()
        for item in items:
            waiting.append(self._client.submit(_run_single, job, item, *shared, pure=False))
            if len(waiting) >= AHEAD:
                yield self._result(waiting.popleft())
        while waiting:
            yield self._result(waiting.popleft())

    def content(self, worker: str, path: str, size: int) -> Iterator[bytes]:
        """A file of a worker, in pieces. Raises `NoCluster`."""
        for start in range(0, size, PIECE):
            try:
                yield self._client.run(_piece, path, start, workers=[worker])[worker]
            except (OSError, TimeoutError, CancelledError, KeyError):
                raise NoCluster(
                    "A worker of the cluster at {address} has gone before its table was fetched", address=self._address
                ) from None

    def wait_for_workers(self) -> None:
        """Wait for a worker. Raises `NoCluster`."""
        from distributed import TimeoutError as TookTooLong

        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except (TookTooLong, OSError):
            raise self._deserted() from None

    def compare(self) -> None:
        """Raise `NoCluster` unless every worker has the same Pasch."""
        try:
            same = all(edition == _edition() for edition in self._client.run(_edition).values())
        except Exception:  # noqa: BLE001 - a worker without Pasch can raise any error
            same = False
        if not same:
            raise NoCluster(
                "The workers of the cluster at {address} have no Pasch or another one; install this version there",
                address=self._address,
            )

    def _result(self, future: Future[Any]) -> Any:  # noqa: ANN401 - the job's type, which distributed loses
        from distributed.scheduler import KilledWorker

        without_workers_since: float | None = None
        while True:
            try:
                return future.result(timeout=PULSE)
            except TimeoutError:
                without_workers_since = None if self._workers() else without_workers_since or time.monotonic()
                if without_workers_since is not None and time.monotonic() - without_workers_since > PATIENCE:
                    raise self._deserted() from None
            except CancelledError:
                raise NoCluster("Lost the connection to the cluster at {address}", address=self._address) from None
            except KilledWorker:
                raise NoCluster(
                    "Several workers of the cluster at {address} have died over the same work; perhaps their memory "
                    "is too small",
                    address=self._address,
                ) from None

    def _workers(self) -> int:
        return len(self._client.scheduler_info()["workers"]) if self._client.status == "running" else 0

    def _deserted(self) -> NoCluster:
        return NoCluster("The cluster at {address} has no workers", address=self._address)


# ------------------------------------------------------------------------------- at a worker


def _edition() -> tuple[str, str]:
    from pasch import __version__
    from pasch.solver.cache import source_key

    return __version__, source_key()


def _run_single(job: Callable[..., T], item: object, *shared: object) -> T:
    from distributed import get_worker

    from pasch.solver.compiling.kernels import most_threads, use_threads

    with _ONE_AT_A_TIME:
        use_threads(min(get_worker().state.nthreads, most_threads()))
        return job(item, *shared)


def _piece(path: str, start: int) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 - a path from another machine
        file.seek(start)
        return file.read(PIECE)


_given: dict[str, Solution] = {}


def solution_with(variant: Variant, table: NDArray[Any]) -> Solution:
    """The solution with a table from another process. The last one is cached, with its computed facts."""
    from pasch.solver.program import compile_variant
    from pasch.solver.solve import Solution

    found = _given.get(variant.fingerprint)
    if found is None or found.table is not table:
        _given.clear()
        _given[variant.fingerprint] = found = Solution(compile_variant(variant), table, 0.0)
    return found


BUNDLE = 25
"""Games that a process plays per result; fewer are not worth a second process."""


@dataclass(frozen=True)
class Ended:
    """The end of a game for each bot, in the order of the bots' names."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    bonuses: tuple[bool, ...]


def endings(
    variant: Variant, bots: tuple[str, ...], games: int, seed: int, elsewhere: Cluster | None = None
) -> Iterator[Ended]:
    """The games 1, 2 … of a seed. Seats rotate, so that each player begins equally often."""
    rules = dict(variant.switches)
    bundles = [
        (variant.key, rules, bots, seed, first, min(first + BUNDLE, games + 1)) for first in range(1, games + 1, BUNDLE)
    ]
    for ended in _here(bundles) if elsewhere is None else _there(variant, bundles, elsewhere):
        yield from ended


def _there(variant: Variant, bundles: list[_Bundle], elsewhere: Cluster) -> Iterator[list[Ended]]:
    """Play on the workers with the table of this process only, so that they play the same games."""
    known = solved(variant)
    yield from elsewhere.results(_play_with, bundles, None if known is None else elsewhere.hand_out(known.table))


def _here(bundles: list[_Bundle]) -> Iterator[list[Ended]]:
    processes = min(len(bundles), os.cpu_count() or 1)
    if processes <= 1:
        yield from map(_play, bundles)
        return
    with ExitStack() as stack:
        # Fresh processes: Numba's threads do not survive a fork reliably.
        pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_one_thread)
        stack.callback(pool.shutdown, cancel_futures=True)
        yield from pool.map(_play, bundles)


def _one_thread() -> None:
    os.environ["NUMBA_NUM_THREADS"] = "1"


_Bundle = tuple[str, dict[str, SwitchValue], tuple[str, ...], int, int, int]


def _play_with(bundle: _Bundle, table: NDArray[Any] | None) -> list[Ended]:
    known = None if table is None else solution_with(variant_with(*bundle[:2]), table)
    return _play(bundle, bots_with(lambda _variant: known))


def _play(bundle: _Bundle, players: Mapping[str, Bot] = BOTS) -> list[Ended]:
    key, rules, names, seed, first, end = bundle
    variant, found = variant_with(key, rules), []
    for number in range(first, end):
        turned = [(place + number - 1) % len(names) for place in range(len(names))]
        game = played(variant, [players[names[which]] for which in turned], seed, number)
        seats = sorted(range(len(names)), key=lambda seat: turned[seat])
        found.append(
            Ended(
                totals=tuple(game.totals[seat] for seat in seats),
                places=tuple(game.ranks[seat] for seat in seats),
                bonuses=tuple(game.results[seat].bonus > 0 for seat in seats),
            )
        )
    return found


_Job = tuple[str, dict[str, SwitchValue], bool, int | None]


# ------------------------------------------------------------------------------- tables


@dataclass(frozen=True)
class Solved:
    """A solved variant: the kind, path and size of each file at the worker."""

    worker: str
    files: Sequence[tuple[str, str, int]]


def fetched(
    address: str, variants: Sequence[Variant], *, fresh: bool, target: int | None
) -> Iterator[tuple[Variant, PaschError | None]]:
    """Each variant once its files are here, or with the reason why it cannot be solved. Existing files are not fetched.

    Raises `NoCluster`.
    """
    needed = [variant for variant in variants if fresh or not _known(variant, target)]
    with cluster(address) as found:
        jobs: Iterable[_Job] = [(variant.key, dict(variant.switches), fresh, target) for variant in needed]
        solved = found.results(_solve, jobs)
        for variant in variants:
            yield variant, _fetch(found, variant, next(solved)) if variant in needed else None


def _kinds(target: int | None) -> list[str]:
    return [KIND, Fact.PLAY.value, *([] if target is None else [TARGETS])]


def _known(variant: Variant, target: int | None) -> bool:
    return all(cache.load(cache.table_path(variant, kind), variant) is not None for kind in _kinds(target))


def _fetch(found: Cluster, variant: Variant, solved: Solved | PaschError) -> PaschError | None:
    if isinstance(solved, PaschError):
        return solved
    for kind, path, size in solved.files:
        _keep(cache.table_path(variant, kind), found.content(solved.worker, path, size))
    return None


def _keep(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file that gets its name only when it is complete. Raises `NoCluster`."""
    new = path.with_name(f".new-{os.getpid()}-{path.name}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new.open("wb") as file:
            file.writelines(pieces)
        new.replace(path)
    except OSError as error:
        raise NoCluster(
            "The table cannot be kept in {folder}: {reason}", folder=str(path.parent), reason=reason(error)
        ) from None
    finally:
        with suppress(OSError):
            new.unlink()


def _solve(job: _Job) -> Solved | PaschError:
    """Solve a variant at a worker; returns a refusal, so that other variants continue."""
    from distributed import get_worker

    key, rules, fresh, target = job
    try:
        variant = variant_with(key, rules)
        solution = solve(variant, fresh=fresh)
        with suppress(NoRoom):
            _ = solution.play
        if target is not None:
            solution.best_chance(target)
    except (InvalidInput, NoRoom) as error:
        return error
    paths = [(kind, cache.table_path(variant, kind)) for kind in _kinds(target)]
    files = [(kind, str(path), path.stat().st_size) for kind, path in paths if cache.load(path, variant) is not None]
    if not files:
        return NoCluster("A worker of the cluster cannot keep tables: its cache folder takes no files")
    return Solved(get_worker().address, files)
