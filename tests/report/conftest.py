import pytest
from rendering.invented_campaign import invented_metrics, invented_outcome

from inexreport.report.campaign_view import view_campaign


@pytest.fixture(scope="session")
def outcome():
    return invented_outcome()


@pytest.fixture(scope="session")
def view(outcome):
    return view_campaign(outcome, invented_metrics())
