"""Numba building blocks for two numbers at once: a compared number and its companion.

As in `lanes`, `LANES` neighbouring numbers form one LLVM vector. A contest compares chances to win and also needs the
chance of a draw. Every block of the first table therefore has a block in a second table at the same place. A maximum
that picks a number of the first table picks its companion in the second.
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from pasch.solver.compiling.lanes import _block, _load, _offsets, _sum, _tree, _vector
from pasch.solver.sizes import FACES, LANES

# Numba's and llvmlite's objects have no checkable types; this file is their adapter.


def _better(builder: Any, a: Any, b: Any) -> Any:
    """Lane by lane, the pair of vectors with the greater first number, else the first pair."""
    greater = builder.fcmp_ordered(">", b[0], a[0])
    return builder.select(greater, b[0], a[0]), builder.select(greater, b[1], a[1])


def _best_pair_of(fewer: int) -> Any:
    """`table[at]` becomes the best of its value and the blocks at fewer[start:start + fewer]; `along` follows."""

    @intrinsic
    def best(typing: Any, table: Any, along: Any, at: Any, links: Any, start: Any) -> Any:
        signature = types.void(table, along, at, links, start)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            table_type, along_type, _, links_type, _ = signature.args
            values, companions, place, indices, first = arguments
            offsets = [place, *_offsets(context, builder, links_type, indices, first, fewer)]
            pairs = [
                (
                    _load(context, builder, table_type, values, offset),
                    _load(context, builder, along_type, companions, offset),
                )
                for offset in offsets
            ]
            while len(pairs) > 1:
                halves = [_better(builder, *pairs[i : i + 2]) for i in range(0, len(pairs) - 1, 2)]
                pairs = halves + pairs[len(pairs) - len(pairs) % 2 :]
            _store(context, builder, (table_type, along_type), (values, companions), place, pairs[0])
            return context.get_dummy_value()

        return signature, generate

    return best


def _store(context: Any, builder: Any, array_types: Any, arrays: Any, place: Any, pair: Any) -> None:
    for array_type, array, vector in zip(array_types, arrays, pair, strict=True):
        builder.store(vector, _block(context, builder, array_type, array, place), align=4)


best_pair_of_1, best_pair_of_2, best_pair_of_3 = _best_pair_of(1), _best_pair_of(2), _best_pair_of(3)
best_pair_of_4, best_pair_of_5, best_pair_of_6 = _best_pair_of(4), _best_pair_of(5), _best_pair_of(6)


def _entering_pair(*, first: bool) -> Any:
    @intrinsic
    def enter(typing: Any, table: Any, along: Any, at: Any, after: Any, after_along: Any, offset: Any) -> Any:
        signature = types.void(table, along, at, after, after_along, offset)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            table_type, along_type, _, after_type, after_along_type, _ = signature.args
            values, companions, place, following, following_along, source = arguments
            pair = (
                _load(context, builder, after_type, following, source),
                _load(context, builder, after_along_type, following_along, source),
            )
            if not first:
                known = (
                    _load(context, builder, table_type, values, place),
                    _load(context, builder, along_type, companions, place),
                )
                pair = _better(builder, known, pair)
            _store(context, builder, (table_type, along_type), (values, companions), place, pair)
            return context.get_dummy_value()

        return signature, generate

    return enter


enter_pair_first = _entering_pair(first=True)
"""`table[at], along[at] = after[offset], after_along[offset]`."""

enter_pair_better = _entering_pair(first=False)
"""The same where `after[offset] > table[at]`."""


def _mean_pair_of_faces(typing: Any, table: Any, along: Any, at: Any, links: Any, start: Any) -> Any:
    signature = types.void(table, along, at, links, start)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table_type, along_type, _, links_type, _ = signature.args
        values, companions, place, indices, first = arguments
        offsets = _offsets(context, builder, links_type, indices, first, FACES)
        pair = []
        for array_type, array in ((table_type, values), (along_type, companions)):
            blocks = [_load(context, builder, array_type, array, offset) for offset in offsets]
            share = ir.Constant(_vector(array_type), [1 / FACES] * LANES)
            pair.append(builder.fmul(_tree(builder, blocks, _sum), share))
        _store(context, builder, (table_type, along_type), (values, companions), place, pair)
        return context.get_dummy_value()

    return signature, generate


mean_pair_of_faces: Any = intrinsic(_mean_pair_of_faces)
"""`table[at]` and `along[at]` become the means of the six blocks at links[start:start + 6]."""
