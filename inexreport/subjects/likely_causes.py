"""Why is a score low? What each run found on each topic, compared with the medians of its task."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from math import isinf
from operator import itemgetter
from typing import Any

import numpy as np
import pandas as pd

from inexreport.model.assessment import OF_TEXT
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.diagnosis import FIRST_RESULTS, Aspect, Reading
from inexreport.model.outcome import TaskOutcome
from inexreport.model.run import Standing
from inexreport.model.score_numbers import ratios
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.tables.columns import TASK, TASK_AND_RUN, TOPIC, UNJUDGED
from inexreport.report.tables.table import Shown, Table, integer, number, optional_integer, text
from inexreport.report.words import Words, words_of
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.summary import known_ranks
from inexreport.subjects.missed_articles import FITS, TopicRows, article_ranks, by_topic, diagnosed
from inexreport.subjects.sections import Section, View, frame_rows

WIDELY = 0.5
"""An article is widely found if at least this share of the other runs returned it."""

MARKEDLY = 20.0
"""Minimal difference from the median, in percent of counts, or in percentage points of shares."""

MORE_UNJUDGED = 3
"""Minimal number of unjudged results above the median, among the first results."""

FEWER_AT_TOP = 2
"""Minimal number of relevant results below the median, among the first results."""

LOWER_GRADES = 2
"""Minimal difference of the sum of grades from the median; it is also at least `MARKEDLY`."""

LATER = 2
"""The first relevant result is late at this multiple of the median rank, and at least as many ranks below."""

TOPICS_SHOWN = 20
"""The worst; the table has all."""

CAUSES_NAMED = 3


class Cause(StrEnum):
    """A likely cause of a low score on a topic, in the order in which causes are reported."""

    NOT_ANSWERED = "not_answered"
    NOTHING_RELEVANT = "nothing_relevant"
    FEW_RESULTS = "few_results"
    ARTICLES_MISSED = "articles_missed"
    RANKED_LATE = "ranked_late"
    FEW_AT_TOP = "few_at_top"
    LOW_GRADES = "low_grades"
    MISFIT = "misfit"
    OVERLAP = "overlap"
    UNJUDGED = "unjudged"


FIT = frozenset({Aspect.PLACES, Aspect.SIZE, Aspect.ORDER})
"""What the official metric reads if the fit of results matters: one without order counts text."""

_NEEDED = {
    Cause.NOTHING_RELEVANT: {Aspect.RELEVANCE},
    Cause.FEW_RESULTS: {Aspect.RELEVANCE, Aspect.LATER, Aspect.MISSED},
    Cause.ARTICLES_MISSED: {Aspect.RELEVANCE, Aspect.LATER, Aspect.MISSED},
    Cause.RANKED_LATE: {Aspect.RELEVANCE, Aspect.ORDER, Aspect.UNJUDGED},
    Cause.FEW_AT_TOP: {Aspect.RELEVANCE, Aspect.LATER, Aspect.UNJUDGED},
    Cause.LOW_GRADES: {Aspect.GRADES, Aspect.UNJUDGED},
    Cause.MISFIT: {*FIT, Aspect.END},
    Cause.OVERLAP: {Aspect.OVERLAP, Aspect.END},
    Cause.UNJUDGED: {Aspect.UNJUDGED},
}
"""What the official metric reads if it can see a cause. Ranks and first results are counted with unjudged
ones, fit and overlap at all ranks."""

_COUNTS = (
    *("results", "relevant_results", "found", "relevant_first", "unjudged_first", "grades_first"),
    "overlapping",
)
"""Arrays of a diagnosis with a number for each topic."""

_QUANTITIES = (
    *("results", "articles_found", "first_rank", "relevant_first", "unjudged_first", "grades_first"),
    *("fitting_percent", "overlapping_percent", "results_read", "articles_read"),
)
"""Columns with medians, which explain scores; the last two are about what the official metric reads."""


@once_per_outcome
def topic_diagnoses(
    outcome: TaskOutcome, campaign: Campaign | None = None
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return what each run found on each topic with its likely causes, and the medians of topics.

    Rows and columns of the published tables without the task, and further columns of `_QUANTITIES`, of which
    ``first_rank`` is infinite without a relevant result. Medians are of the ranked runs that have a quantity.
    """
    runs, known = list(diagnosed(outcome)), outcome.relevant_articles
    if not runs:
        return pd.DataFrame(), pd.DataFrame()
    reading, ranks = runs[0][1].reading, article_ranks(outcome)
    depth, found_by = reading.depth or sys.maxsize, np.count_nonzero(ranks, axis=0)
    relevant = np.array([len(names) for names in known.relevant_articles], dtype=np.int64)
    missed_by_all = relevant - by_topic(outcome, found_by[None, :] > 0)[0]
    widely = (ranks == 0) & (found_by >= max(1, WIDELY * (len(runs) - 1)))
    first = np.concatenate([one.first_relevant for _, one in runs])
    fits = np.concatenate([one.fits for _, one in runs])
    own = pd.DataFrame(
        {
            "run": np.repeat([run.submission.name for run, _ in runs], len(known.topics)).astype(object),
            "topic": [*known.topics] * len(runs),
            "ranked": np.repeat(
                [run.submission.standing is Standing.OFFICIAL for run, _ in runs], len(known.topics)
            ),
            **{name: np.concatenate([getattr(one, name) for _, one in runs]) for name in _COUNTS},
            "first_relevant": known_ranks(first),
            "first_rank": np.where(first > 0, first, np.inf),
            "relevant_articles": np.tile(relevant, len(runs)),
            "articles_found": by_topic(outcome, ranks > 0).ravel(),
            "articles_read": by_topic(outcome, (ranks > 0) & (ranks <= depth)).ravel(),
            "missed_widely": by_topic(outcome, widely).ravel(),
            "missed_by_all": np.tile(missed_by_all, len(runs)),
            **{name: fits[:, fit] for fit, name in FITS.items()},
        }
    )
    own["fitting_percent"] = ratios(100.0 * own.fitting, fits.sum(axis=1))
    own["overlapping_percent"] = ratios(100.0 * own.overlapping, own.results, undefined=0.0)
    own["results_read"] = own.results.clip(upper=depth)
    ranked = own[own.ranked]
    medians = ranked.groupby("topic")[[*_QUANTITIES]].median().reindex(list(known.topics))
    medians = medians.rename_axis("topic").reset_index().assign(runs=ranked.run.nunique())
    medians["first_relevant"] = medians.first_rank.replace(np.inf, np.nan)
    usual = medians.loc[np.tile(np.arange(len(medians)), len(runs))].reset_index(drop=True)
    causes = np.full(len(own), "", dtype=object)
    for cause, holds in _holds(own, usual, depth).items():
        # Results that assessments of relevant items do not list may have been judged.
        if visible(cause, reading) and not (cause is Cause.UNJUDGED and known.only_relevant):
            causes[holds] += f"{cause} "
    return own.assign(causes=[one.strip() for one in causes]), medians


def visible(cause: Cause, reading: Reading) -> bool:
    """Whether a metric can see a cause: whether its value can depend on it."""
    needed = _NEEDED.get(cause, set())
    if cause in (Cause.FEW_RESULTS, Cause.ARTICLES_MISSED) and reading.depth is None:
        needed = needed | {Aspect.END}
    if cause in (Cause.FEW_AT_TOP, Cause.LOW_GRADES, Cause.UNJUDGED) and Aspect.END in reading.aspects:
        needed = needed | {Aspect.ORDER}  # without order, all results count as much as the first
    at_top = reading.depth is not None and reading.depth <= FIRST_RESULTS
    # What is missing among so few results is few at the top.
    return needed <= reading.aspects and not (cause is Cause.ARTICLES_MISSED and at_top)


def _holds(own: pd.DataFrame, median: pd.DataFrame, depth: int) -> dict[Cause, pd.Series[bool]]:
    """In which rows each cause holds down to a depth, whatever the score is."""
    answered = own.results > 0
    enough = (1 - MARKEDLY / 100) * median.articles_read
    missed = answered & (own.articles_read <= enough) & (enough > 0)
    nothing = own.first_rank > depth
    lower = (MARKEDLY / 100 * median.grades_first).clip(lower=LOWER_GRADES)
    late = own.first_rank >= np.maximum(LATER * median.first_rank, median.first_rank + LATER)
    # Comparisons with NaN are false.
    return {
        Cause.NOT_ANSWERED: ~answered,
        Cause.NOTHING_RELEVANT: answered & nothing & (median.first_rank <= depth),
        Cause.FEW_RESULTS: missed & (own.results_read < median.results_read / 2),
        Cause.ARTICLES_MISSED: missed,
        Cause.RANKED_LATE: answered & late & ~nothing,
        # Where nothing is relevant, both hold for that reason.
        Cause.FEW_AT_TOP: answered & ~nothing & (own.relevant_first <= median.relevant_first - FEWER_AT_TOP),
        Cause.LOW_GRADES: answered & ~nothing & (own.grades_first <= median.grades_first - lower),
        Cause.MISFIT: answered & (own.fitting_percent <= median.fitting_percent - MARKEDLY),
        Cause.OVERLAP: answered & (own.overlapping_percent >= median.overlapping_percent + MARKEDLY),
        Cause.UNJUDGED: answered & (own.unjudged_first >= median.unjudged_first + MORE_UNJUDGED),
    }


FIT_COLUMNS = {
    "fitting": integer(
        "Results in relevant articles that fit. Text: half or more of it is highlighted, and it covers "
        "half or more of the passages it meets. Elements: of those on its path it has the highest gain. "
        "Entry points: the official metric gives at least half of what it can.",
        kinds=OF_TEXT,
    ),
    "too_large": integer(
        "Text of which less than half is highlighted; elements that contain one with a higher gain.",
        kinds=OF_TEXT,
    ),
    "too_small": integer(
        "Text that covers less than half of the passages it meets; elements in one with a higher gain.",
        kinds=OF_TEXT,
    ),
    "elsewhere": integer("Results that meet nothing relevant in their article.", kinds=OF_TEXT),
    "before": integer("Entry points too far before the best one.", kinds=OF_TEXT),
    "after": integer("Entry points too far after the best one.", kinds=OF_TEXT),
    "unplaced": integer(
        "Results where their place, or that of what is relevant, is not known; among elements, what is none.",
        kinds=OF_TEXT,
    ),
}
FIT_NAMES = "fitting too_large too_small elsewhere before after unplaced"
"""Those of them that participants get before the release."""

MISSED_BY_ALL = {"missed_by_all": integer("Relevant articles that no evaluated run of the task returns.")}
_FIRST = "the first ten, or as many as the official metric reads if these are fewer"
_CAUSES = (
    "What would explain a low score, compared with the medians, of what the official metric reads: "
    "`not_answered`, `nothing_relevant` (then neither `few_at_top` nor `low_grades`), `few_results` (less "
    "than half), `articles_missed` (a fifth fewer"
)
_CAUSES_AT_TOP = (
    "`ranked_late` (first relevant result at twice the rank and two ranks below), `few_at_top` (two fewer "
    "relevant ones among the first)"
)
_UNJUDGED = "`unjudged` (three more of the first; never where the assessments list relevant"

TOPIC_DIAGNOSIS = Table.of_tasks(
    "topic_diagnosis",
    "One row per evaluated run and assessed topic: what it found, and what would explain a low score.",
    {
        **TASK_AND_RUN,
        **TOPIC,
        "results": integer("Results that count."),
        "relevant_results": integer("Relevant ones among them."),
        "first_relevant": optional_integer("Rank of the first relevant one; empty where there is none."),
        "found": number(
            "Share of what is to be found: highlighted text, relevant elements, or relevant articles "
            "entered near their best entry point; empty where there is nothing.",
            "Share of the relevant documents that are found; empty where there are none.",
        ),
        "relevant_articles": integer("Articles with anything relevant.", "Relevant documents."),
        "articles_found": integer(
            "Number of these with a result, relevant or not.", "Number of these that the run returns."
        ),
        "missed_widely": integer(
            "Relevant articles without a result that at least half of the other runs return.",
            "Relevant documents that the run does not return and at least half of the other runs do.",
        ),
        **MISSED_BY_ALL,
        "relevant_first": integer(f"Relevant results among {_FIRST}."),
        "unjudged_first": integer(f"Unjudged results among {_FIRST}: {UNJUDGED}."),
        "overlapping": integer("Results that overlap an earlier one.", kinds=OF_TEXT),
        **FIT_COLUMNS,
        "causes": text(
            f"{_CAUSES} found), {_CAUSES_AT_TOP}, `misfit` and `overlap` (by 20 percentage points), "
            f"{_UNJUDGED} items only).",
            f"{_CAUSES} relevant documents found), {_CAUSES_AT_TOP}, `low_grades` (their grades add up to a "
            f"fifth and at least two less), {_UNJUDGED} documents only).",
        ),
    },
    itemgetter(0),
    topic_diagnoses,
    participants=Shown(
        "One row per evaluated own run and assessed topic of its task.",
        of_all_runs="task run topic results relevant_results first_relevant found relevant_articles "
        "articles_found missed_widely missed_by_all relevant_first unjudged_first overlapping "
        f"{FIT_NAMES} causes",
    ),
)
TOPIC_MEDIANS = Table.of_tasks(
    "topic_medians",
    "One row per task and assessed topic: medians over the ranked runs.",
    {
        **TASK,
        **TOPIC,
        "runs": integer("Ranked runs of the task."),
        "results": number("Median of their results."),
        "first_relevant": number(
            "Median rank of the first relevant result, where a run without any comes last; "
            "empty where half of the runs have none."
        ),
        "articles_found": number("Median of the relevant articles found."),
        "relevant_first": number(f"Median of the relevant results among {_FIRST}."),
        "unjudged_first": number(f"Median of the unjudged results among {_FIRST}."),
        "overlapping_percent": number("Median share of overlapping results, in percent.", kinds=OF_TEXT),
        "fitting_percent": number(
            "Median share of fitting results among those in relevant articles, in percent; "
            "runs without such results do not count.",
            kinds=OF_TEXT,
        ),
    },
    itemgetter(1),
    topic_diagnoses,
    participants=Shown(
        "One row per task and assessed topic: medians over all ranked runs.",
        of_all_runs="task topic runs results first_relevant articles_found relevant_first unjudged_first "
        "overlapping_percent fitting_percent",
    ),
)

CAUSE_NAMES = {
    Cause.NOT_ANSWERED: "not answered",
    Cause.NOTHING_RELEVANT: "nothing relevant {among}",
    Cause.FEW_RESULTS: "few results",
    Cause.ARTICLES_MISSED: "relevant {items} missed",
    Cause.RANKED_LATE: "ranked late",
    Cause.FEW_AT_TOP: "few relevant at the top",
    Cause.LOW_GRADES: "low grades at the top",
    Cause.MISFIT: "results that do not fit",
    Cause.OVERLAP: "overlap",
    Cause.UNJUDGED: "unjudged",
}
_SENTENCES = {
    Cause.NOT_ANSWERED: "Not answered.",
    Cause.NOTHING_RELEVANT: "No relevant result {among}.",
    Cause.FEW_RESULTS: "Few results: {own[results]:,.0f}, median {median[results]:,.10g}.",
    Cause.ARTICLES_MISSED: (
        "Relevant {items} missed: {own[articles_read]:,.0f} of {own[relevant_articles]:,} found{within}, "
        "median {median[articles_read]:,.10g}."
    ),
    Cause.RANKED_LATE: (
        "Ranked late: first relevant result at rank {own[first_rank]:,.0f}, "
        "median {median[first_rank]:,.10g}."
    ),
    Cause.FEW_AT_TOP: (
        "Few relevant among the first {first}: {own[relevant_first]:,.0f}, "
        "median {median[relevant_first]:,.10g}."
    ),
    Cause.LOW_GRADES: (
        "Low grades: those of the first {first} add up to {own[grades_first]:,.0f}, "
        "median {median[grades_first]:,.10g}."
    ),
    Cause.MISFIT: (
        "Poor fit: {own[fitting_percent]:.0f}% of the results in relevant articles fit "
        "(median {median[fitting_percent]:.0f}%)."
    ),
    Cause.OVERLAP: (
        "Overlap: {own[overlapping_percent]:.0f}% of the results overlap earlier ones "
        "(median {median[overlapping_percent]:.0f}%)."
    ),
    Cause.UNJUDGED: (
        "Unjudged: {own[unjudged_first]:.0f} of the first {first}, median {median[unjudged_first]:.10g}."
    ),
}
_NO_CAUSE = (
    "No likely cause found. Rank of the first relevant result: {rank}, median {median_rank}. Relevant among "
    "the first {first}: {own[relevant_first]:,.0f}, median {median[relevant_first]:,.10g}."
)
_GRADES = "Sum of their grades: {own[grades_first]:,.0f}, median {median[grades_first]:,.10g}."
"""The numbers are those of the run on the topic, and the medians of all runs."""

_NO_RANK = "none"

_METHOD = "Likely causes are inferred by comparison with the medians of all ranked runs."


@once_per_outcome
def topics_by_run(outcome: TaskOutcome) -> dict[str, TopicRows]:
    """Return the rows of `topic_diagnoses` of each run."""
    rows = frame_rows(topic_diagnoses(outcome)[0])
    return {run: list(own) for run, own in groupby(rows, itemgetter("run"))}


@once_per_outcome
def _medians_by_topic(outcome: TaskOutcome) -> dict[str, dict[str, Any]]:
    return {one["topic"]: one for one in frame_rows(topic_diagnoses(outcome)[1])}


def lost_section(
    view: CampaignView,
    task: str,
    own: TopicRows,
    reading: Reading,
    topics: Sequence[PageData],
) -> Section | None:
    """Return the topics on which a run is below the median, the worst first; None without any.

    `own` are its rows of `topic_diagnoses`, `topics` those of `inexreport.report.run.topic_rows`.
    """
    words, names = words_of(view.outcome.campaign), ["title", "score", "median", "difference"]
    scores = {
        one["topic"]: {name: one[name] for name in names} for one in topics if one["difference"] is not None
    }
    compared = [{**one, **scores[one["topic"]]} for one in own if one["topic"] in scores]
    lost = sorted(
        (one for one in compared if one["difference"] < 0), key=lambda one: (one["difference"], one["topic"])
    )
    if not lost:
        return None
    shown, medians = lost[:TOPICS_SHOWN], _medians_by_topic(view.of(task))
    told = [_told(one, medians[one["topic"]], reading, words) for one in shown]
    below = f"below the median on {len(lost)} of {counted(len(compared), 'topic')}"
    table = f"; the table lists the {len(shown)} worst" if len(shown) < len(lost) else ""
    view_of_topics = View(
        "Topics below the median",
        pd.DataFrame(shown, columns=["topic", *names]).assign(told=told),
        {
            "topic": ("Topic", "topic"),
            "title": ("Title", "text"),
            "difference": ("Difference", "signed"),
            "told": ("Likely cause", "told"),
            "score": ("Score", "score"),
            "median": ("Median", "score"),
        },
        caption=f"{view.topic_column(task).topic_identifier}, worst first.",
    )
    found = Counter(cause for one in lost for cause in one["causes"].split())
    counts = sorted(((cause, found[cause]) for cause in Cause), key=lambda one: -one[1])
    among = "returned" if reading.depth is None else f"among the first {reading.depth:,}"
    causes = [
        (CAUSE_NAMES[cause].format(items=words.items, among=among), topics)
        for cause, topics in counts
        if topics
    ]
    named = ", ".join(f"{name} ({topics})" for name, topics in causes[:CAUSES_NAMED])
    note = ", ".join(f"{name} on {topics}" for name, topics in causes)
    return Section(
        "lost",
        "Topics below the median",
        [f"The run is {below}{table}. {_METHOD}"],
        [view_of_topics, note and f"Causes over all topics below the median: {note}.", "topic_diagnosis"],
        level=3,
        facts={"finding": (f"It is {below}", named and f"Most frequent likely causes: {named}.")},
    )


def _told(own: Mapping[str, Any], median: Mapping[str, Any], reading: Reading, words: Words) -> str:
    """The likely causes of a run's score on a topic, in sentences."""
    rank, among = _rank(own["first_rank"]), f"(of {own['results']:,.0f})"
    if reading.depth is not None and own["results"] > reading.depth:
        where = "" if rank == _NO_RANK else f"; the first one is at rank {rank}"
        among = f"among the first {reading.depth:,}{where}"
    no_cause = [_NO_CAUSE, *([_GRADES] if Aspect.GRADES in reading.aspects else [])]
    sentences = [_SENTENCES[Cause(cause)] for cause in own["causes"].split()] or no_cause
    return " ".join(sentences).format(
        own=own,
        median=median,
        items=words.items,
        first=reading.first,
        within="" if reading.depth is None else f" in the first {reading.depth:,} results",
        among=among,
        rank=rank,
        median_rank=_rank(median["first_rank"]),
    )


def _rank(rank: float) -> str:
    return _NO_RANK if isinf(rank) else f"{rank:,.10g}"
