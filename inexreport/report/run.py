"""The run page: where it stands, where it wins and loses, and what it returned."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan

from inexreport.formats.names import natural_order
from inexreport.model.assessment import Judged
from inexreport.model.counted import counted
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.model.problem import gravest_first
from inexreport.model.run import DESCRIPTION, METADATA, Standing, Submission
from inexreport.model.score_numbers import are_tied
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import partners
from inexreport.report.figure import Figure, PageData, decimals, known, signed
from inexreport.report.naming import MetricColumn, RunName, facet_title
from inexreport.report.standing_strip import placing_figure, standing_figure
from inexreport.report.worst_topics import worst_topics
from inexreport.statistics.memo import once_per_outcome
from inexreport.subjects.answers import run_section
from inexreport.subjects.cumulated_gain import gains_section
from inexreport.subjects.curves import curves_section, run_curves
from inexreport.subjects.judged_documents import judged_section
from inexreport.subjects.problems import scored_otherwise
from inexreport.subjects.rare_documents import pool_parts
from inexreport.subjects.returned_results import returned_section
from inexreport.subjects.run_diagnosis import run_diagnosis
from inexreport.subjects.significance import rank_interval, run_statement
from inexreport.subjects.unjudged import residuals


def run_page(view: CampaignView, task: str, run: RunOutcome) -> PageData:
    """Return the page data of a run.

    Without an evaluation, what depends on scores is empty or None. A participant's site has no links to other
    runs: ``placing`` replaces ``standing``, and ``above``, ``below`` and ``partners`` are empty. ``sharing``
    is the number of other runs with the same official rank, ``method`` how the run was made, ``facts`` what
    else is known of its file, ``worst`` its `worst_topics`, and ``scored_otherwise`` are those of the
    ``problems`` that affect the scores.
    ``judged`` has the judgements of its first results where documents were judged, ``answers`` its answers.
    """
    standings, all_runs = view.standings[task], view.all_runs.get(task)
    altered = scored_otherwise(run)
    name = view.names[task, run.submission.name]
    row = next((i for i, other in enumerate(view.evaluated_runs[task].runs) if other is run), None)
    metrics = metric_rows(view, task, row) if row is not None else []
    topics = topic_rows(view, task, row) if row is not None else []
    diagnosis = run_diagnosis(view, task, run, topics) or {}
    public_row = row if all_runs is None else None
    ranked_row = None if public_row is None or name.mark else public_row
    return {
        "name": name,
        "evaluated": run.evaluated,
        "runs": view.evaluated(task),
        "ranked_word": view.ranked_word(task),
        "official": view.official_column(task),
        "topic_metric": view.topic_column(task),
        "official_row": metrics[standings.official] if metrics else None,
        "metrics": metrics,
        "unlocated": unlocated_results(view, task, run),
        "differences": difference_figure(view, name, topics),
        "topics": topics,
        "curves": curves_section(view, run_curves(view, task, run)) if run.evaluated else None,
        "gains": gains_section(view, task, run),
        "diagnosis": diagnosis,
        "returned": None if run.answers else returned_section(view, task, run, diagnosis.get("by-rank")),
        "worst": worst_topics(view, name, topics),
        "judged": judged_section(view, task, run)
        if view.outcome.campaign.judged is Judged.DOCUMENTS
        else None,
        "answers": run_section(view, task, run),
        "pool_part": pool_parts(view.of(task), view.outcome.campaign).get(name.run)
        if view.outcome.campaign.judged is not Judged.ANSWERS
        else None,
        "method": method_facts(run, view.outcome.campaign.badge),
        "facts": submission_facts(run),
        "scored_otherwise": gravest_first(altered),
        "problems": gravest_first(problem for problem in run.problems if problem not in altered),
        "sharing": 0 if ranked_row is None else standings.sharing(ranked_row),
        "rank_interval": None if ranked_row is None else rank_interval(view.of(task), ranked_row),
        "standing": None if ranked_row is None else standing_figure(view, name, ranked_row),
        "placing": (
            placing_figure(view, task, [row])
            if row is not None and not name.mark and all_runs and all_runs.evaluated > 1
            else None
        ),
        "above": None if ranked_row is None else _neighbour(view, task, ranked_row - 1),
        "below": None if ranked_row is None else _neighbour(view, task, ranked_row + 1),
        "significance": "" if ranked_row is None else run_statement(view, task, ranked_row),
        "partners": () if public_row is None else partners(view, task, public_row),
    }


def _neighbour(view: CampaignView, task: str, row: int) -> PageData | None:
    """The run in a row of the standings, labelled with its rank; it has none without an official score."""
    standings = view.standings[task]
    if not 0 <= row < len(standings.runs):
        return None
    name = view.names[task, standings.runs[row].submission.name]
    rank = standings.rank(row, standings.official)
    return {"name": name, "rank": rank, "label": name.title if rank is None else f"{rank}. {name.title}"}


def metric_rows(view: CampaignView, task: str, row: int) -> list[PageData]:
    """The means of the run in a row of the evaluated runs, with ranks and the percentage of lower runs.

    ``residual`` is None but for a rank-biased precision of documents. ``middle`` and ``best_run`` are known
    on a participant's site only: the median and best of all runs, and the run with the best mean.
    """
    standings, all_runs = view.evaluated_runs[task], view.all_runs.get(task)
    residual_of = residuals(standings.runs[row])
    return [
        {
            "metric": column,
            "score": known(standings.means[row, i]),
            "residual": residual_of.get(column.identifier),
            "rank": standings.rank(row, i) if column.ranked else None,
            "percentile": known(standings.percentiles[row, i]) if column.ranked else None,
            "topics": int(standings.topics_counted[row, i]),
            "middle": all_runs.medians.means.get(column.identifier) if all_runs else None,
            "best_run": all_runs.best_runs.get(column.identifier) if all_runs and column.ranked else None,
        }
        for i, column in enumerate(view.columns[task])
    ]


def topic_rows(view: CampaignView, task: str, row: int) -> list[PageData]:
    """The topics for which a ranked run has a score, with the scores of the run in a row of evaluated runs.

    ``difference`` is the difference from the median of all ranked runs, NaN without a score. ``best`` is the
    best score of these, that of ``best_run``, and also of this run if ``is_best``; ``sharing`` is the number
    of further ranked runs with it, 0 on a participant's site.
    """
    ranked = row < len(view.standings[task].runs)
    run = view.evaluated_runs[task].runs[row]
    scores, metric, composition = run.scores, view.topic_metrics[task], run.composition
    own: dict[str, float] = {}
    if scores is not None and metric in scores.metrics:
        by_topic = scores.by_topic[scores.metrics.index(metric)]
        own = dict(zip(scores.topics, by_topic.tolist(), strict=True))
    results: dict[str, int] = {}
    if composition is not None:
        results = dict(zip(composition.topics, composition.results_per_topic.tolist(), strict=True))
    return [
        {
            "topic": topic,
            "title": title,
            "score": own.get(topic, nan),
            "median": median,
            "best": best,
            "best_run": best_run,
            "is_best": (is_best := are_tied(own.get(topic, nan), best)),
            "sharing": max(0, sharing - (is_best and ranked and best_run.run != run.submission.name)),
            "results": results.get(topic, 0),
            "difference": own.get(topic, nan) - median,
        }
        for topic, title, median, best, best_run, sharing in _topics_of_all_runs(view.of(task), view)
    ]


@once_per_outcome
def _topics_of_all_runs(
    outcome: TaskOutcome, view: CampaignView
) -> list[tuple[str, str, float, float, RunName, int]]:
    """Topics with title, median, best score, a run that has it and how many others do.

    The same for all runs of a task.
    """
    task = outcome.task.name
    summary, winners = view.difficulty[task], view.topic_winners[task]
    titles = [view.outcome.campaign.topics.get(topic, Topic(topic)).title for topic in summary.topics]
    medians, best, sharing = (one.tolist() for one in (summary.median, summary.best, summary.sharing))
    rows = zip(summary.topics, titles, medians, best, winners, sharing, strict=True)
    return sorted(rows, key=lambda row: natural_order(row[0]))


def run_differences(view: CampaignView, task: str, row: int) -> PageData | None:
    """Differences of the run in a row of the evaluated runs from the median; None without scores by topic."""
    name = view.names[task, view.evaluated_runs[task].runs[row].submission.name]
    topics = topic_rows(view, task, row)
    return difference_figure(view, name, topics)


def difference_figure(view: CampaignView, name: RunName, topics: Sequence[PageData]) -> PageData | None:
    """A run's differences from the medians, best topic first; None without differences.

    Parameters
    ----------
    view : CampaignView
    name : RunName
    topics : sequence of dict
        The run's `topic_rows`.
    """
    metric = view.topic_column(name.task)
    compared = [row for row in topics if not isnan(row["difference"])]
    if not compared:
        return None
    compared.sort(key=lambda row: (-row["difference"], row["topic"]))
    first, last = compared[0], compared[-1]
    above, below = (sum(sign * row["difference"] > 0 for row in compared) for sign in (1, -1))
    topics_compared = counted(len(compared), "topic")
    summary = f"{name.title} is above the median on {above} of {topics_compared} and below it on {below}."
    if above:
        summary += f" It gains most on topic {first['topic']} ({signed(first['difference'])})."
    if below:
        summary += f" It loses most on topic {last['topic']} ({signed(last['difference'])})."
    return {
        "figure": Figure(
            title="Where the run wins and loses: difference from the median of each topic",
            basis=f"{metric.topic_identifier}, {topics_compared}, median over {view.ranked_runs(name.task)}",
            source="scores.csv",
            summary=summary,
        ),
        "metric": metric,
        "rows": compared,
    }


def unlocated_results(view: CampaignView, task: str, run: RunOutcome) -> PageData | None:
    """How many results of an evaluated run have an unknown location; None if it has none.

    ``touched`` are the metrics whose scores depend on the location of a result in its article, ``untouched``
    the others: by name, the first column of that name.
    """
    composition = run.composition
    if not run.evaluated or composition is None or not composition.unlocated:
        return None
    results = int(composition.results_per_topic.sum())
    columns: dict[bool, dict[str, MetricColumn]] = {True: {}, False: {}}
    for column in view.columns[task]:
        metric = view.metrics[column.identifier].metric
        columns[metric.reads_places].setdefault(metric.name, column)
    return {
        "results": composition.unlocated,
        "all_results": results,
        "percent": 100.0 * composition.unlocated / results,
        "touched": columns[True],
        "untouched": columns[False],
    }


def method_facts(run: RunOutcome, badge: str) -> list[tuple[str, str]]:
    """How the run was made and submitted, as its file and runs.csv say: name and value, the badge first."""
    submission = run.submission
    stated = {
        name: value
        for name, value in submission.facets.items()
        if name != DESCRIPTION and not name.startswith(METADATA)
    }
    facts = [
        (facet_title(badge), submission.facets.get(badge, "")),
        ("Description", submission.description),
        ("Query", submission.query),
        ("Result type", submission.result_type),
        ("Topic fields", ", ".join(f"{name}: {use}" for name, use in submission.topic_fields.items())),
        ("Status", "" if submission.standing is Standing.OFFICIAL else str(submission.standing)),
        *((facet_title(name), value) for name, value in stated.items() if name != badge),
    ]
    return [(name, value) for name, value in facts if value]


def submission_facts(run: RunOutcome) -> list[tuple[str, str]]:
    """What the file says beside the `method_facts`, and the run's metadata: name and value."""
    submission = run.submission
    facts = [
        ("File", submission.file),
        ("SHA-256", submission.sha256),
        ("Sentences in the file" if run.answers else "Results in the file", f"{run.results:,}"),
        ("Run id", submission.run_id),
        ("Task as stated", submission.stated_task),
        ("Time as reported", reported_time(submission)),
        *((name, value) for name, value in submission.facets.items() if name.startswith(METADATA)),
    ]
    return [(name, value) for name, value in facts if value]


def reported_time(submission: Submission) -> str:
    """The mean of the times that the submission reports, with the number of topics; empty without times."""
    mean = submission.mean_milliseconds
    if mean is None:
        return ""
    return f"{decimals(mean)} ms for a topic, mean over {counted(len(submission.milliseconds), 'topic')}"
