"""What did a run return? Results by topic, type and rank, and how many of them are relevant."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd

from inexreport.model.assessment import OF_TEXT
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.diagnosis import Diagnosis, Relevance
from inexreport.model.outcome import Composition, RunOutcome, TaskOutcome
from inexreport.report.assessment_notes import NOT_LISTED
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, counted_topics
from inexreport.report.tables.columns import RANK_BANDS, RANKS, TASK_AND_RUN, UNJUDGED
from inexreport.report.tables.table import Shown, Table, integer, text
from inexreport.report.words import Words, words_of
from inexreport.statistics.summary import Integers
from inexreport.subjects.found_by_rank import bars_and_table, overlap_parts
from inexreport.subjects.missed_articles import diagnosed
from inexreport.subjects.sections import Bands, Bars, Lines, Section, View

ALL_TYPES = "(all)"
"""The element type on the row of all types together."""

TYPES_SHOWN = 12

COLOURS = 5
"""The number of parts of a bar with distinguishable colours; the last part may be grey."""

OTHER_TYPES = "other types"

RELEVANCE = {
    "relevant": "Relevant",
    "beside": "In a relevant article",
    "not_relevant": "Not relevant",
    "unjudged": "Not judged",
}
"""Columns of `Relevance`, and their names."""


def results_by_rank(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return how many results of each run are relevant by type and band of ranks, all types last.

    Rows and columns of the published table without the task.
    """
    of_text, rows = campaign.judged in OF_TEXT, []
    for run, one in diagnosed(outcome):
        types = (*(one.result_types if of_text else ()), ALL_TYPES)
        counts = np.concatenate([one.by_type if of_text else one.by_type[:0], one.by_type.sum(0)[None]])
        rows += [
            (run.submission.name, kind, band, *cells)
            for kind, by_band in zip(types, counts.tolist(), strict=True)
            for band, cells in zip(RANK_BANDS, by_band, strict=True)
            if any(cells)
        ]
    return pd.DataFrame(rows, columns=["run", "element_type", "ranks", *RELEVANCE])


RESULTS_BY_RANK = Table.of_tasks(
    "results_by_rank",
    "One row per evaluated run, band of ranks and type of results, and one for all types.",
    {
        **TASK_AND_RUN,
        **RANKS,
        "element_type": text(
            "Name of the returned element; other forms of results stand in brackets, as do "
            "`(other)` for all but the thirty most frequent types and `(all)` for all types together.",
            kinds=OF_TEXT,
        ),
        "relevant": integer("Relevant results."),
        "beside": integer(
            "Results that are not relevant, in articles with something relevant.", kinds=OF_TEXT
        ),
        "not_relevant": integer(
            "Results in judged articles without anything relevant.", "Results judged not relevant."
        ),
        "unjudged": integer(f"Unjudged results: {UNJUDGED}."),
    },
    results_by_rank,
    documents_row="One row per evaluated run and band of ranks.",
    participants=Shown(
        "One row per evaluated own run, band of ranks and type of results, and one for all types.",
        "One row per evaluated own run and band of ranks.",
    ),
)


def returned_section(
    view: CampaignView, task: str, run: RunOutcome, by_rank: Section | None
) -> Section | None:
    """Return the results of a run after the task's cut-off in numbers; None if its file could not be read.

    `by_rank` is its `bands_section`, if it has a diagnosis.
    """
    found, words = run.composition, words_of(view.outcome.campaign)
    if found is None or not found.topics:
        return None
    parts = (
        by_rank.parts
        if by_rank is not None
        else [
            *(() if words.of_documents else _element_types(found)),
            *_judged(found, view.of(task).relevant_articles.only_relevant, words),
        ]
    )
    facts = {
        "Topics with results": f"{len(found.topics):,}",
        "Results within the cut-off": f"{found.results_per_topic.sum():,}",
        "Results of a topic": _spread(found.results_per_topic),
        **({} if words.of_documents else {"Articles of a topic": _spread(found.articles_per_topic)}),
    }
    return Section("section-what-did-it-return", "What did it return?", [], parts, facts={"facts": facts})


def _spread(counts: Integers) -> str:
    low, middle, high = int(counts.min()), float(np.median(counts)), int(counts.max())
    return f"{low:,}" if low == high else f"{low:,} to {high:,}, median {middle:,.10g}"


def _element_types(found: Composition) -> tuple[Bars, View]:
    ordered = sorted(found.element_types.items(), key=lambda item: (-item[1], item[0]))
    rest = sum(count for _, count in ordered[TYPES_SHOWN:])
    others = [(f"{len(ordered) - TYPES_SHOWN} other types", rest)] if rest else []
    first, count = ordered[0]
    results = counted(int(found.results_per_topic.sum()), "result")
    figure = Figure(
        title="Types of results",
        basis=f"Number of results by type, {results} within the cut-off",
        source="element_types.csv",
        summary=f"Most frequent of {counted(len(ordered), 'type')}: {first}, {count:,} of {results}.",
    )
    rows = pd.DataFrame([*ordered[:TYPES_SHOWN], *others], columns=["name", "results"])
    return bars_and_table("types-chart", figure, rows, ("Type", "Results", "count"))


def _judged(found: Composition, only_relevant: bool, words: Words) -> Iterator[Bars | View]:
    rows = pd.DataFrame({"name": RANK_BANDS, "percent": 100.0 * found.judged_by_rank}).dropna()
    if rows.empty:
        return
    listed = "relevant" if only_relevant else "judged"
    place = "among" if words.of_documents else "in"
    percentages = ", ".join(f"{percent:.1f}% at ranks {band}" for band, percent in rows.to_numpy())
    figure = Figure(
        title=f"Share of the results {place} relevant {words.items}"
        if only_relevant
        else "Judged share of the results",
        basis=f"Percentage of results {place} {listed} {words.items} by rank, all topics together",
        source="judged.csv",
        summary=f"{place.capitalize()} {listed} {words.items}: {percentages}.",
    )
    yield from bars_and_table("judged-chart", figure, rows, ("Ranks", f"{listed.capitalize()} %", "percent"))


def bands_section(view: CampaignView, task: str, run: RunOutcome, diagnosis: Diagnosis) -> Section:
    """Return relevance, types and overlap of a run's results for assessed topics by rank."""
    used = diagnosis.by_type.any(axis=(0, 2))
    bands, counts = np.array(RANK_BANDS, dtype=object)[used].tolist(), diagnosis.by_type[:, used]
    parts: list[Bands | Lines | View | str] = []
    if counts.size:
        of_text = view.outcome.campaign.judged in OF_TEXT
        topics = f"{counted_topics([len(diagnosis.results)])} together"
        only_relevant = view.of(task).relevant_articles.only_relevant
        parts += _relevance(bands, counts.sum(axis=0), only_relevant, of_text, topics)
        parts += _types(bands, counts, diagnosis.result_types, topics) if of_text else ()
    return Section("by-rank", "", [], [*parts, *overlap_parts(view, task, run, diagnosis)])


def _relevance(
    bands: list[str], found: Integers, only_relevant: bool, of_text: bool, topics: str
) -> Iterator[Bands | View]:
    """Relevant, other and unjudged results; others look unjudged where relevant items only are listed.

    `found` are numbers of results by band and `Relevance`.
    """
    names = {column: name for column, name in RELEVANCE.items() if of_text or column != "beside"}
    results = dict(zip(RELEVANCE, found.T, strict=True))
    if only_relevant:
        results["unjudged"] = results["unjudged"] + results["not_relevant"]
        del names["not_relevant"]
        names["unjudged"] = NOT_LISTED
    counts = pd.DataFrame({name: results[column] for column, name in names.items()}, index=bands)
    # A place in the scale of colours for each name of all campaigns; only those of this one are named.
    scale = [names.get(column, str(place)) for place, column in enumerate(RELEVANCE)]
    relevant, rest = names["relevant"], names["unjudged"]
    total = counts.to_numpy().sum(axis=1)
    shares = [(100.0 * counts[name].to_numpy() / total).tolist() for name in (relevant, rest)]
    summary = "; ".join(
        f"{band}: {found:.1f}% relevant, {other:.1f}% {rest.lower()}"
        for band, found, other in zip(bands, *shares, strict=True)
    )
    explained = "; those in a relevant article are not relevant themselves" if of_text else ""
    figure = Figure(
        title="Relevance of the results by rank",
        basis=f"Percentage of the results by rank, {topics}{explained}",
        source="results_by_rank.csv",
        summary=f"Of the results at ranks {summary}.",
    )
    yield Bands("worth", figure, _stacked(counts), scale)
    yield _table(figure.title, "Ranks", counts, counts[relevant])


def _types(
    bands: list[str], found: Integers, types: tuple[str, ...], topics: str
) -> Iterator[Bands | View | str]:
    """Types of results by band of ranks; `found` are numbers of results by type, band and `Relevance`."""
    if len(types) == 1:
        yield f"All results for assessed topics are of one type: {types[0]}."
        return
    counts = pd.DataFrame(found.sum(axis=2), index=types, columns=bands)
    relevant = pd.DataFrame({"relevant": found[:, :, Relevance.RELEVANT].sum(axis=1)}, index=types)
    first, total = int(found[0].sum()), int(found.sum())
    coloured = _first_and_rest(counts, COLOURS)
    figure = Figure(
        title="Types of results by rank",
        basis=f"Percentage of the results by type and rank, {topics}",
        source="results_by_rank.csv",
        drawing=f"Grey: {OTHER_TYPES}" if len(coloured) > COLOURS else "",
        summary=f"Most frequent is {types[0]} with {first:,} of {counted(total, 'result')}; "
        f"{100 * int(relevant.relevant.iloc[0]) / first:.1f}% of these are relevant.",
    )
    grey = coloured.index[-1] if len(coloured) > COLOURS else ""
    yield Bands("types", figure, _stacked(coloured.T), [], grey)
    yield _table(
        figure.title,
        "Type",
        _first_and_rest(counts, TYPES_SHOWN),
        _first_and_rest(relevant, TYPES_SHOWN).relevant,
    )


def _first_and_rest(counts: pd.DataFrame, shown: int) -> pd.DataFrame:
    """The first rows, and the others together if there are several."""
    if len(counts) <= shown + 1:
        return counts
    return pd.concat([counts[:shown], counts[shown:].sum().to_frame(OTHER_TYPES).T])


def _stacked(counts: pd.DataFrame) -> pd.DataFrame:
    """The parts of each band, one row each, with their percentages."""
    results = counts.to_numpy().T.ravel()
    return pd.DataFrame(
        {
            "band": np.tile(counts.index, counts.shape[1]),
            "part": np.repeat(counts.columns, len(counts)),
            "results": results,
            "percent": 100.0 * results / np.tile(counts.to_numpy().sum(axis=1), counts.shape[1]),
        }
    )


def _table(title: str, head: str, counts: pd.DataFrame, relevant: pd.Series[int]) -> View:
    """The table below a chart of bands, with the total and the percentage of relevant results."""
    total = counts.sum(axis=1)
    percent = (100.0 * relevant / total).where(total > 0)
    return View(
        title,
        counts.assign(name=counts.index, total=total, percent=percent),
        {"name": (head, "name")}
        | {str(column): (str(column), "count") for column in counts}
        | {"total": ("Results", "count"), "percent": ("Relevant %", "percent")},
        data="results_by_rank",
    )
