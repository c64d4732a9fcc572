"""Data of the compare pages: a list in the page, and scripts for each metric, kind of curve and topic.

A page opened from disk can load scripts but read no other files; it loads the scripts that are selected.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd
from markupsafe import Markup

from inexreport.rendering.addresses import Addresses, Links
from inexreport.rendering.charts.specification import json_in_html, score_domain
from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import (
    compared_curves,
    compared_metrics,
    compared_runs,
    paired_runs,
)
from inexreport.report.figure import PageData, known
from inexreport.report.first_results import first_results_script, ranked_topics
from inexreport.report.naming import MetricColumn
from inexreport.statistics.significance import TESTS
from inexreport.statistics.summary import Floats
from inexreport.subjects.significance import significance

NUMBERS = ("effect_size", "low", "high", "p", "p_adjusted")
"""Columns of the pairs that the page shows."""


def comparison_list(page: PageData, link: Links) -> Markup:
    """Return runs, topics, metrics and curves with links to their pages and scripts, as JSON."""
    ranked, paired = set(page["ranked"]), set(page["paired"])
    return json_in_html(
        {
            "task": page["task"],
            "official": page["official"].identifier,
            "runs": [
                {
                    "run": name.run,
                    "title": name.title,
                    "participant": name.participant_name,
                    "label": name.badged_label,
                    "link": link.page("run", name.task, name.run),
                    "pairs": link.script("pairs", name.task, name.run) if name.run in paired else None,
                }
                for name in page["runs"]
            ],
            "topics": [
                {
                    "topic": topic.id,
                    "title": topic.title,
                    "link": link.topic(topic.id),
                    "results": (
                        link.script("results", page["task"], topic.id) if topic.id in ranked else None
                    ),
                }
                for topic in page["topics"]
            ],
            "metrics": [
                {
                    "metric": column.identifier,
                    "byTopic": column.topic_identifier,
                    "unit": column.unit,
                    "guide": link.metric(column.identifier),
                    "script": link.script("scores", page["task"], column.identifier),
                }
                for column in page["metrics"]
            ],
            "curves": [
                {"curve": kind, "script": link.script("curves", page["task"], kind)}
                for kind in page["curves"]
            ],
            "tests": page["tests"],
            "method": {name: page["method"][name] for name in ("level", "confidence")},
        }
    )


def comparison_scripts(view: CampaignView, addresses: Addresses, task: str) -> Iterator[tuple[str, str]]:
    """Yield address and content of each data script of a task."""
    for metric in compared_metrics(view, task):
        yield (
            addresses.scripts["scores", task, metric.identifier],
            _script(f"scores {metric.identifier}", _scores(view, task, metric)),
        )
    tests = TESTS[view.standings[task].task.significance]
    of_runs = significance(view.of(task))[["run_a", *NUMBERS]].groupby("run_a")
    for run in paired_runs(view, task):
        pairs = _pairs(of_runs.get_group(run), tests)
        yield addresses.scripts["pairs", task, run], _script(f"pairs {run}", pairs)
    for kind, curve in compared_curves(view, task).items():
        yield (
            addresses.scripts["curves", task, kind],
            _script(f"curves {kind}", _curves(view, task, curve.frame)),
        )
    for topic in ranked_topics(view, task):
        yield (
            addresses.scripts["results", task, topic],
            _script(f"results {task} {topic}", first_results_script(view, task, topic)),
        )
    runs = [(name.run, name.badged_label) for name in compared_runs(view, task)]
    if runs:
        yield addresses.scripts["runs", task, task], _script(f"runs {task}", runs)


def _script(key: str, content: dict[str, Any] | list[tuple[str, str]]) -> str:
    name, value = (json.dumps(one, separators=(",", ":"), allow_nan=False) for one in (key, content))
    return f"(window.compared ??= {{}})[{name}] = {value};\n"


def _scores(view: CampaignView, task: str, metric: MetricColumn) -> dict[str, Any]:
    """Means, ranks and scores by topic, in the order of the evaluated runs; NaN where there is no score."""
    standings = view.evaluated_runs[task]
    place = standings.task.metrics.index(metric.identifier)
    _, by_topic = standings.topic_scores(metric.identifier)
    return {
        "means": [known(mean) for mean in standings.means[:, place]],
        "ranks": [standings.rank(row, place) for row in range(len(standings.runs))],
        "domain": score_domain(metric, float(np.nanmax(by_topic))),
        "scores": _packed(by_topic),
    }


def _pairs(pairs: pd.DataFrame, tests: Sequence[str]) -> dict[str, Any]:
    """The published numbers of the pairs of a run with each lower-ranked one, in their order."""
    every = {name: pairs[name].to_numpy().reshape(-1, len(tests)).T for name in NUMBERS}
    return {
        "effectSize": _packed(every["effect_size"][0]),
        "low": _packed(every["low"][0]),
        "high": _packed(every["high"][0]),
        "p": dict(zip(tests, map(_packed, every["p"]), strict=True)),
        "corrected": dict(zip(tests, map(_packed, every["p_adjusted"]), strict=True)),
    }


def _packed(numbers: Floats) -> str:
    """Little-endian 64-bit floats in base64: full precision in half the size of text."""
    return base64.b64encode(np.asarray(numbers, dtype="<f8").tobytes()).decode("ascii")


def _curves(view: CampaignView, task: str, lines: pd.DataFrame) -> dict[str, Any]:
    grids: dict[tuple[float, ...], int] = {}
    of_runs = {
        name.run: (grids.setdefault(tuple(x), len(grids)), y)
        for name, x, y in zip(lines.name, lines.x, lines.y, strict=True)
    }
    x_values = [x for grid in grids for x in grid] or [0.0, 1.0]
    highest = max((max(y, default=1.0) for y in lines.y), default=1.0)
    return {
        "grids": list(grids),
        "lines": [of_runs.get(run.submission.name) for run in view.evaluated_runs[task].runs],
        "x": (min(x_values), max(x_values)),
        "y": (0.0, max(1.0, highest)),
    }
