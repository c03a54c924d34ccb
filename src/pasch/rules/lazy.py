"""Derived facts of immutable values: computed when first asked for, then kept with the value."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, Self, TypeVar, overload

A = TypeVar("A")
B = TypeVar("B")
T_co = TypeVar("T_co", covariant=True)
_new, _set = object.__new__, object.__setattr__


class lazy(Generic[T_co]):  # noqa: N801 — used as a decorator, like `property`
    """`functools.cached_property` without its lock, which in Python 3.11 costs more than most of our facts.

    Two threads that ask at once compute the same value twice, which does no harm.
    """

    def __init__(self, compute: Callable[[Any], T_co]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T_co: ...
    def __get__(self, instance: object | None, owner: type) -> T_co | Self:
        if instance is None:
            return self
        # Found in the instance from now on, before Python looks at this descriptor.
        value = instance.__dict__[self._name] = self._compute(instance)
        return value


def made(cls: type[A], fields: dict[str, object]) -> A:
    """A frozen value from all of its fields, which costs a fifth of its constructor: for what every step makes anew."""
    value = _new(cls)
    _set(value, "__dict__", fields)
    return value


def remembered(compute: Callable[[A], B]) -> Callable[[A], B]:
    """A derived fact that a later module computes, kept with the immutable value like those of `lazy`."""
    name = f"_{compute.__module__}.{compute.__name__}"

    @wraps(compute)
    def found(value: A) -> B:
        facts = value.__dict__
        if name not in facts:
            facts[name] = compute(value)
        known: B = facts[name]
        return known

    return found
