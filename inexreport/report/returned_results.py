"""What a run returned: results by topic, type and rank, and how many were judged and relevant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inexreport.model.counted import counted
from inexreport.model.diagnosis import Diagnosis, Matching, Relevance
from inexreport.model.outcome import RunOutcome
from inexreport.report.figure import Figure, PageData, counted_topics
from inexreport.report.relevant_only import NOT_LISTED
from inexreport.report.tables.columns import RANK_BANDS
from inexreport.report.words import Words
from inexreport.statistics.summary import Floats, Integers

TYPES_SHOWN = 12

COLOURS = 5
"""The number of parts of a bar with distinguishable colours; the last part may be grey."""

RELEVANCE_NAMES = {
    Relevance.RELEVANT: "Relevant",
    Relevance.IN_RELEVANT_ARTICLE: "In a relevant article",
    Relevance.NOT_RELEVANT: "Not relevant",
    Relevance.UNJUDGED: "Not judged",
}


def bar_figure(
    figure: Figure, label_title: str, value_title: str, bars: dict[str, float], *, percent: bool = False
) -> PageData:
    """The data of a chart of `bars`, label to value, in their order: counts, or percentages of 100."""
    return {
        "figure": figure,
        "label_title": label_title,
        "value_title": value_title,
        "bars": bars,
        "percent": percent,
    }


def returned_results(run: RunOutcome, only_relevant: bool, words: Words) -> PageData | None:
    """The results of a run after the task's cut-off in numbers; None if its file could not be read.

    Parameters
    ----------
    run : RunOutcome
    only_relevant : bool
        Whether the assessments list relevant items only.
    words : Words
    """
    composition = run.composition
    if composition is None or not composition.topics:
        return None
    results = int(composition.results_per_topic.sum())
    return {
        "topics": len(composition.topics),
        "results": results,
        "results_per_topic": _spread(composition.results_per_topic),
        "articles_per_topic": _spread(composition.articles_per_topic),
        "element_types": None
        if words.of_documents
        else _element_types(dict(composition.element_types), results),
        "judged": _judged(composition.judged_by_rank, only_relevant, words),
    }


def _spread(counts: Integers) -> str:
    low, middle, high = int(counts.min()), float(np.median(counts)), int(counts.max())
    return f"{low:,}" if low == high else f"{low:,} to {high:,}, median {middle:,.10g}"


def _element_types(counts: dict[str, int], results: int) -> PageData:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    bars: dict[str, float] = dict(ordered[:TYPES_SHOWN])
    rest = sum(count for _, count in ordered[TYPES_SHOWN:])
    if rest:
        bars[f"{len(ordered) - TYPES_SHOWN} other types"] = rest
    first, count = ordered[0]
    figure = Figure(
        title="Types of results",
        basis=f"Number of results by type, {counted(results, 'result')} after the cut-off",
        source="element_types.csv",
        summary=f"Most frequent of {counted(len(ordered), 'type')}: {first}, {count:,} of "
        f"{counted(results, 'result')}.",
    )
    return bar_figure(figure, "Type", "Results", bars)


def _judged(shares: Floats, only_relevant: bool, words: Words) -> PageData | None:
    by_band = zip(RANK_BANDS, shares.tolist(), strict=True)
    bars = {band: 100.0 * share for band, share in by_band if not np.isnan(share)}
    if not bars:
        return None
    listed = "relevant" if only_relevant else "judged"
    place = "among" if words.of_documents else "in"
    percentages = ", ".join(f"{percent:.1f}% at ranks {band}" for band, percent in bars.items())
    figure = Figure(
        title=f"Share of the results {place} relevant {words.items}"
        if only_relevant
        else "Judged share of the results",
        basis=f"Percentage of results {place} {listed} {words.items} by rank, all topics together",
        source="judged.csv",
        summary=f"{place.capitalize()} {listed} {words.items}: {percentages}.",
    )
    return bar_figure(figure, "Ranks", f"{listed.capitalize()} %", bars, percent=True)


def relevance_by_band(diagnosis: Diagnosis, only_relevant: bool) -> PageData | None:
    """Relevant, other and unjudged results by band of ranks; None without results for assessed topics.

    Parameters
    ----------
    diagnosis : Diagnosis
    only_relevant : bool
        Whether the assessments list relevant items only, so that other items look unjudged.
    """
    counts = diagnosis.by_type.sum(axis=0)
    names = list(RELEVANCE_NAMES.values())
    explained = "; those in a relevant article are not relevant themselves"
    if diagnosis.matching is Matching.DOCUMENTS:
        counts, explained = np.delete(counts, Relevance.IN_RELEVANT_ARTICLE, axis=1), ""
        del names[Relevance.IN_RELEVANT_ARTICLE]
    if only_relevant:
        counts[:, -1] += counts[:, -2]
        counts = np.delete(counts, -2, axis=1)
        names = [*names[:-2], NOT_LISTED]
    bands = np.flatnonzero(counts.sum(axis=1)).tolist()
    if not bands:
        return None
    labels, rest = [RANK_BANDS[band] for band in bands], names[-1].lower()
    data = _band_data(labels, names, counts[bands], grey=False)
    # A place in the scale of colours for each name of all campaigns; only those of this one are named.
    scale = [name if name in names else str(place) for place, name in enumerate(RELEVANCE_NAMES.values())]
    scale[-1] = names[-1]
    percentages = "; ".join(
        f"{label}: {row[Relevance.RELEVANT]:.1f}% relevant, {row[-1]:.1f}% {rest}"
        for label, row in zip(labels, data["percents"], strict=True)
    )
    return data | {
        "scale": scale,
        "figure": Figure(
            title="Relevance of the results by rank",
            basis=f"Percentage of the results by rank, {counted_topics([len(diagnosis.results)])} "
            f"together{explained}",
            source="results_by_rank.csv",
            summary=f"Of the results at ranks {percentages}.",
        ),
        "heads": ["Ranks", *names, "Results", "Relevant %"],
        "rows": _rows(labels, counts[bands], counts[bands, Relevance.RELEVANT]),
    }


def types_by_band(diagnosis: Diagnosis) -> PageData | None:
    """Types of results by band of ranks; None without results, or if all are of one type."""
    counts, types = diagnosis.by_type.sum(axis=2), diagnosis.result_types
    if len(counts) < 2:
        return None
    relevant = diagnosis.by_type[:, :, Relevance.RELEVANT].sum(axis=1)
    bands = np.flatnonzero(counts.sum(axis=0)).tolist()
    labels = [RANK_BANDS[band] for band in bands]
    parts, by_part = _first_and_rest(types, counts[:, bands], COLOURS)
    names, in_table = _first_and_rest(types, counts[:, bands], TYPES_SHOWN)
    _, relevant_in_table = _first_and_rest(types, relevant, TYPES_SHOWN)
    totals = counts.sum(axis=1).tolist()
    grey = len(parts) > COLOURS
    return _band_data(labels, parts, by_part.T, grey=grey) | {
        "figure": Figure(
            title="Types of results by rank",
            basis=f"Percentage of the results by type and rank, {counted_topics([len(diagnosis.results)])} "
            "together",
            source="results_by_rank.csv",
            drawing="Grey: other types" if grey else "",
            summary=f"Most frequent is {types[0]} with {totals[0]:,} of {counted(sum(totals), 'result')}; "
            f"{100 * int(relevant[0]) / totals[0]:.1f}% of these are relevant.",
        ),
        "heads": ["Type", *labels, "Results", "Relevant %"],
        "rows": _rows(names, in_table, relevant_in_table),
    }


def _first_and_rest(names: Sequence[str], counts: Integers, shown: int) -> tuple[list[str], Integers]:
    if len(names) <= shown + 1:
        return list(names), counts
    rest = counts[shown:].sum(axis=0, keepdims=True)
    return [*names[:shown], "other types"], np.concatenate((counts[:shown], rest))


def _band_data(bands: list[str], parts: list[str], counts: Integers, *, grey: bool) -> PageData:
    """Bars from 0 to 100 percent, one for each band of ranks; counts are of shape (bands, parts).

    If `grey`, the last part stands for the rest.
    """
    percents = 100.0 * counts / counts.sum(axis=1, keepdims=True)
    return {
        "bands": bands,
        "parts": parts,
        "grey": grey,
        "counts": counts.tolist(),
        "percents": percents.tolist(),
    }


def _rows(labels: list[str], counts: Integers, relevant: Integers) -> list[PageData]:
    """The rows of the table below a chart of bands, with the total and the percentage of relevant results."""
    return [
        {"label": label, "counts": row, "total": total, "percent": 100.0 * hits / total if total else None}
        for label, row, total, hits in zip(
            labels, counts.tolist(), counts.sum(axis=1).tolist(), relevant.tolist(), strict=True
        )
    ]
