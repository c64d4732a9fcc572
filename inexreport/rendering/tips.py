"""Explanations of terms that pages show to the pointer and the keyboard."""

from __future__ import annotations

import re

from markupsafe import Markup

_LINK = re.compile(r'<a (?:[^>]* )?href="[^"]*" data-tip="[^"]*"')


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
