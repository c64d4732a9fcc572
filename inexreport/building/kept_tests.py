"""Tests of every two runs of a task: those of runs that score as they did are kept."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.building.kept_runs import KeptRuns
from inexreport.cache.folder import key_of
from inexreport.cache.records import from_parquet, to_parquet
from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.findings import task_findings
from inexreport.statistics.significance import EarlierTests
from inexreport.version import code_version

KIND = "tests"


@dataclass(frozen=True)
class KeptTests:
    """The tests of the last build that has tested the runs of a task.

    Attributes
    ----------
    runs : KeptRuns
    """

    runs: KeptRuns

    def tests(self, outcome: TaskOutcome) -> EarlierTests | None:
        """Tests by the task's official metric; of which runs, they tell themselves."""
        content = self.runs.cache.read(KIND, self._key(outcome))
        return None if content is None else from_parquet(content, EarlierTests)

    def keep(self, outcome: TaskOutcome) -> None:
        """Keep the tests of a task about which everything is found out."""
        self.runs.cache.write(KIND, self._key(outcome), to_parquet(task_findings(outcome).tests()))

    def _key(self, outcome: TaskOutcome) -> str:
        return key_of(code_version(), self.runs.campaign, outcome.task.name, outcome.task.official)
