"""The task page: who is best, by how much, and under which rules."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from inexreport.evaluation.task_plan import topics_without_target
from inexreport.formats.run_content import MOST_RESULTS
from inexreport.model.campaign import Collection
from inexreport.model.outcome import TaskOutcome, participants_of
from inexreport.model.problem import gravest_first
from inexreport.model.task import Repeated, Significance, Task, TopicSelection, Treatment
from inexreport.report.all_scores import ranked_score
from inexreport.report.assessment_notes import entry_points_note, named_topics, task_note, topic_notes
from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import is_comparable
from inexreport.report.figure import PageData, counted_topics
from inexreport.report.metric_choice import first_columns, main_columns
from inexreport.report.paper_tables import leaderboards, top_tens
from inexreport.report.run_filters import run_filters
from inexreport.report.standing_strip import placing_figure
from inexreport.report.tables.scores import RUNS
from inexreport.report.task_figures import score_dots
from inexreport.subjects.assessment_sets import dimension_sections
from inexreport.subjects.collection import collection_sentence
from inexreport.subjects.corrected_scores import corrected_section
from inexreport.subjects.curves import curves_section, task_curves
from inexreport.subjects.efficiency import cost_section, efficiency_section
from inexreport.subjects.rank_comparison import ranks_section
from inexreport.subjects.sections import View
from inexreport.subjects.significance import GROUPING, best_tested, standing_rows, top_ten_statements
from inexreport.subjects.unjudged import judged_name
from inexreport.subjects.winners import best_by_badge


def task_page(view: CampaignView, outcome: TaskOutcome) -> PageData:
    """Return the data of a task's page.

    Numbers of runs and participants are those of the task, whether the page shows the runs or not. The
    public page ranks all runs; a participant's page compares the participant's runs with the median and
    the best run.
    """
    task, campaign, all_runs = outcome.task, view.outcome.campaign, view.all_runs.get(outcome.task.name)
    own = campaign.task_collections.get(task.name)
    stated = collection_sentence(own, "document") if own else ""
    scoring = scoring_sentences(task, campaign.collection, topics_without_target(task, campaign))
    page = {
        "name": task.name,
        "question": task.question,
        "scoring": (f"{stated}.", *scoring) if stated else scoring,
        "notes": (
            *topic_notes(outcome),
            *filter(None, (task_note(outcome, campaign), entry_points_note(outcome, campaign))),
        ),
        "official": view.official_column(task.name),
        "runs": all_runs.runs if all_runs else len(outcome.runs),
        "evaluated": view.evaluated(task.name) + view.unranked(task.name),
        "unranked": view.unranked(task.name),
        "ranked": view.evaluated(task.name),
        "participants": all_runs.participants if all_runs else len(participants_of(outcome.runs)),
        "rejected": [
            {
                "name": view.names[task.name, run.submission.name],
                "file": run.submission.file,
                "reasons": gravest_first(run.errors),
            }
            for run in outcome.runs
            if not run.evaluated
        ],
    }
    return page | (_participant_runs(view, task.name) if all_runs else _ranking(view, task.name))


def _ranking(view: CampaignView, task: str) -> PageData:
    """All runs, ranked; ``judged`` names the share of judged documents beside the official score, if any."""
    standings, columns = view.standings[task], view.columns[task]
    intervals = standing_rows(view, task)
    ranked = [row for row in intervals if row["rank"]]
    topics = max((row["topics"] for row in ranked), default=0)
    fewer = [row for row in ranked if row["topics"] < topics]
    shown = list(main_columns(standings.task.metrics, standings.task.official, view.metrics, len(intervals)))
    unjudged = [run.unjudged for run in standings.runs if run.unjudged]
    judged = judged_name(unjudged[0]) if unjudged else ""
    shown = [i for i in shown if columns[i].identifier != judged]
    shown.sort(key=lambda i: (i != standings.official, i))
    at_first = first_columns([columns[i].identifier for i in shown], standings.task.official, view.metrics)
    rows = _run_rows(view, task, intervals, shown)
    evaluated = view.evaluated_runs[task].runs
    filters = run_filters([(one.submission, view.names[task, one.submission.name]) for one in evaluated])
    return {
        "own": (),
        "top_tens": top_tens(view, task),
        "by_badge": best_by_badge(view, task),
        "tables": leaderboards(view, task),
        "dots": score_dots(view, task),
        "standings": intervals,
        "topics": topics,
        "fewer_topics": counted_topics([row["topics"] for row in fewer]),
        "of_fewer_topics": [row["name"] for row in fewer],
        "sections": [
            curves_section(view, task_curves(view, task)),
            ranks_section(view, task),
            efficiency_section(view, task),
            cost_section(view, task),
            *dimension_sections(view, task),
            corrected_section(view, task),
        ],
        "columns": [columns[i] for i in shown],
        "column_groups": [view.metrics[columns[i].identifier].metric.name for i in shown],
        "at_first": at_first,
        "comparable": is_comparable(view, task),
        "judged": judged,
        "further_metrics": sum(column.identifier != judged for column in columns) - len(shown),
        "filters": filters,
        "rows": rows[: len(intervals)],
        "unranked_rows": rows[len(intervals) :],
        "topics_counted": [counted_topics(column) for column in standings.topics_counted.T[shown]],
        "groups": max((row["group"] or 0 for row in rows), default=0),
        "statements": top_ten_statements(view, task),
        "grouping": GROUPING[standings.task.significance],
        "is_tukey": standings.task.significance is Significance.TUKEY,
        "best_tested": best_tested(view, task),
        "has_participants": any(row["name"].participant for row in rows),
        "has_queries": any(row["query"] for row in rows),
        "has_times": any(row["milliseconds"] is not None for row in rows),
    } | _published_columns(view, task)


def _published_columns(view: CampaignView, task: str) -> PageData:
    """The columns of the published table of runs that the page shows too, and the rows by run."""
    table = RUNS.of_kind(view.outcome.campaign.judged)
    columns = {name: column.on_page for name, column in table.columns.items() if column.on_page}
    rows = table.build(view.only(task).outcome).to_pylist() if columns else []
    published = View("", pd.DataFrame(rows), columns, kind="scores")
    return {"published": published, "published_rows": {row["run"]: row for row in rows}}


def _run_rows(
    view: CampaignView, task: str, intervals: Sequence[PageData], shown: Sequence[int]
) -> list[PageData]:
    """Rank, group and means of each evaluated run, and which means are best; unranked runs last."""
    standings = view.evaluated_runs[task]
    unranked = [
        {"name": view.names[task, run.submission.name], "rank": None, "rank_low": None, "group": None}
        for run in standings.runs[len(intervals) :]
    ]
    best = (standings.ranks == 1) & [column.ranked for column in view.columns[task]]
    return [
        row
        | {
            "query": run.submission.query,
            "milliseconds": run.submission.mean_milliseconds,
            "judged": run.unjudged.judged if run.unjudged else None,
            "cells": list(zip(means.tolist(), marks.tolist(), strict=True)),
        }
        for row, run, means, marks in zip(
            [*intervals, *unranked], standings.runs, standings.means[:, shown], best[:, shown], strict=True
        )
    ]


def _participant_runs(view: CampaignView, task: str) -> PageData:
    """The participant's runs, best first, and every metric under which some run has a mean."""
    standings, all_runs = view.evaluated_runs[task], view.all_runs[task]
    rows = range(len(standings.runs))
    return {
        "own": [view.names[task, run.submission.name] for run in standings.runs],
        "placing": placing_figure(view, task, rows),
        "curves": curves_section(view, task_curves(view, task)),
        "metrics": [
            {
                "metric": column,
                "middle": middle,
                "topics": counted_topics(all_runs.topics_counted[column.identifier]),
                "best_run": all_runs.best_runs[column.identifier] if column.ranked else None,
                "own": [ranked_score(standings, row, place, column) for row in rows],
            }
            for place, column in enumerate(view.columns[task])
            if (middle := all_runs.medians.means.get(column.identifier)) is not None
        ],
    }


def scoring_sentences(
    task: Task, collection: Collection, without_target: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the official settings of a task as sentences.

    Parameters
    ----------
    task : Task
    collection : Collection
    without_target : sequence of str
        Topics whose target is not known, see `topics_without_target`.
    """
    rules = task.rules
    # No ranking is as long, so that this is no cut-off.
    sentences = [f"The first {task.cutoff:,} results of each topic count."] * (task.cutoff < MOST_RESULTS)
    if task.topics is TopicSelection.ASSESSED:
        sentences.append("Scores are averaged over all assessed topics; unanswered topics score 0.")
    else:
        sentences.append("Scores are averaged over the assessed topics that a run answers.")
    for treatment, what in (
        (rules.overlap, "overlapping results"),
        (rules.scattered_articles, "results of one article interrupted by another’s"),
        (rules.several_entry_points, "more than one entry point in an article"),
        (rules.outside_pool, "results outside the topic’s pool"),
    ):
        if treatment is Treatment.ERROR:
            sentences.append(f"Runs with {what} are rejected.")
        elif treatment is Treatment.WARNING:
            sentences.append(f"Runs with {what} are evaluated with a warning.")
    if rules.repeated_documents is Repeated.FIRST:
        sentences.append(
            "Of a document that a run returns more than once for a topic, the first result counts."
        )
    if rules.characters_per_topic is not None:
        sentences.append(
            f"Only the first {rules.characters_per_topic:,} characters of each topic’s results count."
        )
    if rules.characters_per_article is not None:
        sentences.append(
            f"Only the first {rules.characters_per_article:,} characters returned from each article count."
        )
    if rules.strict_target:
        sentences.append(
            "Only target elements of a topic’s query are relevant; conditions on other elements (support "
            "elements) are not applied."
        )
        if without_target:
            topics = named_topics(without_target)
            sentences.append(f"The target of {topics} is unknown, so all judged elements count.")
    if task.query_types:
        sentences.append(f"Topics of the types {', '.join(task.query_types)} belong to the task.")
    sentences += [_convention(name, value, collection) for name, value in task.settings.items()]
    return tuple(sentence for sentence in sentences if sentence)


_CONVENTIONS = {
    ("overlap_of", "paths"): "Results overlap if they are the same element or one contains the other.",
    ("ideal_tie", "higher"): "Of equally good elements of a path, the one nearer to the root is ideal.",
    ("ideal_tie", "deeper"): "Of equally good elements of a path, the deeper one is ideal.",
    ("short_ranking", "zero"): "Ranks beyond the end of a ranking count 0.",
    (
        "short_ranking",
        "last value",
    ): "Beyond the end of a ranking, its last generalised precision is repeated.",
    ("judged_units", "elements"): "Highlighted text is counted as judged for elements.",
    (
        "borda",
        "unranked 0",
    ): "In the Borda count of metasearch pools, what a run does not rank gets no points.",
    (
        "borda",
        "unranked share",
    ): "In the Borda count of metasearch pools, what a run does not rank shares its remaining points.",
    # A matter of what `evaluate` prints, not of scores.
    ("relevant_totals", "all assessed topics"): "",
}
"""What the settings of the built-in protocols mean."""


def _convention(name: str, value: str, collection: Collection) -> str:
    if name == "collection_elements":
        elements = int(value) and (collection.elements or int(value))  # as in `settings_of`
        return f"Unretrieved elements of the collection’s {elements:,} form a last level." if elements else ""
    return _CONVENTIONS.get((name, value), f"{name.replace('_', ' ').capitalize()}: {value}.")
