"""Tables of what each run found, missed and nearly found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

import numpy as np

from inexreport.model.assessment import OF_TEXT, UNKNOWN
from inexreport.model.diagnosis import DEPTHS, Diagnosis, GranularityMatch
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.report.applicability import judges_text
from inexreport.report.tables.columns import RANK_BANDS, RANKS, TASK, TASK_AND_RUN, TOPIC, UNJUDGED
from inexreport.report.tables.table import Rows, Table, integer, number, optional_integer, text
from inexreport.statistics.likely_causes import likely_causes
from inexreport.statistics.run_diagnoses import median_by_depth, task_diagnoses

_FIRST = "the first ten, or as many as the official metric reads if these are fewer"

_CAUSES = (
    "What would explain a low score, compared with the medians, of what the official metric reads: "
    "`not_answered`, `nothing_relevant`, `few_results` (less than half), `articles_missed` (a fifth fewer"
)
_CAUSES_AT_TOP = (
    "`ranked_late` (first relevant result at twice the rank and two ranks below), `few_at_top` (two fewer "
    "relevant ones among the first)"
)
_UNJUDGED = "`unjudged` (three more of the first; never where the assessments list relevant"

ALL_TYPES = "(all)"
"""The element type on the row of all types together."""

_FIT_NAMES = {fit: fit.name.lower() for fit in GranularityMatch}

FITS = {
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

MISSED_BY_ALL = {
    "missed_by_all": integer(
        "Relevant articles that no evaluated run of the task returns.",
        "Relevant documents that no evaluated run of the task returns.",
    )
}


def _diagnosed(outcome: CampaignOutcome) -> Iterator[tuple[TaskOutcome, RunOutcome, Diagnosis]]:
    for task in outcome.tasks:
        for run in task.runs:
            if run.diagnosis is not None:
                yield task, run, run.diagnosis


def _run_diagnosis(outcome: CampaignOutcome) -> Rows:
    for task, run, one in _diagnosed(outcome):
        diagnoses = task_diagnoses(task)
        row = diagnoses.row(run)
        counts = one.fits.sum(axis=0)
        yield {
            "task": task.task.name,
            "run": run.submission.name,
            "matching": one.matching.value,
            "topics": len(diagnoses.topics),
            "results": one.results.sum(),
            "relevant_results": one.relevant_results.sum(),
            "overlapping": one.overlapping.sum(),
            **{name: counts[fit] for fit, name in _FIT_NAMES.items()},
            "missed": (diagnoses.relevant - diagnoses.articles_found[row]).sum(),
            "missed_widely": diagnoses.widely_missed[row].sum(),
            "missed_by_all": diagnoses.missed_by_all.sum(),
            "without_place": run.composition.unlocated if run.composition else 0,
            **asdict(one.rules),
        }


RUN_DIAGNOSIS = Table(
    "run_diagnosis",
    "One row per evaluated run: how its results fit, what it missed, what the rules took.",
    {
        **TASK_AND_RUN,
        "matching": text(
            "What results are held against: `highlighted text`, `relevant elements` or `best entry "
            "points`. All counts are of results, after the cut-off and limits, for assessed topics.",
            kinds=OF_TEXT,
        ),
        "topics": integer("Assessed topics of the task."),
        "results": integer("Results that count."),
        "relevant_results": integer(
            "Relevant ones among them: with highlighted text, judged relevant, or near the "
            "best entry point of their article.",
            "Relevant ones among them.",
        ),
        "overlapping": integer("Results that overlap an earlier one of their topic.", kinds=OF_TEXT),
        **FITS,
        "missed": integer(
            "Relevant articles without any result.", "Relevant documents that the run does not return."
        ),
        "missed_widely": integer("Number of these that at least half of the other runs of the task return."),
        **MISSED_BY_ALL,
        "not_asked": integer("Results for topics outside the task, which are ignored."),
        "beyond_cutoff": integer("Results beyond the rank at which a topic is cut."),
        "not_assessed": integer("Results for unassessed topics."),
        "repeated": integer(
            "Results that repeat an earlier one of the topic; of entry points, further ones of an article.",
            "Results that repeat an earlier one of the topic.",
        ),
        "without_place": integer(
            "Results, for all topics, whose place in the text is not known.", kinds=OF_TEXT
        ),
        "left_out": integer("Results that a limit of characters takes away.", kinds=OF_TEXT),
        "characters_lost": integer("Text that a limit of characters takes away.", kinds=OF_TEXT),
        "relevant_lost": integer("Highlighted text among it.", kinds=OF_TEXT),
        "score_unlimited": number(
            "Official score without the limit; empty where no limit took anything.", kinds=OF_TEXT
        ),
    },
    _run_diagnosis,
    documents_row="One row per evaluated run: its relevant results, what it missed, what the rules took.",
)


def _topic_diagnosis(outcome: CampaignOutcome) -> Rows:
    for task, run, one in _diagnosed(outcome):
        diagnoses = task_diagnoses(task)
        row = diagnoses.row(run)
        yield {
            "task": task.task.name,
            "run": run.submission.name,
            "topic": diagnoses.topics,
            "results": one.results,
            "relevant_results": one.relevant_results,
            "first_relevant": [rank or None for rank in one.first_relevant.tolist()],
            "found": one.found,
            "relevant_articles": diagnoses.relevant,
            "articles_found": diagnoses.articles_found[row],
            "missed_widely": diagnoses.widely_missed[row],
            "missed_by_all": diagnoses.missed_by_all,
            "relevant_first": one.relevant_first,
            "unjudged_first": one.unjudged_first,
            "overlapping": one.overlapping,
            **{name: one.fits[:, fit] for fit, name in _FIT_NAMES.items()},
            "causes": [" ".join(causes) for causes in likely_causes(task).of_run(row)],
        }


TOPIC_DIAGNOSIS = Table(
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
        **FITS,
        "causes": text(
            f"{_CAUSES} found), {_CAUSES_AT_TOP}, `misfit` and `overlap` (by 20 percentage points), "
            f"{_UNJUDGED} items only).",
            f"{_CAUSES} relevant documents found), {_CAUSES_AT_TOP}, `low_grades` (their grades add up to a "
            f"fifth and at least two less), {_UNJUDGED} documents only).",
        ),
    },
    _topic_diagnosis,
)


def _topic_medians(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        diagnoses = task_diagnoses(task)
        if not diagnoses.runs:
            continue
        medians = diagnoses.medians
        first = medians["first_relevant"]
        yield {
            "task": task.task.name,
            "topic": diagnoses.topics,
            "runs": diagnoses.median_runs,
            **{
                name: medians[name]
                for name in ("results", "articles_found", "relevant_first", "unjudged_first")
            },
            "first_relevant": np.where(np.isinf(first), np.nan, first),
            "overlapping_percent": medians["overlapping"],
            "fitting_percent": medians["fitting"],
        }


TOPIC_MEDIANS = Table(
    "topic_medians",
    "One row per task and assessed topic: medians over the evaluated runs.",
    {
        **TASK,
        **TOPIC,
        "runs": integer("Evaluated runs of the task."),
        "results": number("Median of their results."),
        "first_relevant": number(
            "Median rank of the first relevant result, where a run without any comes last; "
            "empty where half of the runs have none."
        ),
        "articles_found": number(
            "Median of the relevant articles found.", "Median of the relevant documents found."
        ),
        "relevant_first": number(f"Median of the relevant results among {_FIRST}."),
        "unjudged_first": number(f"Median of the unjudged results among {_FIRST}."),
        "overlapping_percent": number("Median share of overlapping results, in percent.", kinds=OF_TEXT),
        "fitting_percent": number(
            "Median share of fitting results among those in relevant articles, in percent; "
            "runs without such results do not count.",
            kinds=OF_TEXT,
        ),
    },
    _topic_medians,
)


def _found_by_rank(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        diagnoses = task_diagnoses(task)
        if not diagnoses.runs:
            continue
        shares = (diagnoses.found_by_depth, diagnoses.articles_by_depth, diagnoses.overlapping_by_depth)
        for row, run in enumerate(diagnoses.runs):
            yield (task.task.name, run.submission.name, DEPTHS, *(one[row] for one in shares))
        yield (task.task.name, "", DEPTHS, *map(median_by_depth, shares))


FOUND_BY_RANK = Table(
    "found_by_rank",
    "One row per evaluated run and rank, and one for the median of the task’s runs.",
    {
        **TASK,
        "run": text("Name of the run; empty for the median of the task’s evaluated runs."),
        "rank": integer("Rank down to which results are looked at."),
        "found": number(
            "Share of what is to be found, mean over the topics that have any; see topic_diagnosis."
        ),
        "articles_found": number(
            "Share of the relevant articles that have a result, mean over the same topics.", kinds=OF_TEXT
        ),
        "overlapping": number(
            "Share of these results that overlap an earlier one, all topics together.", kinds=OF_TEXT
        ),
    },
    _found_by_rank,
)


def _results_by_rank(outcome: CampaignOutcome) -> Rows:
    for task, run, one in _diagnosed(outcome):
        types = {ALL_TYPES: one.by_type.sum(axis=0)}
        if judges_text(outcome):
            types = dict(zip(one.result_types, one.by_type, strict=True)) | types
        for element_type, counts in types.items():
            for band, ranks in enumerate(RANK_BANDS):
                if counts[band].any():
                    yield task.task.name, run.submission.name, ranks, element_type, *counts[band]


RESULTS_BY_RANK = Table(
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
    _results_by_rank,
    documents_row="One row per evaluated run and band of ranks.",
)


def _missed_articles(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        diagnoses = task_diagnoses(task)
        names = [run.submission.name for run in diagnoses.runs]
        topics = np.array(diagnoses.topics, dtype=object)
        articles = np.array([one for of_topic in diagnoses.articles for one in of_topic], dtype=object)
        for row, name in enumerate(names):
            missed = diagnoses.named(row)
            yield (
                task.task.name,
                name,
                topics[diagnoses.topic_of_article[missed]],
                articles[missed],
                diagnoses.found_by[missed],
                diagnoses.best_rank[missed],
                [names[best] for best in diagnoses.best_row[missed].tolist()],
            )


MISSED_ARTICLES = Table(
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
    _missed_articles,
    documents_row="One row per evaluated run, topic and relevant document that it missed: the five most "
    "widely found.",
)


def _near_misses(outcome: CampaignOutcome) -> Rows:
    for task, run, diagnosis in _diagnosed(outcome):
        for one in diagnosis.near_misses:
            cells = {name: None if cell == UNKNOWN else cell for name, cell in asdict(one).items()}
            yield cells | {"task": task.task.name, "run": run.submission.name, "fit": _FIT_NAMES[one.fit]}


NEAR_MISSES = Table(
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
    _near_misses,
    applies=judges_text,
)
