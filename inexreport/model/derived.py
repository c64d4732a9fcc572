"""Values computed from an object of a campaign, which are stored as long as the object exists."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

Source = TypeVar("Source")
Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")


def derived(
    compute: Callable[Concatenate[Source, Arguments], Value],
) -> Callable[Concatenate[Source, Arguments], Value]:
    """Cache a function of an object and of further, hashable arguments.

    Objects are distinguished by identity. A value must not refer to the object, which would then exist as
    long as the value.

    Examples
    --------
    >>> class Numbers(list): __hash__ = object.__hash__
    >>> numbers, total = Numbers([1, 2]), derived(sum)
    >>> total(numbers), numbers.append(3), total(numbers)
    (3, None, 3)
    """
    values: WeakKeyDictionary[Any, dict[Any, Value]] = WeakKeyDictionary()

    @wraps(compute)
    def cached(source: Source, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Value:
        of_source = values.setdefault(source, {})
        key = args, tuple(kwargs.items())
        if key not in of_source:
            of_source[key] = compute(source, *args, **kwargs)
        return of_source[key]

    return cached
