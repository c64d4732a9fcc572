"""The page about the site itself: how to read it, and the third-party libraries in its chart script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pandas as pd

from inexreport.subjects.sections import Page, Section, View
from inexreport.version import __version__

LICENCE_TEXTS = ("BSD-3-Clause", "ISC", "MIT", "Apache-2.0")
"""Licences that require their text to be passed on; ``templates/licences`` has each."""


class ShippedLibrary(NamedTuple):
    """A library within the chart script, by its npm name.

    The version is empty if the script does not state it, the licence is an SPDX expression, and a library in
    the public domain has no copyright holders.
    """

    name: str
    version: str
    licence: str
    holders: tuple[str, ...]


_WASHINGTON = "University of Washington Interactive Data Lab"
_BOSTOCK = "2010-2026 Mike Bostock"

_SHIPPED = (
    ("BSD-3-Clause", (f"2015-2023 {_WASHINGTON}",), "vega@6.2.0 vega-interpreter"),
    ("BSD-3-Clause", (f"2015 {_WASHINGTON}",), "vega-lite@6.4.0 vega-embed@7.0.2"),
    ("BSD-3-Clause", (f"2016 {_WASHINGTON}",), "vega-themes@3.0.0"),
    ("BSD-3-Clause", ("2016 Interactive Data Lab and contributors",), "vega-tooltip"),
    ("BSD-3-Clause", ("2017 Vega",), "vega-schema-url-parser"),
    (
        "ISC",
        (_BOSTOCK,),
        (
            "d3-array d3-color d3-dispatch d3-dsv d3-force d3-format d3-hierarchy d3-interpolate d3-path"
            " d3-quadtree d3-scale d3-shape d3-time d3-time-format d3-timer internmap"
        ),
    ),
    ("ISC AND MIT", (_BOSTOCK, "2008-2012 Charles Karney"), "d3-geo"),
    ("ISC AND MIT", ("2013-2021 Mike Bostock", "2015 Ricky Reusser"), "d3-geo-projection"),
    (
        "ISC AND Apache-2.0",
        (_BOSTOCK, "2002 Cynthia Brewer, Mark Harrower, and The Pennsylvania State University"),
        "d3-scale-chromatic",
    ),
    ("ISC", ("2018-2026 Observable, Inc.", "2021 Mapbox"), "d3-delaunay"),
    ("ISC", ("2026 Mapbox",), "delaunator"),
    ("Unlicense", (), "robust-predicates"),
    ("ISC", ("2012-2019 Michael Bostock",), "topojson-client"),
    ("MIT", ("2013, 2014, 2020 Joachim Wester",), "fast-json-patch"),
    ("MIT", ("2014-2022 Simon Lydell",), "json-stringify-pretty-compact"),
    ("ISC", ("Isaac Z. Schlueter and Contributors",), "semver"),
    ("0BSD", ("Microsoft Corporation",), "tslib"),
)


def _libraries() -> Iterator[ShippedLibrary]:
    for licence, holders, packages in _SHIPPED:
        for package in packages.split():
            name, _, version = package.partition("@")
            yield ShippedLibrary(name, version, licence, holders)


LIBRARIES = tuple(sorted(_libraries(), key=lambda one: one.name))
"""All libraries, by name."""


def about_page(field: str) -> Page:
    """Return how to read the site, and the program and libraries that made it.

    `field` is the kind of retrieval.
    """
    libraries = View(
        "Libraries",
        pd.DataFrame(
            {
                "name": one.name,
                "version": one.version or None,
                "licence": one.licence,
                "copyright": " · ".join(f"© {holder}" for holder in one.holders) or "public domain",
            }
            for one in LIBRARIES
        ),
        {
            "name": ("Library", "name"),
            "version": ("Version", "text"),
            "licence": ("Licence", "text"),
            "copyright": ("Copyright", "text"),
        },
    )
    included = (
        f"The script that draws charts includes {len(LIBRARIES)} libraries. The text of each licence is "
        "below."
    )
    return Page(
        "About this site",
        "About this site",
        f"Results of evaluation campaigns of {field}, computed from the campaigns’ files. The same files "
        "give identical pages.",
        [
            Section("section-how-to-read-the-numbers", "How to read the numbers", note="numbers"),
            Section("section-privacy-and-offline-use", "Privacy and offline use", note="privacy"),
            Section("section-tables", "Tables", note="tables"),
            Section("program", "The program", facts={"version": __version__}),
            Section("libraries", "Third-party software", [included], [libraries]),
            *(Section(name, name, level=3, note="licence", facts={"name": name}) for name in LICENCE_TEXTS),
        ],
        notes="about.html",
    )
