"""Numba building blocks that work on `LANES` neighbouring numbers at once.

All upper totals of one set of open cells need the same operations, so a kernel works on blocks of them. In a plain
loop, Numba has to prove that input and output do not overlap. A maximum in place then becomes a conditional store and
is not vectorised (41 ns for a row of 64). These intrinsics state the operations in LLVM's own vectors: load, combine,
store. LLVM splits the vector for the machine; the code here does not depend on its instruction set.

Every function takes flat arrays and offsets into them and returns nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from pasch.solver.sizes import FACES, LANES, TEN_FACES, WEIGHED
from pasch.solver.turns import MEAN_SIX, MEAN_TEN, MOST_LINKS, ROOT, WEIGH

_INDEX = ir.IntType(64)

# Numba's and llvmlite's objects have no checkable types; this file is their adapter.


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
    numbers = (builder.load(builder.gep(data, [place])) for place in places)
    return [builder.sext(number, _INDEX) if number.type != _INDEX else number for number in numbers]


def _splat(builder: Any, vector: ir.VectorType, number: Any) -> Any:
    """The same number in every lane."""
    nothing = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES))


def _variable(builder: Any, value: Any) -> Any:
    """A variable that changes in a loop; LLVM turns it into a register."""
    place = cgutils.alloca_once(builder, value.type)  # type: ignore[no-untyped-call]
    builder.store(value, place)
    return place


def _maximum(builder: Any, a: Any, b: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", a, b), a, b)


def _sum(builder: Any, a: Any, b: Any) -> Any:
    return builder.fadd(a, b)


def _tree(builder: Any, vectors: list[Any], combine: Callable[[Any, Any, Any], Any]) -> Any:
    """All vectors combined in pairs, which keeps the chain of operations short."""
    while len(vectors) > 1:
        pairs = [combine(builder, *vectors[i : i + 2]) for i in range(0, len(vectors) - 1, 2)]
        vectors = pairs + vectors[len(vectors) - len(vectors) % 2 :]
    return vectors[0]


@dataclass(frozen=True)
class _Step:
    """The code of one step of a script: a loop over its places, or over the weighed rolls."""

    context: Any
    builder: Any
    table: tuple[Any, Any]
    at: tuple[Any, Any]
    links: tuple[Any, Any]
    bounds: tuple[Any, Any, Any]

    def each(self, count: int, combined: Callable[[list[Any]], Any]) -> None:
        """`table[at] = combined(the blocks at its links)`, for every place."""
        builder, (start, end, first) = self.builder, self.bounds
        with cgutils.for_range_slice(builder, start, end, ir.Constant(_INDEX, 1), _INDEX) as (i, _):
            [place] = _offsets(self.context, builder, *self.at, i, 1)
            link = builder.add(first, builder.mul(builder.sub(i, start), ir.Constant(_INDEX, count)))
            offsets = _offsets(self.context, builder, *self.links, link, count)
            blocks = [_load(self.context, builder, *self.table, offset) for offset in offsets]
            builder.store(combined(blocks), _block(self.context, builder, *self.table, place), align=4)

    def greatest(self, blocks: list[Any]) -> Any:
        return _tree(self.builder, blocks, _maximum)

    def mean(self, blocks: list[Any]) -> Any:
        share = ir.Constant(_vector(self.table[0]), [1 / len(blocks)] * LANES)
        return self.builder.fmul(_tree(self.builder, blocks, _sum), share)

    def weigh(self, rolls: Any, chances: tuple[Any, Any], count: Any, into: tuple[Any, Any], place: Any) -> None:
        """The mean over all rolls, whose values start at `rolls`, into a place."""
        builder, vector = self.builder, _vector(self.table[0])
        total = _variable(builder, ir.Constant(vector, [0.0] * LANES))
        none, four = ir.Constant(_INDEX, 0), ir.Constant(_INDEX, WEIGHED)
        with cgutils.for_range_slice(builder, none, count, four, _INDEX) as (roll, _):
            block = builder.add(rolls, builder.mul(roll, ir.Constant(_INDEX, LANES)))
            part = _weighed(self.context, builder, self.table, block, chances, roll)
            builder.store(builder.fadd(builder.load(total), part), total)
        builder.store(builder.load(total), _block(self.context, builder, *into, place), align=4)


def _script_step(
    typing: Any, table: Any, out: Any, what: Any, a: Any, b: Any, c: Any, at: Any, links: Any, chances: Any, rolls: Any
) -> Any:
    whole = types.int64
    signature = types.void(table, out, whole, whole, whole, whole, at, links, chances, whole)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table_type, out_type, *_, at_type, links_type, chances_type, _ = signature.args
        values, outs, kind, first, second, third, places, indices, shares, count = arguments
        step = _Step(
            context, builder, (table_type, values), (at_type, places), (links_type, indices), (first, second, third)
        )
        weights, root = (chances_type, shares), (out_type, outs)
        codes: dict[int, Callable[[], None]] = {
            MEAN_SIX: lambda: step.each(FACES, step.mean),
            MEAN_TEN: lambda: step.each(TEN_FACES, step.mean),
            WEIGH: lambda: step.weigh(second, weights, count, step.table, first),
            ROOT: lambda: step.weigh(first, weights, count, root, ir.Constant(_INDEX, 0)),
        }
        for several in range(1, MOST_LINKS + 1):
            codes[several] = partial(step.each, several, step.greatest)
        _switch(builder, kind, codes)
        return context.get_dummy_value()

    return signature, generate


script_step: Any = intrinsic(_script_step)
"""`(table, out, what, a, b, c, at, links, chances, rolls)`: a step of a script that is no entering, as
`pasch.solver.turns` says; what a root is worth goes to `out`.

A loop for each number of links, so that no branch depends on the data; Numba compiles one call instead of all of them.
"""


@dataclass(frozen=True)
class _Back:
    """The code of one step of a script backwards: each place passes its chances on to its links, lane by lane."""

    context: Any
    builder: Any
    mass: tuple[Any, Any]
    table: tuple[Any, Any]
    at: tuple[Any, Any]
    links: tuple[Any, Any]
    bounds: tuple[Any, Any, Any]

    def each(self, count: int, hand_on: Callable[[Any, Any, list[Any]], None]) -> None:
        """Pass the chances of every place on, the last place first, and clear the place."""
        builder, (start, end, first) = self.builder, self.bounds
        one = ir.Constant(_INDEX, 1)
        with cgutils.for_range_slice(builder, ir.Constant(_INDEX, 0), builder.sub(end, start), one, _INDEX) as (n, _):
            i = builder.sub(builder.sub(end, one), n)
            [place] = _offsets(self.context, builder, *self.at, i, 1)
            link = builder.add(first, builder.mul(builder.sub(i, start), ir.Constant(_INDEX, count)))
            links = _offsets(self.context, builder, *self.links, link, count)
            chances = _load(self.context, builder, *self.mass, place)
            builder.store(self._nothing, _block(self.context, builder, *self.mass, place), align=4)
            hand_on(place, chances, links)

    @property
    def _nothing(self) -> Any:
        return ir.Constant(_vector(self.mass[0]), [0.0] * LANES)

    def add(self, place: Any, chances: Any) -> None:
        builder = self.builder
        target = _block(self.context, builder, *self.mass, place)
        builder.store(builder.fadd(builder.load(target, align=4), chances), target, align=4)

    def decide(self, place: Any, chances: Any, links: list[Any]) -> None:
        """Pass the chances to the first link with the greatest value."""
        builder = self.builder
        value = _load(self.context, builder, *self.table, place)
        for link in links[:-1]:
            same = builder.fcmp_ordered("==", _load(self.context, builder, *self.table, link), value)
            self.add(link, builder.select(same, chances, self._nothing))
            chances = builder.select(same, self._nothing, chances)
        self.add(links[-1], chances)

    def spread_one(self, _: Any, chances: Any, links: list[Any]) -> None:
        """Pass the chances to the faces of a die."""
        many = ir.Constant(_vector(self.mass[0]), [float(len(links))] * LANES)
        share = self.builder.fdiv(chances, many)
        for link in links:
            self.add(link, share)

    def spread_all(self, chances: Any, rolls: Any, weights: tuple[Any, Any], count: Any) -> None:
        """Pass the chances to every roll."""
        builder = self.builder
        data = _data(self.context, builder, *weights)
        none, one = ir.Constant(_INDEX, 0), ir.Constant(_INDEX, 1)
        with cgutils.for_range_slice(builder, none, count, one, _INDEX) as (roll, _):
            weight = _splat(builder, _vector(self.mass[0]), builder.load(builder.gep(data, [roll])))
            place = builder.add(rolls, builder.mul(roll, ir.Constant(_INDEX, LANES)))
            self.add(place, builder.fmul(chances, weight))

    def weighed(self, place: Any, rolls: Any, weights: tuple[Any, Any], count: Any) -> None:
        chances = _load(self.context, self.builder, *self.mass, place)
        self.builder.store(self._nothing, _block(self.context, self.builder, *self.mass, place), align=4)
        self.spread_all(chances, rolls, weights, count)


def _script_back(
    typing: Any, mass: Any, table: Any, what: Any, a: Any, b: Any, c: Any, at: Any, links: Any, chances: Any, rolls: Any
) -> Any:
    whole = types.int64
    signature = types.void(mass, table, whole, whole, whole, whole, at, links, chances, whole)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        mass_type, table_type, *_, at_type, links_type, chances_type, _ = signature.args
        masses, values, kind, first, second, third, places, indices, shares, count = arguments
        back = _Back(
            context, builder, (mass_type, masses), (table_type, values), (at_type, places), (links_type, indices),
            (first, second, third),
        )  # fmt: skip
        certain = ir.Constant(_vector(mass_type), [1.0] * LANES)
        weights = (chances_type, shares)
        codes: dict[int, Callable[[], None]] = {
            number: partial(back.each, number, back.decide) for number in range(1, MOST_LINKS + 1)
        }
        codes[MEAN_SIX] = lambda: back.each(FACES, back.spread_one)
        codes[MEAN_TEN] = lambda: back.each(TEN_FACES, back.spread_one)
        codes[WEIGH] = lambda: back.weighed(first, second, weights, count)
        codes[ROOT] = lambda: back.spread_all(certain, first, weights, count)
        _switch(builder, kind, codes)
        return context.get_dummy_value()

    return signature, generate


script_back: Any = intrinsic(_script_back)
"""`(mass, table, what, a, b, c, at, links, chances, rolls)`: a step backwards, with the chance of every place.

A maximum passes its chance to the first link with an equal value, a mean to all its links.
"""


def _switch(builder: Any, kind: Any, codes: Mapping[int, Callable[[], None]]) -> None:
    """One piece of code for each kind of step; nothing for other kinds."""
    after = builder.append_basic_block("after")
    chosen = builder.switch(kind, after)
    for number, code in codes.items():
        block = builder.append_basic_block(f"step_{number}")
        chosen.add_case(ir.Constant(_INDEX, number), block)
        builder.position_at_end(block)
        code()
        builder.branch(after)
    builder.position_at_end(after)


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


def _greatest_after(typing: Any, table: Any, at: Any, after: Any, places: Any, start: Any, end: Any, shift: Any) -> Any:
    whole = types.int64
    signature = types.void(table, whole, after, places, whole, whole, whole)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table_type, _, after_type, places_type, *_ = signature.args
        values, place, following, indices, first, last, more = arguments

        def block(number: Any) -> Any:
            [offset] = _offsets(context, builder, places_type, indices, number, 1)
            return _load(context, builder, after_type, following, builder.add(offset, more))

        best = _variable(builder, block(first))
        one = ir.Constant(_INDEX, 1)
        with cgutils.for_range_slice(builder, builder.add(first, one), last, one, _INDEX) as (number, _):
            builder.store(_maximum(builder, block(number), builder.load(best)), best)
        builder.store(builder.load(best), _block(context, builder, table_type, values, place), align=4)
        return context.get_dummy_value()

    return signature, generate


greatest_after: Any = intrinsic(_greatest_after)
"""`(table, at, after, places, start, end, shift)`: the greatest of several blocks, at least one, to `table[at]`.

The blocks of `after` are those at `places[start:end]`, each shifted by `shift`.
"""


def _weighed(
    context: Any, builder: Any, table: tuple[Any, Any], place: Any, weights: tuple[Any, Any], start: Any
) -> Any:
    """The sum of four blocks from a place on, times the weights from `start` on."""
    data = _data(context, builder, *weights)
    parts = []
    for i in range(WEIGHED):
        share = builder.load(builder.gep(data, [builder.add(start, ir.Constant(_INDEX, i))]))
        block = _load(context, builder, *table, builder.add(place, ir.Constant(_INDEX, i * LANES)))
        parts.append(builder.fmul(_splat(builder, _vector(table[0]), share), block))
    return _tree(builder, parts, _sum)


def _add_weighed(typing: Any, total: Any, table: Any, at: Any, weights: Any, start: Any) -> Any:
    signature = types.void(total, table, at, weights, start)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        total_type, table_type, _, weights_type, _ = signature.args
        sums, values, place, shares, first = arguments
        part = _weighed(context, builder, (table_type, values), place, (weights_type, shares), first)
        target = _block(context, builder, total_type, sums, ir.Constant(_INDEX, 0))
        builder.store(builder.fadd(builder.load(target, align=4), part), target, align=4)
        return context.get_dummy_value()

    return signature, generate


add_weighed: Any = intrinsic(_add_weighed)
"""`(total, table, at, weights, start)`: `total += sum of weights[start + i] * table[at + i * LANES]` for four."""
