"""Formatting of numbers and text on pages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from math import isnan

from markupsafe import Markup, escape

from inexreport.formats.markdown_text import safe_html
from inexreport.report import figure

_LETTERS = re.compile(
    r'<mi mathvariant="(?P<style>italic|normal)">\w</mi>(?:<mi mathvariant="(?P=style)">\w</mi>)+'
)

_BREAKS = re.compile(r"(?<=[(/_-])|(?<=,)(?!\d)|(?<=\.)(?=\D)|(?<=[a-z]{3})(?=[A-Z])")

UNDEFINED = "–"

LOWEST_PROBABILITY = 0.0001


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


_ADDRESSES = re.compile(
    r"(?:\bhttps?://[^\s<>\"'`]+|\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})(?<![.,;:!?)\]}])"
)
"""Of the web and of e-mail, without the punctuation behind them."""


def _is_control(one: str) -> bool:
    # Some languages need joiners; bidirectional controls are removed.
    return unicodedata.category(one)[0] == "C" and one not in "\u200c\u200d"


@lru_cache(maxsize=1 << 14)
def breakable(text: str) -> Markup:
    """Return a name with line break opportunities after punctuation and between its parts."""
    pieces = _BREAKS.split(text)
    return Markup("<wbr>").join(pieces)


@lru_cache(maxsize=1 << 14)
def linked(text: str) -> Markup:
    """Return text as `breakable` does, in which addresses of the web and of e-mail are links.

    Examples
    --------
    >>> str(linked("See https://a.example/b."))
    'See <a href="https://a.example/b" rel="nofollow noopener">https:/<wbr>/<wbr>a.<wbr>example/<wbr>b</a>.'
    """
    pieces, last = [], 0
    for found in _ADDRESSES.finditer(text):
        address = found[0] if ":" in found[0] else f"mailto:{found[0]}"
        link = Markup('<a href="{}" rel="nofollow noopener">{}</a>').format(address, breakable(found[0]))
        pieces += [breakable(text[last : found.start()]), link]
        last = found.end()
    return Markup("").join([*pieces, breakable(text[last:])])


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
    try:
        return Markup(_levelled(safe_html(text), below))
    except RecursionError:
        return Markup("<pre>{}</pre>").format(text)


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
