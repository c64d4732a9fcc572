"""The outcome of an evaluation: scores, curves and facts of each run, columnar where there are many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.model.answer import Answer
from inexreport.model.assessment import OFFICIAL
from inexreport.model.campaign import Campaign
from inexreport.model.diagnosis import Diagnosis, RelevantArticles
from inexreport.model.imported import ImportedMeasure
from inexreport.model.problem import Problem
from inexreport.model.problem_kinds import Severity
from inexreport.model.run import Submission
from inexreport.model.task import Task
from inexreport.model.top_results import ResultNames, TopResults

JUDGED_DEPTHS = (5, 10, 20, 100)
"""Numbers of first documents of which it is counted how many were judged."""


@dataclass(frozen=True, eq=False)
class RunScores:
    """The scores of one run.

    Attributes
    ----------
    metrics : tuple of str
        Metric identifiers in the task's order.
    topics : tuple of str
        Every topic for which some metric has a score, ordered.
    by_topic : float64 array, shape (metrics, topics)
        NaN where the metric is undefined for the topic or does not count it.
    mean : float64 array, shape (metrics,)
        Over the topics that count; NaN where there are none.
    topics_counted : int64 array, shape (metrics,)
        Over how many topics the mean goes.
    """

    metrics: tuple[str, ...]
    topics: tuple[str, ...]
    by_topic: NDArray[np.float64]
    mean: NDArray[np.float64]
    topics_counted: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Curve:
    """A metric's mean over topics as a function of rank or recall, e.g. iP at 101 recall points.

    Attributes
    ----------
    metric : str
        E.g. ``"iP"``.
    x, y : float64 array, shape (points,)
    is_part : bool
        Whether another curve is made of it; pages then do not list it.
    """

    metric: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    is_part: bool = False


@dataclass(frozen=True, eq=False)
class TopicGains:
    """How much a run has gained of a topic down to each rank.

    Attributes
    ----------
    topic : str
    place : str
        ``"best"``, ``"median"`` or ``"worst"``: the topic's place among those of the run.
    parameters : str
        Of the metric whose gains they are, as in its identifier.
    run, ideal, effort : float64 array, shape (ranks,)
        Cumulated gain of the run and of the ideal ranking, and effort-precision.
    """

    topic: str
    place: str
    parameters: str
    run: NDArray[np.float64]
    ideal: NDArray[np.float64]
    effort: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Composition:
    """Results of a run by type and rank, counted over all its topics after the task's cut-off.

    Attributes
    ----------
    topics : tuple of str
        Topics with results, in the run's order.
    results_per_topic, articles_per_topic : int64 array, shape (topics,)
    element_types : mapping of str to int
        Number of results by the name of the returned element (``sec``, ``p``); what is no element is
        counted under ``(passage)``, ``(range)``, ``(entry point)``, ``(article)`` or ``(not found)``.
    judged_by_rank : float64 array, shape (bands,)
        Share of results in judged articles by rank band (1-10, 11-50, 51-100, 101-500, 501-); NaN for an
        empty band.
    unlocated : int
        Results whose place in the text is not known.
    judged_to_depth : float64 array, shape (depths,)
        Share of results in judged articles down to each of `JUDGED_DEPTHS`; NaN without results.
    """

    topics: tuple[str, ...]
    results_per_topic: NDArray[np.int64]
    articles_per_topic: NDArray[np.int64]
    element_types: Mapping[str, int]
    judged_by_rank: NDArray[np.float64]
    unlocated: int
    judged_to_depth: NDArray[np.float64] = field(default_factory=lambda: np.full(len(JUDGED_DEPTHS), np.nan))


@dataclass(frozen=True, eq=False)
class UnjudgedDocuments:
    """What unjudged documents may hide of a run's scores; documents with negative grades are judged.

    Attributes
    ----------
    depth : int
        The cut-off of the official metric, or 10.
    judged : float
        Share of judged documents among the first `depth` of a topic, mean over the topics that count.
    condensed : float
        Official score without the unjudged documents; NaN where undefined.
    residuals : RunScores
        By how much each rank-biased precision of the task could rise if all unjudged documents were relevant.
    """

    depth: int
    judged: float
    condensed: float
    residuals: RunScores


@dataclass(frozen=True, eq=False)
class FirstResults:
    """The first results of each assessed topic of a run, of those that count, with what was judged of them.

    Attributes
    ----------
    results : TopResults
        Its paths are places as in `FirstScores`; empty for a whole article.
    judgements : mapping of str to float64 array, shape (results,)
        As in `FirstScores`.
    """

    results: TopResults
    judgements: Mapping[str, NDArray[np.float64]]

    def renumbered(self, names: ResultNames) -> FirstResults:
        """The same results by the numbers of other names."""
        return replace(self, results=self.results.renumbered(names))


@dataclass(frozen=True, eq=False)
class FirstScores:
    """Scores of a run for one topic, if it ended after each of its first results.

    Attributes
    ----------
    chosen_by : str
        The metric by whose scores the topic was chosen.
    results : int
        Number of results of the topic that count.
    places : tuple of (str, str)
        Article of each first result, and the element's path or the text's first and last offset; the second
        is empty for a whole article.
    judgements : mapping of str to float64 array, shape (first results,)
        What was judged of each first result, by name; NaN where nothing was.
    scores : float64 array, shape (metrics, first results)
        In column i, the scores of the run if it ended after result i.
    """

    topic: str
    chosen_by: str
    results: int
    places: tuple[tuple[str, str], ...]
    judgements: Mapping[str, NDArray[np.float64]]
    metrics: tuple[str, ...]
    scores: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RunOutcome:
    """A run after evaluation.

    A rejected one lacks scores, curves, first results and diagnosis, an unreadable one its composition too.
    `depth_scores` are the official scores of its first results, at each of the task's `depths`. Unless
    documents were judged, `unjudged` and `judged_ranks` are None; if they were, `first_results` is None.
    `first_scores` is None if no topic has a score after its first results. A run of answers has scores,
    composition and its `answers` by topic only.

    `judged_ranks` is an array of shape (judged documents of all topics,), of the smallest unsigned integers
    that hold it: the rank of each, topic by topic in the order of the assessments, or 0 if it is not among
    the results that count.
    """

    submission: Submission
    results: int
    problems: tuple[Problem, ...]
    scores: RunScores | None = None
    depth_scores: tuple[float, ...] = ()
    curves: tuple[Curve, ...] = ()
    gains: tuple[TopicGains, ...] = ()
    composition: Composition | None = None
    top_results: TopResults | None = None
    diagnosis: Diagnosis | None = None
    unjudged: UnjudgedDocuments | None = None
    judged_ranks: NDArray[np.unsignedinteger[Any]] | None = None
    first_scores: FirstScores | None = None
    first_results: FirstResults | None = None
    answers: Mapping[str, Answer] = field(default_factory=dict)
    rankings_let_go: bool = False

    @property
    def evaluated(self) -> bool:
        return self.scores is not None

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.severity is Severity.ERROR)

    def without_rankings(self) -> RunOutcome:
        """The outcome without first results and ranks, which need most of its memory."""
        return replace(self, top_results=None, judged_ranks=None, first_results=None, rankings_let_go=True)


@dataclass(frozen=True, eq=False)
class VariantScores:
    """Scores of the evaluated runs of a task under changed assessments.

    Attributes
    ----------
    change : str
        Name of the variant or set, or the group whose unique finds were removed.
    means : float64 array, shape (runs, metrics)
        NaN where undefined.
    reference : str
        The set of assessments that was changed.
    topics : tuple of str
        That a further set assesses; no other scores are known by topic.
    by_topic : float64 array, shape (runs, topics)
        By the official metric; NaN where undefined.
    """

    change: str
    metrics: tuple[str, ...]
    runs: tuple[str, ...]
    means: NDArray[np.float64]
    reference: str = OFFICIAL
    topics: tuple[str, ...] = ()
    by_topic: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)))

    def of_runs(self, names: Sequence[str]) -> NDArray[np.float64]:
        """The means of some runs, shape (names, metrics)."""
        places = {run: place for place, run in enumerate(self.runs)}
        return self.means[np.array([places[name] for name in names], dtype=np.intp)]


@dataclass(frozen=True, eq=False)
class TaskOutcome:
    """A task with all its runs.

    Attributes
    ----------
    runs : tuple of RunOutcome
        Ordered by name.
    variants : tuple of VariantScores
        Under variants of the official assessments and of those of other scored judges; none where the
        task's metrics know no grades.
    sets : tuple of VariantScores
        Under each scored set of assessments, with all metrics of the task.
    without_group : tuple of VariantScores
        Under the assessments that would be there had a group of runs not taken part; only of groups that
        make a difference.
    imported : tuple of ImportedMeasure
        The measures, last of the task's metrics, whose scores were computed elsewhere.
    statistics : dict of str to object
        Memoised statistics, see `inexreport.statistics.memo`; a changed copy begins without.
    """

    task: Task
    runs: tuple[RunOutcome, ...]
    relevant_articles: RelevantArticles = field(default_factory=RelevantArticles)
    variants: tuple[VariantScores, ...] = ()
    sets: tuple[VariantScores, ...] = ()
    without_group: tuple[VariantScores, ...] = ()
    imported: tuple[ImportedMeasure, ...] = ()
    statistics: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def computed_metrics(self) -> tuple[str, ...]:
        """The task's metrics without the imported ones."""
        return self.task.metrics[: len(self.task.metrics) - len(self.imported)]


def participants_of(runs: Iterable[RunOutcome]) -> set[str]:
    """Return the ids of the participants who submitted the runs, as far as they are known."""
    return {run.submission.participant for run in runs} - {""}


@dataclass(frozen=True, eq=False)
class CampaignOutcome:
    """A campaign with all its runs; what statistics, report and publication start from.

    Attributes
    ----------
    problems : tuple of Problem
        Warnings about the campaign's own files; those of runs are with the runs.
    statistics : dict of str to object
        Memoised statistics of the campaign alone; a copy with other tasks shares them.
    """

    campaign: Campaign
    tasks: tuple[TaskOutcome, ...]
    problems: tuple[Problem, ...] = ()
    statistics: dict[str, Any] = field(default_factory=dict, repr=False)
