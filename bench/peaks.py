"""The measured limits of this machine: vector sums, maxima, loads and stores, and streams from memory.

The code uses LLVM vectors like the solver's kernels, so LLVM splits both alike for the processor. The arithmetic runs
in registers. Loads and stores run in a table that fits into the L1 cache, as the table of a turn does. The stream
runs through memory that exceeds every cache.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, prange, set_num_threads
from numba.core import types
from numba.extending import intrinsic

LANES = 16
HELD = 6
"""Vectors processed in turn, so no operation waits for the one before; they fit into the registers."""

TABLE, MEMORY = 24_576, 1 << 28
"""Bytes of a table that fits into the L1 cache, and of one that exceeds every cache."""

STRETCH, STRETCHES = 0.005, 60
"""Seconds of one measurement, and their number; the best counts."""

LINE = 64
"""Bytes of a cache line."""

_INDEX = ir.IntType(64)


def _vector(array: Any) -> ir.VectorType:
    return ir.VectorType(ir.DoubleType() if array.dtype == types.float64 else ir.FloatType(), LANES)


def _loop(builder: Any, count: Any, start: list[Any], step: Callable[[Any, list[Any]], list[Any]]) -> list[Any]:
    """Run `step` this many times, from `start` on; each step receives the result of the one before."""
    before = builder.block
    body, after = builder.append_basic_block("body"), builder.append_basic_block("after")
    builder.branch(body)
    builder.position_at_end(body)
    turn = builder.phi(_INDEX)
    held = [builder.phi(value.type) for value in start]
    following = step(turn, held)
    next_turn = builder.add(turn, ir.Constant(_INDEX, 1))
    for phi, first, last in zip([turn, *held], [ir.Constant(_INDEX, 0), *start], [next_turn, *following], strict=True):
        phi.add_incoming(first, before)
        phi.add_incoming(last, builder.block)
    builder.cbranch(builder.icmp_signed("<", next_turn, count), body, after)
    builder.position_at_end(after)
    return following


def _kernel(step: Callable[..., list[Any]]) -> Any:
    """An intrinsic `(table, blocks, times)`: repeats `step(builder, place, held)` over the blocks of a table."""

    @intrinsic
    def run(typing: Any, table: Any, blocks: Any, times: Any) -> Any:
        signature = types.void(table, blocks, times)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            table_type, *_ = signature.args
            array, blocks, times = arguments
            data = context.make_array(table_type)(context, builder, array).data
            vector = _vector(table_type)

            def place(number: Any) -> Any:
                offset = builder.mul(number, ir.Constant(_INDEX, LANES))
                return builder.bitcast(builder.gep(data, [offset]), vector.as_pointer())

            def again(_: Any, held: list[Any]) -> list[Any]:
                def one(turn: Any, held: list[Any]) -> list[Any]:
                    first = builder.mul(turn, ir.Constant(_INDEX, HELD))
                    places = [place(builder.add(first, ir.Constant(_INDEX, i))) for i in range(HELD)]
                    return step(builder, places, held)

                return _loop(builder, builder.sdiv(blocks, ir.Constant(_INDEX, HELD)), held, one)

            start = [builder.load(place(ir.Constant(_INDEX, i)), align=4) for i in range(HELD)]
            for i, value in enumerate(_loop(builder, times, start, again)):
                builder.store(value, place(ir.Constant(_INDEX, i)), align=4)
            return context.get_dummy_value()

        return signature, generate

    return run


def _in_registers(combine: Callable[[Any, Any, Any], Any]) -> Any:
    # Each vector combines with its neighbour's previous value, so nothing can be computed in advance.
    return _kernel(
        lambda builder, _, held: [combine(builder, a, b) for a, b in zip(held, held[1:] + held[:1], strict=True)]
    )


def _maximum(builder: Any, a: Any, b: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", a, b), a, b)


def _storing(builder: Any, places: list[Any], held: list[Any]) -> list[Any]:
    for place, value in zip(places, held, strict=True):
        builder.store(value, place, align=4)
    return held


_SUMS = _in_registers(lambda builder, a, b: builder.fadd(a, b))
_MAXIMA = _in_registers(_maximum)
_LOADS = _kernel(
    lambda builder, places, held: [
        builder.fadd(value, builder.load(place, align=4)) for place, value in zip(places, held, strict=True)
    ]
)
_STORES = _kernel(_storing)


def _parallel(kernel: Any) -> Any:
    """The kernel on one table per thread."""

    @njit(parallel=True)
    def run(tables: Any, times: int) -> None:
        for thread in prange(tables.shape[0]):
            kernel(tables[thread], tables.shape[1] // LANES, times)

    return run


@njit(parallel=True, fastmath=True)
def _stream(numbers: Any, parts: Any) -> None:
    for thread in prange(parts.shape[0]):
        total = numbers[0]
        for i in range(numbers.shape[0] * thread // parts.shape[0], numbers.shape[0] * (thread + 1) // parts.shape[0]):
            total += numbers[i]
        parts[thread] = total


@dataclass(frozen=True)
class Peaks:
    """The highest measured rates, each in 1/s: sums, maxima, numbers loaded, numbers stored; bytes read from memory."""

    sums: float
    maxima: float
    loads: float
    stores: float
    memory: float


_KERNELS = [_parallel(kernel) for kernel in (_SUMS, _MAXIMA, _LOADS, _STORES)]


def peaks(threads: int, precision: type[np.float32 | np.float64]) -> Peaks:
    """Measure the peaks. Takes two seconds, and some for compiling the first time."""
    size = np.dtype(precision).itemsize
    tables = aligned((threads, TABLE // size), precision)
    sums, maxima, loads, stores = [
        _rate(partial(run, tables), partial(run, tables[:1]), threads) * tables.size for run in _KERNELS
    ]
    numbers, parts = np.ones(MEMORY // size, precision), np.zeros(threads, precision)

    def stream(times: int) -> None:
        for _ in range(times):
            _stream(numbers, parts)

    streams = _rate(stream, stream, threads)
    return Peaks(sums, maxima, loads, stores, numbers.nbytes * streams)


def aligned(shape: tuple[int, int], precision: type[np.float32 | np.float64]) -> np.ndarray:
    """Zeros aligned to a cache line, so that no vector spans two lines."""
    size = shape[0] * shape[1] * np.dtype(precision).itemsize
    room = np.zeros(size + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + size].view(precision).reshape(shape)


def _rate(run: Callable[[int], object], alone: Callable[[int], object], threads: int) -> float:
    """Runs per second. Uses many short stretches, because other load on the machine only lengthens some of them.

    One thread, which waits for no other, determines the length of a stretch.
    """
    set_num_threads(1)
    alone(1)
    times = 1
    while min(_timed(alone, times) for _ in range(STRETCHES)) < STRETCH:
        times *= 2
    set_num_threads(threads)
    return times / min(_timed(run, times) for _ in range(STRETCHES))


def _timed(run: Callable[[int], object], times: int) -> float:
    began = time.perf_counter()
    run(times)
    return time.perf_counter() - began
