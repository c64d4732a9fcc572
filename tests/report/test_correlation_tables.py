"""Correlation tables with chosen rows and columns, of a task and of several."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from evaluated_samples import evaluated_sample
from hostile.campaigns import write_campaign
from rendering.invented_campaign import invented_metrics

from inexreport.building.checking import check_campaign
from inexreport.formats.protocols import protocol_tasks
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.task import CorrelationTable
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.subjects.correlations import (
    CORRELATIONS,
    alike,
    compared,
    correlation_table,
    correlations_page,
    tables_page,
)

XCG = [f"nxCG(quant=genLifted,overlap={{}})@{rank}" for rank in (10, 25, 50)] + [
    "MAep(quant=genLifted,overlap={})"
]
HIXEVAL = [f"HiXEval-{kind}(overlap={{}})@{rank}" for kind in "PR" for rank in (10, 25, 50)]


@pytest.mark.parametrize(
    ("task", "overlap"), [("CO.Thorough", "off"), ("CO.Focussed", "on"), ("SSCAS", "off"), ("VVCAS", "off")]
)
def test_the_protocol_of_2005_has_the_rows_and_columns_of_the_paper(task: str, overlap: str) -> None:
    """Tables 4 and 6 of Pehcevski and Thom."""
    settings = protocol_tasks("inex-2005")[task]
    rows, columns = compared(settings, settings.metrics)
    assert rows == [one.format(overlap) for one in XCG]
    assert set(columns) == {one.format(overlap) for one in (*XCG, *HIXEVAL, "HiXEval-MAP(overlap={})")}


def test_the_protocol_of_2005_has_the_blocks_of_fetch_and_browse() -> None:
    settings = protocol_tasks("inex-2005")["CO.FetchBrowse"]
    rows, columns = compared(settings, settings.metrics)
    levels = [
        f"(level={level},overlap={overlap})" for level in ("article", "element") for overlap in ("off", "on")
    ]
    gains = [one.replace("overlap", "quant=genLifted,overlap") for one in levels]
    assert rows == [f"FetchBrowse-MAep{one}" for one in gains]
    others = {f"FetchBrowse-{kind}{one}" for kind in ("Prec", "Rec", "MAP") for one in levels}
    assert set(columns) == {*rows, *others}


@pytest.fixture(scope="module")
def of_2004(sample_campaign: Path) -> CampaignView:
    outcome, prepared = evaluated_sample(sample_campaign.with_name("sample-2004"))
    return view_campaign(outcome, prepared.metrics)


@pytest.fixture
def chosen(outcome: CampaignOutcome) -> CampaignOutcome:
    """The invented campaign, whose tasks compare two metrics with all others by precision."""
    table = CorrelationTable(rows=("MAiP", "iP@0.01"), columns=("MAiP", "iP@*"))
    tasks = tuple(
        dataclasses.replace(one, task=one.task.model_copy(update={"correlations": table}))
        for one in outcome.tasks
    )
    return dataclasses.replace(outcome, tasks=tasks)


@pytest.fixture
def chosen_view(chosen: CampaignOutcome) -> CampaignView:
    return view_campaign(chosen, invented_metrics())


def test_the_highest_with_another_metric_stands_out(
    chosen: CampaignOutcome, chosen_view: CampaignView
) -> None:
    found = correlation_table(chosen_view, "Focused")
    assert found is not None
    frame, heads = found
    columns = [one.identifier for (one,), _ in heads.values()]
    published = (
        CORRELATIONS.build(chosen).to_pandas().query("task == 'Focused' and coefficient == 'spearman'")
    )
    values = {frozenset((one.metric_a, one.metric_b)): one.value for one in published.itertuples()}
    assert [one.identifier for one in frame.metric] == ["MAiP", "iP@0.01"]
    others = [one for one in columns if one not in ("MAiP", "iP@0.01")]
    for row in frame.itertuples():
        best = max(values[frozenset((row.metric.identifier, other))] for other in others)
        cells = dict(zip(columns, row[1:], strict=False))
        for other in others:
            value = values[frozenset((row.metric.identifier, other))]
            assert cells[other].order == value
            assert bool(cells[other].strong) == (value == best)
        assert not cells["MAiP"].strong
    assert correlations_page(chosen_view, "Focused").sections[0].id == "table"


def test_tasks_with_the_same_columns_stand_side_by_side(
    of_2004: CampaignView, chosen: CampaignOutcome
) -> None:
    assert alike(of_2004.outcome) == [["CO", "VCAS"]]
    (section,) = tables_page(of_2004).sections
    assert section.answer[0] == "2 tasks: CO, VCAS."
    rows = section.parts[0].frame
    assert rows.task.tolist() == ["CO"] * 8 + ["VCAS"] * 8
    assert {one.identifier.partition("(")[0] for one in rows.metric} == {"inex_eval"}
    assert alike(chosen) == []  # only one task has runs


def test_a_pattern_that_matches_nothing_is_named_with_its_line(tmp_path: Path) -> None:
    campaign = write_campaign(tmp_path / "campaign", "2009")
    settings = campaign / "campaign.toml"
    text = settings.read_text() + '\n[correlations]\nrows = ["MAiP"]\ncolumns = ["iP@*", "MAP*"]\n'
    settings.write_text(text)
    (problem,) = (one for one in check_campaign(campaign).problems if one.is_error)
    assert (problem.code, problem.lines) == ("campaign-value-wrong", (text.count("\n"),))
    assert problem.found.startswith("“MAP*”")
