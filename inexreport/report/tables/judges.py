"""Tables of several judges of documents: how far they agree on grades, and how the runs rank under each."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import has_judges_of_documents
from inexreport.report.judges import grade_comparisons
from inexreport.report.tables.columns import METRIC, TASK
from inexreport.report.tables.table import Rows, Table, integer, number, text
from inexreport.statistics.assessment_comparisons import compare_judges

JUDGE = {"judge": text("Folder of the judge who is compared with the official one.")}


def _grade_agreement(outcome: CampaignOutcome) -> Rows:
    for judge in grade_comparisons(outcome.campaign):
        yield from map(GRADE_AGREEMENT.cells, judge.rows)


GRADE_AGREEMENT = Table(
    "grade_agreement",
    "One row per judge, topic and measure of agreement on documents, and one for all topics together.",
    {
        **JUDGE,
        "topic": text("Id of a topic, or `all` for the documents of all topics together."),
        "measure": text(
            "`agreement`: share of the documents that both find relevant or both do not; `kappa`: Cohen’s "
            "kappa of the same; `kappa_grades`: Cohen’s kappa of the grades; `kappa_quadratic`: kappa of the "
            "grades weighted by their squared difference; `alpha`: Krippendorff’s alpha of ordinal grades."
        ),
        "pairs": integer("Documents with a grade by both judges."),
        "value": number("At most 1, 0 for chance agreement; empty where all documents are in one category."),
    },
    _grade_agreement,
    applies=has_judges_of_documents,
)


def _grade_confusion(outcome: CampaignOutcome) -> Rows:
    for judge in grade_comparisons(outcome.campaign):
        grades = judge.confusion.grades
        for grade, counts in zip(grades, judge.confusion.counts, strict=True):
            yield judge.judge, grade, grades, counts


GRADE_CONFUSION = Table(
    "grade_confusion",
    "One row per judge and pair of grades that the judges gave, all topics together.",
    {
        **JUDGE,
        "grade_official": integer("Grade by the official judge."),
        "grade_judge": integer("Grade by the other judge."),
        "count": integer("Documents with these grades."),
    },
    _grade_confusion,
    applies=has_judges_of_documents,
)


def _judge_rankings(outcome: CampaignOutcome) -> Rows:
    for judge in outcome.campaign.judges:
        for task in outcome.tasks:
            for one in compare_judges(task, [judge.judge]):
                yield (
                    judge.judge,
                    task.task.name,
                    one.metric,
                    one.kendall,
                    one.tau_ap,
                    one.spearman,
                    len(one.runs),
                )


JUDGE_RANKINGS = Table(
    "judge_rankings",
    "One row per judge under whose grades runs are scored, task and metric: that ranking and the official.",
    {
        **JUDGE,
        **TASK,
        **METRIC,
        "tau": number("Kendall’s tau-b of both rankings; empty where undefined."),
        "tau_ap": number("AP correlation of the same, with ties, the mean of both directions."),
        "spearman": number("Spearman’s rho of the same."),
        "runs": integer("Runs with a score by both."),
    },
    _judge_rankings,
    applies=has_judges_of_documents,
)
