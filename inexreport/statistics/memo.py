"""Statistics that are computed once for an outcome."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from inexreport.model.outcome import CampaignOutcome, TaskOutcome

Outcome = TypeVar("Outcome", CampaignOutcome, TaskOutcome)
Further = ParamSpec("Further")
Result = TypeVar("Result")


def once_per_outcome(
    compute: Callable[Concatenate[Outcome, Further], Result],
) -> Callable[Concatenate[Outcome, Further], Result]:
    """Let a function of a campaign's or a task's outcome compute its result once for the same outcome.

    The result is stored with the outcome, so that it comes with it from the cache and to other processes.
    """
    name = _name(compute)

    @wraps(compute)
    def remembered(outcome: Outcome, /, *args: Further.args, **kwargs: Further.kwargs) -> Result:
        if name not in outcome.statistics:
            outcome.statistics[name] = compute(outcome, *args, **kwargs)
        result: Result = outcome.statistics[name]
        return result

    return remembered


def remember(compute: Callable[..., Result], outcome: CampaignOutcome | TaskOutcome, result: Result) -> None:
    """Store what a function decorated with `once_per_outcome` is to return for an outcome."""
    outcome.statistics[_name(compute)] = result


def _name(compute: Callable[..., Any]) -> str:
    return f"{compute.__module__}.{compute.__qualname__}"
