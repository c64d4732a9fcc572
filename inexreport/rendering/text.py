"""Formatting of numbers and text on pages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from math import isnan
from urllib.parse import unquote

from markupsafe import Markup, escape

from inexreport.formats.shown_text import shown
from inexreport.report import figure

_LETTERS = re.compile(
    r'<mi mathvariant="(?P<style>italic|normal)">\w</mi>(?:<mi mathvariant="(?P=style)">\w</mi>)+'
)

_BREAKS = re.compile(r"(?<=[(,/_-])|(?<=\.)(?=\D)|(?<=[a-z]{3})(?=[A-Z])")

UNDEFINED = "–"

LOWEST_PROBABILITY = 0.0001

TAGS = {
    *("p", "br", "hr", "blockquote", "pre", "code", "em", "strong", "del", "sub", "sup", "abbr", "a"),
    *("ul", "ol", "li", "dl", "dt", "dd", "h2", "h3", "h4", "h5", "h6"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
"""HTML elements allowed in about.md; no images, because pages must load nothing from elsewhere."""


def score(value: float | None, unit: str = "") -> str:
    """Return four decimals, two for percentages, with a true minus; a dash for None and NaN.

    Examples
    --------
    >>> score(0.25), score(-0.0830), score(-0.00001), score(12.5, "%"), score(None)
    ('0.2500', '−0.0830', '0.0000', '12.50', '–')
    """
    if value is None or isnan(value):
        return UNDEFINED
    return figure.decimals(value, unit).removesuffix("%")


def full(value: float | None) -> str:
    """Return a number in the precision of the published tables; an empty text for None and NaN.

    Examples
    --------
    >>> full(2 / 3), full(0.25), full(None)
    ('0.6666666666666666', '0.25', '')
    """
    return "" if value is None or isnan(value) else repr(float(value))


def signed(value: float | None) -> str:
    """Return a difference with its sign; a dash for None and NaN."""
    return UNDEFINED if value is None or isnan(value) else figure.signed(value)


def correlation(value: float | None) -> str:
    """Return a correlation with two decimals; a dash for None and NaN."""
    return UNDEFINED if value is None or isnan(value) else figure.correlation(value)


def probability(value: float | None) -> str:
    """Return a p value with four decimals, never 0; a dash for None and NaN.

    Examples
    --------
    >>> probability(0.01704), probability(0.00002), probability(None)
    ('0.0170', '<0.0001', '–')
    """
    if value is None or isnan(value):
        return UNDEFINED
    return "<0.0001" if value < LOWEST_PROBABILITY else f"{value:.4f}"


def grouped(value: float | None) -> str:
    """Return a whole number with thousands separators; a dash for None and NaN."""
    return UNDEFINED if value is None or isnan(value) else f"{value:,.0f}"


def one_line(text: str) -> str:
    r"""Return text without control characters and repeated spaces, for line-based formats.

    Examples
    --------
    >>> one_line(" a\tb\x00\u202e\n c ")
    'a b c'
    """
    if text.isprintable() and "  " not in text:
        return text.strip()  # as nearly every text is
    return " ".join("".join(" " if _is_control(one) else one for one in text).split())


def _is_control(one: str) -> bool:
    # Some languages need joiners; bidirectional controls are removed.
    return unicodedata.category(one)[0] == "C" and one not in "\u200c\u200d"


@lru_cache(maxsize=1 << 14)
def breakable(text: str) -> Markup:
    """Return a name with line break opportunities after punctuation and between its parts."""
    pieces = _BREAKS.split(text)
    return Markup("<wbr>").join(pieces)


def with_code(text: str) -> Markup:
    """Return text with code elements for parts in backticks."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return escape(text)
    return Markup("").join(
        Markup("<code>{}</code>").format(piece) if i % 2 else escape(piece) for i, piece in enumerate(pieces)
    )


def mathml(formula: str) -> Markup:
    """Return a formula as MathML; the LaTeX is the package's own, never input."""
    from latex2mathml.converter import convert  # few pages need it, and it takes long to load

    html = convert(formula, display="block")
    return Markup(_LETTERS.sub(_word, html))


def _word(letters: re.Match[str]) -> str:
    """Join the letters of a word in one identifier, so that they are not spaced like a product."""
    word = "".join(re.findall(r">([^<])<", letters[0]))
    return f'<mi class="word">{word}</mi>' if letters["style"] == "italic" else f"<mi>{word}</mi>"


def safe_markdown(text: str, below: int = 2) -> Markup:
    """Return an organiser's Markdown as safe HTML; as plain text if it is nested too deeply.

    Parameters
    ----------
    text : str
        Untrusted.
    below : int
        Level of the heading above the text; its own headings follow without a gap.
    """
    import markdown
    import nh3

    try:
        html = markdown.markdown(text, extensions=["tables", "sane_lists"], output_format="html")
    except RecursionError:
        return Markup("<pre>{}</pre>").format(text)
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
    return Markup(_levelled(shown(clean, len(clean)), below))


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


def _levelled(html: str, below: int) -> str:
    """Renumber headings so that no level is skipped."""
    pieces = re.split(r"<(/?)h([2-6])>", html)
    originals = sorted({int(level) for level in pieces[2::3]})
    result: list[str] = [pieces[0]]
    previous = below
    for closing, level, rest in _triples(pieces[1:]):
        if not closing:
            previous = min(below + 1 + originals.index(int(level)), previous + 1, 6)
        result.append(f"<{closing}h{previous}>{rest}")
    return "".join(result)


def _triples(pieces: list[str]) -> Iterable[tuple[str, str, str]]:
    return zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True)
