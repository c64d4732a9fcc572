"""Scripts and styles, with file names that contain the SHA-256 of their content."""

from __future__ import annotations

import functools

import vl_convert

from inexreport.cache import NO_CACHE, Cache, digest
from inexreport.rendering.environment import template_folder
from inexreport.rendering.publishing.publication import Publication
from inexreport.rendering.site_files import sha256
from inexreport.version import code_version

FOLDER = "assets"

CHARTS_SNIPPET = "window.vegaEmbed = vegaEmbed;"

LICENCES = b"/*! Vega and what it is made of. Licences of all libraries: ../archive/about.html */\n"
"""Comment in front of the chart library, which contains no licences."""

PARTS_OF_COMPARISON = (
    *("wording", "two-runs", "explanation", "findings", "topic-table", "first-results", "several-runs"),
    *("charts", "page"),
)
"""Sources of ``compare.js`` in order of dependency."""

PARTS_OF_TABLES = ("table", "columns", "address", "ticks", "page")
"""Sources of ``sortable-tables.js`` in order of dependency."""

PARTS_OF_TOPICS_AND_RUNS = ("compare/wording", "topic-strips", "topics-runs")
"""Sources of ``topics-runs.js`` in order of dependency."""


@functools.cache  # whichever cache a build of this process uses
def _chart_library() -> str:
    return str(vl_convert.javascript_bundle(CHARTS_SNIPPET))


@functools.cache
def asset_contents(cache: Cache = NO_CACHE) -> dict[str, tuple[str, bytes]]:
    """Return the file name and the content of every asset by name.

    Pages of other versions continue to use their own files, so their campaigns need no rebuild.

    Parameters
    ----------
    cache : Cache
        Of the chart library, which takes a second to bundle.
    """
    charts = cache.get_or_compute("charts", digest(code_version(), CHARTS_SNIPPET), _chart_library)
    own = template_folder() / "assets"
    contents = {
        "site.css": (own / "site.css").read_bytes(),
        "print.css": (own / "print.css").read_bytes(),
        "site.js": (own / "site.js").read_bytes(),
        "matching.js": (own / "matching.js").read_bytes(),
        "search.js": (own / "search.js").read_bytes(),
        "icon.svg": (own / "icon.svg").read_bytes(),
        "theme.js": (own / "theme.js").read_bytes(),
        "lines.js": (own / "lines.js").read_bytes(),
        "rankings.js": (own / "rankings.js").read_bytes(),
        "another-run.js": (own / "another-run.js").read_bytes(),
        "metric-figures.js": (own / "metric-figures.js").read_bytes(),
        "matrix.js": (own / "matrix.js").read_bytes(),
        "scatter.js": (own / "scatter.js").read_bytes(),
        "compare.js": b"\n".join(
            (own / "compare" / f"{part}.js").read_bytes() for part in PARTS_OF_COMPARISON
        ),
        "topics-runs.js": b"\n".join((own / f"{part}.js").read_bytes() for part in PARTS_OF_TOPICS_AND_RUNS),
        "frames.js": (own / "frames.js").read_bytes(),
        "sortable-tables.js": b"\n".join(
            (own / "tables" / f"{part}.js").read_bytes() for part in PARTS_OF_TABLES
        ),
        "sortable-tables.css": (own / "tables" / "sortable-tables.css").read_bytes(),
        "saving.js": (own / "saving.js").read_bytes(),
        "pictures.js": (own / "pictures.js").read_bytes(),
        "charts.js": LICENCES + charts.encode(),
    }
    return {name: (hashed_name(name, content), content) for name, content in contents.items()}


def asset_names(cache: Cache = NO_CACHE) -> dict[str, str]:
    """Return the file names of the assets by name."""
    return {name: file_name for name, (file_name, _) in asset_contents(cache).items()}


def is_named_by(name: str, content: bytes) -> bool:
    """Whether the file name of an asset contains the checksum of this content."""
    return name.rpartition(".")[0].rpartition("-")[2] == sha256(content)


def add_assets(publication: Publication, cache: Cache = NO_CACHE) -> None:
    """Add all assets to the archive, next to those of other versions."""
    for file_name, content in asset_contents(cache).values():
        publication.shared_file(FOLDER, file_name, content)


def hashed_name(name: str, content: bytes) -> str:
    """Return the file name of an asset, which contains the checksum of its content."""
    stem, _, extension = name.rpartition(".")
    return f"{stem}-{sha256(content)}.{extension}"
