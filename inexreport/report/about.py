"""The page about the site itself: how to read it, and the third-party libraries in its scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inexreport.report.figure import PageData

CHARTS, TABLES = "charts.js", "tables.js"
"""The assets that hold libraries."""

LICENCE_TEXTS = ("BSD-3-Clause", "ISC", "MIT", "Apache-2.0")
"""Licences that require their text to be passed on; ``templates/licences`` has each."""


class ShippedLibrary(NamedTuple):
    """A library within a script of the site, by its npm name.

    The version is empty if the script does not state it, the licence is an SPDX expression, and a library in
    the public domain has no copyright holders. The script is the name of the asset.
    """

    name: str
    version: str
    licence: str
    holders: tuple[str, ...]
    script: str


_WASHINGTON = "University of Washington Interactive Data Lab"
_BOSTOCK = "2010-2026 Mike Bostock"
_SPRYMEDIA = "SpryMedia Limited and other contributors"

_SHIPPED = (
    (CHARTS, "BSD-3-Clause", (f"2015-2023 {_WASHINGTON}",), "vega@6.2.0 vega-interpreter"),
    (CHARTS, "BSD-3-Clause", (f"2015 {_WASHINGTON}",), "vega-lite@6.4.0 vega-embed@7.0.2"),
    (CHARTS, "BSD-3-Clause", (f"2016 {_WASHINGTON}",), "vega-themes@3.0.0"),
    (CHARTS, "BSD-3-Clause", ("2016 Interactive Data Lab and contributors",), "vega-tooltip"),
    (CHARTS, "BSD-3-Clause", ("2017 Vega",), "vega-schema-url-parser"),
    (
        CHARTS,
        "ISC",
        (_BOSTOCK,),
        (
            "d3-array d3-color d3-dispatch d3-dsv d3-force d3-format d3-hierarchy d3-interpolate d3-path"
            " d3-quadtree d3-scale d3-shape d3-time d3-time-format d3-timer internmap"
        ),
    ),
    (CHARTS, "ISC AND MIT", (_BOSTOCK, "2008-2012 Charles Karney"), "d3-geo"),
    (CHARTS, "ISC AND MIT", ("2013-2021 Mike Bostock", "2015 Ricky Reusser"), "d3-geo-projection"),
    (
        CHARTS,
        "ISC AND Apache-2.0",
        (_BOSTOCK, "2002 Cynthia Brewer, Mark Harrower, and The Pennsylvania State University"),
        "d3-scale-chromatic",
    ),
    (CHARTS, "ISC", ("2018-2026 Observable, Inc.", "2021 Mapbox"), "d3-delaunay"),
    (CHARTS, "ISC", ("2026 Mapbox",), "delaunator"),
    (CHARTS, "Unlicense", (), "robust-predicates"),
    (CHARTS, "ISC", ("2012-2019 Michael Bostock",), "topojson-client"),
    (CHARTS, "MIT", ("2013, 2014, 2020 Joachim Wester",), "fast-json-patch"),
    (CHARTS, "MIT", ("2014-2022 Simon Lydell",), "json-stringify-pretty-compact"),
    (CHARTS, "ISC", ("Isaac Z. Schlueter and Contributors",), "semver"),
    (CHARTS, "0BSD", ("Microsoft Corporation",), "tslib"),
    (TABLES, "MIT", ("2019-2026 Marc Wouts",), "dt_for_itables"),
    (TABLES, "MIT", ("OpenJS Foundation and other contributors",), "jquery@4.0.0"),
    (
        TABLES,
        "MIT",
        (_SPRYMEDIA,),
        (
            "datatables.net@2.3.8 datatables.net-colreorder@2.1.2 datatables.net-datetime@1.6.3"
            " datatables.net-fixedcolumns@5.0.5 datatables.net-fixedheader@4.0.6"
            " datatables.net-keytable@2.12.2 datatables.net-rowgroup@1.6.0 datatables.net-scroller@2.4.3"
            " datatables.net-searchbuilder@1.8.4 datatables.net-searchpanes@2.3.5 datatables.net-select@3.1.3"
        ),
    ),
    (TABLES, "MIT", (_SPRYMEDIA, "2016 Eli Grey (FileSaver.js)"), "datatables.net-buttons@3.2.6"),
    (
        TABLES,
        "MIT AND ISC",
        (_SPRYMEDIA, "2013-2022 Cole Bemis (Feather)", "2022 Lucide Contributors"),
        "datatables.net-columncontrol@1.2.1",
    ),
)


def _libraries() -> Iterator[ShippedLibrary]:
    for script, licence, holders, packages in _SHIPPED:
        for package in packages.split():
            name, _, version = package.partition("@")
            yield ShippedLibrary(name, version, licence, holders, script)


LIBRARIES = tuple(sorted(_libraries(), key=lambda one: (one.script, one.name)))
"""All libraries, by script and name."""


def about_page(field: str) -> PageData:
    """Return the libraries, and the licences whose texts are shown; `field` is the kind of retrieval."""
    return {"field": field, "libraries": LIBRARIES, "texts": LICENCE_TEXTS}
