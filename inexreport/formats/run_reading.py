"""Run files read by themselves: every format of 2002-2010, told apart by content."""

from __future__ import annotations

from dataclasses import dataclass, replace

from inexreport.formats.file_content import (
    StoredFile,
    count_blanks,
    is_markup,
    unpacked,
    utf8_text,
    words_within,
)
from inexreport.formats.likely_format import RUN, first_line, likely_format, looks_like
from inexreport.formats.run_checks import check_rank_order, check_ranks, check_score_order
from inexreport.formats.run_content import RunContent, in_topic_order
from inexreport.formats.run_text import read_text_run
from inexreport.formats.run_xml import read_xml_run
from inexreport.model.problem import Problem, ProblemLog, ProblemScope

MOST_WORDS = 5_000_000
"""Of a run in columns: three times what the largest campaigns ask for."""

MOST_TOPICS = 10_000
"""That a run may name; the largest campaigns have some hundreds."""


@dataclass(frozen=True, eq=False)
class RunReading:
    """What a run file's bytes tell, wherever the file lies and whatever the campaign is.

    Attributes
    ----------
    content : RunContent or None
        Its results are in topic order; None if the file cannot be read.
    problems : tuple of Problem
        Those that were met while reading; they name no file, task or run.
    rank_problems : tuple of Problem
        What is wrong with the ranks of results that could be read; likewise without names.
    score_problems : tuple of Problem
        Scores that contradict the order; likewise.
    """

    content: RunContent | None
    problems: tuple[Problem, ...]
    rank_problems: tuple[Problem, ...] = ()
    score_problems: tuple[Problem, ...] = ()


def read_by_itself(file: StoredFile) -> RunReading:
    """Read a run file without regard to its place or campaign; gzip is unpacked."""
    log, rank_log, score_log = (ProblemLog("", ProblemScope.RUN) for _ in range(3))
    data = unpacked(file, log)
    if data is None:
        return RunReading(None, tuple(log))
    content = read_xml_run(data, log) if is_markup(data) else _columns(data, log)
    if content is not None and len(content.topic_lines) > MOST_TOPICS:
        found, expected = f"{len(content.topic_lines):,} topics", f"at most {MOST_TOPICS:,}"
        log.add("file-too-large", found=found, expected=expected)
        content = None
    if content is None:
        return RunReading(None, tuple(log))
    results = in_topic_order(content.results, by_rank=content.by_rank)
    check_ranks(content.results, rank_log)
    check_rank_order(content, rank_log)
    check_score_order(content, score_log)
    return RunReading(replace(content, results=results), tuple(log), tuple(rank_log), tuple(score_log))


def _columns(data: bytes, log: ProblemLog) -> RunContent | None:
    text = utf8_text(data, log)
    if text is None or not words_within(count_blanks(text), MOST_WORDS, log):
        return None
    if likely_format(text) not in ("", RUN):
        found, expected = first_line(text) + looks_like(text), "XML, or lines of 6 to 8 columns"
        log.add("run-format-unknown", found=found, expected=expected, lines=[1])
        return None
    return read_text_run(text, log)
