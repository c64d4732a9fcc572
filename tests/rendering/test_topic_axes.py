"""Charts of topics name them on their axis where there is room."""

from __future__ import annotations

import json

import pytest
import vl_convert
from lxml import etree

from inexreport.rendering.charts.topics import differences
from inexreport.report.naming import MetricColumn

SVG = "{http://www.w3.org/2000/svg}"
METRIC = MetricColumn("AgP", "AgP", "AgP", "AgP", "", "", "", 0.0, 1.0, True)


def sizes_of_names(topics: int, width: int) -> dict[str, str]:
    """The font size of each topic's name in a picture of some width."""
    rows = [
        {"topic": f"t{i}", "title": "", "difference": 0.1, "best": 0.9, "median": 0.5, "score": 0.6}
        for i in range(topics)
    ]
    content = json.loads(differences({"metric": METRIC, "rows": rows})) | {"width": width}
    svg = etree.fromstring(vl_convert.vegalite_to_svg(json.dumps(content)).encode())
    texts = {text.text or "": text for text in svg.iter(f"{SVG}text")}
    return {f"t{i}": texts[f"t{i}"].get("font-size", "") for i in range(topics)}


@pytest.mark.parametrize(
    ("topics", "width", "size"), [(12, 600, "10px"), (50, 600, "10px"), (51, 600, "0px"), (20, 200, "0px")]
)
def test_topics_are_named_where_each_has_twelve_pixels(topics: int, width: int, size: str) -> None:
    assert set(sizes_of_names(topics, width).values()) == {size}
