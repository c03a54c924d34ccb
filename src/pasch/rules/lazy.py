"""Derived facts of immutable values: computed on first access, then cached in the value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T_co = TypeVar("T_co", covariant=True)


class lazy(Generic[T_co]):  # noqa: N801 — used as a decorator, like `property`
    """`functools.cached_property` without its lock, which costs more than most of our facts in Python 3.11.

    Two threads may compute the same value twice, which is harmless.
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
        # From now on Python finds the value in the instance before this descriptor.
        value = instance.__dict__[self._name] = self._compute(instance)
        return value


class Value:
    """The base of frozen values that every step recreates."""


V = TypeVar("V", bound=Value)
_new = object.__new__

fill = vars(Value)["__dict__"].__set__
"""Sets all fields of a value."""


def made(cls: type[V], fields: dict[str, object]) -> V:
    """A value from all of its fields, at a fifth of the constructor's cost."""
    value = _new(cls)
    fill(value, fields)
    return value
