"""What a run returned by bands of ranks: types of results, and what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inexreport.model.diagnosis import Diagnosis, Relevance
from inexreport.report.figure import Figure, counted_topics
from inexreport.report.relevant_only import NOT_LISTED
from inexreport.report.returned_results import TYPES_SHOWN
from inexreport.report.tables.columns import RANK_BANDS
from inexreport.statistics.summary import Integers

COLOURS = 5
"""So many parts of a bar are told apart by colour; the last part may be grey."""

RELEVANCE_NAMES = {
    Relevance.RELEVANT: "Relevant",
    Relevance.IN_RELEVANT_ARTICLE: "In a relevant article",
    Relevance.NOT_RELEVANT: "Not relevant",
    Relevance.UNJUDGED: "Not judged",
}


@dataclass(frozen=True, slots=True)
class BandRow:
    """A line of the table beside a picture: counts by band or kind, and a percentage."""

    label: str
    counts: tuple[int, ...]
    total: int
    percent: float | None


@dataclass(frozen=True, slots=True)
class BandFigure:
    """Bars from 0 to 100 percent, one for a band of ranks, each of the same parts.

    Attributes
    ----------
    parts : tuple of str
        Parts of every bar from left to right.
    grey : bool
        Whether the last part stands for the rest.
    bands : tuple of str
    percents : tuple of tuple of float
        By band and part.
    counts : tuple of tuple of int
        The same in results.
    heads : tuple of str
        Titles of the columns of the table.
    rows : tuple of BandRow
    """

    figure: Figure
    parts: tuple[str, ...]
    grey: bool
    bands: tuple[str, ...]
    percents: tuple[tuple[float, ...], ...]
    counts: tuple[tuple[int, ...], ...]
    heads: tuple[str, ...]
    rows: tuple[BandRow, ...]


def worth_figure(diagnosis: Diagnosis, only_relevant: bool) -> BandFigure | None:
    """Relevant, other and unjudged results by band; None without results for assessed topics.

    Parameters
    ----------
    diagnosis : Diagnosis
    only_relevant : bool
        Whether the assessments list nothing that is not relevant, so that it looks as if it were not judged.
    """
    counts = diagnosis.by_type.sum(axis=0)
    if not counts.sum():
        return None
    bands = np.flatnonzero(counts.sum(axis=1)).tolist()
    names = tuple(RELEVANCE_NAMES[worth] for worth in Relevance)
    if only_relevant:
        counts[:, Relevance.UNJUDGED] += counts[:, Relevance.NOT_RELEVANT]
        counts = np.delete(counts, Relevance.NOT_RELEVANT, axis=1)
        names = (
            RELEVANCE_NAMES[Relevance.RELEVANT],
            RELEVANCE_NAMES[Relevance.IN_RELEVANT_ARTICLE],
            NOT_LISTED,
        )
    rest = names[-1].lower()
    percents = _percents(counts[bands])
    said = "; ".join(
        f"{RANK_BANDS[band]}: {row[Relevance.RELEVANT]:.1f} % relevant, {row[-1]:.1f} % {rest}"
        for band, row in zip(bands, percents, strict=True)
    )
    return BandFigure(
        figure=Figure(
            title="What the results are worth, by rank",
            basis=f"Percentage of the results by rank, {counted_topics([len(diagnosis.results)])} together; "
            f"in a relevant article, but not relevant itself; grey: {rest}",
            source="results_by_rank.csv",
            summary=f"Of the results at ranks {said}.",
        ),
        parts=names,
        grey=True,
        bands=tuple(RANK_BANDS[band] for band in bands),
        percents=percents,
        counts=_tuples(counts[bands]),
        heads=("Ranks", *names, "Results", "Relevant %"),
        rows=tuple(
            _row(RANK_BANDS[band], counts[band].tolist(), int(counts[band, Relevance.RELEVANT]))
            for band in bands
        ),
    )


def types_figure(diagnosis: Diagnosis) -> BandFigure | None:
    """Types of results by band; None without results, or where all are of one type."""
    counts = diagnosis.by_type.sum(axis=2)
    if len(counts) < 2:
        return None
    relevant = diagnosis.by_type[:, :, Relevance.RELEVANT].sum(axis=1)
    bands = np.flatnonzero(counts.sum(axis=0)).tolist()
    parts, by_part = _first_and_rest(diagnosis.result_types, counts[:, bands], COLOURS)
    labels, in_table = _first_and_rest(diagnosis.result_types, counts[:, bands], TYPES_SHOWN)
    _, found = _first_and_rest(diagnosis.result_types, relevant[:, None], TYPES_SHOWN)
    totals = counts.sum(axis=1).tolist()
    first = diagnosis.result_types[0]
    return BandFigure(
        figure=Figure(
            title="What kind of result it returned, by rank",
            basis=f"Percentage of the results by type and rank, {counted_topics([len(diagnosis.results)])} "
            f"together{'; grey: other types' if len(parts) > COLOURS else ''}",
            source="results_by_rank.csv",
            summary=f"Most frequent is {first} with {totals[0]:,} of {sum(totals):,} results; of these "
            f"{100 * int(relevant[0]) / totals[0]:.1f} % are relevant.",
        ),
        parts=parts,
        grey=len(parts) > COLOURS,
        bands=tuple(RANK_BANDS[band] for band in bands),
        percents=_percents(by_part.T),
        counts=_tuples(by_part.T),
        heads=("Type", *(RANK_BANDS[band] for band in bands), "Results", "Relevant %"),
        rows=tuple(
            _row(label, row, int(hits[0]))
            for label, row, hits in zip(labels, in_table.tolist(), found.tolist(), strict=True)
        ),
    )


def _first_and_rest(names: Sequence[str], counts: Integers, shown: int) -> tuple[tuple[str, ...], Integers]:
    if len(names) <= shown + 1:
        return tuple(names), counts
    rest = counts[shown:].sum(axis=0, keepdims=True)
    return (*names[:shown], "other types"), np.concatenate((counts[:shown], rest))


def _row(label: str, counts: list[int], relevant: int) -> BandRow:
    total = sum(counts)
    return BandRow(label, tuple(counts), total, 100.0 * relevant / total if total else None)


def _percents(counts: Integers) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(100.0 * one / sum(row) for one in row) for row in counts.tolist())


def _tuples(counts: Integers) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in counts.tolist())
