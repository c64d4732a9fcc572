"""Every kind of page of a campaign's site, declared once: template, address, data and navigation.

A template lies in ``templates/pages`` under the name of its kind; a list of sections needs none. A module of
`inexreport.subjects` may declare its page itself, in ``PAGES``: these come last.
"""

from __future__ import annotations

from inexreport.extensions import declared
from inexreport.model.assessment import OF_ANSWERS, OF_DOCUMENTS
from inexreport.report.all_scores import all_scores_page
from inexreport.report.applicability import has_earlier_editions, has_judgements_to_show, judges_rankings
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
from inexreport.subjects.sections import PageKind
from inexreport.subjects.significance import significance_page
from inexreport.subjects.systems import has_task_pairs, systems_page
from inexreport.subjects.topic import topic_page
from inexreport.subjects.topic_subsets import has_topic_subsets, topic_subsets_page
from inexreport.subjects.topics import topics_page
from inexreport.subjects.topics_runs import topics_runs_page

FURTHER_PAGES: tuple[PageKind, ...] = tuple(declared("inexreport.subjects", "PAGES"))

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
    ),
    PageKind(
        "topic_subsets",
        "topic-subsets.html",
        topic_subsets_page,
        "Topic subsets",
        "query types CO CAS tags re-used new topics agreement",
        applies=has_topic_subsets,
    ),
    PageKind(
        "systems",
        "systems.html",
        systems_page,
        "Systems",
        "same system in two tasks CO CO+S CAS interpretations structure wins losses",
        applies=has_task_pairs,
    ),
    PageKind(
        "assessors",
        "assessors.html",
        assessors_page,
        "Assessors",
        "agreement of judges assessments kappa second judge",
        uses_runs=OF_DOCUMENTS | OF_ANSWERS,
        applies=has_judgements_to_show,
    ),
    PageKind(
        "reliability",
        "reliability.html",
        reliability_page,
        "Reliability",
        "simulated runs expected order of metrics",
        uses_runs=frozenset(),
        applies=has_reliability,
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
    *(kind for kind in FURTHER_PAGES if "{" not in kind.address),
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
    ),
    PageKind(
        "significance",
        "significance/{}.html",
        significance_page,
        "Significance",
        "paired t-test Wilcoxon randomisation randomization randomised Tukey HSD Holm groups intervals "
        "swap error",
    ),
    PageKind(
        "run_groups",
        "groups/{}.html",
        run_groups_page,
        "Groups of runs",
        "manual automatic element passage article castitle structure topic fields participants",
        applies=has_run_groups,
    ),
    PageKind(
        "pooling",
        "pooling/{}.html",
        pooling_page,
        "Pools",
        "pooling metasearch Borda depth rare documents unique contributions leave one out binary "
        "assessment sets second judge",
        applies=judges_rankings,
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
    *(kind for kind in FURTHER_PAGES if "{" in kind.address),
)

RUN_PAGE = PageKind(
    "run", "runs/{}/{}.html", lambda view, task, run: run_page(view, task, view.run(task, run))
)
TOPIC_PAGE = PageKind(
    "topic", "topics/{}.html", lambda view, topic: topic_page(view, view.outcome.campaign.topics[topic])
)
PARTICIPANT_PAGE = PageKind("participant", "participants/{}.html", participant_page)

KINDS = {kind.name: kind for kind in (*CAMPAIGN_PAGES, *TASK_PAGES, RUN_PAGE, TOPIC_PAGE, PARTICIPANT_PAGE)}

KINDS_OF_MANY_PAGES = (RUN_PAGE.name, TOPIC_PAGE.name, PARTICIPANT_PAGE.name)

PUBLIC_KINDS = frozenset(name for name, kind in KINDS.items() if not kind.for_organisers)
"""Names of the kinds of pages on the site for everybody."""

PARTICIPANT_KINDS = ("front", "topics", "metrics_guide", "data", "problems", "task", "run", "topic")
"""Those on a participant's site before the release; a new kind is withheld until it is listed here."""
