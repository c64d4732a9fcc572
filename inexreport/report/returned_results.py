"""What a run returned: results by topic, by type of element, and how much of it was judged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.model.outcome import RunOutcome
from inexreport.report.figure import Figure
from inexreport.report.tables.columns import RANK_BANDS

TYPES_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: a count or a percentage."""

    label: str
    value: float


@dataclass(frozen=True, slots=True)
class BarFigure:
    """Bars in a given order; `highest` is the end of the axis where the range is fixed."""

    figure: Figure
    label_title: str
    value_title: str
    bars: tuple[Bar, ...]
    highest: float | None = None
    percent: bool = False


@dataclass(frozen=True, slots=True)
class ReturnedResults:
    """A run's results after the task's cut-off, summed up."""

    topics: int
    results: int
    results_per_topic: str
    articles_per_topic: str
    element_types: BarFigure
    judged: BarFigure | None


def returned(run: RunOutcome, only_relevant: bool) -> ReturnedResults | None:
    """Sum up what the run returned; None where its file could not be read.

    Parameters
    ----------
    run : RunOutcome
    only_relevant : bool
        Whether the assessments list nothing that is not relevant.
    """
    composition = run.composition
    if composition is None or not composition.topics:
        return None
    results = int(composition.results_per_topic.sum())
    return ReturnedResults(
        topics=len(composition.topics),
        results=results,
        results_per_topic=_spread(composition.results_per_topic),
        articles_per_topic=_spread(composition.articles_per_topic),
        element_types=_element_types(dict(composition.element_types), results),
        judged=_judged(composition.judged_by_rank, only_relevant),
    )


def _spread(counts: np.ndarray) -> str:
    low, middle, high = int(counts.min()), float(np.median(counts)), int(counts.max())
    return f"{low:,}" if low == high else f"{low:,} to {high:,}, median {middle:,.0f}"


def _element_types(counts: dict[str, int], results: int) -> BarFigure:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    bars = [Bar(name, count) for name, count in ordered[:TYPES_SHOWN]]
    rest = sum(count for _, count in ordered[TYPES_SHOWN:])
    if rest:
        bars.append(Bar(f"{len(ordered) - TYPES_SHOWN} other types", rest))
    first = ordered[0]
    return BarFigure(
        figure=Figure(
            title="What kind of result was returned",
            basis=f"Number of results by type, {results:,} results after the cut-off",
            source="element_types.csv",
            summary=f"Most frequent of {len(ordered)}: {first[0]} with {first[1]:,} of {results:,} results.",
        ),
        label_title="Type",
        value_title="Results",
        bars=tuple(bars),
    )


def _judged(shares: np.ndarray, only_relevant: bool) -> BarFigure | None:
    bars = tuple(
        Bar(band, 100.0 * float(share))
        for band, share in zip(RANK_BANDS, shares, strict=True)
        if not np.isnan(share)
    )
    if not bars:
        return None
    listed = "relevant" if only_relevant else "judged"
    said = ", ".join(f"{bar.value:.1f} % at ranks {bar.label}" for bar in bars)
    return BarFigure(
        figure=Figure(
            title="How much of it is in relevant articles" if only_relevant else "How much of it was judged",
            basis=f"Percentage of results in {listed} articles by rank, all topics together",
            source="judged.csv",
            summary=f"In {listed} articles: {said}.",
        ),
        label_title="Ranks",
        value_title=f"{listed.capitalize()} %",
        bars=bars,
        highest=100.0,
        percent=True,
    )
