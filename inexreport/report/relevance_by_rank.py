"""Relevant results and overlap of a run by rank."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inexreport.model.counted import counted
from inexreport.model.diagnosis import DEPTHS, Diagnosis, Matching
from inexreport.report.curves import CurveFigure, CurveLine
from inexreport.report.figure import Figure, PageData, counted_topics
from inexreport.report.naming import RunName
from inexreport.report.returned_results import bar_figure
from inexreport.statistics.run_diagnoses import TaskDiagnoses
from inexreport.statistics.summary import Floats

TARGETS = {
    Matching.TEXT: "relevant text",
    Matching.ELEMENTS: "relevant elements",
    Matching.ENTRY_POINTS: "relevant articles entered near their best entry point",
    Matching.DOCUMENTS: "relevant documents",
}
"""What a run can find in a task."""

FIRST_BANDS = {"1": 1, "2–5": 2, "6–10": 6, "11–50": 11, "51–": 51}
"""Bands of ranks of the first relevant result, with the first rank of each."""

_RANKS_OF_BANDS = {label: f"ranks {label}" for label in FIRST_BANDS} | {
    "1": "rank 1",
    "51–": "rank 51 or beyond",
}

_RANKS_IN_SUMMARY = (1, 10, 100, 1000)
"""Ranks at which the text alternative gives the height of a curve."""


def relevance_by_rank(
    diagnoses: TaskDiagnoses, row: int, diagnosis: Diagnosis, name: RunName
) -> PageData | None:
    """What was ``found`` down to each rank, and the rank of the ``first`` relevant result.

    None where no topic has anything relevant.
    """
    topics = int(np.count_nonzero(~np.isnan(diagnosis.found)))
    depths = _depths(diagnosis)
    if not topics or not depths:
        return None
    targets = TARGETS[diagnosis.matching]
    lines = _lines(name, targets, diagnoses, row, "found_by_depth", depths)
    also = ""
    if diagnosis.matching is not Matching.DOCUMENTS:
        also = ", and of the relevant articles,"
        lines += _lines(name, "relevant articles returned", diagnoses, row, "articles_by_depth", depths)
    return {
        "found": CurveFigure(
            figure=Figure(
                title="How early relevant results were found",
                basis=f"Share of {targets}{also} found down to a rank, mean over "
                f"{counted_topics([topics])} with relevant results; unanswered topics score 0",
                source="found_by_rank.csv",
                summary=_summary(lines),
            ),
            name="what was found by rank",
            x_name="Rank",
            y_name="Share found",
            lines=lines,
        ),
        "first": _first_relevant(diagnosis, topics),
    }


def overlap_by_rank(
    diagnoses: TaskDiagnoses, row: int, diagnosis: Diagnosis, name: RunName
) -> CurveFigure | None:
    """The overlapping share of the results down to each rank; None where none overlaps."""
    if not diagnosis.overlapping.any():
        return None
    depths = _depths(diagnosis)
    lines = _lines(name, "overlapping results", diagnoses, row, "overlapping_by_depth", depths)
    return CurveFigure(
        figure=Figure(
            title="Overlap by rank",
            basis="Share of the results down to a rank that overlap an earlier one of the topic, "
            f"{counted_topics([len(diagnosis.results)])} together",
            source="found_by_rank.csv",
            summary=_summary(lines),
        ),
        name="overlap by rank",
        x_name="Rank",
        y_name="Share overlapping",
        lines=lines,
    )


def _depths(diagnosis: Diagnosis) -> int:
    """The number of depths to show, until the longest ranking ends."""
    longest = int(diagnosis.results.max(initial=0))
    return min(len(DEPTHS), int(np.searchsorted(DEPTHS, longest)) + 1) if longest else 0


def _lines(
    name: RunName, targets: str, diagnoses: TaskDiagnoses, row: int, quantity: str, depths: int
) -> tuple[CurveLine, ...]:
    """The curve of the run in a row of the diagnoses and, if there are other runs, the median."""
    shares: dict[str, tuple[RunName | None, Floats]] = {
        f"This run: {targets}": (name, getattr(diagnoses, quantity)[row])
    }
    if diagnoses.median_runs > 1:
        label = f"Median of {diagnoses.median_runs} runs: {targets}"
        shares[label] = (None, diagnoses.medians_by_depth[quantity])
    return tuple(
        CurveLine(label, run, DEPTHS[:depths], tuple(round(share, 4) for share in values[:depths].tolist()))
        for label, (run, values) in shares.items()
    )


def _summary(lines: Sequence[CurveLine]) -> str:
    sentences = []
    for line in lines:
        points = [(x, y) for x, y in zip(line.x, line.y, strict=True) if x in _RANKS_IN_SUMMARY]
        if line.x[-1] not in _RANKS_IN_SUMMARY:
            points.append((line.x[-1], line.y[-1]))
        sentences.append(f"{line.label}: {', '.join(f'{100 * y:.1f}% at {x:g}' for x, y in points)}.")
    return " ".join(sentences)


def _first_relevant(diagnosis: Diagnosis, topics: int) -> PageData:
    ranks = diagnosis.first_relevant[~np.isnan(diagnosis.found)]
    starts = list(FIRST_BANDS.values())
    band = np.searchsorted(starts, ranks[ranks > 0], side="right") - 1
    counts = np.bincount(band, minlength=len(FIRST_BANDS)).tolist()
    bars: dict[str, float] = dict(zip(FIRST_BANDS, counts, strict=True))
    found = ", ".join(f"{count} at {_RANKS_OF_BANDS[label]}" for label, count in bars.items() if count)
    bars["none"] = without = topics - sum(counts)
    none = f"none on {counted(without, 'topic')}" if without else ""
    figure = Figure(
        title="Rank of the first relevant result by topic",
        basis=f"Number of topics by the rank of their first relevant result, of {counted_topics([topics])} "
        f"with {TARGETS[diagnosis.matching]}",
        source="topic_diagnosis.csv",
        summary=f"Topics by rank of the first relevant result: {'; '.join(filter(None, (found, none)))}.",
    )
    return bar_figure(figure, "Rank of the first relevant result", "Topics", bars)
