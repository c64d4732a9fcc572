"""How does a run's gain grow with rank? Gain of a run and of the ideal ranking, and what metrics compare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from inexreport.model.outcome import CampaignOutcome, RunOutcome, TopicGains
from inexreport.model.score_numbers import ratios
from inexreport.report.applicability import judges_text
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.naming import RunName
from inexreport.report.tables.columns import TASK_AND_RUN, TOPIC
from inexreport.report.tables.table import MadeFrom, Rows, Shown, Table, integer, number, text
from inexreport.subjects.curves import Line, curve_chart, points_table
from inexreport.subjects.sections import Choice, Lines, Section, View

IDEAL = "Ideal ranking"

EVERY_RANK_TO = 10
"""Below this rank, tables have every tenth."""


def by_rank(gains: TopicGains) -> dict[str, NDArray[np.generic]]:
    """Return the gain at each rank, and what the metrics make of it."""
    return {
        "rank": np.arange(1, len(gains.run) + 1),
        "gain": gains.run,
        "ideal_gain": gains.ideal,
        "nxcg": ratios(gains.run, gains.ideal),
        "effort_precision": gains.effort,
    }


def _rows(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        for run in task.runs:
            for one in run.gains:
                about = (task.task.name, run.submission.name, one.topic, one.place, f"CG{one.parameters}")
                yield (*about, *by_rank(one).values())


CUMULATED_GAINS = Table(
    "cumulated_gains",
    "One row per run, topic and rank, of each run’s best, median and worst topic.",
    {
        **TASK_AND_RUN,
        **TOPIC,
        "place": text("`best`, `median` or `worst`: the topic’s place by the run’s official scores."),
        "gains": text("The gains, with the quantisation and the treatment of overlap."),
        "rank": integer("Rank, until the run and the ideal ranking have ended, at most 100."),
        "gain": number("Gain of the run down to the rank."),
        "ideal_gain": number("Gain of the ideal ranking down to the rank."),
        "nxcg": number("The first divided by the second; empty where nothing can be gained."),
        "effort_precision": number(
            "Rank at which the ideal ranking reaches the run’s gain, divided by the rank at which the run "
            "does; empty before the run has any."
        ),
    },
    _rows,
    made_from=MadeFrom.EACH_TASK,
    applies=judges_text,
    participants=Shown("One row per own run, topic and rank, of the run’s best, median and worst topic."),
)
TABLES = (CUMULATED_GAINS,)


def gains_section(view: CampaignView, task: str, run: RunOutcome) -> Section | None:
    """Return the gains of a run for single topics and their means; None without any."""
    if not run.gains:
        return None
    name, kind = view.names[task, run.submission.name], f"CG{run.gains[0].parameters}"
    official = view.official_column(task).identifier
    choices: dict[str, tuple[Lines, View]] = {
        f"Topic {gains.topic} ({gains.place})": _topic_parts(name, gains, place, official)
        for place, gains in enumerate(run.gains, start=1)
    }
    means = {one.metric: one for one in run.curves if one.is_part}
    if {kind, f"ideal {kind}"} <= means.keys():
        own, ideal = means[kind], means[f"ideal {kind}"]
        lines = [_line(name.label, own.x, own.y, name), _line(IDEAL, ideal.x, ideal.y)]
        chart = curve_chart(view, kind, 0, "run and ideal ranking", lines)
        choices["Mean over topics"] = replace(chart, id="gain-chart-mean"), points_table(kind, chart)
    return Section(
        "gain",
        "How does its gain grow with rank?",
        [_answer(run.gains, official)],
        [Choice("Topic", choices), "cumulated_gains"],
    )


def compared_at(gains: TopicGains) -> dict[str, float] | None:
    """Return the numbers `by_rank` of the first rank with half of a run's gain; None without gain."""
    half = np.flatnonzero((gains.run > 0) & (gains.run >= gains.run.max(initial=0.0) / 2))
    return {name: numbers[half[0]].item() for name, numbers in by_rank(gains).items()} if len(half) else None


def _answer(gains: Sequence[TopicGains], official: str) -> str:
    """What share of the ideal gain the run has on each topic; these are chosen by the official metric."""
    shares, without = [], []
    for one in gains:
        at = compared_at(one)
        if at is None:
            without.append(f"topic {one.topic} ({one.place})")
        else:
            shares.append(f"{decimals(at['nxcg'])} on topic {one.topic} ({one.place}, rank {at['rank']})")
    said = f"At the first rank with half of its gain, nxCG is {', '.join(shares)}. " if shares else ""
    nothing = f"It gains nothing on {' and '.join(without)}. " if without else ""
    return f"{said}{nothing}Best, median and worst are the topics by {official}."


def _line(label: str, x: Iterable[float], y: Iterable[float], name: RunName | None = None) -> Line:
    return {"label": label, "name": name, "x": list(x), "y": list(y)}


def _topic_parts(name: RunName, gains: TopicGains, place: int, official: str) -> tuple[Lines, View]:
    """The gains of a topic with an upright line for nxCG and a level one for effort-precision."""
    rows, at = pd.DataFrame(by_rank(gains)), compared_at(gains)
    lines = [_line(name.label, rows["rank"], rows.gain, name), _line(IDEAL, rows["rank"], rows.ideal_gain)]
    about = f"On topic {gains.topic}, its {gains.place} by {official}, this run gains"
    summary = f"{about} nothing down to rank {len(rows):,}."
    if at is not None:
        rank, gain, ideal, nxcg, effort = at.values()
        lines += [
            _line(f"nxCG {decimals(nxcg)}", (rank, rank), (gain, ideal)),
            _line(f"ep {decimals(effort)}", (rank * effort, rank), (gain, gain)),
        ]
        summary = (
            f"{about} {decimals(gain)} down to rank {rank}, where the ideal ranking has "
            f"{decimals(ideal)}: nxCG is {decimals(nxcg)} and effort-precision {decimals(effort)}."
        )
    figure = Figure(
        title=f"Gain of the run and of the ideal ranking on topic {gains.topic}",
        basis=f"CG{gains.parameters}, summed down to each rank. Where the run has half of its gain: nxCG "
        "compares upright, at a rank, effort-precision (ep) level, at a gain",
        source="cumulated_gains.csv",
        summary=summary,
    )
    axes = ("x", "Rank"), ("y", "Cumulated gain")
    chart = Lines(f"gain-chart-{place}", figure, pd.DataFrame(lines), *axes, by="", front=len(lines))
    table = View(
        f"Gain by rank on topic {gains.topic}",
        rows[(rows["rank"] <= EVERY_RANK_TO) | (rows["rank"] % 10 == 0)],
        {
            "rank": ("Rank", "number"),
            "gain": ("Gain", "score"),
            "ideal_gain": (IDEAL, "score"),
            "nxcg": ("nxCG", "score"),
            "effort_precision": ("ep", "score"),
        },
        folded="Table of gain by rank",
        kind="scores",
    )
    return chart, table
