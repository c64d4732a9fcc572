"""runs.csv: what the organisers state about runs."""

from __future__ import annotations

from inexreport.formats.csv_rows import csv_rows
from inexreport.formats.file_content import utf8_text
from inexreport.formats.shown_text import ShownTexts, examples, quoted
from inexreport.model.problem import ProblemLog
from inexreport.model.run import RunFacts, RunStatement, Standing
from inexreport.model.shown_text import LONGEST_NAME, LONGEST_TEXT

RUN_TABLE = "runs.csv"
LARGEST_TABLE = 16 * 2**20
"""Bytes of runs.csv."""

MOST_COLUMNS = 100

RUN, TASK, FILE, PARTICIPANT, STATUS, CONTRIBUTED = (
    "run",
    "task",
    "file",
    "participant",
    "status",
    "contributed",
)
NO_FACETS = (RUN, TASK, FILE, PARTICIPANT, STATUS)
"""Columns with a meaning of their own; every other one is a facet."""

_TRUE, _FALSE = ("yes", "true", "1"), ("no", "false", "0")


def read_run_table(data: bytes, log: ProblemLog) -> tuple[RunStatement, ...]:
    r"""Return the rows of runs.csv; rows with mistakes are left out, and each is in `log`.

    Texts are made fit for pages. An empty cell says nothing.

    Examples
    --------
    >>> log = ProblemLog("runs.csv")
    >>> (row,) = read_run_table(b"run,status,type,seed\nbm25,baseline,automatic,\n", log)
    >>> row.run, row.line, str(row.facts.standing), row.facts.facets
    ('bm25', 2, 'baseline', {'type': 'automatic'})
    """
    text = utf8_text(data, log)
    if text is None:
        return ()
    rows = csv_rows(text.decode("utf-8", "replace"), log, "run-table-syntax")
    line, header = next(rows, (1, []))
    header = [name.strip() for name in header]
    expected = f"a header with the column {RUN} and further columns, each with a unique name"
    if RUN not in header or len(set(header)) < len(header) or "" in header or len(header) > MOST_COLUMNS:
        if not log.has_errors:
            log.add("run-table-syntax", found=examples(header) or "nothing", expected=expected, lines=[line])
        return ()
    texts = ShownTexts()
    header = [texts.shown("the name of a column", name, line) for name in header]
    statements = []
    for line, row in rows:
        if len(row) != len(header):
            found = f"{len(row)} values: {quoted(','.join(row))}"
            log.add("run-table-syntax", found=found, expected=f"{len(header)} values", lines=[line])
            continue
        cells = {
            name: texts.shown(name, cell.strip(), line, LONGEST_NAME if name in NO_FACETS else LONGEST_TEXT)
            for name, cell in zip(header, row, strict=True)
        }
        if (statement := _statement(cells, line, log)) is not None:
            statements.append(statement)
    texts.report(log)
    return tuple(statements)


def _statement(cells: dict[str, str], line: int, log: ProblemLog) -> RunStatement | None:
    """The meaning of a row; None, with the reason in `log`, if a value has none."""
    if not cells[RUN]:
        log.add("run-table-value", found="no name of a run", expected="its name", lines=[line])
        return None
    status = cells.get(STATUS, "").lower() or Standing.OFFICIAL
    contributed = cells.get(CONTRIBUTED, "").lower()
    valid = True
    for name, value, known in (
        (STATUS, status, tuple(map(str, Standing))),
        (CONTRIBUTED, contributed, ("", *_TRUE, *_FALSE)),
    ):
        if value not in known:
            found = f"{name} {quoted(cells[name])}"
            expected = "one of " + ", ".join(one for one in known if one)
            log.add("run-table-value", found=found, expected=expected, lines=[line])
            valid = False
    if not valid:
        return None
    facts = RunFacts(
        participant=cells.get(PARTICIPANT, ""),
        standing=Standing(status),
        contributed=contributed in _TRUE if contributed else None,
        facets={name: cell for name, cell in cells.items() if cell and name not in NO_FACETS},
    )
    return RunStatement(line, cells[RUN], cells.get(TASK, ""), cells.get(FILE, ""), facts)
