"""The results of a campaign: tables, charts and comparisons of runs."""

from __future__ import annotations

from functools import cache, cached_property

import altair as alt
import pandas as pd

from inexreport.building.campaign import PreparedCampaign
from inexreport.errors import UsageError
from inexreport.model.outcome import CampaignOutcome, RunScores
from inexreport.notebook.tables import PublishedTables, unknown_name
from inexreport.rendering.charts.named import RUN_CHARTS, TASK_CHARTS, NamedCharts, chart_names, named_chart
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.tables.published import TABLES, published
from inexreport.report.tables.table import Table
from inexreport.statistics.run_comparison import compare_runs


class Results(PublishedTables):
    """Scores and statistics of all runs of a campaign, from `Campaign.evaluate`.

    Attributes
    ----------
    tasks : tuple of str
        Names of the tasks with runs.

    Examples
    --------
    >>> results = Campaign("campaigns/sample-2009").evaluate()  # doctest: +SKIP
    >>> results.table("significance")  # doctest: +SKIP
    >>> results.chart("scores", task="Focused")  # doctest: +SKIP
    """

    def __init__(self, outcome: CampaignOutcome, prepared: PreparedCampaign) -> None:
        self._outcome = outcome
        self._metrics = prepared.metrics
        self.title = outcome.campaign.title
        self.tasks = tuple(task.task.name for task in outcome.tasks)
        self._build = cache(lambda name: self._declared[name].build(outcome))

    @cached_property
    def _declared(self) -> dict[str, Table[CampaignOutcome]]:
        return {table.name: table for table in published(TABLES, self._outcome)}

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(self._declared)

    @cached_property
    def _view(self) -> CampaignView:
        return view_campaign(self._outcome, self._metrics)

    def _table(self, name: str) -> pd.DataFrame:
        frame: pd.DataFrame = self._build(name).to_pandas()
        return frame

    def charts(self, task: str | None = None, run: str | None = None) -> tuple[str, ...]:
        """Return the names of the charts about a task, or about one of its runs.

        Parameters
        ----------
        task : str, optional
            Not needed if the campaign has one task, or one with such a run.
        run : str, optional

        Raises
        ------
        UsageError
            If there is no such task or run, or it is not clear which one is meant.
        """
        kinds, about = self._about(task, run)
        return chart_names(kinds, self._view, *about)

    def chart(self, name: str, task: str | None = None, run: str | None = None) -> alt.Chart | alt.LayerChart:
        """Return a chart of the site, with tooltips and in light colours.

        Parameters
        ----------
        name : str
            One of `charts`: of a task for example ``"scores"``, ``"topics"``, ``"ranks"`` or
            ``"curve-iP"``; of a run ``"differences"`` from the median, or ``"standing"``.
        task, run : str, optional
            As for `charts`.

        Returns
        -------
        altair.Chart or altair.LayerChart

        Raises
        ------
        UsageError
            If there is no such chart, task or run.
        """
        kinds, about = self._about(task, run)
        found = named_chart(kinds, name, self._view, *about)
        if found is None:
            raise unknown_name("chart", name, chart_names(kinds, self._view, *about))
        return found

    def compare(self, a: str, b: str, task: str | None = None) -> pd.DataFrame:
        """Compare two runs of a task topic by topic.

        Parameters
        ----------
        a, b : str
            Names of evaluated runs, as the table ``runs`` has them.
        task : str, optional
            Not needed if one task alone has both runs.

        Returns
        -------
        pandas.DataFrame
            One row per metric of the task, as `inexreport.statistics.run_comparison.compare_runs` has it.

        Raises
        ------
        UsageError
            If there is no such task or evaluated run, or it is not clear which one is meant.
        """
        of_task = self._task(task, a, b)
        scores_a, scores_b = (self._evaluated(of_task, name)[1] for name in (a, b))
        found = compare_runs(scores_a, scores_b)
        counts = [metric for metric in found.metric if self._metrics[metric].metric.is_count]
        return found[~found.metric.isin(counts)].reset_index(drop=True)

    def _about(
        self, task: str | None, run: str | None
    ) -> tuple[tuple[NamedCharts, ...], tuple[str | int, ...]]:
        """The kinds of charts, and what they are about: a task and maybe the row of a run."""
        if run is None:
            return TASK_CHARTS, (self._task(task),)
        of_task = self._task(task, run)
        return RUN_CHARTS, (of_task, self._evaluated(of_task, run)[0])

    def _task(self, task: str | None, *runs: str) -> str:
        """The task that is named, or the only one with some runs."""
        if task is not None:
            if task not in self.tasks:
                raise unknown_name("task", task, self.tasks)
            return task
        names = {one.task.name: {run.submission.name for run in one.runs} for one in self._outcome.tasks}
        for run in runs:
            if not any(run in of_task for of_task in names.values()):
                raise unknown_name("run", run, sorted(set().union(*names.values())))
        fitting = [name for name, of_task in names.items() if of_task.issuperset(runs)]
        if not fitting:
            raise UsageError("No task has both runs. Only runs of one task can be compared.")
        if len(fitting) > 1:
            has = f"has {' and '.join(map(repr, runs))}" if runs else "has runs"
            raise UsageError(f"Name the task: each of {', '.join(fitting)} {has}.")
        return fitting[0]

    def _evaluated(self, task: str, name: str) -> tuple[int, RunScores]:
        """The row of a run among the evaluated ones of its task, and its scores."""
        runs = {run.submission.name: run for run in self._view.of(task).runs}
        if name not in runs:
            raise unknown_name("run", name, runs)
        run = runs[name]
        if run.scores is None:
            reasons = " ".join(f"{error.place}: {error.message}" for error in run.errors)
            raise UsageError(f"The run {name!r} of {task} was rejected. {reasons}")
        return next(
            row for row, one in enumerate(self._view.evaluated_runs[task].runs) if one is run
        ), run.scores
