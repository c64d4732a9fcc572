"""The page of subsets of the topics, by query type and tag: scores, relevance and agreement on them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, known, signed
from inexreport.report.tables.topic_subsets import relevant_in_subset
from inexreport.statistics.random_subsets import DRAWS, EXACT_UP_TO
from inexreport.statistics.significance import LEVEL
from inexreport.statistics.summary import UNRANKED
from inexreport.statistics.topic_subsets import (
    SubsetScores,
    TopicSubset,
    further_subset_means,
    subset_scores,
    topic_subsets,
)
from inexreport.subjects.agreement import subset_agreement
from inexreport.subjects.judged_elements import SUMMARIES, element_columns, subset_elements
from inexreport.subjects.judgements import measure_text


def topic_subsets_page(view: CampaignView) -> PageData:
    """Return the subsets, and for each task the runs on them; ``subsets`` is empty if there are none.

    ``has_text`` says whether the judgements measure text.
    """
    campaign = view.outcome.campaign
    subsets = topic_subsets(campaign)
    return {
        "subsets": [
            {"subset": subset, "relevant": relevant_in_subset(campaign.assessments, subset)}
            for subset in subsets
        ],
        "unit": campaign.collection.unit,
        "has_text": measure_text(campaign.assessments.topics.values()),
        "tasks": [
            _task(view, task.task.name, found)
            for task in view.outcome.tasks
            if task.task.name in view.standings
            and view.standings[task.task.name].runs
            and (found := subset_scores(task, campaign))
        ],
        "elements": _elements(view, subsets),
        "agreement": _agreement(view, subsets),
        "level": LEVEL,
        "draws": DRAWS,
        "exact_up_to": EXACT_UP_TO,
    }


def _task(view: CampaignView, task: str, found: Sequence[SubsetScores]) -> PageData:
    """The runs of a task in the order of its ranking, with a cell for each subset.

    ``further`` is whether the published table has scores by other metrics.
    """
    runs = view.standings[task].runs
    names = [view.names[task, run.submission.name] for run in runs]
    return {
        "task": task,
        "metric": view.topic_column(task),
        "further": any(further_subset_means(view.of(task), view.outcome.campaign)),
        "subsets": found,
        "rows": [
            {
                "name": names[row],
                "rank": view.standings[task].rank(row),
                "cells": [
                    {
                        "score": known(one.scores[row]),
                        "rank": None if one.ranks[row] == UNRANKED else int(one.ranks[row]),
                        "advantage": known(one.advantage[row]),
                        "p_adjusted": known(one.p_adjusted[row]),
                    }
                    for one in found
                ],
            }
            for row in range(len(runs))
        ],
        "strips": _strips(view, task, found),
    }


def _strips(view: CampaignView, task: str, found: Sequence[SubsetScores]) -> PageData | None:
    """A strip for each subset: a dot for each run's advantage on it; None where no run has one."""
    runs = view.standings[task].runs
    dots = [
        {
            "strip": one.subset.name,
            "name": view.names[task, runs[row].submission.name],
            "value": advantage,
        }
        for one in found
        for row, advantage in enumerate(one.advantage.tolist())
        if known(advantage) is not None
    ]
    if not dots:
        return None
    widest = max(dots, key=lambda dot: abs(dot["value"]))
    return {
        "figure": Figure(
            title="Which runs do better on a subset than elsewhere?",
            basis=(
                f"Distance of {view.topic_column(task).identifier} from the mean of all runs, on the subset"
                f" less on the other topics; a dot for each of {counted(len(runs), 'run')}"
            ),
            source="topic_subsets.csv",
            summary=f"Farthest is {widest['name'].label} on {widest['strip']}: {signed(widest['value'])}.",
        ),
        "strips": list(dict.fromkeys(dot["strip"] for dot in dots)),
        "dots": dots,
        "means": {},
        "axis": "Advantage on the subset",
    }


def _elements(view: CampaignView, subsets: Sequence[TopicSubset]) -> PageData | None:
    """Relevant elements by grade and summary, as table 1 of Pehcevski and Thom (2005); None without any."""
    judged = {subset: subset_elements(view.outcome.campaign.assessments, subset.topics) for subset in subsets}
    judged = {subset: rows for subset, rows in judged.items() if len(rows)}
    if not judged:
        return None
    known = element_columns(pd.concat(judged.values()))
    grades = list(dict.fromkeys(grade for rows in judged.values() for grade in rows.grade))
    cells = {
        (subset, row.grade, row.topic): row for subset, rows in judged.items() for row in rows.itertuples()
    }
    return {
        "has_sizes": "mean_size" in known,
        "has_highlighting": "mean_highlighted" in known,
        "subsets": list(judged),
        "grades": [
            {
                "grade": grade,
                "rows": [
                    {"summary": summary, "cells": [cells.get((subset, grade, summary)) for subset in judged]}
                    for summary in SUMMARIES
                ],
            }
            for grade in grades
        ],
    }


def _agreement(view: CampaignView, subsets: Sequence[TopicSubset]) -> list[PageData]:
    """For each other judge and level, a row of mean agreements for each subset."""
    if not subsets:
        return []
    found = pd.concat(
        [subset_agreement(view.outcome, one.topics).assign(subset=place) for place, one in enumerate(subsets)]
    )
    return [
        {
            "judge": judge,
            "level": level,
            "grades": rows.grade.unique().tolist(),
            "rows": [
                {"subset": one, "cells": cells}
                for place, one in enumerate(subsets)
                if (cells := list(rows[rows.subset == place].itertuples()))
            ],
        }
        for (judge, level), rows in found.groupby(["judge", "level"], sort=False)
    ]
