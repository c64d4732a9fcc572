"""Statistics that are computed once per outcome."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from inexreport.model.outcome import CampaignOutcome, TaskOutcome

Outcome = TypeVar("Outcome", CampaignOutcome, TaskOutcome)
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def once_per_outcome(
    compute: Callable[Concatenate[Outcome, Arguments], Result],
) -> Callable[Concatenate[Outcome, Arguments], Result]:
    """Cache a function's result in ``outcome.statistics``, so that it is pickled with the outcome.

    Of arguments after the outcome, texts tell results apart, such as the name of a metric.
    """

    @wraps(compute)
    def cached(outcome: Outcome, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        key = " ".join((_key(compute), *(one for one in args if isinstance(one, str))))
        if key not in outcome.statistics:
            outcome.statistics[key] = compute(outcome, *args, **kwargs)
        result: Result = outcome.statistics[key]
        return result

    return cached


def remember(compute: Callable[..., Result], outcome: CampaignOutcome | TaskOutcome, result: Result) -> None:
    """Set what a function decorated with `once_per_outcome` returns for an outcome."""
    outcome.statistics[_key(compute)] = result


def _key(compute: Callable[..., Any]) -> str:
    return f"{compute.__module__}.{compute.__qualname__}"
