"""An organiser's Markdown as safe HTML, and whether making it takes too long."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from functools import lru_cache
from urllib.parse import unquote

from inexreport.model.shown_text import shown
from inexreport.parallel.processes import installed_modules

MOST_SECONDS = 0.6
"""Of processor time; ordinary text of the largest size takes less than a third of it on slow machines."""

MOST_HTML = 2**20
"""Letters of HTML; ordinary text of the largest size becomes a tenth of it."""

EXPECTED_HTML = f"text that becomes at most {MOST_HTML:,} letters of HTML within {MOST_SECONDS} s"

_HARMLESS = 2**9
"""Letters that take no time, whatever they are."""

_TOO_MUCH, _TOO_DEEP = 3, 4
_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[1:]\n"
    "from inexreport.formats.markdown_text import convert_within_limits; convert_within_limits()"
)

TAGS = {
    *("p", "br", "hr", "blockquote", "pre", "code", "em", "strong", "del", "sub", "sup", "abbr", "a"),
    *("ul", "ol", "li", "dl", "dt", "dd", "h2", "h3", "h4", "h5", "h6"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
"""HTML elements allowed in about.md; no images, because pages must load nothing from elsewhere."""


def safe_html(text: str) -> str:
    """The HTML of Markdown, without anything that runs or loads, or leads out of the site.

    Raises
    ------
    RecursionError
        If it is nested too deeply.
    """
    import markdown  # few commands need it
    import nh3

    html = markdown.markdown(text, extensions=["tables", "sane_lists"], output_format="html")
    html = re.sub(r"<(/?)h1\b", r"<\1h2", html)
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes={"a": {"href"}, "abbr": {"title"}, "th": {"scope"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        attribute_filter=_only_safe_addresses,
        # `rel` on a link that lost its address would be invalid HTML.
        link_rel=None,
    )
    # Character references are resolved by now and may be invisible characters.
    return shown(clean, len(clean))


def _only_safe_addresses(tag: str, attribute: str, value: str) -> str | None:
    """Keep the address of a link if it has a scheme and host, or leads down within the site."""
    if attribute != "href":
        return value
    # Browsers ignore white space in URLs, read \ as / and decode escapes.
    address = unquote("".join(value.split())).replace("\\", "/")
    if re.match(r"https?://[^/]|mailto:", address, re.IGNORECASE):
        return value
    path = re.split("[?#]", address)[0]
    leads_away = path.startswith("/") or ":" in path or ".." in path.split("/")
    return None if leads_away else value


@lru_cache
def excess(text: str) -> str:
    """What the conversion of a text takes too much of; empty if it stays within the limits.

    There are texts for which any reader of Markdown takes minutes. No list of them is complete, so another
    process converts the text, and the system ends it when it has used its time. Processor time is the same
    however busy the machine is.
    """
    if len(text) < _HARMLESS:
        return ""
    limited = hasattr(signal, "setitimer")
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", _PROGRAM, *installed_modules()],
            input=text.encode(),
            capture_output=True,
            timeout=None if limited else 10 * MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        done = None
    if done is None or done.returncode < 0:
        return f"more than {MOST_SECONDS} s of processor time"
    if done.returncode == _TOO_MUCH:
        return f"more than {MOST_HTML:,} letters of HTML"
    if done.returncode == _TOO_DEEP:
        return "lists or quotations that are nested too deeply"
    done.check_returncode()
    return ""


def convert_within_limits() -> None:
    """In a process of its own: convert standard input, and end at a limit."""
    text = sys.stdin.buffer.read().decode()
    safe_html("")  # what it needs is loaded before the time begins
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        sys.exit(_TOO_MUCH if len(safe_html(text)) > MOST_HTML else 0)
    except RecursionError:
        sys.exit(_TOO_DEEP)
