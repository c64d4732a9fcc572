"""The Jinja2 environment: everything is escaped, and undefined names are errors."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path

import jinja2

from inexreport.cache import Cache, digest
from inexreport.model.counted import counted
from inexreport.model.score_numbers import are_tied
from inexreport.rendering import anchors, charts, table_views, text
from inexreport.rendering.charts.specification import json_in_html
from inexreport.rendering.comparison_data import comparison_list
from inexreport.rendering.page_sections import sectioned
from inexreport.rendering.ranking_data import ranking_list, ranking_rows
from inexreport.rendering.repetition import without_repeated_specifications, without_repeated_tips
from inexreport.report.naming import task_title
from inexreport.version import code_version


@cache
def environment() -> jinja2.Environment:
    """Return the environment of all pages."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(template_folder(), encoding="utf-8"),
        autoescape=True,
        auto_reload=False,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "task": task_title,
        "score": text.score,
        "full": text.full,
        "signed": text.signed,
        "correlation": text.correlation,
        "probability": text.probability,
        "grouped": text.grouped,
        "counted": counted,
        "breakable": text.breakable,
        "linked": text.linked,
        "with_code": text.with_code,
        "mathml": text.mathml,
        "safe_markdown": text.safe_markdown,
        "json": json_in_html,
        "sectioned": sectioned,
        "without_repeated_specifications": without_repeated_specifications,
        "without_repeated_tips": without_repeated_tips,
        "run_link": anchors.run_link,
        "run_label": anchors.run_label,
        "run_tag": anchors.run_tag,
        "run_head": anchors.run_head,
        "run_cells": anchors.run_cells,
        "view_head": table_views.view_head,
        "view_heads": table_views.view_heads,
        "view_cells": table_views.view_cells,
        "view_rows": table_views.view_rows,
        "metric_link": anchors.metric_link,
        "topic_link": anchors.topic_link,
        "document_link": anchors.document_link,
        "term": anchors.term_link,
    }
    made.globals |= {
        "charts": charts,
        "comparison_list": comparison_list,
        "ranking_list": ranking_list,
        "ranking_rows": ranking_rows,
    }
    made.tests |= {"tied_with": are_tied}
    return made


class _Compiled(jinja2.BytecodeCache):
    """Compiled templates in a cache of builds; what is compiled depends on the filters too."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        if (found := self._cache.get("template", digest(code_version(), bucket.key))) is not None:
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        self._cache.put("template", digest(code_version(), bucket.key), bucket.bytecode_to_string())


def compile_once(store: Cache) -> None:
    """From now on, take from a cache the templates that an earlier build compiled."""
    environment().bytecode_cache = _Compiled(store)


def template_folder() -> Path:
    """Return the folder with templates and assets: in an installed package, or next to it in a checkout."""
    package = Path(str(files("inexreport")))
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent / "templates"


@cache
def templates_version() -> str:
    """Return a checksum that changes with any template or asset."""
    digest = hashlib.sha256()
    folder = template_folder()
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.parent.name != "__pycache__":
            content = hashlib.sha256(file.read_bytes()).hexdigest()
            digest.update(f"{file.relative_to(folder).as_posix()} {content}\n".encode())
    return digest.hexdigest()
