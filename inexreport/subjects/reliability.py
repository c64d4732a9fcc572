"""Do metrics order simulated runs as users would? The best and least redundant come first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb
from operator import attrgetter
from typing import NamedTuple

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
from inexreport.model.counted import counted, have
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.score_numbers import column_means
from inexreport.model.task import Task, TopicSelection
from inexreport.report.applicability import judges_text
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.naming import metric_columns
from inexreport.report.tables.columns import CURVE, X, Y
from inexreport.report.tables.table import Table, integer, number, optional_integer, text
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws
from inexreport.statistics.simulated_runs import SIMULATED_RUNS, simulated_runs
from inexreport.statistics.summary import Floats, competition_ranks, known_ranks
from inexreport.subjects.curves import curve_chart, points_table, starts_and_ends
from inexreport.subjects.sections import Chart, Choice, Heads, Ordered, Page, Ranks, Section, View

EXPECTED_ORDER = ("irb", "lo", "ao", "id", "ia", "frb")
"""By overlap: none in the first three runs, then increasing."""

FREE_OF_OVERLAP = ("irb", "lo", "ao")
"""Runs that may have equal scores."""

TIE_ORDERS = 10
"""Random orders of equal gains that scores are averaged over."""

LISTED = 10
"""Results of a simulated run that the page lists."""

EXPECTED = "expected order"
"""Label of the expected order among the metrics of the chart."""

_RUN = {"run": text("Simulated run: `irb`, `frb`, `ia`, `id`, `lo` or `ao`.")}


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
    nothing = Reliability(pd.DataFrame(), pd.DataFrame(), pd.DataFrame())
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
    scores: list[pd.DataFrame] = []
    points: list[tuple[str, str, float, float]] = []
    for quantisation, group in by_quantisation.items():
        judgements = _judged(plan, quantisation)
        tied = np.full((len(judgements), len(group)), np.nan)
        if quantisation == official:
            tied = _over_ties(plan, quantisation, group)
        scores.append(_scores(judgements, quantisation, group, tied))
        points += [
            (curve.metric, run, *point)
            for run, judgement in judgements.items()
            for curve in judgement.curves(group)
            if not curve.is_part
            for point in zip(curve.x, curve.y, strict=True)
        ]
    curves = pd.DataFrame(points, columns=["metric", "run", "x", "y"])
    return Reliability(
        _by_metric(pd.concat(scores), [*metrics]),
        _by_metric(curves, [*curves.metric.unique()]),
        _rankings(plan, official),
    )


def _by_metric(rows: pd.DataFrame, metrics: Sequence[str]) -> pd.DataFrame:
    return rows.sort_values("metric", key=lambda names: names.map(metrics.index), kind="stable")


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


def _scores(
    judgements: Mapping[str, RunJudgement], quantisation: str, metrics: Sequence[BoundMetric], tied: Floats
) -> pd.DataFrame:
    """Scores by metric of the runs that are made by one quantisation; none where a metric is undefined."""
    overlap = bind("overlap(kind=rank)", {"overlap_of": "paths"})
    found = [one.scores((*metrics, overlap)) for one in judgements.values()]
    means = np.array([one.mean[:-1] for one in found])
    rows = {
        "metric": np.repeat([bound.identifier for bound in metrics], len(found)),
        "quantisation": quantisation,
        "run": [*judgements] * len(metrics),
        "score": means.T.ravel(),
        "rank": competition_ranks(means).T.ravel(),
        "overlap": np.tile([one.mean[-1] for one in found], len(metrics)),
        "topics": np.array([one.topics_counted[:-1] for one in found]).T.ravel(),
        "score_over_ties": tied.T.ravel(),
        "rank_over_ties": known_ranks(competition_ranks(tied).T.ravel()),
    }
    return pd.DataFrame(rows).dropna(subset="score")


def _over_ties(plan: TaskPlan, quantisation: str, metrics: Sequence[BoundMetric]) -> Floats:
    """Means over random orders of equal gains, shape (runs, metrics); NaN for metrics of other tasks."""
    means = np.full((len(SIMULATED_RUNS), len(metrics)), np.nan)
    of_main = [place for place, bound in enumerate(metrics) if bound.identifier in plan.task.metrics]
    draws = RepeatableDraws(DrawKind.EQUAL_GAINS, quantisation)
    drawn = [
        np.ravel([one.scores([metrics[place] for place in of_main]).mean for one in judgements.values()])
        for judgements in (_judged(plan, quantisation, draws) for _ in range(TIE_ORDERS))
    ]
    means[:, of_main] = column_means(drawn).reshape(len(means), -1)
    return means


def _rankings(plan: TaskPlan, quantisation: str) -> pd.DataFrame:
    found = [
        pd.DataFrame(
            {
                "quantisation": quantisation,
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
    return pd.concat(found, ignore_index=True) if found else pd.DataFrame()


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


def order_violations(ranks: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """Pairs of runs in the order expected by their overlap that their ranks by a metric contradict.

    Examples
    --------
    >>> order_violations({"irb": 1, "lo": 2, "ao": 4, "id": 3, "ia": 5, "frb": 6})
    (('ao', 'id'),)
    """
    return tuple(
        (first, second)
        for first, second in combinations([run for run in EXPECTED_ORDER if run in ranks], 2)
        if ranks[first] > ranks[second] or (ranks[first] == ranks[second] and second not in FREE_OF_OVERLAP)
    )


def _element_metrics(campaign: Campaign, plan: TaskPlan) -> Iterator[BoundMetric]:
    """Metrics about judged elements of all tasks, as far as the assessments allow."""
    bound = tuple(
        bind(identifier, settings_of(task, campaign))
        for task in campaign.tasks.values()
        for identifier in task.metrics
    )
    without = inapplicable_metrics(replace(plan, metrics=bound))
    return (one for one in bound if one.metric.needs_elements and one.identifier not in without)


RELIABILITY = Table.of_campaign(
    "reliability",
    "One row per metric about judged elements and simulated run.",
    {
        "metric": text("Identifier of the metric, explained in the metrics guide."),
        **_RUN,
        "score": number("Mean over topics."),
        "rank": integer("Rank among the six; equal scores share a rank."),
        "overlap": number(
            "Percentage of the run’s results that overlap one at an earlier rank, mean over topics."
        ),
        "score_over_ties": number(
            f"Mean over {TIE_ORDERS} random orders of equal gains, which `score` orders by depth, the "
            "deepest first, then by article and path; for metrics of the main task with the official "
            "quantisation."
        ),
        "rank_over_ties": optional_integer("Rank among the six by it."),
    },
    attrgetter("scores"),
    campaign_reliability,
    applies=judges_text,
)
SIMULATED_RANKINGS = Table.of_campaign(
    "simulated_rankings",
    "One row per simulated run, topic and result, of the runs made by one quantisation.",
    {
        "quantisation": text("That of the official metric, or the usual one of the scale."),
        **_RUN,
        "topic": text("Id of the topic."),
        "rank": integer(
            "Rank of the result, from 1: by gain, then by depth, the deepest first, article and path."
        ),
        "article": text("Name of the article."),
        "path": text("Path of the element."),
        "gain": number("What it is worth under the quantisation."),
    },
    attrgetter("rankings"),
    campaign_reliability,
    applies=judges_text,
)
RELIABILITY_CURVES = Table.of_campaign(
    "reliability_curves",
    "One row per point of a simulated run’s curves, means over topics.",
    CURVE | _RUN | X | Y,
    attrgetter("curves"),
    campaign_reliability,
    applies=judges_text,
)


def reliability_page(view: CampaignView) -> Page:
    """Return the six simulated runs under every metric about judged elements, of which there are some."""
    found = campaign_reliability(view.outcome)
    metrics = _metrics(view, found.scores)
    main = main_task(view.outcome.campaign.tasks.values())
    chosen = main.official if main and main.official in metrics.index else str(metrics.index[0])
    ideal, ordered = int(metrics.ideal_first.sum()), int((metrics.in_order == metrics.pairs).sum())
    firsts = found.scores[found.scores["rank"] == 1].groupby("metric").run
    shared = int((firsts.size().reindex(metrics.index[metrics.ideal_first]) > 1).sum())
    tied = found.scores.dropna(subset="score_over_ties")
    tied = tied.assign(score=tied.score_over_ties, rank=tied.rank_over_ties)
    sections = [
        _runs(found.scores, chosen),
        *([_listings(found.rankings)] if len(found.rankings) else []),
        _ranks(found.scores, metrics, chosen),
        _table(metrics, _metrics(view, tied)),
        *([_curves(view, found.curves)] if len(found.curves) else []),
    ]
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
            f"the ideal run first, {shared:,} of them with others, and {have(ordered, 'metric')} all "
            "pairs of runs in the expected order.",
        },
    )


def _metrics(view: CampaignView, scores: pd.DataFrame) -> pd.DataFrame:
    """A row for each metric: a cell for each run, and how far it orders them as expected."""
    identifiers = tuple(scores.metric.unique())
    columns = dict(zip(identifiers, metric_columns(identifiers, view.metrics), strict=True))
    rows = []
    for metric, found in scores.groupby("metric", sort=False):
        column, ranks = columns[str(metric)], dict(zip(found.run, found["rank"], strict=True))
        cells = dict.fromkeys(SIMULATED_RUNS, Ordered("–", None))
        for run, score in zip(found.run, found.score, strict=True):
            shown, rank = decimals(score, column.unit).removesuffix("%"), f" ({ranks[run]})"
            best = ranks[run] == 1
            cells[run] = Ordered(rank, score, shown) if best else Ordered(shown + rank, score)
        pairs = comb(len(ranks), 2)
        in_order = pairs - len(order_violations(ranks))
        rows.append(
            {
                "metric": replace(column, label=column.identifier),
                "quantisation": found.quantisation.iloc[0],
                "topics": found.topics.iloc[0],
                **cells,
                "ideal_first": ranks.get("irb") == 1,
                "by_gain": "as expected" if ranks.get("irb") == 1 else "irb is beaten",
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


def _listings(rankings: pd.DataFrame) -> Section:
    """The first results of each run for the first topic."""
    topic, quantisation = rankings.topic.iloc[0], rankings.quantisation.iloc[0]
    columns = {
        "rank": ("Rank", "number"),
        "article": ("Article", "name"),
        "path": ("Element", "name"),
        "gain": ("Gain", "score"),
    }
    choices = {
        str(run): [View(f"First results of {run} for topic {topic}", found.head(LISTED), columns)]
        for run, found in rankings[rankings.topic == topic].groupby("run", sort=False)
    }
    answer = (
        f"The first {LISTED} results of each run for topic {topic}, made by the quantisation {quantisation}; "
        "the data have all results and topics."
    )
    return Section(
        "listings", "What the simulated runs return", [answer], [Choice("Run", choices), "simulated_rankings"]
    )


def _ranks(scores: pd.DataFrame, metrics: pd.DataFrame, chosen: str) -> Section:
    """Ranks of the six runs in the expected order, then by each metric."""
    ranks = scores.pivot_table("rank", "run", "metric")
    ranks = ranks.reindex(index=[*SIMULATED_RUNS], columns=metrics.index)
    ranks.insert(0, EXPECTED, [EXPECTED_ORDER.index(run) + 1 for run in ranks.index])
    about = metrics.loc[chosen].to_dict()
    of_chosen = scores[scores.metric == chosen].set_index("run")
    summary = f"Ranked first by {chosen}: {', '.join(of_chosen.index[of_chosen['rank'] == 1]) or 'no run'}"
    if "irb" in of_chosen.index:
        rank, score = of_chosen["rank"]["irb"], of_chosen.score["irb"]
        summary += f"; the ideal run irb has rank {rank} with {decimals(score)}"
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
    if not len(over_ties):
        return Section("scores", "Scores and ranks by metric", parts=[table])
    tied = replace(
        table,
        label="Scores and ranks over random orders of equal gains",
        frame=over_ties,
        caption=f"Means of {TIE_ORDERS} random orders of elements with equal gains.",
        folded="Table: equal gains in random orders",
        rows="",
        address="",
    )
    by_depth, at_random = (
        found[[*SIMULATED_RUNS]].map(lambda cell: cell.strong + cell.text)
        for found in (metrics.loc[over_ties.index], over_ties)
    )
    answer = (
        f"Where equal gains are in random orders instead, scores of "
        f"{(by_depth != at_random).any(axis=1).sum():,} of {counted(len(over_ties), 'metric')} of the main "
        "task with the official quantisation change."
    )
    return Section("scores", "Scores and ranks by metric", [answer], [table, tied])


def _curves(view: CampaignView, curves: pd.DataFrame) -> Section:
    """The curves of the six runs, of one kind at a time."""
    known = curves.dropna()
    known[["x", "y"]] = known[["x", "y"]].map(round, ndigits=4)  # DataFrame.round rounds other halves
    choices: dict[str, Sequence[Chart | View]] = {}
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
