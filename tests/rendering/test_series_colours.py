"""The colours of lines: ten in each mode, which people with and without colour blindness can tell apart.

The formulas are those of WCAG 2.2 (contrast), Ottosson (Oklab) and Machado, Oliveira and Fernandes 2009
(colour blindness of full severity).
"""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from inexreport.rendering.charts.lines import SOLID_LINES
from inexreport.rendering.charts.paper import COLOURS
from inexreport.rendering.environment import template_folder

Colour = NDArray[np.float64]

CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
DEUTERANOPIA = np.array(
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
)
PROTANOPIA = np.array(
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
)


def linear(code: str) -> Colour:
    parts = np.array([int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one: Colour, other: Colour) -> float:
    darker, lighter = sorted(float(colour @ [0.2126, 0.7152, 0.0722]) for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def difference(one: Colour, other: Colour, vision: Colour) -> float:
    a, b = (LAB @ np.cbrt(CONES @ np.clip(vision @ colour, 0, 1)) for colour in (one, other))
    return float(np.linalg.norm(a - b))


def themes(theme: int) -> dict[str, Colour]:
    style_sheet = (template_folder() / "assets/site.css").read_text("utf-8")
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", style_sheet)
    return {name: linear(codes[theme]) for name, *codes in pairs}


def colours(theme: int) -> tuple[Colour, list[Colour]]:
    """The colour of the paper and those of lines."""
    found = themes(theme)
    series = [name for name in found if name.startswith("series-")]
    assert series == [f"series-{i}" for i in range(1, COLOURS + 1)]
    return found["paper"], [found[name] for name in series]


def test_the_formulas_agree_with_known_values() -> None:
    white, black, red = linear("#ffffff"), linear("#000000"), linear("#ff0000")
    assert contrast(white, black) == pytest.approx(21)
    assert contrast(red, white) == pytest.approx(3.998, abs=0.001)
    assert difference(white, black, np.eye(3)) == pytest.approx(1, abs=0.001)
    # Red and a dark yellow, which differ little without red cones.
    yellow = linear("#5c5000")
    assert difference(red, yellow, PROTANOPIA) < 0.2 < difference(red, yellow, np.eye(3))


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_lines_stand_out_from_the_paper(theme: int) -> None:
    paper, series = colours(theme)
    assert min(contrast(colour, paper) for colour in series) >= 3


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_no_two_lines_have_a_similar_colour(theme: int) -> None:
    _, series = colours(theme)
    assert min(difference(one, other, np.eye(3)) for one, other in combinations(series, 2)) > 0.15


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("vision", [DEUTERANOPIA, PROTANOPIA], ids=["deuteranopia", "protanopia"])
def test_the_colour_blind_can_tell_lines_apart_that_are_drawn_alike(theme: int, vision: Colour) -> None:
    _, series = colours(theme)
    for alike in (series[:SOLID_LINES], series[SOLID_LINES:]):
        assert min(difference(one, other, vision) for one, other in combinations(alike, 2)) > 0.12


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("colour", "opacity"), [("span", 1.0), ("loss", 0.5)])
def test_correlations_can_be_read_on_their_deepest_colours(theme: int, colour: str, opacity: float) -> None:
    found = themes(theme)
    # Browsers mix colours as they are encoded, not as their light adds up.
    one, paper = (found[name] ** (1 / 2.2) for name in (colour, "paper"))
    assert contrast((opacity * one + (1 - opacity) * paper) ** 2.2, found["ink"]) >= 4.5
