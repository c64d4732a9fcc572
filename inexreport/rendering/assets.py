"""Scripts and styles, with file names that contain the SHA-256 of their content."""

from __future__ import annotations

import functools
import re
from importlib.metadata import distribution
from pathlib import Path

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
    *("wording", "draws", "distributions", "paired-tests", "two-runs"),
    *("explanation", "findings", "topic-table", "first-documents", "several-runs", "charts", "page"),
)
"""Sources of ``compare.js`` in order of dependency."""

PARTS_OF_TABLES = ("sorting", "columns", "address", "ticks", "page")
"""Sources of ``sortable-tables.js`` in order of dependency."""

PARTS_OF_TOPICS_AND_RUNS = (
    *(f"compare/{part}" for part in ("wording", "distributions", "paired-tests", "run-groups")),
    "topics-runs",
)
"""Sources of ``topics-runs.js`` in order of dependency."""

_EXPORT = re.compile(r"export(?<!\wexport)\s*\{([^{}]*)\}\s*;?")
"""The look-behind follows a literal word, which makes the search ten times faster."""

_COMMON_MODULE = re.compile(
    r"var ([\w$]+)=[\w$]+\(\([\w$]+,[\w$]+\)=>\{.*?\}\);var ([\w$]+)=[\w$]+\(\1\(\)\);", re.DOTALL
)
"""A CommonJS module in a bundle, and the variable for what it exports."""

_JSZIP_NOTICE = re.compile(r"^jszip/\S+:\n\s*\(\*!.*?\*\)\n\n", re.DOTALL | re.MULTILINE)


@functools.cache
def asset_contents(cache: Cache = NO_CACHE) -> dict[str, tuple[str, bytes]]:
    """Return the file name and the content of every asset by name.

    Pages of other versions continue to use their own files, so their campaigns need no rebuild.

    Parameters
    ----------
    cache : Cache
        Of the chart library, which takes a second to bundle.
    """
    charts = cache.get_or_compute(
        "charts", digest(code_version(), CHARTS_SNIPPET), lambda: vl_convert.javascript_bundle(CHARTS_SNIPPET)
    )
    own = template_folder() / "assets"
    tables = Path(str(distribution("itables").locate_file("itables/html")))
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
        "tables.js": classic_script(
            without_jszip((tables / "dt_bundle.js").read_text("utf-8")), "DataTable"
        ).encode(),
        "tables.css": (tables / "dt_bundle.css").read_bytes(),
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


def without_jszip(bundle: str) -> str:
    """Return itables' bundle of DataTables without JSZip; as it is if the bundle holds JSZip in another way.

    JSZip is a sixth of the bundle, and only the export to Excel, which no table has, would use it.

    Examples
    --------
    >>> without_jszip("var a=f((b,c)=>{window.JSZip=1});var d=g(a());start(d.default);")
    'var d={};start(d.default);'
    """
    module = _COMMON_MODULE.search(bundle)
    if module is None or "JSZip" not in module[0]:
        return bundle
    return _JSZIP_NOTICE.sub("", bundle.replace(module[0], f"var {module[2]}={{}};"))


def classic_script(module: str, name: str) -> str:
    """Return an ES module as a classic script, because pages opened from disk cannot load modules.

    Parameters
    ----------
    module : str
        Source code with one export clause and no imports.
    name : str
        Global variable for the default export.
    """
    clauses = list(_EXPORT.finditer(module))
    if len(clauses) != 1:
        raise ValueError(f"expected one export clause, found {len(clauses)}")
    default = re.search(r"([\w$]+)\s+as\s+default\b", clauses[0][1])
    if default is None:
        raise ValueError("the module has no default export")
    start, end = clauses[0].span()
    body = f"{module[:start]};window.{name}={default[1]};{module[end:]}"
    return f"(function(){{\n{body}\n}})();\n"


def hashed_name(name: str, content: bytes) -> str:
    """Return the file name of an asset, which contains the checksum of its content."""
    stem, _, extension = name.rpartition(".")
    return f"{stem}-{sha256(content)}.{extension}"
