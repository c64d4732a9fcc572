"""Every kind of page of a campaign's site, declared once: template, address, data and navigation.

A template lies in ``templates/pages`` under the name of its kind. A new kind of page needs an entry here, the
function that gathers its data in `inexreport.report`, and the template.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from inexreport.model.assessment import OF_DOCUMENTS, Judged
from inexreport.report.all_scores import all_scores_page
from inexreport.report.applicability import (
    always,
    has_earlier_editions,
    has_judgements_to_show,
)
from inexreport.report.compare import compare_page
from inexreport.report.front import front_page
from inexreport.report.metrics_guide import metrics_page
from inexreport.report.participant import participant_page
from inexreport.report.run import run_page
from inexreport.report.task import task_page
from inexreport.subjects.assessors import assessors_page
from inexreport.subjects.changes import errata_page
from inexreport.subjects.correlations import correlations_page
from inexreport.subjects.health import health_page
from inexreport.subjects.pooling import pooling_page
from inexreport.subjects.problems import problems_page
from inexreport.subjects.reliability import has_reliability, reliability_page
from inexreport.subjects.run_groups import has_run_groups, run_groups_page
from inexreport.subjects.significance_page import significance_page
from inexreport.subjects.task_pairs import has_task_pairs
from inexreport.subjects.task_pairs_page import task_pairs_page
from inexreport.subjects.topic import topic_page
from inexreport.subjects.topic_subsets import has_topic_subsets
from inexreport.subjects.topic_subsets_page import topic_subsets_page
from inexreport.subjects.topics import topics_page
from inexreport.subjects.topics_runs import topics_runs_page


@dataclass(frozen=True, slots=True)
class PageKind:
    """A kind of page.

    Attributes
    ----------
    name : str
        Of the kind and of its own template.
    address : str
        Relative to the campaign's folder, with braces for the file names in its key.
    data : callable
        ``data(view, *key)`` returns the page data of a `CampaignView`; the key is empty for a page about the
        campaign, else (task,), (task, run), (topic,) or (participant,).
    label : str
        Link text in the navigation.
    keywords : str
        Search terms for the page.
    uses_runs : frozenset of Judged
        What campaigns judge whose runs the data depends on; empty for data that depends on no run.
    lists_files : bool
        Whether the page describes the published tables: it is written after them, and ``data`` gets the
        `data_page` as well.
    for_organisers : bool
        Whether only the organisers' site has the page.
    applies : callable
        ``applies(outcome, *key)``: whether a campaign has the page.
    template : str
        ``sections.html`` for an `inexreport.subjects.sections.Page`; else that of its name in ``pages``.
    """

    name: str
    address: str
    data: Callable[..., Any]
    label: str = ""
    keywords: str = ""
    uses_runs: frozenset[Judged] = frozenset(Judged)
    lists_files: bool = False
    for_organisers: bool = False
    applies: Callable[..., bool] = always
    template: str = ""


CAMPAIGN_PAGES = (
    PageKind(
        "front",
        "index.html",
        front_page,
        "Overview",
        "tasks participants",
    ),
    PageKind(
        "topics",
        "topics.html",
        topics_page,
        "Topics",
        "difficulty hardest easiest influence deciding topics",
        template="sections.html",
    ),
    PageKind(
        "topic_subsets",
        "topic-subsets.html",
        topic_subsets_page,
        "Topic subsets",
        "query types CO CAS tags re-used new topics agreement",
        applies=has_topic_subsets,
        template="sections.html",
    ),
    PageKind(
        "task_pairs",
        "task-pairs.html",
        task_pairs_page,
        "Task pairs",
        "same system in two tasks CO CO+S CAS interpretations structure wins losses",
        applies=has_task_pairs,
        template="sections.html",
    ),
    PageKind(
        "assessors",
        "assessors.html",
        assessors_page,
        "Assessors",
        "agreement of judges assessments kappa second judge",
        uses_runs=OF_DOCUMENTS,
        applies=has_judgements_to_show,
        template="sections.html",
    ),
    PageKind(
        "reliability",
        "reliability.html",
        reliability_page,
        "Reliability",
        "simulated runs expected order of metrics",
        uses_runs=frozenset(),
        applies=has_reliability,
        template="sections.html",
    ),
    PageKind(
        "metrics_guide", "metrics.html", metrics_page, "Metrics", "guide definitions formulas parameters"
    ),
    PageKind(
        "data",
        "data.html",
        lambda _, files: files,
        "Data",
        "downloads tables CSV JSON Parquet checksums inputs",
        lists_files=True,
    ),
    PageKind(
        "problems",
        "problems.html",
        problems_page,
        "Problems",
        "errors warnings of input files rejected runs",
    ),
    PageKind(
        "health",
        "health.html",
        health_page,
        "Health",
        "verdicts pools judges suspicious runs few relevant significant pairs",
        for_organisers=True,
    ),
    PageKind(
        "errata",
        "errata.html",
        errata_page,
        "Errata",
        "editions corrections changed scores ranks runs topics",
        applies=has_earlier_editions,
    ),
)

TASK_PAGES = (
    PageKind(
        "task",
        "tasks/{}.html",
        lambda view, task: task_page(view, view.of(task)),
        "Results",
        "top ten best runs curves",
    ),
    PageKind("all_scores", "scores/{}.html", all_scores_page, "All scores", "every metric ranks table"),
    PageKind(
        "correlations",
        "correlations/{}.html",
        correlations_page,
        "Correlations",
        "of metrics Spearman Kendall tau scatter",
        template="sections.html",
    ),
    PageKind(
        "significance",
        "significance/{}.html",
        significance_page,
        "Significance",
        "paired t-test Wilcoxon randomisation randomization randomised Tukey HSD Holm groups intervals "
        "swap error",
        template="sections.html",
    ),
    PageKind(
        "run_groups",
        "groups/{}.html",
        run_groups_page,
        "Groups of runs",
        "manual automatic element passage article castitle structure topic fields participants",
        applies=has_run_groups,
        template="sections.html",
    ),
    PageKind(
        "pooling",
        "pooling/{}.html",
        pooling_page,
        "Pools",
        "pooling metasearch Borda depth rare documents unique contributions leave one out binary "
        "assessment sets second judge",
        template="sections.html",
    ),
    PageKind(
        "compare",
        "compare/{}.html",
        compare_page,
        "Compare runs",
        "two three several runs side by side topic by topic wins losses ties scatter",
    ),
    PageKind(
        "topics_runs",
        "topics-runs/{}.html",
        topics_runs_page,
        "Topics and runs",
        "heat map scores of chosen topics subset means ranks intervals",
    ),
)

RUN_PAGE = PageKind(
    "run", "runs/{}/{}.html", lambda view, task, run: run_page(view, task, view.run(task, run))
)
TOPIC_PAGE = PageKind(
    "topic", "topics/{}.html", lambda view, topic: topic_page(view, view.outcome.campaign.topics[topic])
)
PARTICIPANT_PAGE = PageKind("participant", "participants/{}.html", participant_page)

KINDS = {kind.name: kind for kind in (*CAMPAIGN_PAGES, *TASK_PAGES, RUN_PAGE, TOPIC_PAGE, PARTICIPANT_PAGE)}

PUBLIC_KINDS = frozenset(name for name, kind in KINDS.items() if not kind.for_organisers)
"""Names of the kinds of pages on the site for everybody."""
