"""Several campaigns are built one after the other, the archive's own pages with each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from rendering.invented_campaign import invented_metrics, invented_outcome

from inexreport.building import build as building
from inexreport.building.build import BuildSummary
from inexreport.building.resources import Progress
from inexreport.errors import CampaignRefusedError, InexreportError, InputChangedError, UsageError
from inexreport.rendering import site


@pytest.fixture
def directories(tmp_path: Path) -> list[Path]:
    """Campaign directories of which only the names are read."""
    made = [tmp_path / "campaigns" / name for name in ("one", "two", "three")]
    for directory in made:
        directory.mkdir(parents=True)
        (directory / "campaign.toml").write_text("")
    return made


@pytest.fixture(autouse=True)
def invented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Campaigns are invented, their pages empty; `two` is refused."""

    def evaluate(directory: Path, progress: Progress, *_: object):
        progress("Evaluating runs", 0, 1)
        if directory.name == "two":
            raise CampaignRefusedError(())
        outcome = invented_outcome(runs=3, slug=directory.name)
        return outcome, SimpleNamespace(metrics=invented_metrics())

    monkeypatch.setattr(building, "evaluate_campaign", evaluate)
    monkeypatch.setattr(site, "page_file", lambda _, page, *__: {page.address: ""})
    for others in ("task_files", "run_files"):
        monkeypatch.setattr(site, others, lambda *_: {})


class Told:
    """Takes down what a build tells."""

    def __init__(self) -> None:
        self.results: list[tuple[str, type]] = []
        self.open = 0

    @contextmanager
    def display(self) -> Iterator[Progress]:
        self.open += 1
        try:
            yield lambda stage, done, total: None
        finally:
            self.open -= 1

    def finished(self, directory: Path, result: BuildSummary | InexreportError) -> None:
        assert not self.open
        self.results.append((directory.name, type(result)))


def build(directories: list[Path], out: Path) -> Told:
    reported = Told()
    building.build_several(directories, out, reported.finished, reported.display)
    return reported


def test_a_refused_campaign_stops_no_other(directories, tmp_path):
    out = tmp_path / "site"
    reported = build(directories, out)
    assert reported.results == [
        ("one", BuildSummary),
        ("two", CampaignRefusedError),
        ("three", BuildSummary),
    ]
    assert sorted(path.name for path in out.iterdir()) == ["archive", "assets", "index.html", "one", "three"]
    front = (out / "index.html").read_text("utf-8")
    assert all(f"{name}/index.html" in front for name in ("one", "three"))


def test_nothing_is_written_if_every_campaign_is_refused(directories, tmp_path):
    assert build([directories[1]], tmp_path / "site").results == [("two", CampaignRefusedError)]
    assert not (tmp_path / "site").exists()


def test_an_input_changed_during_the_build_is_reported_like_a_refusal(directories, tmp_path, monkeypatch):
    def evaluate(directory: Path, progress: Progress, *_: object):
        raise InputChangedError("runs/Focused/a.xml")

    monkeypatch.setattr(building, "evaluate_campaign", evaluate)
    assert build(directories[:1], tmp_path / "site").results == [("one", InputChangedError)]


def test_names_that_differ_by_case_alone_are_refused_before_anything_is_built(directories, tmp_path):
    twin = tmp_path / "other" / "ONE"
    twin.mkdir(parents=True)
    (twin / "campaign.toml").write_text("")
    with pytest.raises(UsageError, match="would both become"):
        build([*directories, twin], tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_a_place_that_is_taken_is_found_before_anything_is_built(directories, tmp_path):
    (tmp_path / "site" / "three").mkdir(parents=True)
    (tmp_path / "site" / "three" / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="not a results site"):
        build(directories, tmp_path / "site")
    assert not (tmp_path / "site" / "one").exists()
