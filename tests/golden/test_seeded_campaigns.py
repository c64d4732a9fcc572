"""The generated campaigns of all protocols are scored, so that a comparison of two versions sees each."""

from __future__ import annotations

from pathlib import Path

import pytest

from inexreport import protocols
from inexreport.building.evaluation import score_campaign
from inexreport.model.problem import Severity
from tests.golden.seeded_campaigns import TASKS, write_campaign


@pytest.mark.parametrize("protocol", TASKS)
def test_every_task_of_every_protocol_is_scored(tmp_path: Path, protocol: str) -> None:
    write_campaign(protocol, tmp_path / protocol)
    outcome = score_campaign(tmp_path / protocol)
    runs = {task.task.name: task.runs for task in outcome.tasks}
    problems = [
        *outcome.problems,
        *(problem for of_task in runs.values() for run in of_task for problem in run.problems),
    ]
    assert {problem.severity for problem in problems} <= {Severity.WARNING}
    assert runs.keys() == set(TASKS[protocol])
    for of_task in runs.values():
        assert sum(run.scores is not None and bool((run.scores.mean > 0).any()) for run in of_task) >= 2


def test_there_is_a_campaign_of_every_protocol() -> None:
    files = Path(protocols.__path__[0]).glob("*.toml")
    assert {file.stem for file in files} - {"answers"} == set(TASKS)  # its sample is compared
