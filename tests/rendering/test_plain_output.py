"""What templates put out, against Jinja2's own way and against markupsafe."""

from __future__ import annotations

import jinja2
import pytest
from markupsafe import Markup, escape

from inexreport.rendering.plain_output import PlainEnvironment, escaped

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
    given = {"text": VALUES[1], "safe": VALUES[3], "values": VALUES, "volatile": volatile}
    ours, jinjas = (
        made(autoescape=True, undefined=jinja2.StrictUndefined).from_string(TEMPLATE).render(given)
        for made in (PlainEnvironment, jinja2.Environment)
    )
    assert ours == jinjas
    assert "&lt;" in ours


def test_a_name_that_is_missing_is_a_mistake():
    template = PlainEnvironment(autoescape=True, undefined=jinja2.StrictUndefined).from_string("{{ nobody }}")
    with pytest.raises(jinja2.UndefinedError):
        template.render()
