"""Tables of subsets of the topics: scores, agreement of judges and what is relevant."""

from __future__ import annotations

import numpy as np

from inexreport.model.assessment import OF_TEXT, Assessments
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.score_numbers import mean
from inexreport.report.applicability import has_subset_agreement, has_topic_subset_tables, judges_text
from inexreport.report.tables.columns import RUN, TASK
from inexreport.report.tables.table import Rows, Table, integer, number, optional_integer, text
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import UNRANKED, Integers
from inexreport.statistics.topic_subsets import (
    TopicSubset,
    further_subset_means,
    subset_scores,
    topic_subsets,
)
from inexreport.subjects.agreement import AGREEMENT, JUDGE, subset_agreement
from inexreport.subjects.judged_elements import RELEVANT_ELEMENTS, subset_elements

SUBSET = {
    "kind": text("`query type`, or `tag` for a tag that campaign.toml gives topics."),
    "subset": text("The query type or tag."),
}
SUBSET_OF_TASK = {
    **TASK,
    "metric": text(
        "The task’s official metric, or one like it where that values whole runs only: by it runs are "
        "tested. In `topic_subsets` runs have rows by the task’s other metrics too."
    ),
    **SUBSET,
    "topics": integer("Topics of the subset for which runs of the task have a score."),
}


def _ranks(ranks: Integers) -> list[int | None]:
    return [None if rank == UNRANKED else rank for rank in ranks.tolist()]


def _subsets(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        standings, name = task_standings(task), task.task.name
        runs = [run.submission.name for run in standings.runs]
        for one in subset_scores(task, outcome.campaign):
            yield (
                *(name, standings.topic_metric, one.subset.kind, one.subset.name, len(one.topics)),
                *(runs, one.scores, _ranks(one.ranks), one.scores_on_others),
                *(one.advantage, one.p, one.p_adjusted),
            )
        for means in further_subset_means(task, outcome.campaign):
            yield (
                *(name, means.metric, means.subset.kind, means.subset.name, means.topics),
                *(runs, means.scores, _ranks(means.ranks), means.scores_on_others),
                *(None, None, None),
            )


TOPIC_SUBSETS = Table(
    "topic_subsets",
    "One row per task, metric, subset of its topics and evaluated run.",
    {
        **SUBSET_OF_TASK,
        **RUN,
        "score": number("Mean over the topics of the subset."),
        "rank": optional_integer("Rank by that mean; equal scores share a rank."),
        "score_on_others": number("Mean over the task’s other topics; empty where there are none."),
        "advantage": number(
            "How much farther the run is above the mean of all runs on the subset than on the other topics; "
            "empty for a run without a score for each topic, and for metrics by which runs are not tested."
        ),
        "p": number(
            "With two tails: how probable so large an advantage or disadvantage is on a random subset of "
            "as many topics."
        ),
        "p_adjusted": number("The same after Holm’s correction for all runs and subsets of the task."),
    },
    _subsets,
    applies=has_topic_subset_tables,
)


def _subset_means(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        metric = task_standings(task).topic_metric
        for one in subset_scores(task, outcome.campaign):
            yield (
                *(task.task.name, metric, one.subset.kind, one.subset.name, len(one.topics)),
                *(len(one.others), int(np.count_nonzero(~np.isnan(one.scores)))),
                *(one.mean, one.mean_on_others, one.p_of_means, one.kendall),
            )


TOPIC_SUBSET_MEANS = Table(
    "topic_subset_means",
    "One row per task and subset of its topics: all evaluated runs.",
    {
        **SUBSET_OF_TASK,
        "other_topics": integer("The task’s other topics with scores."),
        "runs": integer("Evaluated runs with a score on the subset."),
        "mean": number("Mean over the subset of the topics’ mean scores of all runs."),
        "mean_on_others": number("The same over the other topics."),
        "p": number(
            "With two tails: how probable so large a difference is on a random subset of as many topics."
        ),
        "kendall": number("Kendall’s tau-b of the rankings by the subset and by the other topics."),
    },
    _subset_means,
    applies=has_topic_subset_tables,
)


def relevant_in_subset(official: Assessments, subset: TopicSubset) -> dict[str, float]:
    """Return the number of assessed topics of a subset, and means over them; NaN without any."""
    judged = [official.topics[topic] for topic in subset.topics if topic in official.topics]
    return {
        "assessed": len(judged),
        "relevant_articles": mean(one.relevant_articles for one in judged),
        "passages": mean(len(one.passage_offset) for one in judged),
        "relevant_characters": mean(one.total_relevant_characters for one in judged),
    }


def _subset_relevance(outcome: CampaignOutcome) -> Rows:
    for subset in topic_subsets(outcome.campaign):
        found = relevant_in_subset(outcome.campaign.assessments, subset)
        yield {"kind": subset.kind, "subset": subset.name, "topics": len(subset.topics), **found}


TOPIC_SUBSET_RELEVANCE = Table(
    "topic_subset_relevance",
    "One row per subset of the topics: what the official judge found relevant.",
    {
        **SUBSET,
        "topics": integer("Topics of the subset."),
        "assessed": integer("Assessed ones."),
        "relevant_articles": number(
            "Relevant articles per assessed topic.", "Relevant documents per assessed topic."
        ),
        "passages": number("Highlighted passages per assessed topic.", kinds=OF_TEXT),
        "relevant_characters": number(
            "Highlighted text per assessed topic, in the campaign’s unit.", kinds=OF_TEXT
        ),
    },
    _subset_relevance,
    applies=has_topic_subset_tables,
)


def _subset_elements(outcome: CampaignOutcome) -> Rows:
    for subset in topic_subsets(outcome.campaign):
        rows = subset_elements(outcome.campaign.assessments, subset.topics)
        cells = {name: rows[name].tolist() for name in RELEVANT_ELEMENTS.columns}
        yield {"kind": subset.kind, "subset": subset.name, "summary": cells.pop("topic"), **cells}


TOPIC_SUBSET_ELEMENTS = Table(
    "topic_subset_elements",
    "One row per subset of the topics, summary over its topics and grade of relevant elements.",
    {
        **SUBSET,
        "summary": text("`mean`, `minimum`, `maximum`, `median` or `standard_deviation`."),
        **{name: column for name, column in RELEVANT_ELEMENTS.columns.items() if name != "topic"},
    },
    _subset_elements,
    applies=judges_text,
)


def _subset_agreement(outcome: CampaignOutcome) -> Rows:
    for subset in topic_subsets(outcome.campaign):
        rows = subset_agreement(outcome, subset.topics)
        names = [*TOPIC_SUBSET_AGREEMENT.columns][len(SUBSET) :]
        yield {"kind": subset.kind, "subset": subset.name, **{name: rows[name].tolist() for name in names}}


TOPIC_SUBSET_AGREEMENT = Table(
    "topic_subset_agreement",
    "One row per subset of the topics, judge, level and grade: means over topics.",
    {
        **SUBSET,
        **JUDGE,
        "topics": integer("Topics of the subset that both have judged."),
        "level": AGREEMENT.columns["level"],
        "grade": AGREEMENT.columns["grade"],
        "union": number("Mean number of items to which at least one of the judges gave the grade."),
        "intersection": number("Mean number of items to which both did."),
        "ratio": number(
            "Mean of the topics’ ratios of intersection to union, without topics of an empty union."
        ),
    },
    _subset_agreement,
    applies=has_subset_agreement,
)
