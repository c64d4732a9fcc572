from pathlib import Path

import pytest

import inexreport


@pytest.fixture(scope="session")
def results(sample_campaign: Path) -> inexreport.Results:
    """Of the sample campaign of 2009. Read only."""
    return inexreport.Campaign(sample_campaign).evaluate()
