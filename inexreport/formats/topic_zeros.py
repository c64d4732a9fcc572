"""Topics whose identifiers differ only in leading zeros, as “051” and “51”."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from inexreport.formats.shown_text import quoted
from inexreport.model.problem import ProblemLog


def alike_without_zeros(names: Iterable[str], known: Iterable[str]) -> dict[str, str]:
    """Return, for the names that are known only without leading zeros, the known name.

    Examples
    --------
    >>> alike_without_zeros(["051", "52", "7", "C051"], ["51", "52", "007", "C51"])
    {'051': '51', '7': '007'}
    """
    whole = set(known)
    by_ending = {name.lstrip("0"): name for name in sorted(whole)}
    alike = {name: by_ending.get(name.lstrip("0"), "") for name in names if name not in whole}
    return {name: other for name, other in alike.items() if other}


def report_zeros(alike: Mapping[str, str], lines: Mapping[str, int], log: ProblemLog) -> None:
    """Report topics that are known only without leading zeros."""
    first, known = next(iter(alike.items()))
    more = f" and {len(alike) - 1:,} more" if len(alike) > 1 else ""
    log.add(
        "topic-zeros",
        found=f"topic {quoted(first)} for {quoted(known)}{more}",
        expected="the same zeros in topics, assessments and runs",
        lines=sorted(lines[name] for name in alike),
    )
