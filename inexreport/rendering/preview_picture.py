"""The preview picture of a campaign, which other sites show with its address, as PNG.

The layout depends on estimated widths of texts only, and vl-convert brings the font, so that the fonts of a
machine make no difference, except for scripts other than Latin, Greek and Cyrillic, which that font lacks.
"""

from __future__ import annotations

import vl_convert
from markupsafe import Markup

from inexreport.rendering.charts.paper import FONT, FONT_SIZE, shortened, text_width
from inexreport.rendering.text import one_line
from inexreport.report.figure import PageData

WIDTH, HEIGHT, MARGIN = 1200, 630, 70
TEXT_WIDTH = WIDTH - 2 * MARGIN
GAP, SCORES_WIDTH = 20, 300
RUNS_WIDTH = TEXT_WIDTH - GAP - SCORES_WIDTH
TITLE_LINES = 2
TITLE, TEXT, SMALL = 60, 27, 26
"""Font sizes in pixels."""

PAPER, INK, SOFT, ACCENT = "#fcfcfa", "#1c1e21", "#54585e", "#1b5a8f"


def preview_picture(preview: PageData) -> bytes:
    """Return the picture of a `social_preview`."""
    return vl_convert.svg_to_png(preview_svg(preview))


def preview_svg(preview: PageData) -> str:
    """Return the same as SVG; its texts are untrusted."""
    lines, y = [], MARGIN
    for line in _lines(one_line(f"{preview['title']} {preview['year']}"), TITLE):
        y += TITLE + 10
        lines.append(_text(line, y, TITLE, INK, weight="bold"))
    y += 56
    lines.append(_text(preview["size"], y, SMALL, SOFT))
    y += 30
    for task, best, score in preview["tasks"]:
        y += 52
        lines.append(_text(f"{task}: {best}", y, TEXT, INK, width=RUNS_WIDTH))
        lines.append(_text(score, y, TEXT, INK, x=MARGIN + RUNS_WIDTH + GAP, width=SCORES_WIDTH))
    if preview["more"]:
        y += 46
        lines.append(_text(f"and {preview['more']:,} more", y, SMALL, SOFT))
    drawn = Markup("\n").join(lines)
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}">\n'
        '<title>{2}</title>\n<rect width="{0}" height="{1}" fill="{3}"/>\n'
        '<rect width="{0}" height="16" fill="{4}"/>\n<g font-family="{5}">\n{6}\n</g>\n</svg>\n'
    ).format(WIDTH, HEIGHT, one_line(preview["title"]), PAPER, ACCENT, FONT, drawn)


def _text(
    text: str,
    y: int,
    size: int,
    colour: str,
    x: int = MARGIN,
    width: int = TEXT_WIDTH,
    weight: str = "normal",
) -> Markup:
    """A line of untrusted text, shortened to a width in pixels."""
    return Markup('<text x="{}" y="{}" font-size="{}" font-weight="{}" fill="{}">{}</text>').format(
        x, y, size, weight, colour, shortened(one_line(text), width * FONT_SIZE / size)
    )


def _lines(text: str, size: int) -> list[str]:
    """Break a text between words into at most `TITLE_LINES` lines; the last one may be too long."""
    lines: list[str] = []
    for word in text.split():
        fits = lines and text_width(f"{lines[-1]} {word}") <= TEXT_WIDTH * FONT_SIZE / size
        if fits or len(lines) == TITLE_LINES:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
