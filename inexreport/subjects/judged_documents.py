"""Which judged documents did the runs find? Those of each topic by grade, and the judged share of results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from inexreport.model.assessment import TopicAssessment
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.model.score_numbers import column_means
from inexreport.model.topic import Topic
from inexreport.report.applicability import judges_documents
from inexreport.report.campaign_view import CampaignView
from inexreport.report.first_results import grades_of
from inexreport.report.naming import task_title
from inexreport.report.tables.columns import TASK, TOPIC
from inexreport.report.tables.table import Table, integer, optional_integer, text
from inexreport.statistics.first_documents import SHOWN, first_documents
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import UNRANKED, Floats, known_ranks
from inexreport.subjects.sections import Columns, Section, View

WITHIN = (10, 100)
"""Ranks down to which finds are counted."""

DEPTHS = (5, 10, 20, 100)
"""Ranks down to which the judged share of results is reported."""

NO_RUN = -1
"""Best run of a document that no run found."""

MOST_UNSORTED = 5
"""Rows of a table without buttons to sort it."""

MOST_OPEN = 10
"""Topics whose grades are not folded."""

FINDS: Columns = {
    "found_10": ("Runs within 10", "count"),
    "found_100": ("Within 100", "count"),
    "found": ("Anywhere", "count"),
    "best_rank": ("Best rank", "rank"),
    "name": ("Best run", "run link"),
}


def _assessments(outcome: TaskOutcome, campaign: Campaign) -> list[TopicAssessment]:
    official = campaign.of_task(outcome.task.name).assessments
    found = (official.topics[topic] for topic in outcome.relevant_articles.topics)
    return [one for one in found if one.grades is not None]


@once_per_outcome
def judged_documents(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return how many official runs found each judged document of a task, in the order of the assessments.

    Ranks are places after the task's cut-off, from 1. The campaign judges documents, and the runs have their
    `judged_ranks`. The best run is the first of several in the standings.
    """
    assessments, runs = _assessments(outcome, campaign), task_standings(outcome).runs
    documents = [document for one in assessments for document in one.articles]
    within = np.zeros((len(WITHIN), len(documents)), dtype=np.int64)
    found, best_rank, best_run = (
        np.full(len(documents), none, dtype=np.int64) for none in (0, UNRANKED, NO_RUN)
    )
    # Run by run: the ranks of all runs together are many times as large as these counts.
    for row, run in enumerate(runs):
        ranks = run.judged_ranks
        if ranks is None:
            continue
        has = ranks > 0
        found += has
        within += has & (ranks <= np.array(WITHIN)[:, None])
        better = has & ((best_rank == UNRANKED) | (ranks < best_rank))
        best_rank[better], best_run[better] = ranks[better], row
    names = np.array([*(run.submission.name for run in runs), None], dtype=object)
    return pd.DataFrame(
        {
            "topic": [one.topic for one in assessments for _ in one.articles],
            "document": documents,
            "grade": [grade for one in assessments for grade in _grades(one)],
            **{f"found_{rank}": counts for rank, counts in zip(WITHIN, within, strict=True)},
            "found": found,
            "best_rank": known_ranks(best_rank),
            "best_run": names[best_run],
        }
    )


JUDGED_DOCUMENTS = Table.of_tasks(
    "judged_documents",
    "One row per task, topic and judged document: how many official runs found it.",
    {
        **TASK,
        **TOPIC,
        "document": text("Name of the document."),
        "grade": integer("Its grade."),
        **{f"found_{rank}": integer(f"Runs with it among their first {rank} results.") for rank in WITHIN},
        "found": integer("Runs with it among all their results."),
        "best_rank": optional_integer("The highest rank at which a run has it; empty where none has."),
        "best_run": text("That run; of several, the one that ranks first in the task."),
    },
    judged_documents,
    applies=judges_documents,
)


@once_per_outcome
def judged_shares(outcome: TaskOutcome, campaign: Campaign) -> dict[str, Floats]:
    """Return the judged share of the first results of each run, float64 array of shape (len(DEPTHS),).

    Mean over the assessed topics with results; a topic with fewer results than a depth has the share among
    these, as Judged@k of ir_measures. NaN without results. Parameters as `judged_documents`.
    """
    sizes = [len(one.articles) for one in _assessments(outcome, campaign)]
    topic, topics = np.repeat(np.arange(len(sizes)), sizes), len(sizes)
    shares = {}
    for run in outcome.runs:
        if run.judged_ranks is None or run.diagnosis is None:
            continue
        ranks, results = run.judged_ranks, run.diagnosis.results
        answered = results > 0
        counts = [np.bincount(topic[(ranks > 0) & (ranks <= depth)], minlength=topics) for depth in DEPTHS]
        of_topics = np.array(counts)[:, answered] / np.minimum(results[answered], np.array(DEPTHS)[:, None])
        shares[run.submission.name] = (
            column_means(of_topics.T) if answered.any() else np.full(len(DEPTHS), np.nan)
        )
    return shares


def documents_sections(view: CampaignView, topic: str) -> Iterator[Section]:
    """Yield the judged documents of an assessed topic, for each task whose runs are asked the topic.

    A participant's site has no finds: those of all runs are not for its reader. Where tasks have assessments
    of their own, each has a summary.
    """
    campaign = view.outcome.campaign
    differ, judged = bool(campaign.task_assessments), campaign.assessments.topics[topic]
    yield Section("section-judgements", "Judgements", [] if differ else [_summary(judged)])
    if view.participant and not differ and not campaign.task_collections:
        yield Section("", "", parts=_views(_own(judged), judged, ""))
        return
    tasks = [one for one in view.outcome.tasks if topic in one.relevant_articles.topics]
    for place, outcome in enumerate(tasks, start=1):
        task = outcome.task.name
        own, title = campaign.of_task(task).assessments.topics[topic], task_title(task)
        rows, answer = _own(own), [_summary(own)] if differ else []
        if not view.participant and (runs := len(view.standings[task].runs)):
            found = judged_documents(outcome, campaign)
            rows = found[found.topic == topic]
            rows = rows.assign(name=view.named(task, rows.best_run.fillna("")))
            answer.append(
                f"How many of {counted(runs, 'official run')} return each document among the first 10 "
                "results, the first 100 and anywhere, and its best rank; of several runs that have it there, "
                "the best of the task is named."
            )
        several = len(tasks) > 1
        heading = f"Judged for {title}" if differ else f"Found by runs of {title}" if several else ""
        parts = _views(rows.assign(task=task), own, f" found by runs of {title}" if several else "")
        yield Section(f"judged-{place}", heading, answer, parts, level=3)


def _own(judged: TopicAssessment) -> pd.DataFrame:
    return pd.DataFrame({"document": judged.articles, "grade": judged.grades})


def _grades(judged: TopicAssessment) -> list[int]:
    return [] if judged.grades is None else judged.grades.tolist()


def _summary(judged: TopicAssessment) -> str:
    grades = _grades(judged)
    counts = ", ".join(
        f"{grades.count(grade):,} of grade {grade}" for grade in sorted({*grades}, reverse=True)
    ).replace("-", "−")
    return f"{counted(len(grades), 'document')} judged, {judged.relevant_articles:,} relevant: {counts}."


def _views(rows: pd.DataFrame, judged: TopicAssessment, of_task: str) -> list[View | str]:
    """Relevant documents and others, the highest grade and the most runs first."""
    finds, is_relevant = FINDS if "name" in rows else {}, judged.is_relevant[:-1]
    order = ["grade", "found", "best_rank", "document"] if finds else ["grade", "document"]
    relevant, others = (
        rows[which].sort_values(order, ascending=[one not in ("grade", "found") for one in order])
        for which in (is_relevant, ~is_relevant)
    )
    folded = f"{counted(len(others), 'document')} judged not relevant"
    views = [
        View(
            label,
            some,
            {"document": ("Document", "document"), "grade": ("Grade", "grade"), **finds},
            folded=fold,
            kind="scores",
            rows="documents" if len(some) > MOST_UNSORTED else "",
        )
        for label, some, fold in (
            (f"Relevant documents{of_task}", relevant, ""),
            (f"Documents judged not relevant{of_task}", others, folded),
        )
        if len(some)
    ]
    return [*views, "judged_documents" if finds else "assessments"]


def judged_section(view: CampaignView, task: str, run: RunOutcome) -> Section | None:
    """Return how much of a run's first results was judged, and their grades; None without an evaluation.

    The median of the ranked runs is not on a participant's site.
    """
    if run.diagnosis is None:
        return None
    campaign, outcome = view.outcome.campaign.of_task(task), view.of(task)
    shares = judged_shares(outcome, campaign)
    ranked = (shares.get(one.submission.name) for one in view.standings[task].runs)
    known = [one for one in ranked if one is not None and not np.isnan(one).any()]
    rows = {"This run": shares[run.submission.name]}
    if known and not view.participant:
        median = f"Median of {counted(len(known), f'{view.ranked_word(task)} run')}"
        rows[median] = np.median(known, axis=0)
    depths = [str(depth) for depth in DEPTHS]
    table = View(
        "Judged share of the first results",
        pd.DataFrame([100 * row for row in rows.values()], columns=depths).assign(name=[*rows]),
        {"name": ("First results", "name"), **{depth: (depth, "percent") for depth in depths}},
        caption="Judged percentage of the first results, mean over the assessed topics with results, as "
        "Judged@10; of fewer results, among these. judged.csv takes all topics together, by band of ranks.",
    )
    first = first_documents(outcome).get(run.submission.name, {})
    grades = [
        (topic, campaign.topics.get(topic, Topic(topic)).title, *_first_grades(judged, first[topic]))
        for topic in dict.fromkeys((*campaign.topics, *campaign.assessments.topics))
        if topic in first and (judged := campaign.assessments.topics.get(topic)) is not None
    ]
    ranks = [str(rank) for rank in range(1, SHOWN + 1)]
    by_topic = View(
        "Grades of the first results",
        pd.DataFrame(grades, columns=["topic", "title", *ranks], dtype=object),
        {
            "topic": ("Topic", "topic"),
            "title": ("Title", "name"),
            **{rank: (rank, "number") for rank in ranks},
        },
        caption="Grades by rank; – marks an unjudged document.",
        folded=f"Grades of the first {counted(SHOWN, 'result')}, topic by topic",
        opened=len(grades) <= MOST_OPEN,
        kind="scores",
    )
    parts = (table, by_topic, "judged") if grades else (table, "judged")
    return Section("judged", "How many results are judged?", parts=parts)


def _first_grades(judged: TopicAssessment, documents: Sequence[str]) -> list[str]:
    """A grade for each of the first ranks, a dash if not judged, nothing beyond the last result."""
    grades = grades_of(judged)
    shown = [str(grades.get(document, "–")).replace("-", "−") for document in documents]
    return shown + [""] * (SHOWN - len(shown))
