"""The published tables on what each run found, missed and nearly found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.model.assessment import UNKNOWN
from inexreport.model.diagnosis import DEPTHS, Diagnosis, Fit
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.report.composition_tables import RANK_BANDS
from inexreport.report.table_columns import SCHEMAS
from inexreport.report.text_columns import repeated, taken, texts
from inexreport.report.typed_table import joined, typed_columns, typed_table
from inexreport.statistics.lost_topics import likely_causes
from inexreport.statistics.run_diagnoses import median_by_depth, task_diagnoses
from inexreport.statistics.summary import Floats, Integers

ALL_TYPES = "(all)"
"""What the column `element_type` says on the row of all types together."""

_FITS = {fit: fit.name.lower() for fit in Fit}


def run_diagnosis_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per evaluated run: how its results fit, what it missed, and what the rules took."""
    rows = []
    for task, run, one in _diagnosed(outcome):
        diagnoses, rules = task_diagnoses(task), one.rules
        row = diagnoses.row(run)
        counts = one.fits.sum(axis=0)
        rows.append(
            {
                "task": task.task.name,
                "run": run.submission.name,
                "matching": one.matching.value,
                "topics": len(diagnoses.topics),
                "results": one.results.sum(),
                "relevant_results": one.relevant_results.sum(),
                "overlapping": one.overlapping.sum(),
                **{name: counts[fit] for fit, name in _FITS.items()},
                "missed": (diagnoses.relevant - diagnoses.articles_found[row]).sum(),
                "missed_widely": diagnoses.widely_missed[row].sum(),
                "missed_by_all": diagnoses.missed_by_all.sum(),
                "not_asked": rules.not_asked,
                "beyond_cutoff": rules.beyond_cutoff,
                "not_assessed": rules.not_assessed,
                "repeated": rules.repeated,
                "without_place": run.composition.unlocated if run.composition else 0,
                "left_out": rules.left_out,
                "characters_lost": rules.characters_lost,
                "relevant_lost": rules.relevant_lost,
                "score_unlimited": rules.score_unlimited,
            }
        )
    return typed_table(rows, SCHEMAS["run_diagnosis"])


def topic_diagnosis_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per evaluated run and assessed topic of its task."""
    parts = [_topics_of(task) for task in outcome.tasks if task_diagnoses(task).runs]
    return joined(parts, SCHEMAS["topic_diagnosis"])


def _topics_of(task: TaskOutcome) -> pa.Table:
    """The rows of a task: run after run, each with all topics."""
    diagnoses, causes = task_diagnoses(task), likely_causes(task)
    found = [run.diagnosis for run in diagnoses.runs if run.diagnosis is not None]
    runs, topics = len(diagnoses.runs), len(diagnoses.topics)

    def by_run(name: str) -> NDArray[Any]:
        return np.concatenate([np.empty(0, dtype=np.int64), *(getattr(one, name) for one in found)])

    def by_topic(numbers: Integers) -> Integers:
        return np.tile(numbers, runs)

    first = by_run("first_relevant")
    fits = np.concatenate([np.empty((0, len(_FITS)), dtype=np.int64), *(one.fits for one in found)])
    told = [" ".join(one) for row in range(runs) for one in causes.of_run(row)]
    return typed_columns(
        {
            "task": repeated(task.task.name, runs * topics),
            "run": taken([run.submission.name for run in diagnoses.runs], np.repeat(np.arange(runs), topics)),
            "topic": taken(diagnoses.topics, by_topic(np.arange(topics))),
            "results": by_run("results"),
            "relevant_results": by_run("relevant_results"),
            "first_relevant": pa.array(first, mask=first == 0),
            "found": by_run("found"),
            "relevant_articles": by_topic(diagnoses.relevant),
            "articles_found": diagnoses.articles_found.ravel(),
            "missed_widely": diagnoses.widely_missed.ravel(),
            "missed_by_all": by_topic(diagnoses.missed_by_all),
            "relevant_first": by_run("relevant_first"),
            "unjudged_first": by_run("unjudged_first"),
            "overlapping": by_run("overlapping"),
            **{name: fits[:, fit] for fit, name in _FITS.items()},
            "causes": texts(told),
        },
        SCHEMAS["topic_diagnosis"],
    )


def topic_medians_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per task and assessed topic: medians over the evaluated runs."""
    rows = []
    for task in outcome.tasks:
        diagnoses = task_diagnoses(task)
        medians = diagnoses.medians if diagnoses.runs else {}
        for place, topic in enumerate(diagnoses.topics):
            first = medians["first_relevant"][place]
            rows.append(
                {
                    "task": task.task.name,
                    "topic": topic,
                    "runs": len(diagnoses.runs),
                    "results": medians["results"][place],
                    "first_relevant": np.nan if np.isinf(first) else first,
                    "articles_found": medians["articles_found"][place],
                    "relevant_first": medians["relevant_first"][place],
                    "unjudged_first": medians["unjudged_first"][place],
                    "overlapping_percent": medians["overlapping"][place],
                    "fitting_percent": medians["fitting"][place],
                }
            )
    return typed_table(rows, SCHEMAS["topic_medians"])


def found_by_rank_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per evaluated run and depth, and one per task and depth for the median of its runs."""
    rows: list[tuple[str, str, int, float, float, float]] = []
    for task in outcome.tasks:
        diagnoses = task_diagnoses(task)
        if not diagnoses.runs:
            continue
        shares = (diagnoses.found_by_depth, diagnoses.articles_by_depth, diagnoses.overlapping_by_depth)
        for row, run in enumerate(diagnoses.runs):
            rows += _by_depth(task, run.submission.name, *(one[row] for one in shares))
        rows += _by_depth(task, "", *map(median_by_depth, shares))
    return typed_table(rows, SCHEMAS["found_by_rank"])


def _by_depth(
    task: TaskOutcome, run: str, found: Floats, articles: Floats, overlapping: Floats
) -> Iterator[tuple[str, str, int, float, float, float]]:
    for place, depth in enumerate(DEPTHS):
        shares = float(found[place]), float(articles[place]), float(overlapping[place])
        yield task.task.name, run, depth, *shares


def results_by_rank_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per evaluated run, band of ranks and type of results, and one for all types."""
    rows = []
    for task, run, one in _diagnosed(outcome):
        types = dict(zip(one.result_types, one.by_type, strict=True)) | {ALL_TYPES: one.by_type.sum(axis=0)}
        rows += [
            (task.task.name, run.submission.name, ranks, kind, *counts[band].tolist())
            for kind, counts in types.items()
            for band, ranks in enumerate(RANK_BANDS)
            if counts[band].any()
        ]
    return typed_table(rows, SCHEMAS["results_by_rank"])


def missed_articles_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per evaluated run and relevant article that it missed, the most widely found of each topic."""
    parts = [_missed_in(task) for task in outcome.tasks if task_diagnoses(task).runs]
    return joined(parts, SCHEMAS["missed_articles"])


def _missed_in(task: TaskOutcome) -> pa.Table:
    """The rows of a task, run after run."""
    diagnoses = task_diagnoses(task)
    names = [run.submission.name for run in diagnoses.runs]
    named = [diagnoses.named(row) for row in range(len(names))]
    articles = np.concatenate([np.empty(0, dtype=np.int64), *named])
    return typed_columns(
        {
            "task": repeated(task.task.name, len(articles)),
            "run": taken(names, np.repeat(np.arange(len(names)), [len(one) for one in named])),
            "topic": taken(diagnoses.topics, diagnoses.topic_of_article[articles]),
            "article": taken([one for of_topic in diagnoses.articles for one in of_topic], articles),
            "runs": diagnoses.found_by[articles],
            "best_rank": diagnoses.best_rank[articles],
            "best_run": taken(names, diagnoses.best_row[articles]),
        },
        SCHEMAS["missed_articles"],
    )


def near_misses_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per evaluated run and example of a near miss."""
    rows = [
        {
            "task": task.task.name,
            "run": run.submission.name,
            "fit": _FITS[one.fit],
            "topic": one.topic,
            "rank": one.rank,
            "article": one.article,
            "path": one.path,
            "offset": _known(one.offset),
            "length": _known(one.length),
            "wanted_path": one.wanted_path,
            "wanted_offset": _known(one.wanted_offset),
            "wanted_length": _known(one.wanted_length),
        }
        for task, run, diagnosis in _diagnosed(outcome)
        for one in diagnosis.near_misses
    ]
    return typed_table(rows, SCHEMAS["near_misses"])


def _known(place: int) -> int | None:
    return None if place == UNKNOWN else place


def _diagnosed(outcome: CampaignOutcome) -> Iterator[tuple[TaskOutcome, RunOutcome, Diagnosis]]:
    for task in outcome.tasks:
        for run in task.runs:
            if run.diagnosis is not None:
                yield task, run, run.diagnosis
