"""Runs of documents in the three columns of MS MARCO: ``topic document rank``."""

from __future__ import annotations

import re

import numpy as np

from inexreport.formats.file_content import utf8_text
from inexreport.formats.json_rows import is_json
from inexreport.formats.run_columns import run_of_columns
from inexreport.formats.run_content import RunContent, RunFormat
from inexreport.formats.shown_text import quoted
from inexreport.formats.text_columns import TextColumns, decimal_numbers, without_comments
from inexreport.model.arrow_arrays import numbers_of
from inexreport.model.problem import ProblemLog

COLUMNS = 3
_FIRST = re.compile(rb"(?:\xef\xbb\xbf|\s|#.*\n)*\S+[ \t]+\S+[ \t]+[0-9]+[ \t]*(?:\r?\n|\Z)")


def _is_ranked(data: bytes) -> bool:
    return not is_json(data) and _FIRST.match(data[: 2**14]) is not None


def _read_ranks(data: bytes, log: ProblemLog) -> RunContent | None:
    text = utf8_text(data, log)
    if text is None:
        return None
    columns = TextColumns(without_comments(text, log), COLUMNS, COLUMNS)
    wrong = np.flatnonzero((columns.widths > 0) & ~columns.permitted)
    expected = "3 columns: topic, document and rank"
    if len(wrong):
        found = columns.shown_line(wrong[0])
        log.add("run-columns", found=found, expected=expected, lines=(wrong + 1).tolist())
    line = np.flatnonzero(columns.permitted) + 1
    topic, document, rank = columns.columns()
    topic, ranks = topic.dictionary_encode(), decimal_numbers(rank)
    order = np.lexsort((ranks, number := numbers_of(topic.indices)))
    again = np.flatnonzero((np.diff(number[order]) == 0) & (np.diff(ranks[order]) == 0))
    if 2 * len(again) > len(line):  # grades, or scores
        found = f"ranks that repeat in a topic, in lines such as {quoted(columns.line(line[0] - 1))}"
        log.add("run-format-unknown", found=found, expected=expected, lines=[int(line[0])])
        return None
    return run_of_columns(topic, document, line, log, rank=rank)


RUN_FORMATS = (RunFormat(_is_ranked, _read_ranks, of_documents=True),)
