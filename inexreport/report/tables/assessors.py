"""Tables of how far the judges agree."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import has_judges, judges_text
from inexreport.report.assessors import judge_comparisons
from inexreport.report.tables.table import Rows, Table, integer, number, text

JUDGE = {"judge": text("Folder of the judge who is compared with the official one.")}
JUDGED_TOPIC = {"topic": text("Id of a topic that both have judged, or `mean` for the mean over them.")}
RATIO = {
    "ratio": number(
        "Intersection by union, empty where the union is; in `mean` the mean of those that are not."
    )
}


def _agreement(outcome: CampaignOutcome) -> Rows:
    for judge in judge_comparisons(outcome.campaign):
        yield from map(AGREEMENT.cells, judge.agreement)


AGREEMENT: Table[CampaignOutcome] = Table(
    "agreement",
    "One row per judge, topic, level and grade, and one for the mean.",
    {
        **JUDGE,
        **JUDGED_TOPIC,
        "level": text(
            "`article`, by the judgement of its root element where elements are judged, or `element`.",
            "`article`: whole documents.",
        ),
        "grade": text(
            "`non-zero` for all that is relevant; else a grade of exhaustivity or relevance (E) or of "
            "specificity (S). Where text is highlighted S1, S2 and S3 are thirds of the highlighted share.",
            "`non-zero` for all that is relevant.",
        ),
        "union": number("Items to which at least one of the judges gave the grade."),
        "intersection": number("Items to which both did."),
        **RATIO,
    },
    _agreement,
    applies=has_judges,
)


def _agreement_mutual(outcome: CampaignOutcome) -> Rows:
    for judge in judge_comparisons(outcome.campaign):
        yield from map(AGREEMENT_MUTUAL.cells, judge.mutual)


AGREEMENT_MUTUAL: Table[CampaignOutcome] = Table(
    "agreement_mutual",
    "One row per judge, topic and grade: elements that both judges find relevant; one for the mean.",
    {
        **JUDGE,
        **JUDGED_TOPIC,
        "level": text("`element`."),
        "grade": text("As in the table of agreement."),
        "union": number("Elements that both find relevant and to which the official judge gave the grade."),
        "intersection": number("Number of these to which the other judge also gave it."),
        **RATIO,
    },
    _agreement_mutual,
    applies=judges_text,
)


def _agreement_characters(outcome: CampaignOutcome) -> Rows:
    for judge in judge_comparisons(outcome.campaign):
        for topic, found in judge.highlighted.items():
            yield judge.judge, topic, found.union, found.shared, found.ratio, found.unplaced_articles


AGREEMENT_CHARACTERS = Table(
    "agreement_characters",
    "One row per judge and topic with highlighted text whose place is known.",
    {
        **JUDGE,
        "topic": text("Id of a topic that both have judged."),
        "union": integer("Text that at least one of the judges highlighted, in the campaign’s unit."),
        "intersection": integer("Text that both highlighted."),
        "ratio": number("Intersection by union."),
        "unplaced_articles": integer(
            "Articles left out because the place of relevant text in them is not known."
        ),
    },
    _agreement_characters,
    applies=judges_text,
)


def _agreement_coefficients(outcome: CampaignOutcome) -> Rows:
    for judge in judge_comparisons(outcome.campaign):
        yield from map(AGREEMENT_COEFFICIENTS.cells, judge.coefficients)


AGREEMENT_COEFFICIENTS: Table[CampaignOutcome] = Table(
    "agreement_coefficients",
    "One row per judge, subject and topic, and one for the mean: agreement beyond chance.",
    {
        **JUDGE,
        **JUDGED_TOPIC,
        "subject": text(
            "What is compared: whether both find `articles`, `elements` or `characters` relevant; the "
            "grades of `exhaustivity` or `specificity` of elements that both find relevant."
        ),
        "items": number("How many items were compared."),
        "observed": number("Share of the items on which the judges agree."),
        "kappa": number("Cohen’s kappa; empty where all items are in one category."),
        "alpha": number("Krippendorff’s alpha for nominal data; empty where all items are in one category."),
    },
    _agreement_coefficients,
    applies=judges_text,
)
