"""Tables that a cluster solves: one job per variant, with its files copied into the cache folder of this machine."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pasch.cli.cluster import Cluster, NoCluster, cluster
from pasch.cli.console import reason
from pasch.rules.errors import InvalidInput, PaschError
from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants import variant_with
from pasch.solver import cache
from pasch.solver.estimates import NoRoom
from pasch.solver.facts import TARGETS, Fact
from pasch.solver.store import KIND, solve

_Job = tuple[str, dict[str, SwitchValue], bool, int | None]


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


# ------------------------------------------------------------------------------- at a worker


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
