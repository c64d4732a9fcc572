import pandas as pd
import pytest
from rendering.invented_campaign import invented_metrics, invented_outcome

from inexreport.report.campaign_view import view_campaign
from inexreport.report.tables.table import SMALL_TABLES


@pytest.fixture(scope="session")
def outcome():
    return invented_outcome()


@pytest.fixture(scope="session")
def view(outcome):
    return view_campaign(outcome, invented_metrics())


@pytest.fixture(scope="module", autouse=True)
def _as_in_a_build():
    with pd.option_context(*SMALL_TABLES):
        yield
