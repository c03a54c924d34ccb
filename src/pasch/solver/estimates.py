"""Memory and time estimates of a computation, and the check before it starts."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pasch.rules.errors import PaschError
from pasch.solver.sizes import LANES
from pasch.solver.turns import ENTER, ROOT, WEIGH, short_script

if TYPE_CHECKING:
    from pasch.rules.variant import Variant
    from pasch.solver.program import Program

_MEGABYTE = 1_000_000
_RESERVED = 100 * _MEGABYTE
"""Memory reserved for everything else, in bytes."""


class NoRoom(PaschError):
    """The computation needs more memory than this machine has free."""


@dataclass(frozen=True)
class Estimate:
    """Memory in bytes and time in seconds, both rough."""

    bytes: int
    seconds: float


def too_many_states(variant: Variant) -> NoRoom:
    """The refusal of a fact that needs more than values, where `Program.only_values` holds."""
    return NoRoom("{variant} has too many states for this: it has saved rolls or several columns", variant=variant.key)


def check_memory(variant: Variant, needed: int) -> None:
    """Raise `NoRoom` with the figures when the machine has less free memory than the bytes needed."""
    free = free_memory()
    if free is not None and needed > free - _RESERVED:
        raise NoRoom(
            "{variant} needs {needed} MB of memory for this; {free} MB are free",
            variant=variant.key,
            needed=-(-needed // _MEGABYTE),
            free=max(free - _RESERVED, 0) // _MEGABYTE,
        )


def check_disk(variant: Variant, needed: int, folder: Path) -> None:
    """Raise `NoRoom` with the figures when this folder's disk has fewer free bytes than needed."""
    existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    free = shutil.disk_usage(existing).free
    if needed > free - _RESERVED:
        raise NoRoom(
            "{variant} needs {needed} MB on disk for this; {free} MB are free",
            variant=variant.key,
            needed=-(-needed // _MEGABYTE),
            free=max(free - _RESERVED, 0) // _MEGABYTE,
        )


def free_memory() -> int | None:
    """Usable bytes as reported by the system; None where it reports nothing."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, ValueError, StopIteration):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None  # without a figure here, the system itself refuses allocations


def blocks_of(program: Program) -> NDArray[np.int64]:
    """The number of blocks of upper totals that a solve computes, per sheet; 0 for unreachable sheets."""
    if program.layout:
        return np.concatenate((program.layout.blocks[:-1], [0]))
    shape = program.shape
    sheets = np.arange(program.sheets)
    filled = (sheets >> shape.watched & 1) == 1 if shape.watched >= 0 else np.zeros(program.sheets, np.bool_)
    flags = np.where(filled, shape.flags, 1) + program.filled.astype(np.int64) * shape.saved
    blocks = np.where(program.playable, (program.highest // LANES + 1) * flags, 0).astype(np.int64)
    blocks[-1] = 0  # the full sheet is known in advance
    return blocks


def steps_of(program: Program) -> float:
    """Values computed per turn and block: entries, means and maxima; with saved rolls, for each number of them."""
    script = short_script(program.turn)
    kinds, starts, ends, _ = script.steps.T
    worked = (kinds > ENTER) & (kinds < WEIGH)
    entered = int((kinds == ENTER).sum()) * program.shape.dice_rolls * program.shape.cells / 2
    return (int((ends - starts)[worked].sum()) + entered) / int((kinds == ROOT).sum())


def two_levels(program: Program) -> int:
    """The most sheets in two neighbouring levels together; rows where a sheet has several columns."""
    if program.layout:
        levels = program.layout.levels
    else:
        levels = np.bincount(program.filled[program.playable], minlength=program.shape.cells + 1)
    return int((levels[:-1] + levels[1:]).max())
