"""A run's picture for papers, drawn without the converter: what the converter draws, to the last octet."""

from __future__ import annotations

import json
import random
import re

import pytest

from inexreport.rendering import paper_charts, topic_charts
from inexreport.rendering.chart_embedding import embed
from inexreport.rendering.difference_drawing import Difference, draw_differences

TITLE = topic_charts.difference_title("AgP")


def as_the_converter_draws(rows: list[Difference], size: float | None, below: int) -> str:
    data = [
        {"topic": row.topic, "difference": row.difference, "best": row.best, "place": place}
        for place, row in enumerate(rows)
    ]
    gains, losses = ([row for row in rows if (row.difference >= 0) is gain] for gain in (True, False))
    specification = topic_charts.difference_specification("AgP", bool(gains), bool(losses))
    content = json.loads(embed(specification, data))
    del content["usermeta"]
    for layer in content["layer"]:
        layer["encoding"].pop("tooltip", None)
        layer["encoding"].pop("href", None)
        if size:
            axis = layer["encoding"]["x"]["axis"]
            axis |= {"labels": True, "labelAngle": -90, "labelFontSize": size}
    content |= {"width": 640, "autosize": {"type": "none"}}
    content["padding"] = {"left": 50, "right": 15, "top": 10, "bottom": below}
    return paper_charts._drawn(json.dumps(content))


def invented(topics: int, scale: float, seed: int) -> list[Difference]:
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
def test_the_converter_draws_the_same(topics: int, scale: float) -> None:
    rows = invented(topics, scale, seed=topics)
    size, bottom = paper_charts._room_for_topics([row.topic for row in rows])
    drawn = draw_differences(rows, TITLE, size, round(bottom), "")
    same = as_the_converter_draws(rows, size, round(bottom))
    if size is None or size == 8.0:
        assert drawn == same
        return
    # The converter measures names in single precision, and their title stands below them.
    place = re.compile(r"(?<=translate\(320,)[0-9.]+")
    assert place.sub("", drawn) == place.sub("", same)
    assert float(place.findall(drawn)[0]) == pytest.approx(float(place.findall(same)[0]), abs=1e-5)


def test_only_losses_or_only_gains() -> None:
    for sign in (-1, 1):
        rows = [Difference(str(topic), sign * 0.1 * topic, 0.8) for topic in range(1, 6)]
        assert draw_differences(rows, TITLE, 8.0, 60, "") == as_the_converter_draws(rows, 8.0, 60)


def test_names_are_escaped() -> None:
    drawn = draw_differences([Difference("<b>&", 0.1, 0.2)], "a < b", 8.0, 60, "<title>t</title>")
    assert "<b>" not in drawn
    assert "&lt;b&gt;&amp;" in drawn
    assert "a &lt; b" in drawn
