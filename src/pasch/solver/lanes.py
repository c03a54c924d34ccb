"""Numba building blocks that work on `LANES` neighbouring numbers at once.

All upper totals of one set of open cells run through the same operations, so a kernel works on
blocks of them. Written as a plain loop, Numba has to prove that input and output do not overlap;
a maximum in place then becomes a conditional store and is not vectorised (41 ns for a row of 64).
These intrinsics say in LLVM's own vectors what is meant: load, combine, store. LLVM splits the
vector into what the machine has; nothing here depends on its instruction set.

Every function takes flat arrays and offsets into them and returns nothing.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from pasch.solver.sizes import FACES, LANES, TEN_FACES, WEIGHED

_INDEX = ir.IntType(64)

# Numba's and llvmlite's objects have no types that could be checked; this file is their adapter.


def _vector(array: Any) -> ir.VectorType:
    return ir.VectorType(ir.DoubleType() if array.dtype == types.float64 else ir.FloatType(), LANES)


def _data(context: Any, builder: Any, array_type: Any, array: Any) -> Any:
    return context.make_array(array_type)(context, builder, array).data


def _block(context: Any, builder: Any, array_type: Any, array: Any, offset: Any) -> Any:
    place = builder.gep(_data(context, builder, array_type, array), [offset])
    return builder.bitcast(place, _vector(array_type).as_pointer())


def _load(context: Any, builder: Any, array_type: Any, array: Any, offset: Any) -> Any:
    return builder.load(_block(context, builder, array_type, array, offset), align=4)


def _offsets(context: Any, builder: Any, array_type: Any, array: Any, start: Any, count: int) -> list[Any]:
    """`count` whole numbers of an index array, from `start` on."""
    data = _data(context, builder, array_type, array)
    places = (builder.add(start, ir.Constant(_INDEX, i)) for i in range(count))
    return [builder.sext(builder.load(builder.gep(data, [place])), _INDEX) for place in places]


def _splat(builder: Any, vector: ir.VectorType, number: Any) -> Any:
    """The same number in every lane."""
    nothing = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES))


def _maximum(builder: Any, a: Any, b: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", a, b), a, b)


def _sum(builder: Any, a: Any, b: Any) -> Any:
    return builder.fadd(a, b)


def _tree(builder: Any, vectors: list[Any], combine: Callable[[Any, Any, Any], Any]) -> Any:
    """All vectors combined in pairs, so that the chain of operations stays short."""
    while len(vectors) > 1:
        pairs = [combine(builder, *vectors[i : i + 2]) for i in range(0, len(vectors) - 1, 2)]
        vectors = pairs + vectors[len(vectors) - len(vectors) % 2 :]
    return vectors[0]


def _greatest_of(count: int, *, own: bool) -> Any:
    """`table[at] = the greatest of the blocks at links[start:start + count]`, and of what is there if `own`."""

    @intrinsic
    def greatest(typing: Any, table: Any, at: Any, links: Any, start: Any) -> Any:
        signature = types.void(table, at, links, start)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            table_type, _, links_type, _ = signature.args
            values, place, indices, first = arguments
            offsets = [place] * own + _offsets(context, builder, links_type, indices, first, count)
            blocks = [_load(context, builder, table_type, values, offset) for offset in offsets]
            builder.store(
                _tree(builder, blocks, _maximum), _block(context, builder, table_type, values, place), align=4
            )
            return context.get_dummy_value()

        return signature, generate

    return greatest


better_of_1, better_of_2, better_of_3 = (_greatest_of(count, own=True) for count in (1, 2, 3))
better_of_4, better_of_5, better_of_6 = (_greatest_of(count, own=True) for count in (4, 5, 6))
greatest_of_1, greatest_of_2, greatest_of_3 = (_greatest_of(count, own=False) for count in (1, 2, 3))
greatest_of_4, greatest_of_5, greatest_of_6 = (_greatest_of(count, own=False) for count in (4, 5, 6))
greatest_of_7: Any = _greatest_of(7, own=False)


def _mean_of(count: int) -> Any:
    """`table[at] = the mean of the blocks at links[start:start + count]`."""

    @intrinsic
    def mean(typing: Any, table: Any, at: Any, links: Any, start: Any) -> Any:
        signature = types.void(table, at, links, start)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            table_type, _, links_type, _ = signature.args
            values, place, indices, first = arguments
            offsets = _offsets(context, builder, links_type, indices, first, count)
            total = _tree(builder, [_load(context, builder, table_type, values, offset) for offset in offsets], _sum)
            share = ir.Constant(_vector(table_type), [1 / count] * LANES)
            builder.store(builder.fmul(total, share), _block(context, builder, table_type, values, place), align=4)
            return context.get_dummy_value()

        return signature, generate

    return mean


mean_of_six: Any = _mean_of(FACES)
mean_of_ten: Any = _mean_of(TEN_FACES)


def _entering(*, first: bool) -> Any:
    @intrinsic
    def enter(typing: Any, table: Any, at: Any, after: Any, offset: Any, points: Any) -> Any:
        signature = types.void(table, at, after, offset, points)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            table_type, _, after_type, _, _ = signature.args
            values, place, following, source, number = arguments
            worth = builder.fadd(
                _load(context, builder, after_type, following, source),
                _splat(builder, _vector(table_type), number),
            )
            target = _block(context, builder, table_type, values, place)
            if not first:
                worth = _maximum(builder, worth, builder.load(target, align=4))
            builder.store(worth, target, align=4)
            return context.get_dummy_value()

        return signature, generate

    return enter


enter_first = _entering(first=True)
"""`table[at] = after[offset] + points`."""

enter_better = _entering(first=False)
"""`table[at] = max(table[at], after[offset] + points)`."""


def _add_weighed(typing: Any, total: Any, table: Any, at: Any, weights: Any, start: Any) -> Any:
    signature = types.void(total, table, at, weights, start)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        total_type, table_type, _, weights_type, _ = signature.args
        sums, values, place, shares, first = arguments
        data = _data(context, builder, weights_type, shares)
        parts = []
        for i in range(WEIGHED):
            share = builder.load(builder.gep(data, [builder.add(first, ir.Constant(_INDEX, i))]))
            block = builder.add(place, ir.Constant(_INDEX, i * LANES))
            values_there = _load(context, builder, table_type, values, block)
            parts.append(builder.fmul(_splat(builder, _vector(table_type), share), values_there))
        target = _block(context, builder, total_type, sums, ir.Constant(_INDEX, 0))
        builder.store(builder.fadd(builder.load(target, align=4), _tree(builder, parts, _sum)), target, align=4)
        return context.get_dummy_value()

    return signature, generate


add_weighed: Any = intrinsic(_add_weighed)
"""`(total, table, at, weights, start)`: `total += sum of weights[start + i] * table[at + i * LANES]` for four."""
