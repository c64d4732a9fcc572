"""Tables of the simulated runs by which metrics about elements are tested."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.tables.columns import CURVE, X, Y
from inexreport.report.tables.table import Rows, Table, integer, number, text
from inexreport.statistics.reliability import campaign_reliability

SIMULATED_RUN = {"run": text("Simulated run: `irb`, `frb`, `ia`, `id`, `lo` or `ao`.")}


def _reliability(outcome: CampaignOutcome) -> Rows:
    found = campaign_reliability(outcome)
    return map(RELIABILITY.cells, found.scores if found else ())


RELIABILITY: Table[CampaignOutcome] = Table(
    "reliability",
    "One row per metric about judged elements and simulated run.",
    {
        "metric": text("Identifier of the metric, explained in the metrics guide."),
        **SIMULATED_RUN,
        "score": number("Mean over topics."),
        "rank": integer("Rank among the six; equal scores share a rank."),
        "overlap": number(
            "Percentage of the run’s results that overlap one at an earlier rank, mean over topics."
        ),
    },
    _reliability,
)


def _reliability_curves(outcome: CampaignOutcome) -> Rows:
    found = campaign_reliability(outcome)
    for metric, runs in (found.curves if found else {}).items():
        for run, curve in runs.items():
            yield (metric, run, curve.x, curve.y)


RELIABILITY_CURVES = Table(
    "reliability_curves",
    "One row per point of a simulated run’s curves, means over topics.",
    CURVE | SIMULATED_RUN | X | Y,
    _reliability_curves,
)
