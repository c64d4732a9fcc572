"""Columns that several of the published tables have."""

from __future__ import annotations

from inexreport.report.tables.table import number, text

ALL_TOPICS = "all"
"""The topic on the row of a mean."""

UNJUDGED = "not listed by the assessments; where these list relevant items only, not relevant or not judged"

SCORED_SET = {"set": text("`official`, or the name of a further scored set of assessments.")}
TASK = {"task": text("Name of the task.")}
RUN = {"run": text("Name of the run’s file without its extensions; unique within its task.")}
TASK_AND_RUN = TASK | RUN
PARTICIPANT = {"participant": text("Id of the participant; empty where it is not known.")}
TOPIC = {"topic": text("Id of the topic.")}
METRIC = {
    "metric": text(
        "Identifier of the metric, explained in the metrics guide. The value of one topic has the identifier "
        "of the mean: a topic’s `MAiP` is its AiP."
    )
}
OFFICIAL_METRIC = {"metric": text("The task’s official metric.")}
CORRELATION_P = (
    "With two tails: how probable a correlation at least as far from 0 is if the rankings have nothing in "
    "common. Exact up to 8 runs, ties included; beyond, Spearman’s by Student’s t with n − 2 degrees of "
    "freedom, Kendall’s exact without ties up to 50 runs, otherwise normal, corrected for ties. Empty for "
    "fewer than three runs or without a correlation"
)
CURVE = {"metric": text("The measured quantity.")}
X = {"x": number("Rank, recall or gain-recall: the horizontal axis of the curve.")}
Y = {"y": number("Mean over topics.")}
RANKS = {"ranks": text("Band of ranks.")}

RANK_BANDS = ("1–10", "11–50", "51–100", "101–500", "501–")
"""Names of the bands of `Composition.judged_by_rank`."""
