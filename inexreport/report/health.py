"""The page for organisers: whether pools, judges, runs, topics and metrics allow the conclusions drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from inexreport.report import health_assessments as assessments
from inexreport.report import health_runs as runs
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.health_assessments import FEW_RELEVANT, JUDGED_DEPTH
from inexreport.report.health_findings import Finding, Verdict
from inexreport.subjects.reusability import EQUIVALENT, FEWEST_RANKS


@dataclass(frozen=True, slots=True)
class Check:
    """A question about the campaign: its title, its limits with their source, and how it is answered."""

    title: str
    limits: str
    findings: Callable[[CampaignView], Iterator[Finding]]


CONVENTION = "The limits are a convention of this page, without a published source."

CHECKS = (
    Check("Were runs rejected?", f"In order if none was. {CONVENTION}", runs.rejected_runs),
    Check(
        "Were the runs scored as submitted?",
        "In order if no evaluated run has a warning that affects the scores, such as an order that is "
        "contradicted, repeated documents or unknown topics; with care for up to "
        f"{runs.MOST_SCORED_OTHERWISE:.0%} of the runs. {CONVENTION}",
        runs.runs_scored_otherwise,
    ),
    Check(
        "Are there suspicious runs?",
        "In order unless a ranked run has on all topics the highest score, 0, or the scores of another run. "
        f"{CONVENTION}",
        runs.suspicious_runs,
    ),
    Check(
        "Are the pools deep enough?",
        "In order if at most 5% of what the deepest ranks added is relevant, with care up to 20%. The rate "
        f"of new relevant items tells whether to judge on (Zobel, SIGIR 1998). {CONVENTION}",
        assessments.pools_deep_enough,
    ),
    Check(
        "Can systems that did not contribute to the pools be compared?",
        "In order if, without the finds of its own participant, no run falls by a twentieth of the ranked "
        f"runs (at least {FEWEST_RANKS} ranks), with care if at most 5% of the runs do. {CONVENTION}",
        assessments.pools_reusable,
    ),
    Check(
        "Were the first results judged?",
        f"In order if the median run has 95% of its first {JUDGED_DEPTH} results judged, with care from "
        f"80%. {CONVENTION}",
        assessments.first_results_judged,
    ),
    Check(
        "Do the judges agree?",
        "Kappa: in order from 0.61 (“substantial”), with care from 0.41 (“moderate”; Landis and Koch, "
        "Biometrics 1977). Articles that both found relevant: in order from 42%, the lowest mean overlap of "
        "two TREC assessors, under which rankings hardly changed (Voorhees, Information Processing & "
        "Management 2000); with care from 30%, a convention of this page.",
        assessments.judges_agree,
    ),
    Check(
        "Are there enough topics with enough relevant items?",
        "Topics: in order from 50, with care from 25 (Buckley and Voorhees, SIGIR 2000). Relevant items: in "
        f"order if no topic has fewer than {FEW_RELEVANT}, with care if at most 10% of the topics have; a "
        "convention of this page, since a single item then moves the score of a topic far.",
        assessments.enough_topics,
    ),
    Check(
        "Do the metrics agree?",
        f"In order if the lowest tau of a metric with the official one is at least {EQUIVALENT} (Voorhees, "
        "SIGIR 2001), else with care: metrics may differ because they measure different things.",
        runs.metrics_agree,
    ),
    Check(
        "Do the runs differ significantly?",
        f"In order from 25% of the pairs, with care from 5%. {CONVENTION}",
        runs.significant_pairs,
    ),
)


def health_page(view: CampaignView) -> PageData:
    """Return every check with its findings, the urgent ones, and how often each verdict was given.

    Nothing is computed for the page: all numbers are those of other pages. A check that concerns no task of
    the campaign is left out.
    """
    answers = [(check, list(check.findings(view))) for check in CHECKS]
    findings = [finding for _, found in answers for finding in found]
    return {
        "checks": [(check, found) for check, found in answers if found],
        "urgent": [
            (check, finding)
            for check, found in answers
            for finding in found
            if finding.verdict is Verdict.ACT
        ],
        "counts": [(verdict, sum(one.verdict is verdict for one in findings)) for verdict in Verdict],
    }
