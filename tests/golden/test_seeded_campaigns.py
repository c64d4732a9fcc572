"""The generated campaigns of all protocols are scored, so that a comparison of two versions sees each."""

from __future__ import annotations

from pathlib import Path

import pytest

from inexreport import api
from tests.golden.seeded_campaigns import TASKS, write_campaign


@pytest.mark.parametrize("protocol", TASKS)
def test_every_task_of_every_protocol_is_scored(tmp_path: Path, protocol: str) -> None:
    write_campaign(protocol, tmp_path / protocol)
    assert set(api.check(tmp_path / protocol).severity) <= {"warning"}
    means = api.scores(tmp_path / protocol).query("topic == 'all' and score > 0")
    assert means.groupby("task").run.nunique().min() >= 2
    assert set(means.task) == set(TASKS[protocol])


def test_there_is_a_campaign_of_every_protocol() -> None:
    files = (Path(api.__file__).parent / "protocols").glob("*.toml")
    assert {file.stem for file in files} - {"answers"} == set(TASKS)  # its sample is compared
