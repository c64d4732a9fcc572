"""Do metrics order simulated runs as users would? The best and least redundant come first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa

from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan, inapplicable_metrics, plan_task, settings_of
from inexreport.judging.located_run import LocatedRun
from inexreport.judging.quantisation import DEFAULT_QUANTISATIONS, quantisations
from inexreport.metrics.metric import BoundMetric
from inexreport.metrics.registry import bind
from inexreport.model.assessment import Scale
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome, Curve
from inexreport.model.score_numbers import mean
from inexreport.model.task import Task, TopicSelection
from inexreport.report.applicability import judges_text
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.naming import metric_columns
from inexreport.report.tables.columns import CURVE, X, Y
from inexreport.report.tables.table import Rows, Table, integer, number, optional_integer, text
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.simulated_runs import SIMULATED_RUNS, simulated_runs
from inexreport.statistics.summary import competition_ranks
from inexreport.subjects.curves import curve_chart, points_table, starts_and_ends
from inexreport.subjects.sections import Chart, Choice, Heads, Ordered, Page, Ranks, Section, View

EXPECTED_ORDER = ("irb", "lo", "ao", "id", "ia", "frb")
"""By overlap: none in the first three runs, then increasing."""

FREE_OF_OVERLAP = ("irb", "lo", "ao")
"""Runs that may have equal scores."""

TOLERANCE = 1e-9
"""Scores that differ by less are equal: further digits depend on the order of additions."""

TIE_ORDERS = 10
"""Random orders of equal gains that scores are averaged over."""

LISTED = 10
"""Results of a simulated run that the page lists."""

EXPECTED = "expected order"
"""Label of the expected order among the metrics of the chart."""

_RUN = {"run": text("Simulated run: `irb`, `frb`, `ia`, `id`, `lo` or `ao`.")}
SCORES = {
    "metric": text("Identifier of the metric, explained in the metrics guide."),
    **_RUN,
    "score": number("Mean over topics."),
    "rank": integer("Rank among the six; equal scores share a rank."),
    "overlap": number(
        "Percentage of the run’s results that overlap one at an earlier rank, mean over topics."
    ),
    "score_over_ties": number(
        f"Mean over {TIE_ORDERS} random orders of equal gains, which `score` orders by depth, the deepest "
        "first, then by article and path; for metrics of the main task with the official quantisation."
    ),
    "rank_over_ties": optional_integer("Rank among the six by it."),
}
CURVES = CURVE | _RUN | X | Y
RANKINGS = {
    "quantisation": text("That of the official metric, or the usual one of the scale."),
    **_RUN,
    "topic": text("Id of the topic."),
    "rank": integer(
        "Rank of the result, from 1: by gain, then by depth, the deepest first, article and path."
    ),
    "article": text("Name of the article."),
    "path": text("Path of the element."),
    "gain": number("What it is worth under the quantisation."),
}

_SCORED = ("metric", "quantisation", "run", "score", "rank", "overlap", "topics")


class Reliability(NamedTuple):
    """Rows and columns of the published tables; of scores also ``quantisation`` and number of ``topics``."""

    scores: pd.DataFrame
    curves: pd.DataFrame
    rankings: pd.DataFrame


def reliability(campaign: Campaign) -> Reliability:
    """Score the simulated runs by every metric of the campaign's tasks that needs judged elements.

    Each metric scores runs that are made by its own quantisation, so that the ideal run is ideal for it.
    Without judged elements in the main task, or a metric about them, there are no scores.

    References
    ----------
    Kazai, Lalmas and de Vries (2004), sections 3.2-3.4.
    """
    nothing = Reliability(*(pd.DataFrame(columns=list(columns)) for columns in (SCORES, CURVES, RANKINGS)))
    main = main_task(campaign.tasks.values())
    if main is None:
        return nothing
    plan = plan_task(main, campaign)
    judged = (one.elements for one in plan.assessments.values())
    scale = next((elements.scale for elements in judged if elements is not None), None)
    metrics = {bound.identifier: bound for bound in _element_metrics(campaign, plan)}
    if scale is None or not metrics:
        return nothing
    by_quantisation: dict[str, list[BoundMetric]] = {}
    for bound in metrics.values():
        by_quantisation.setdefault(_quantisation(bound, scale), []).append(bound)
    official = _quantisation(bind(main.official, settings_of(main, campaign)), scale)
    scores: dict[str, list[tuple[Any, ...]]] = {}
    over_ties: dict[tuple[str, str], tuple[float, float]] = {}
    curves: dict[str, dict[str, Curve]] = {}
    for quantisation, group in by_quantisation.items():
        judgements = _judged(plan, quantisation)
        scores |= _scores(judgements, quantisation, group)
        if quantisation == official:
            of_main = [bound for bound in group if bound.identifier in main.metrics]
            over_ties = _over_ties(plan, quantisation, of_main, scores)
        for name, judgement in judgements.items():
            for curve in (one for one in judgement.curves(group) if not one.is_part):
                curves.setdefault(curve.metric, {})[name] = curve
    points = [
        (metric, run, x, y)
        for metric, of_metric in curves.items()
        for run, curve in of_metric.items()
        for x, y in zip(curve.x, curve.y, strict=True)
    ]
    rows = [row for identifier in metrics for row in scores[identifier]]
    frame = pd.DataFrame(rows, columns=pd.Index(_SCORED))
    tied = [over_ties.get(one, (np.nan, np.nan)) for one in zip(frame.metric, frame.run, strict=True)]
    return Reliability(
        frame.assign(score_over_ties=[one[0] for one in tied], rank_over_ties=[one[1] for one in tied]),
        pd.DataFrame(points, columns=pd.Index(CURVES)),
        _rankings(plan, official),
    )


def _quantisation(bound: BoundMetric, scale: Scale) -> str:
    own = str(bound.parameters.get("quant", ""))
    return own if own in quantisations(scale) else DEFAULT_QUANTISATIONS[scale]


def _runs_of(plan: TaskPlan, quantisation: str, *order: RepeatableDraws) -> dict[str, LocatedRun]:
    return simulated_runs(
        plan.assessments, quantisation, str(plan.settings.get("ideal_tie", "higher")), *order
    )


def _judged(plan: TaskPlan, quantisation: str, *order: RepeatableDraws) -> dict[str, RunJudgement]:
    return {
        name: RunJudgement(run, plan.assessments, TopicSelection.ASSESSED)
        for name, run in _runs_of(plan, quantisation, *order).items()
    }


def _over_ties(
    plan: TaskPlan,
    quantisation: str,
    metrics: Sequence[BoundMetric],
    scores: Mapping[str, Sequence[tuple[Any, ...]]],
) -> dict[tuple[str, str], tuple[float, float]]:
    """Mean score over random orders of equal gains, and rank by it, by metric and run."""
    draws = RepeatableDraws("order of equal gains", quantisation)
    drawn = [
        {run: one.scores(metrics).mean for run, one in _judged(plan, quantisation, draws).items()}
        for _ in range(TIE_ORDERS)
    ]
    found: dict[tuple[str, str], tuple[float, float]] = {}
    for column, bound in enumerate(metrics):
        runs = [row[2] for row in scores[bound.identifier]]
        means = np.array([mean([one[run][column] for one in drawn]) for run in runs], dtype=np.float64)
        for run, score, rank in zip(runs, means.tolist(), competition_ranks(means).tolist(), strict=True):
            found[bound.identifier, run] = score, rank
    return found


def _rankings(plan: TaskPlan, quantisation: str) -> pd.DataFrame:
    found = [
        pd.DataFrame(
            {
                "run": name,
                "topic": ranking.topic,
                "rank": ranking.rank.astype(np.int64),
                "article": ranking.articles.take(pa.array(ranking.article)).to_pylist(),
                "path": [ranking.path_names[path] for path in ranking.path.tolist()],
                "gain": ranking.score,
            }
        )
        for name, run in _runs_of(plan, quantisation).items()
        for ranking in run
    ]
    rows = pd.concat(found, ignore_index=True) if found else pd.DataFrame(columns=list(RANKINGS))
    return rows.assign(quantisation=quantisation)


@once_per_outcome
def campaign_reliability(outcome: CampaignOutcome) -> Reliability:
    """The `reliability` of an outcome's campaign."""
    return reliability(outcome.campaign)


def has_reliability(outcome: CampaignOutcome) -> bool:
    """Whether metrics score simulated runs, which are made from judged elements."""
    return len(campaign_reliability(outcome).scores) > 0


def main_task(tasks: Iterable[Task]) -> Task | None:
    """The first task without strict targets; in 2002-2005 the content-only task."""
    return next((task for task in tasks if not task.rules.strict_target), None)


def beats_all(scores: Mapping[str, float], run: str = "irb") -> bool:
    """Whether no other run scores higher, as expected of the ideal run by gain.

    Examples
    --------
    >>> beats_all({"irb": 1.0, "lo": 0.8, "ao": 1.0}), beats_all({"irb": 0.1, "frb": 0.7})
    (True, False)
    """
    return all(scores[run] >= score - TOLERANCE for score in scores.values())


def order_violations(scores: Mapping[str, float]) -> tuple[tuple[str, str], ...]:
    """Pairs of runs in the order expected by their overlap that the scores contradict.

    Examples
    --------
    >>> order_violations({"irb": 1.0, "lo": 0.8, "ao": 0.4, "id": 0.5, "ia": 0.3, "frb": 0.2})
    (('ao', 'id'),)
    """
    return tuple(
        (first, second)
        for first, second in combinations([run for run in EXPECTED_ORDER if run in scores], 2)
        if not _as_expected(second, scores[first] - scores[second])
    )


def _as_expected(second: str, difference: float) -> bool:
    return difference >= -TOLERANCE if second in FREE_OF_OVERLAP else difference > TOLERANCE


def _element_metrics(campaign: Campaign, plan: TaskPlan) -> Iterator[BoundMetric]:
    """Metrics about judged elements of all tasks, as far as the assessments allow."""
    bound = tuple(
        bind(identifier, settings_of(task, campaign))
        for task in campaign.tasks.values()
        for identifier in task.metrics
    )
    without = inapplicable_metrics(replace(plan, metrics=bound))
    return (one for one in bound if one.metric.needs_elements and one.identifier not in without)


def _scores(
    judgements: Mapping[str, RunJudgement], quantisation: str, metrics: Sequence[BoundMetric]
) -> dict[str, list[tuple[Any, ...]]]:
    """Scores by metric of the runs that are made by one quantisation; none where a metric is undefined."""
    overlap = bind("overlap(kind=rank)", {"overlap_of": "paths"})
    found = {run: judgement.scores((*metrics, overlap)) for run, judgement in judgements.items()}
    scores = {}
    for column, bound in enumerate(metrics):
        means = np.array([one.mean[column] for one in found.values()])
        scores[bound.identifier] = [
            (bound.identifier, quantisation, run, score, rank, one.mean[-1], one.topics_counted[column])
            for (run, one), score, rank in zip(found.items(), means, competition_ranks(means), strict=True)
            if not np.isnan(score)
        ]
    return scores


def _score_rows(outcome: CampaignOutcome) -> Rows:
    yield {name: campaign_reliability(outcome).scores[name].tolist() for name in SCORES}


def _curve_rows(outcome: CampaignOutcome) -> Rows:
    yield {name: campaign_reliability(outcome).curves[name].tolist() for name in CURVES}


def _ranking_rows(outcome: CampaignOutcome) -> Rows:
    yield {name: campaign_reliability(outcome).rankings[name].tolist() for name in RANKINGS}


RELIABILITY = Table(
    "reliability",
    "One row per metric about judged elements and simulated run.",
    SCORES,
    _score_rows,
    applies=judges_text,
)
SIMULATED_RANKINGS = Table(
    "simulated_rankings",
    "One row per simulated run, topic and result, of the runs made by one quantisation.",
    RANKINGS,
    _ranking_rows,
    applies=judges_text,
)
RELIABILITY_CURVES = Table(
    "reliability_curves",
    "One row per point of a simulated run’s curves, means over topics.",
    CURVES,
    _curve_rows,
    applies=judges_text,
)


def reliability_page(view: CampaignView) -> Page:
    """Return the six simulated runs under every metric about judged elements, of which there are some."""
    found = campaign_reliability(view.outcome)
    metrics = _metrics(view, found.scores)
    main = main_task(view.outcome.campaign.tasks.values())
    chosen = main.official if main and main.official in metrics.index else str(metrics.index[0])
    ideal, ordered = int(metrics.ideal_first.sum()), int((metrics.in_order == metrics.pairs).sum())
    sections = [
        _runs(found.scores, chosen),
        *_listings(found.rankings),
        _ranks(found.scores, metrics, chosen),
        _table(metrics, _metrics(view, _with_random_ties(found.scores))),
    ]
    if len(found.curves):
        sections.append(_curves(view, found.curves))
    return Page(
        "Reliability",
        "Reliability of the metrics",
        "A reliable metric ranks better systems ahead of worse ones. This is tested with simulated runs "
        "whose expected order is known.",
        sections,
        notes="reliability.html",
        facts={
            "task": main.name if main else "",
            "answer": f"Of {counted(len(metrics), 'metric')}, {ideal:,} {'ranks' if ideal == 1 else 'rank'} "
            f"the ideal run first and {ordered:,} {'has' if ordered == 1 else 'have'} all pairs of runs in "
            "the expected order.",
        },
    )


def _metrics(view: CampaignView, scores: pd.DataFrame) -> pd.DataFrame:
    """A row for each metric: a cell for each run, and how far it orders them as expected."""
    identifiers = tuple(scores.metric.unique())
    rows = []
    for column, (_, found) in zip(
        metric_columns(identifiers, view.metrics), scores.groupby("metric", sort=False), strict=True
    ):
        means = dict(zip(found.run, found.score, strict=True))
        pairs = comb(len(means), 2)
        in_order = pairs - len(order_violations(means))
        cells = {}
        for run, score, rank in zip(found.run, found.score, found["rank"], strict=True):
            shown = decimals(score, column.unit).removesuffix("%")
            cells[run] = (
                Ordered(f" ({rank})", score, shown) if rank == 1 else Ordered(f"{shown} ({rank})", score)
            )
        ideal_first = "irb" in means and beats_all(means)
        rows.append(
            {
                "metric": replace(column, label=column.identifier),
                "quantisation": found.quantisation.iloc[0],
                "topics": found.topics.iloc[0],
                **{run: cells.get(run, Ordered("–", None)) for run in SIMULATED_RUNS},
                "ideal_first": ideal_first,
                "by_gain": "as expected" if ideal_first else "irb is beaten",
                "in_order": in_order,
                "pairs": pairs,
                "by_overlap": Ordered(f"{in_order} of {pairs}", in_order),
            }
        )
    return pd.DataFrame(rows, index=identifiers)


def _runs(scores: pd.DataFrame, chosen: str) -> Section:
    overlap = scores[scores.metric == chosen].set_index("run").overlap
    runs = pd.DataFrame({"expected": range(1, len(EXPECTED_ORDER) + 1)}, EXPECTED_ORDER)
    table = View(
        "Simulated runs",
        runs.assign(run=runs.index, meaning=pd.Series(SIMULATED_RUNS), overlap=overlap),
        {
            "run": ("Run", "name"),
            "meaning": ("What it returns", "text"),
            "expected": ("Expected place", "number"),
            "overlap": ("Overlap %", "percent"),
        },
    )
    note = (
        "Overlap is the share of results that overlap one at an earlier rank, mean over topics, of the runs "
        "made for the first metric in the chart below; it differs between quantisations."
    )
    order = {"order": EXPECTED_ORDER}
    return Section("runs", "Simulated runs and their expected order", parts=[table, note], facts=order)


def _listings(rankings: pd.DataFrame) -> Iterator[Section]:
    """The first results of each run for the first topic."""
    if not len(rankings):
        return
    topic, quantisation = rankings.topic.iloc[0], rankings.quantisation.iloc[0]
    columns = {
        "rank": ("Rank", "number"),
        "article": ("Article", "name"),
        "path": ("Element", "name"),
        "gain": ("Gain", "score"),
    }
    choices: dict[str, list[Chart | View | str]] = {
        str(run): [View(f"First results of {run} for topic {topic}", found.head(LISTED), columns)]
        for run, found in rankings[rankings.topic == topic].groupby("run", sort=False)
    }
    answer = (
        f"The first {LISTED} results of each run for topic {topic}, made by the quantisation {quantisation}; "
        "the data have all results and topics."
    )
    yield Section(
        "listings", "What the simulated runs return", [answer], [Choice("Run", choices), "simulated_rankings"]
    )


def _ranks(scores: pd.DataFrame, metrics: pd.DataFrame, chosen: str) -> Section:
    """Ranks of the six runs in the expected order, then by each metric."""
    ranks = scores.pivot_table("rank", "run", "metric").reindex(
        index=list(SIMULATED_RUNS), columns=metrics.index
    )
    ranks.insert(0, EXPECTED, [EXPECTED_ORDER.index(run) + 1 for run in ranks.index])
    about = metrics.loc[chosen].to_dict()
    of_chosen = scores[scores.metric == chosen].set_index("run").to_dict("index")
    first = [str(run) for run, one in of_chosen.items() if one["rank"] == 1]
    summary = f"Ranked first by {chosen}: {', '.join(first) or 'no run'}"
    if ideal := of_chosen.get("irb"):
        summary += f"; the ideal run irb has rank {ideal['rank']} with {decimals(ideal['score'])}"
    figure = Figure(
        title="Do metrics rank the simulated runs as expected?",
        basis=f"Ranks of the six simulated runs, 1 is best, mean over {counted(about['topics'], 'topic')}; "
        "equal scores share a rank",
        source="reliability.csv",
        summary=f"{summary}. Pairs of runs in the expected order: {about['in_order']} of {about['pairs']}. "
        f"Metrics by which no run beats the ideal one: {metrics.ideal_first.sum()} of {len(metrics)}.",
    )
    chart = Ranks("bump-chart", figure, ranks, (0, list(ranks.columns).index(chosen)))
    return Section("ranks", "Ranks", parts=[chart])


def _with_random_ties(scores: pd.DataFrame) -> pd.DataFrame:
    known = scores.dropna(subset="score_over_ties")
    return known.assign(score=known.score_over_ties, rank=known.rank_over_ties.astype(np.int64))


def _table(metrics: pd.DataFrame, over_ties: pd.DataFrame) -> Section:
    """Scores with ties by depth and path, then over random orders of ties."""
    columns: Heads = {
        "metric": ("Metric", "metric"),
        "quantisation": ("Quantisation", "text"),
        **{run: (run, "ordered") for run in SIMULATED_RUNS},
        "by_gain": ("By gain", "text"),
        "by_overlap": ("By overlap", "ordered"),
        "topics": ("Topics", "number"),
    }
    table = View(
        "Scores and ranks of the simulated runs",
        metrics,
        columns,
        caption="Mean score of each run, with its rank among the six in brackets; equal gains by depth and "
        "path. By gain: whether irb is ranked first. By overlap: pairs of runs in the expected order.",
        rows="metrics",
        address="runs",
        data="reliability",
    )
    tied = View(
        "Scores and ranks over random orders of equal gains",
        over_ties,
        columns,
        caption=f"Means of {TIE_ORDERS} random orders of elements with equal gains.",
        folded="Table: equal gains in random orders",
        data="reliability",
    )
    shown = [
        [
            [cell.strong + cell.text for cell in cells]
            for cells in found[[*SIMULATED_RUNS]].to_numpy().tolist()
        ]
        for found in (metrics.loc[over_ties.index], over_ties)
    ]
    changed = sum(one != other for one, other in zip(*shown, strict=True))
    answer = (
        f"Where equal gains are in random orders instead, scores of {changed:,} of "
        f"{counted(len(over_ties), 'metric')} of the main task with the official quantisation change."
    )
    several = len(over_ties) > 0
    return Section("scores", "Scores and ranks by metric", [answer] * several, [table, *[tied] * several])


def _curves(view: CampaignView, curves: pd.DataFrame) -> Section:
    """The curves of the six runs, of one kind at a time."""
    known = curves.dropna()
    known[["x", "y"]] = known[["x", "y"]].map(round, ndigits=4)  # DataFrame.round rounds other halves
    choices: dict[str, list[Chart | View | str]] = {}
    for place, (metric, found) in enumerate(known.groupby("metric", sort=False), start=1):
        name = str(metric)
        lines = [
            {"label": str(run), "x": one.x.tolist(), "y": one.y.tolist()}
            for run, one in found.groupby("run", sort=False)
        ]
        chart = curve_chart(view, name, place, "the six simulated runs", lines)
        figure = replace(chart.figure, source="reliability_curves.csv", summary=starts_and_ends(lines))
        choices[name] = [replace(chart, figure=figure), points_table(name, chart)]
    return Section("curves", "Curves", parts=[Choice("Curve", choices), "reliability_curves"])
