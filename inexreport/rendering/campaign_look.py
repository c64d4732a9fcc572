"""A campaign's own assets: a style sheet with its accent colour, and its logo."""

from __future__ import annotations

import colorsys

from inexreport.model.campaign import Campaign
from inexreport.rendering.assets import hashed_name

ACCENT_SHEET = "campaign.css"
LOGO = "logo.png"

LIGHT_SURFACE, DARK_SURFACE = "#f3f3ef", "#202327"
"""The backgrounds of text with the least contrast: ``--raised`` in site.css."""

LEAST_CONTRAST = 4.5
"""Of text, by WCAG 2.2, success criterion 1.4.3."""


def campaign_assets(campaign: Campaign) -> dict[str, tuple[str, bytes]]:
    """Return file name and content of the campaign's own assets by name, as `asset_contents` does."""
    contents = {}
    if campaign.accent:
        contents[ACCENT_SHEET] = accent_sheet(campaign.accent).encode()
    if campaign.logo:
        contents[LOGO] = campaign.logo
    return {name: (hashed_name(name, content), content) for name, content in contents.items()}


def accent_sheet(accent: str) -> str:
    r"""Return the style sheet of an accent colour ``#rrggbb``, with a legible tone for each colour scheme.

    Examples
    --------
    >>> accent_sheet("#1b5a8f")
    ':root { --accent: light-dark(#1b5a8f, #378fd9); }\n'
    """
    light, dark = legible(accent, LIGHT_SURFACE), legible(accent, DARK_SURFACE)
    return f":root {{ --accent: light-dark({light}, {dark}); }}\n"


def legible(colour: str, background: str) -> str:
    """Return the tone of a colour's hue, closest to it, that is legible as text on a background.

    The lightness of the colour (HLS) changes in steps of 1 %, darker on a light background and lighter on a
    dark one, until the contrast is at least `LEAST_CONTRAST`; a colour that has it stays as it is.
    """
    hue, lightness, saturation = colorsys.rgb_to_hls(*(value / 255 for value in _channels(colour)))
    step = -0.01 if luminance(background) > 0.5 else 0.01
    tone = colour
    while contrast(tone, background) < LEAST_CONTRAST:
        lightness = min(max(lightness + step, 0.0), 1.0)
        rgb = colorsys.hls_to_rgb(hue, lightness, saturation)
        tone = "#" + "".join(f"{round(value * 255):02x}" for value in rgb)
    return tone


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21.

    References
    ----------
    WCAG 2.2, definition of contrast ratio.

    Examples
    --------
    >>> contrast("#ffffff", "#000000"), round(contrast("#777777", "#ffffff"), 2)
    (21.0, 4.48)
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 (black) to 1 (white)."""
    linear = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in _channels(colour))
    )
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))
