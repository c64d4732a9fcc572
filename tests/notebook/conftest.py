from pathlib import Path

import pytest
from evaluated_samples import evaluated_sample

import inexreport


@pytest.fixture
def evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notebooks and builds take a sample campaign as other tests have evaluated it."""
    for module in ("notebook.campaign", "building.build"):
        place = f"inexreport.{module}.evaluate_campaign"
        monkeypatch.setattr(place, lambda path, *_, **__: evaluated_sample(path.resolve()))


@pytest.fixture(scope="session")
def results(sample_campaign: Path) -> inexreport.Results:
    """Of the sample campaign of 2009. Read only."""
    return inexreport.Results(*evaluated_sample(sample_campaign))
