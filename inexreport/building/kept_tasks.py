"""What earlier builds found out about whole tasks, kept by the content of all their runs' files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, make_dataclass
from functools import cache
from typing import Any

from inexreport.building.kept_runs import KeptRuns
from inexreport.cache.folder import key_of
from inexreport.cache.records import from_parquet, to_parquet
from inexreport.formats.run_files import RunFile
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.findings import TaskFindings, task_findings
from inexreport.statistics.pool_findings import PoolFindings, pool_findings, without_results

KIND = "tasks"


@dataclass(frozen=True)
class KeptTasks:
    """Outcomes of tasks with what statistics found out about them.

    Attributes
    ----------
    runs : KeptRuns
    campaign : Campaign
    """

    runs: KeptRuns
    campaign: Campaign

    def has(self, files: Sequence[RunFile], checksums: Mapping[str, str]) -> bool:
        """Whether there is a task under what `task` looks for; it may turn out to be unreadable."""
        key = self._key(files, checksums)
        return bool(key) and self.runs.cache.has(KIND, key)

    def task(self, files: Sequence[RunFile], checksums: Mapping[str, str]) -> TaskOutcome | None:
        """A task that was worked out to its end with these runs, their files having these checksums."""
        key = self._key(files, checksums)
        content = self.runs.cache.read(KIND, key) if key else None
        kept = None if content is None else from_parquet(content, _kept_task())
        if kept is None:
            return None
        outcome = without_results(kept.outcome, vars(kept.pools))
        task_findings(outcome).keep(vars(kept.scores))
        return outcome

    def keep(self, files: Sequence[RunFile], checksums: Mapping[str, str], outcome: TaskOutcome) -> None:
        """Keep a task that has no first results of runs any more, with its findings."""
        if key := self._key(files, checksums):
            pools = pool_findings(outcome, self.campaign).worked_out()
            scores = task_findings(outcome).worked_out()
            kind = _kept_task()
            types = kind.__dataclass_fields__
            kept = kind(outcome, types["pools"].type(**pools), types["scores"].type(**scores))
            self.runs.cache.write(KIND, key, to_parquet(kept))

    def _key(self, files: Sequence[RunFile], checksums: Mapping[str, str]) -> str:
        """What a task is kept by; empty if it is not known what one of its runs is."""
        if not all(checksums[file.file] for file in files):
            return ""
        of_runs = (self.runs.key(file, checksums[file.file]) for file in files)
        return key_of(*of_runs)


@cache
def _kept_task() -> Any:
    """What is kept, as a type: the parts of findings are declared where they are found out."""
    pools, scores = (
        make_dataclass(f"{kind.__name__}Parts", kind.parts().items(), frozen=True)
        for kind in (PoolFindings, TaskFindings)
    )
    return make_dataclass("KeptTask", [("outcome", TaskOutcome), ("pools", pools), ("scores", scores)])
