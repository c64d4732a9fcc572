"""Rows of tables follow from what is said of them: a table made task by task is the table made at once."""

from dataclasses import replace

import pytest

from inexreport.building.gathering import gather
from inexreport.report.published_tables import ORGANISERS_TABLES, PUBLISHED_TABLES, RowsOf


@pytest.fixture(scope="module", params=["sample-2006", "sample-2009"])
def outcome(request, sample_campaign):
    return gather(sample_campaign.with_name(request.param))[0]


@pytest.mark.parametrize("published", [*PUBLISHED_TABLES, *ORGANISERS_TABLES], ids=lambda one: one.name)
def test_rows_follow_from_what_is_said(outcome, published):
    if published.rows_of is RowsOf.ALL_TASKS:
        return
    tasks = outcome.tasks if published.rows_of is RowsOf.EACH_TASK else ()
    parts = [replace(outcome, tasks=()), *(replace(outcome, tasks=(task,), problems=()) for task in tasks)]
    made = [published.build(part) for part in parts]
    whole = published.build(outcome)
    assert {tuple(one.column_names) for one in made} == {tuple(whole.column_names)}
    assert [row for one in made for row in one.to_pylist()] == whole.to_pylist()
