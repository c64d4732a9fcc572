"""The template environment: everything is escaped, and a name that is missing is a mistake."""

from __future__ import annotations

from functools import cache

import jinja2

from inexreport.model.score_numbers import are_tied
from inexreport.rendering import anchors, charts, text
from inexreport.rendering.charts.specification import json_in_html
from inexreport.rendering.comparison_data import comparison_list
from inexreport.rendering.template_folder import template_folder
from inexreport.report.naming import task_title


@cache
def environment() -> jinja2.Environment:
    """The one environment of all pages."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(template_folder(), encoding="utf-8"),
        autoescape=True,
        auto_reload=False,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "task": task_title,
        "score": text.score,
        "signed": text.signed,
        "correlation": text.correlation,
        "probability": text.probability,
        "grouped": text.grouped,
        "breakable": text.breakable,
        "with_code": text.with_code,
        "mathml": text.mathml,
        "safe_markdown": text.safe_markdown,
        "json": json_in_html,
        "run_link": anchors.run_link,
        "run_label": anchors.run_label,
        "topic_link": anchors.topic_link,
        "found_by_others": anchors.found_by_others,
    }
    made.globals |= {"charts": charts, "comparison_list": comparison_list}
    made.tests |= {"tied_with": are_tied}
    return made
