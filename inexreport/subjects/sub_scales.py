"""Does agreement depend on how shares of highlighted text are divided into grades? On three and four."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pandas as pd

from inexreport.judging.quantisation import has_grades
from inexreport.model.assessment import TopicAssessment
from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import judges_text
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import decimals
from inexreport.report.tables.table import Table, number, text
from inexreport.statistics.grades import judged_elements, scale_of
from inexreport.statistics.memo import once_per_outcome
from inexreport.subjects.agreement import JUDGE, MEAN, Pair, judge_pairs, judged_by_both, overlap, with_means
from inexreport.subjects.judged_elements import HIGHLIGHTED
from inexreport.subjects.sections import Section, View

SUB_SCALES = {
    "thirds": (1 / 3, 2 / 3),
    "halves and full": (1 / 2, np.nextafter(1, 0)),
    "quarters": (1 / 4, 1 / 2, 3 / 4),
}
"""Upper ends of all grades but the last, of shares of highlighted text."""


def sub_scale_agreement(pairs: Iterable[Pair]) -> pd.DataFrame:
    """Return the agreement on the elements of each grade of each sub-scale, followed by means over topics.

    Judges are compared whose elements have shares of highlighted text.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), section 2.2.
    """
    of_shares = [pair for pair in pairs if {scale_of(one) for one in pair} <= {*HIGHLIGHTED}]
    rows = [
        (judge, topic, name, str(grade), *overlap(*({*of[of == grade].index} for of in grades)))
        for judge, topic, *both in judged_by_both(of_shares)
        for name, edges in SUB_SCALES.items()
        for grades in [[_grades(judged, edges) for judged in both]]
        for grade in range(1, len(edges) + 2)
    ]
    return with_means(pd.DataFrame(rows, columns=[*AGREEMENT_SUB_SCALES.columns]), ["sub_scale", "grade"])


def _grades(judged: TopicAssessment, edges: tuple[float, ...]) -> pd.Series:
    """Grade of each relevant element."""
    elements = judged.elements
    if elements is None:
        return pd.Series(dtype=np.int64)
    grades = np.searchsorted(edges, elements.specificity, side="left") + 1
    return pd.Series(grades, judged_elements(judged))[has_grades(elements)]


@once_per_outcome
def agreement_by_sub_scale(outcome: CampaignOutcome) -> pd.DataFrame:
    """The agreement of each judge with the official one."""
    return sub_scale_agreement(judge_pairs(outcome))


AGREEMENT_SUB_SCALES = Table.of_campaign(
    "agreement_sub_scales",
    "One row per judge, topic, sub-scale and grade, and one for the mean: elements by highlighted share.",
    {
        **JUDGE,
        "topic": text("Id of a topic that both have judged, or `mean` for the mean over them."),
        "sub_scale": text(
            "How shares are divided: `thirds`; `halves and full`: up to a half, more but not all, all; "
            "`quarters`. The upper end of a grade belongs to it."
        ),
        "grade": text("From 1, the least, to 3 or 4."),
        "union": number("Elements to which at least one of the judges gave the grade."),
        "intersection": number("Elements to which both did."),
        "ratio": number("Intersection by union, empty where the union is; in `mean` the mean of the others."),
    },
    agreement_by_sub_scale,
    applies=judges_text,
)
TABLES = (AGREEMENT_SUB_SCALES,)


def sub_scale_section(view: CampaignView, judge: str, place: int) -> Iterator[Section]:
    """Yield the mean agreement with a judge by sub-scale, if there is any."""
    rows = agreement_by_sub_scale(view.outcome)
    rows = rows[(rows.judge == judge) & (rows.topic == MEAN)]
    if not rows.ratio.notna().any():
        return
    highest = rows.drop_duplicates("sub_scale", keep="last")
    found = zip(highest.ratio, highest.sub_scale, strict=True)
    by = ", ".join(f"{decimals(ratio)} by {name}" for ratio, name in found)
    table = View(
        f"Agreement with {judge} by sub-scale",
        rows,
        {
            "sub_scale": ("Sub-scale", "text"),
            "grade": ("Grade", "name"),
            "union": ("∪", "hundredths"),
            "intersection": ("∩", "hundredths"),
            "ratio": ("∩/∪", "score"),
        },
        caption="Elements by their share of highlighted text, means over topics.",
        data="agreement_sub_scales",
    )
    answer = f"Agreement on the elements of the highest grade is {by}."
    yield Section(f"sub-scales-{place}", "Agreement by sub-scale", [answer], [table], level=3)
