"""Pictures for papers, drawn without Vega's converter: what the converter draws, to the last octet."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest

from inexreport.rendering import paper_charts, topic_charts
from inexreport.rendering.chart_embedding import ROW_HEIGHT
from inexreport.rendering.drawing.curves import LEGEND_ROW
from inexreport.rendering.drawing.differences import Difference, draw_differences
from inexreport.rendering.drawing.picture import Frame
from inexreport.report.curves import CurveFigure, CurveLine
from inexreport.report.figure import Figure
from inexreport.report.naming import MetricColumn, RunName
from inexreport.report.task import Dot, DotFigure
from inexreport.report.topics import DifficultyFigure, TopicDifficulty
from rendering import converted

FIGURE = Figure("<Title>", "basis", "scores.csv", "summary")
TITLE = topic_charts.difference_title("AgP")


def name(place: int) -> RunName:
    return RunName("Focused", f"run{place}", "7", f"Université & “{place}” <b>", f"id-{place}")


def metric(highest: float, unit: str = "") -> MetricColumn:
    return MetricColumn("AgP@<1>", "AgP<1>", "AgP", "AgP", "", "", unit, 0.0, highest, True)


def drawn(svg: str) -> str:
    """Without the texts that tell what the picture shows, which the converter does not know."""
    told = paper_charts._told(FIGURE)
    assert svg.count(told) == 1
    return svg.replace(told, "").removesuffix("\n")


def invented_dots(runs: int, highest: float, seed: int) -> DotFigure:
    """Scores of which some have no interval, and some no group."""
    draw = random.Random(seed)
    dots = []
    for place, score in enumerate(sorted((draw.uniform(0, highest) for _ in range(runs)), reverse=True)):
        room = draw.choice([None, 0.1, 0.2])
        interval = (None, None) if room is None else (score * (1 - room), score * (1 + room))
        dots.append(Dot(name(place), place + 1, score, *interval, draw.choice([None, 1, 2, 3])))
    return DotFigure(
        FIGURE, metric(1.0 if highest <= 1 else highest, "%" if highest > 1 else ""), tuple(dots)
    )


@pytest.mark.parametrize(
    ("runs", "highest"), [(1, 0.4), (3, 0.019), (12, 1.0), (40, 100.0), (41, 0.11), (330, 25.0)]
)
def test_runs_are_drawn_as_the_converter_does(runs: int, highest: float) -> None:
    chart = invented_dots(runs, highest, seed=runs)
    svg = paper_charts.run_dots(chart)
    left = int(re.findall(r"translate\((\d+),10\)", svg)[0])
    frame = Frame(left, 35, 480) if runs > 40 else Frame(left, 35, 480, ROW_HEIGHT * runs)
    assert drawn(svg) == converted.run_dots(chart, frame)


def line(place: int, x: Sequence[float], *, named: bool = True) -> CurveLine:
    draw = random.Random(place)
    values = sorted((round(draw.random(), 4) for _ in x), reverse=True)
    return CurveLine(f"line {place}", name(place) if named else None, tuple(x), tuple(values))


RECALL = [level / 100 for level in range(1, 101)]
RANKS = [1, 2, 3, 5, 10, 50, 100, 500, 1000, 1500]


@pytest.mark.parametrize(
    ("lines", "background"),
    [
        ([line(0, RECALL)], []),
        ([line(place, RANKS) for place in range(7)], [line(place, RANKS[::2]) for place in range(7, 12)]),
        ([line(0, RECALL), line(1, RECALL, named=False)], [line(2, RECALL[:3])]),
        ([line(0, [1]), line(1, [])], [line(2, [])]),
        ([line(0, [1]), line(1, range(1, 100_001, 1000))], [line(2, [5])]),
        ([line(place, RANKS[:4]) for place in range(10)], []),
    ],
)
def test_curves_are_drawn_as_the_converter_does(lines: list[CurveLine], background: list[CurveLine]) -> None:
    chart = CurveFigure(FIGURE, "iP", True, "Rank <", "Share & more", tuple(lines), tuple(background))
    frame = Frame(45, 48 + LEGEND_ROW * len(lines), 480)
    assert drawn(paper_charts.curves(chart)) == converted.curves(chart, frame)


def invented_topics(topics: int, highest: float, judged: int) -> DifficultyFigure:
    draw = random.Random(topics)
    rows = []
    for topic in range(topics):
        scores = sorted(draw.uniform(0, highest) for _ in range(5))
        rows.append(
            TopicDifficulty(str(2000 + topic), "Title", draw.randint(0, judged), 1, *scores, *[None] * 3)
        )
    return DifficultyFigure(FIGURE, "", "Focused", metric(1.0), False, tuple(rows))


@pytest.mark.parametrize(
    ("topics", "highest", "judged"), [(1, 0.4, 9), (68, 1.0, 700), (125, 0.04, 0), (131, 0.3, 100)]
)
def test_difficulty_is_drawn_as_the_converter_does(topics: int, highest: float, judged: int) -> None:
    chart = invented_topics(topics, highest, judged)
    size, frame = paper_charts._room_for_topics(tuple(one.topic for one in chart.topics))
    svg = drawn(paper_charts.difficulty(chart))
    same_but_for_the_title(svg, converted.difficulty(chart, size, frame), size)


def same_but_for_the_title(svg: str, same: str, size: float | None) -> None:
    if size is None or size == 8.0:
        assert svg == same
        return
    # The converter measures names in single precision, and their title stands below them.
    place = re.compile(r"(?<=translate\(320,)[0-9.]+")
    assert place.sub("", svg) == place.sub("", same)
    assert float(place.findall(svg)[0]) == pytest.approx(float(place.findall(same)[0]), abs=1e-5)


def invented_differences(topics: int, scale: float, seed: int) -> list[Difference]:
    draw = random.Random(seed)
    rows = []
    for topic in range(topics):
        difference = round(draw.choice([0, 1, 1, 1]) * draw.uniform(-1, 1) * scale, 6)
        best = round(max(0.0, difference) + draw.choice([0, 1]) * draw.random() * scale, 6)
        rows.append(Difference(str(draw.randrange(1000) + 1000 * topic), difference, best))
    return rows


@pytest.mark.parametrize(
    ("topics", "scale"),
    [(1, 0.4), (2, 0.003), (7, 30.0), (68, 1.0), (114, 0.6), (125, 0.0), (131, 1.0), (3, 1e-6), (20, 2500.0)],
)
def test_differences_are_drawn_as_the_converter_does(topics: int, scale: float) -> None:
    rows = invented_differences(topics, scale, seed=topics)
    size, frame = paper_charts._room_for_topics(tuple(row.topic for row in rows))
    svg = draw_differences(rows, TITLE, size, frame, "")
    same_but_for_the_title(svg, converted.differences(rows, "AgP", size, frame), size)


def test_only_losses_or_only_gains() -> None:
    frame = Frame(50, 60, 640)
    for sign in (-1, 1):
        rows = [Difference(str(topic), sign * 0.1 * topic, 0.8) for topic in range(1, 6)]
        same = converted.differences(rows, "AgP", 8.0, frame)
        assert draw_differences(rows, TITLE, 8.0, frame, "") == same


def test_names_are_escaped() -> None:
    frame = Frame(50, 60, 640)
    svg = draw_differences([Difference("<b>&", 0.1, 0.2)], "a < b", 8.0, frame, "<title>t</title>")
    assert "<b>" not in svg
    assert "&lt;b&gt;&amp;" in svg
    assert "a &lt; b" in svg
