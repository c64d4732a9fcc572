"""What templates put out, against Jinja2's own way and against markupsafe."""

from __future__ import annotations

from types import SimpleNamespace
from unittest.mock import Mock

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml.html import fragment_fromstring
from markupsafe import Markup, escape

from inexreport.rendering.environment import environment
from inexreport.rendering.plain_output import PlainEnvironment, escaped
from inexreport.report.naming import RunName
from inexreport.statistics.run_diagnoses import MissedArticle

VALUES = ("plain", "a < b & 'c' > \"d\"", "−", Markup("<b>&</b>"), 7, -0.5, True, None, ("<", 1))

TEMPLATE = """
{% macro cell(value) %}<td>{{ value }}</td>{% endmacro %}
{% macro framed(value) %}<div>{{ value }}{{ caller() }}</div>{% endmacro %}
{% set kept %}<p>{{ text }}</p>{% endset %}
{{ kept }}{{ cell(text) }}{% call framed(safe) %}{{ text|upper }}{% endcall %}
{% filter lower %}<I>{{ text }}</I>{% endfilter %}
{% for one in values %}{{ one }}{{ one ~ safe }}{{ loop.index }}{% endfor %}
{{ values|join(safe) }}{{ [text, "<"]|join("&") }}{{ "<%s>"|format(text) }}{{ "<" }}
{% autoescape false %}{{ text }}{{ safe }}{% endautoescape %}
{% autoescape volatile %}{{ text }}{% endautoescape %}
{% block named %}{{ text }}{% endblock %}{{ self.named() }}
"""


@pytest.mark.parametrize("value", VALUES)
def test_values_are_escaped_as_by_markupsafe(value):
    assert escaped(value) == escape(value)


@pytest.mark.parametrize("volatile", [True, False])
def test_templates_put_out_what_jinja_does(volatile):
    values = {"text": VALUES[1], "safe": VALUES[3], "values": VALUES, "volatile": volatile}
    ours, jinjas = (
        made(autoescape=True, undefined=jinja2.StrictUndefined).from_string(TEMPLATE).render(values)
        for made in (PlainEnvironment, jinja2.Environment)
    )
    assert ours == jinjas
    assert "&lt;" in ours


def test_a_name_that_is_missing_is_a_mistake():
    template = PlainEnvironment(autoescape=True, undefined=jinja2.StrictUndefined).from_string("{{ nobody }}")
    with pytest.raises(jinja2.UndefinedError):
        template.render()


def test_a_dot_means_an_attribute_alone():
    made = PlainEnvironment(autoescape=True, undefined=jinja2.StrictUndefined)
    values = {"one": SimpleNamespace(items="<7>"), "mapping": {"items": 2, "other": 3, "def": 4}}
    template = made.from_string("{{ one.items }}{{ mapping['items'] }}{{ mapping.def }}")
    assert template.render(values) == "&lt;7&gt;24"
    for missing in ("one.other", "mapping.other"):
        with pytest.raises(AttributeError):
            made.from_string(f"{{{{ {missing} }}}}").render(values)


def test_only_filters_that_are_named_safe_go_unescaped():
    made = PlainEnvironment(autoescape=True)
    made.filters |= {"marked": lambda text: f"<b>{text}</b>", "quoted": lambda text: f"<q>{text}</q>"}
    made.safe_filters.add("marked")
    template = made.from_string("{{ text|marked }} {{ text|quoted }}")
    assert template.render(text="a") == "<b>a</b> &lt;q&gt;a&lt;/q&gt;"


NUMBERS = ("score", "signed", "correlation", "grouped")


@given(st.none() | st.floats() | st.integers(), st.sampled_from(NUMBERS))
def test_numbers_need_no_escaping(value, name):
    text = environment().filters[name](value)
    assert text == escape(text)


@given(*[st.text("a<&\"'>", max_size=8)] * 3)
def test_names_that_go_unescaped_are_escaped_already(participant, run, title):
    named = environment().safe_filters - set(NUMBERS)
    links = Mock(
        run=lambda task, run: f"{task}/{run}", topic=lambda topic: topic, has_topic=lambda topic: "a" in topic
    )
    name = RunName(run=run, task=title, title=title, participant=participant, participant_name=participant)
    article = MissedArticle(article=title, runs=2, best_rank=1, best_run=run)
    arguments_of = {
        "run_link": (name, links),
        "run_label": (name, links),
        "topic_link": (title, links),
        "found_by_others": ([article], participant, links),
    }
    assert arguments_of.keys() == named
    for filter_name, arguments in arguments_of.items():
        text = environment().filters[filter_name](*arguments)
        assert isinstance(text, Markup)
        anchors = list(fragment_fromstring(text, create_parent="p").iter())[1:]
        assert all(one.tag in ("a", "wbr") and set(one.attrib) <= {"href"} for one in anchors)
