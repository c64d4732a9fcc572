"""What did a run miss? Relevant articles that other runs return, and results that nearly fit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from inexreport.model.assessment import UNKNOWN
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.diagnosis import Diagnosis, GranularityMatch, Matching, NearMiss
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.report.applicability import judges_text
from inexreport.report.tables.columns import TASK_AND_RUN, TOPIC
from inexreport.report.tables.table import Shown, Table, integer, optional_integer, text
from inexreport.report.words import Words
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.summary import Integers
from inexreport.subjects.sections import Section, View, frame_rows

PUBLISHED_ARTICLES, SHOWN_ARTICLES = 5, 3
"""Number of missed articles of a run and topic in the table, and on the page."""

TOPICS_SHOWN = 20
"""The topics with the most widely found articles; the table has all."""

MUCH = 20.0
"""Lowest percentage that is reported among the findings."""

TopicRows = Sequence[dict[str, Any]]
"""Rows of ``topic_diagnosis``, all of one run."""

FITS = {fit: fit.name.lower() for fit in GranularityMatch}
"""Names of columns."""


def diagnosed(outcome: TaskOutcome) -> Iterator[tuple[RunOutcome, Diagnosis]]:
    """Yield the evaluated runs of a task with their diagnoses."""
    for run in outcome.runs:
        if run.diagnosis is not None:
            yield run, run.diagnosis


def by_run(rows: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return the rows of each run."""
    return {} if rows.empty else {str(run): of_run for run, of_run in rows.groupby("run", sort=False)}


@once_per_outcome
def diagnosed_runs(outcome: TaskOutcome) -> int:
    """Return the number of `diagnosed` runs."""
    return sum(1 for _ in diagnosed(outcome))


@once_per_outcome
def article_ranks(outcome: TaskOutcome) -> Integers:
    """Return the rank of the first result from each relevant article, 0 without; shape (runs, articles)."""
    return np.array([one.article_ranks for _, one in diagnosed(outcome)], dtype=np.int64)


def by_topic(outcome: TaskOutcome, selected: NDArray[np.bool_]) -> Integers:
    """Return the number of selected articles of each topic, from shape (rows, articles) to (rows, topics)."""
    relevant = np.array([len(names) for names in outcome.relevant_articles.relevant_articles], np.int64)
    ends = np.cumsum(relevant)
    before = np.zeros((len(selected), selected.shape[1] + 1), dtype=np.int64)
    np.cumsum(selected, axis=1, out=before[:, 1:])
    return before[:, ends] - before[:, ends - relevant]


@once_per_outcome
def missed_articles(outcome: TaskOutcome, campaign: Campaign | None = None) -> pd.DataFrame:
    """Return the relevant articles that each run missed and others returned, the most widely found first.

    Rows and columns of the published table without the task.
    """
    ranks, names = article_ranks(outcome), [run.submission.name for run, _ in diagnosed(outcome)]
    if not ranks.size:
        return pd.DataFrame()
    known = outcome.relevant_articles
    best_row = np.where(ranks > 0, ranks, np.iinfo(np.int64).max).argmin(axis=0)
    counts = [len(one) for one in known.relevant_articles]
    articles = pd.DataFrame(
        {
            "place": np.repeat(np.arange(len(known.topics)), counts),
            "topic": np.repeat(np.array(known.topics, dtype=object), counts),
            "article": [name for names in known.relevant_articles for name in names],
            "runs": np.count_nonzero(ranks, axis=0),
            "best_rank": ranks[best_row, np.arange(ranks.shape[1])],
            "best_run": np.array(names, dtype=object)[best_row],
        }
    )
    widest = articles[articles.runs > 0].sort_values(
        ["place", "runs", "best_rank"], ascending=[True, False, True], kind="stable"
    )
    missed: list[pd.DataFrame] = [
        widest[row[widest.index] == 0].groupby("place").head(PUBLISHED_ARTICLES).assign(run=name)
        for name, row in zip(names, ranks, strict=True)
    ]
    return pd.concat(missed)


@once_per_outcome
def _missed_by_run(outcome: TaskOutcome) -> dict[str, pd.DataFrame]:
    return by_run(missed_articles(outcome))


MISSED_ARTICLES = Table.of_tasks(
    "missed_articles",
    "One row per evaluated run, topic and relevant article that it missed: the five most widely found.",
    {
        **TASK_AND_RUN,
        **TOPIC,
        "article": text(
            "Id of a relevant article that the run does not return.",
            "Name of a relevant document that the run does not return.",
        ),
        "runs": integer("Other evaluated runs of the task that do."),
        "best_rank": integer("The highest rank at which one of them does."),
        "best_run": text("That run; of several, the first by name."),
    },
    missed_articles,
    participants=Shown(
        "One row per evaluated own run and relevant article it missed, the most widely found of each topic.",
        of_all_runs="task run topic article runs best_rank",
    ),
)


def missed_section(outcome: TaskOutcome, run: str, topics: TopicRows, words: Words) -> Section | None:
    """Return what a run missed by its rows of ``topic_diagnosis``; None if nothing, or without other runs."""
    relevant, found, widely, nowhere = (
        sum(one[name] for one in topics)
        for name in ("relevant_articles", "articles_found", "missed_widely", "missed_by_all")
    )
    missed = relevant - found
    others = diagnosed_runs(outcome) - 1
    if not others or not missed:
        return None
    articles = defaultdict[str, list[dict[str, Any]]](list)
    for article in frame_rows(_missed_by_run(outcome).get(run, pd.DataFrame())):
        articles[article["topic"]].append(article | {"task": outcome.task.name})
    by_width = [
        one | {"missed": one["relevant_articles"] - one["articles_found"], "articles": most_found}
        for one in topics
        if (most_found := articles[one["topic"]][:SHOWN_ARTICLES])
    ]
    by_width.sort(key=lambda one: (-one["missed_widely"], one["missed_by_all"] - one["missed"], one["topic"]))
    shown = by_width[:TOPICS_SHOWN]
    by = at_least_half(others)
    answer = (
        f"The run misses {missed:,} of {relevant:,} relevant {words.items}. "
        f"{by[0].upper()}{by[1:]} {f'{widely:,}' if widely else 'none'} of the missed ones (“widely found”)"
    )
    answer += f"; no run returns {nowhere:,} of them." if nowhere else "."
    if len(shown) < len(by_width):
        answer += (
            f" The table shows {len(shown)} of {counted(len(by_width), 'topic')}, starting with those where "
            f"the run missed the most widely found {words.items}."
        )
    table = View(
        f"Missed relevant {words.items}",
        pd.DataFrame(shown),
        {
            "topic": ("Topic", "topic"),
            "relevant_articles": ("Relevant", "count"),
            "missed": ("Missed", "count"),
            "missed_widely": ("Widely found", "count"),
            "articles": ("Most widely found (runs, best rank)", "found by others"),
        },
        caption=f"Relevant {words.items} per topic, those that the run missed, and of these the ones that "
        "the largest number of other runs return (in brackets: number of runs, best rank).",
        data=f"missed_{words.items}",
    )
    claim = f"It misses {counted(widely, f'relevant {words.item}')} that {by}"
    return Section(
        "missed",
        f"Missed relevant {words.items}",
        [answer],
        [table] if shown else [],
        level=3,
        facts={"finding": (claim, "") if widely else None},
    )


def at_least_half(others: int) -> str:
    """Return the runs that returned a widely found article, with their verb.

    Examples
    --------
    >>> [at_least_half(others) for others in (1, 2)]
    ['the other run returns', 'one or both of the other runs return']
    >>> at_least_half(22)
    'at least half of the other 22 runs return'
    """
    if others == 1:
        return "the other run returns"
    if others == 2:
        return "one or both of the other runs return"
    return f"at least half of the other {others:,} runs return"


def near_misses(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return examples of results that nearly fit: rows and columns of the published table, but the task."""
    rows = [
        {name: None if cell == UNKNOWN else cell for name, cell in vars(miss).items()}
        | {"run": run.submission.name, "fit": FITS[miss.fit]}
        for run, diagnosis in diagnosed(outcome)
        for miss in diagnosis.near_misses
    ]
    return pd.DataFrame(rows, columns=["run", *NearMiss.__dataclass_fields__], dtype=object)


NEAR_MISSES = Table.of_tasks(
    "near_misses",
    "One row per example of a result that nearly fits: at most three a run and kind.",
    {
        **TASK_AND_RUN,
        "fit": text("In which way it does not fit; see the columns of run_diagnosis."),
        **TOPIC,
        "rank": integer("Rank of the result."),
        "article": text("Its article."),
        "path": text("Path of the element; empty if the result is not an element."),
        "offset": optional_integer("Where it begins; empty where that is not known."),
        "length": optional_integer("Its length."),
        "wanted_path": text(
            "Element that would have fitted; empty where results are not held against elements."
        ),
        "wanted_offset": optional_integer(
            "Where the passage begins that would have fitted, or the best entry point is; else empty."
        ),
        "wanted_length": optional_integer("How long that passage is; 0 for an entry point."),
    },
    near_misses,
    applies=judges_text,
    participants=Shown("One row per evaluated own run and example of a near miss."),
)

_NAMES = {
    "fitting": "Fitting",
    "too_large": "Too large",
    "too_small": "Too small",
    "elsewhere": "Right article, wrong place",
    "before": "Too early",
    "after": "Too late",
    "unplaced": "Place not known",
}

_MEANINGS: dict[Matching, dict[str, str]] = {
    Matching.TEXT: {
        "fitting": "half of it or more is highlighted, and it covers half or more of the passages it meets",
        "too_large": "it meets highlighted text, but less than half of it is highlighted",
        "too_small": "it covers less than half of the highlighted passages it meets",
        "elsewhere": "it meets no highlighted text of its article",
        "unplaced": "where it, or the highlighted text, lies is not known",
    },
    Matching.ELEMENTS: {
        "fitting": "of the elements on its path it is the one with the highest gain",
        "too_large": "it contains an element with a higher gain",
        "too_small": "it lies in an element with a higher gain",
        "elsewhere": "it is not relevant, and on no path with a relevant element",
        "unplaced": "it is no element",
    },
    Matching.ENTRY_POINTS: {
        "fitting": "it is near the best entry point",
        "before": "it lies too far before the best entry point",
        "after": "it lies too far after the best entry point",
        "unplaced": "where it, or the best entry point, lies is not known",
    },
}


def fit_section(diagnosis: Diagnosis, *, matters: bool) -> Section | None:
    """Return how a run's results in relevant articles of assessed topics fit; None if there are none.

    A poor fit is a finding if it `matters` to the official metric.
    """
    counts = dict(zip(FITS.values(), diagnosis.fits.sum(axis=0).tolist(), strict=True))
    inside = sum(counts.values())
    if not inside:
        return None
    columns = {"name": ("Result", "name"), "meaning": ("Meaning", "text"), "results": ("Results", "count")}
    columns["percent"] = ("Percent", "percent")
    kinds: dict[str, dict[str, Any]] = {
        fit: dict(
            zip(columns, (_NAMES[fit], meaning, counts[fit], 100.0 * counts[fit] / inside), strict=True)
        )
        for fit, meaning in _MEANINGS[diagnosis.matching].items()
    }
    parts = [View("Hits and near misses", pd.DataFrame(kinds.values()), columns, data="run_diagnosis")]
    if diagnosis.near_misses:
        parts.append(_examples(diagnosis.near_misses))
    misfits = [one for fit, one in kinds.items() if fit not in ("fitting", "unplaced")]
    worst = min(misfits, key=lambda one: (-one["results"], one["name"]))
    percent = sum(one["percent"] for one in misfits)
    claim = f"Poor fit: {percent:.0f}% of its {counted(inside, 'result')} in relevant articles"
    detail = f"Most of all ({worst['percent']:.0f}%) {worst['name'].lower()}: {worst['meaning']}."
    return Section(
        "fit",
        "Hits and near misses",
        [f"Results in relevant articles: {inside:,}. How well they match what is relevant there:"],
        parts,
        level=3,
        facts={"finding": (claim, detail) if matters and worst["percent"] >= MUCH else None},
    )


def _examples(found: Sequence[NearMiss]) -> View:
    rows = [
        {
            "topic": one.topic,
            "kind": _NAMES[FITS[one.fit]],
            "rank": one.rank,
            "article": one.article,
            "place": one.path or _place(one.offset, one.length),
            "wanted": one.wanted_path or _place(one.wanted_offset, one.wanted_length),
        }
        for one in found
    ]
    return View(
        "Examples of near misses",
        pd.DataFrame(rows),
        {
            "topic": ("Topic", "topic"),
            "kind": ("Kind", "text"),
            "rank": ("Rank", "number"),
            "article": ("Article", "document"),
            "place": ("Returned", "place"),
            "wanted": ("Match", "place"),
        },
        caption="The highest-ranked example of each kind, one per topic.",
        folded="Examples of near misses",
        data="near_misses",
    )


def _place(offset: int, length: int) -> str:
    """Where the text lies that is returned or wanted."""
    if offset == UNKNOWN:
        return "not known"
    return f"text {offset:,}–{offset + length:,}" if length else f"at {offset:,}"
