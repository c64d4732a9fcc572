"""What a page would say several times, and says once: explanations of terms, specifications of charts."""

from __future__ import annotations

import re

from markupsafe import Markup

_LINK = re.compile(r'<a (?:[^>]* )?href="[^"]*" data-tip="[^"]*"')
_CHART = re.compile(
    r'data-chart="(?P<id>[^"]*)">(?P<own>\{"datasets".*?),(?P<specification>"\$schema".*?)\}</script>',
    re.DOTALL,
)


def without_repeated_tips(html: Markup) -> Markup:
    """Return HTML in which only the first of several equal links has an explanation.

    The others show that of the first (``templates/assets/site.js``). This makes pages with many metrics a
    tenth lighter.

    Examples
    --------
    >>> link = '<a href="metrics.html#AP" data-tip="Average precision">AP</a>'
    >>> without_repeated_tips(Markup(link + link))
    Markup('<a href="metrics.html#AP" data-tip="Average precision">AP</a><a href="metrics.html#AP">AP</a>')
    """
    seen = set()

    def first_only(link: re.Match[str]) -> str:
        if link[0] in seen:
            return link[0].partition(" data-tip=")[0]
        seen.add(link[0])
        return link[0]

    return Markup(_LINK.sub(first_only, html))


def without_repeated_specifications(html: Markup) -> Markup:
    """Return HTML in which only the first of several charts of one specification has it.

    The others name that chart and keep their data; `templates/assets/pictures.js` joins them.

    Examples
    --------
    >>> chart = '<script data-chart="{}">{{"datasets":{{}},"$schema":"vega-lite"}}</script>'
    >>> print(without_repeated_specifications(Markup(chart.format("a") + chart.format("b"))))
    <script data-chart="a">{"datasets":{},"$schema":"vega-lite"}</script>\
<script data-chart="b" data-like="a">{"datasets":{}}</script>
    """
    first: dict[str, str] = {}

    def first_only(chart: re.Match[str]) -> str:
        like = first.setdefault(chart["specification"], chart["id"])
        if like == chart["id"]:
            return chart[0]
        return f'data-chart="{chart["id"]}" data-like="{like}">{chart["own"]}}}</script>'

    return Markup(_CHART.sub(first_only, html))
