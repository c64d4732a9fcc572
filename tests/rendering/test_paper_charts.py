"""Pictures for papers: drawn from the pages' charts, with all that a reader of the file alone needs."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pandas as pd
import pytest
from lxml import etree

from inexreport.rendering.charts import paper
from inexreport.report.figure import Figure, PageData
from inexreport.report.naming import MetricColumn, RunName
from inexreport.subjects.sections import Lines, TopicRanges

FIGURE = Figure("<Title>", "basis", "scores.csv", "summary & more")
METRIC = MetricColumn("AgP@<1>", "AgP<1>", "AgP", "AgP", "", "", "", 0.0, 1.0, True)
NAME = "Université & “{}” <b>"
SVG = "{http://www.w3.org/2000/svg}"


def name(place: int) -> RunName:
    return RunName("Focused", f"run{place}", "7", NAME.format(place), f"id-{place}")


def parsed(svg: str) -> etree._Element:
    """The picture, after what holds of all: a title, a description, and no box as wide as a name."""
    assert svg.endswith("</svg>\n")
    assert "background" not in svg
    root = etree.fromstring(svg.encode())
    assert [element.tag for element in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert [element.text for element in root[:2]] == ["<Title>", "basis. summary & more"]
    return root


def texts(root: etree._Element) -> list[str]:
    return ["".join(map(str, text.itertext())) for text in root.iter(f"{SVG}text")]


def marks(root: etree._Element, kind: str) -> int:
    groups = root.xpath(f"//*[contains(@class, 'mark-{kind} ') and contains(@class, 'role-mark')]")
    return sum(len(group) for group in groups)


def dots(runs: int) -> PageData:
    return {"figure": FIGURE, "metric": METRIC, "rows": [_dot(place) for place in range(runs)]}


def _dot(place: int) -> PageData:
    """A run; every second one has an interval."""
    score = 0.9 - place / 400
    low, high = (score - 0.01, score + 0.01) if place % 2 else (None, None)
    numbers = {"rank": place + 1, "score": score, "low": low, "high": high, "group": place % 3 or None}
    return {"name": name(place), **numbers}


@pytest.mark.parametrize("runs", [1, 12, 40])
def test_runs_have_names_where_there_is_room(runs: int) -> None:
    root = parsed(paper.run_dots(dots(runs)))
    assert {text for text in texts(root) if "Universit" in text} == {name(n).label for n in range(runs)}
    assert marks(root, "symbol") == runs
    assert int(root.get("height", "")) > 20 * runs


def test_many_runs_are_ranked_without_names() -> None:
    root = parsed(paper.run_dots(dots(41)))
    assert not [text for text in texts(root) if "Universit" in text]
    assert "Runs, best first" in texts(root)
    assert marks(root, "symbol") == 41


def line(place: int, x: Sequence[float], *, named: bool = True) -> PageData:
    draw = random.Random(place)
    values = sorted((round(draw.random(), 4) for _ in x), reverse=True)
    return {"label": f"line {place}", "name": name(place) if named else None, "x": list(x), "y": values}


RANKS = [1, 2, 3, 5, 10, 50, 100, 500, 1000, 1500]


@pytest.mark.parametrize(
    ("lines", "background"),
    [
        ([line(0, RANKS)], []),
        ([line(place, RANKS) for place in range(7)], [line(place, RANKS[::2]) for place in range(7, 12)]),
        ([line(0, RANKS), line(1, RANKS, named=False)], [line(2, RANKS[:3])]),
        ([line(0, [1]), line(1, [])], [line(2, [])]),
    ],
)
def test_coloured_curves_are_named_in_the_legend(lines: list[PageData], background: list[PageData]) -> None:
    frame, titles = pd.DataFrame([*lines, *background]), (("x", "Rank <"), ("y", "Share & more"))
    root = parsed(paper.curves(Lines("curves", FIGURE, frame, *titles, by="", front=len(lines))))
    labels = [one["label"] for one in lines]
    assert [text for text in texts(root) if text in labels] == labels
    assert {"Rank <", "Share & more"} <= set(texts(root))


def topic_chart(topics: int) -> TopicRanges:
    scores = {"lowest": 0.1, "lower_quartile": 0.2, "median": 0.3, "upper_quartile": 0.4, "best": 0.5}
    rows = [{"topic": str(2000 + n), "title": "Title", "judged_articles": n, **scores} for n in range(topics)]
    return TopicRanges(
        "topics",
        FIGURE,
        pd.DataFrame(rows),
        METRIC,
        line=("lowest", "best"),
        dot="median",
        texts={"judged_articles": "Judged"},
        scores={"best": "Best"},
        box=("lower_quartile", "upper_quartile"),
        size="judged_articles",
    )


@pytest.mark.parametrize(("topics", "named"), [(1, True), (68, True), (130, True), (131, False)])
def test_topics_have_names_where_there_is_room(topics: int, named: bool) -> None:
    root = parsed(paper.difficulty(topic_chart(topics)))
    names = [text for text in texts(root) if text.startswith("2")]
    assert names == ([str(2000 + topic) for topic in range(topics)] if named else [])
    sizes = {float(size) for size in re.findall(r'font-size="([\d.]+)px"', etree.tostring(root).decode())}
    assert min(sizes) == pytest.approx(min(8, 0.95 * 640 / topics) if named else 10)


@pytest.mark.parametrize("differences", [[0.1, 0.2], [-0.1, -0.2], [0.3, 0.0, -0.1], [0.0]])
def test_gains_and_losses_each_have_their_colour(differences: list[float]) -> None:
    rows = [
        {"topic": f"<{place}>", "title": "Title", "median": 0.4, "best": 0.9}
        | {"score": 0.4 + difference, "difference": difference}
        for place, difference in enumerate(differences)
    ]
    root = parsed(paper.differences({"figure": FIGURE, "metric": METRIC, "rows": rows}))
    assert marks(root, "rect") == len(differences) * 2  # bars and ticks
    assert [text for text in texts(root) if text.startswith("<")] == [row["topic"] for row in rows]
    assert f"{METRIC.topic_identifier} − median" in texts(root)


def test_the_same_chart_gives_the_same_bytes() -> None:
    assert paper.difficulty(topic_chart(20)) == paper.difficulty(topic_chart(20))
