"""The interactive figures of the metrics guide: ten results to judge, and their scores by each metric."""

from __future__ import annotations

from collections.abc import Iterable

from inexreport.metrics.metric import BoundMetric
from inexreport.report.figure import PageData

_SHARES = [(f"{share / 100:g}", f"{share}%") for share in (0, 25, 50, 75, 100)]
_GRADES = [("", "not judged"), *((str(grade), str(grade)) for grade in range(4))]
_GAINS = [(value, value) for value in ("0", "0.25", "0.5", "0.75", "1")]

_FIGURES: tuple[PageData, ...] = (
    {
        "name": "documents",
        "title": "Documents by grade",
        "explanation": "Choose the grade of each document. It is relevant from grade 1; the "
        "largest grade is 3. All documents judged not relevant are in the list.",
        "choices": _GRADES,
        "chosen": ["2", "0", "1", "", "3", "0", "0", "1", "", "0"],
        "missing": "Relevant documents that are not returned, of grade 1",
        "measures": {
            "P@5": "P",
            "P@10": "P",
            "RR": "RR",
            "AP": "AP",
            "nDCG@10": "nDCG",
            "RBP(p=0.8)": "RBP",
            "Bpref": "Bpref",
        },
    },
    {
        "name": "elements",
        "title": "Elements by gain",
        "explanation": "Choose the gain of each element, given by a quantisation. "
        "No element overlaps another.",
        "choices": _GAINS,
        "chosen": ["1", "0", "0.5", "0", "0.75", "0", "0", "0.25", "1", "0"],
        "missing": "Relevant elements that are not returned, of gain 1",
        "measures": {
            "nxCG@5": "nxCG",
            "nxCG@10": "nxCG",
            "MAnxCG@10": "MAnxCG",
            "AEP": "MAep",
            "nDCG-elements@10": "nDCG-elements",
        },
    },
    {
        "name": "passages",
        "title": "Passages by highlighted text",
        "explanation": "Choose the highlighted share of each passage. Passages have 1,000 characters; "
        "each is in a different article, without other highlighted text.",
        "choices": _SHARES,
        "chosen": ["0.75", "0", "1", "0.25", "0", "0.5", "0", "0", "1", "0"],
        "missing": "Fully highlighted passages that are not returned",
        "measures": {
            "iP@0.01": "iP",
            "iP@0.10": "iP",
            "AiP": "MAiP",
            "gP(score=F,beta=0.25)@5": "gP",
            "gP(score=F,beta=0.25)@10": "gP",
            "AgP(score=F,beta=0.25)": "MAgP",
        },
    },
)
"""Their `measures` have the family of each."""


def metric_figures(reported: Iterable[BoundMetric]) -> list[PageData]:
    """Return the interactive figures of the metrics that a campaign reports.

    Parameters
    ----------
    reported : iterable of BoundMetric
        One metric of each entry of the guide.

    Returns
    -------
    list of dict
        ``choices`` are values and texts of a result, ``chosen`` the values at first, ``missing`` what is not
        returned, ``measures`` pairs of a measure and the reported metric of its family.
    """
    # Of the scores of articles, the figure of passages has the F-score only.
    families = {
        one.metric.family: one.identifier for one in reported if one.parameters.get("score", "F") == "F"
    }
    figures: list[PageData] = []
    for figure in _FIGURES:
        measures = [(name, families[one]) for name, one in figure["measures"].items() if one in families]
        if measures:
            figures.append({**figure, "measures": measures})
    return figures
