"""The documents of a collection: ``documents.txt`` or ``documents-TASK.txt``, one identifier a line."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inexreport.formats.file_content import utf8_text
from inexreport.formats.shown_text import examples, quoted
from inexreport.formats.text_columns import TextColumns
from inexreport.model.problem import ProblemLog
from inexreport.model.run import Results


def document_lists(task: str = "") -> tuple[str, ...]:
    """Names of the files that may list the documents of a campaign, or those of one of its tasks."""
    name = f"documents-{task}.txt" if task else "documents.txt"
    return name, f"{name}.gz"


def read_document_list(data: bytes, log: ProblemLog) -> pa.StringArray | None:
    """Return the identifiers; None, with the reason in `log`, if there is none."""
    content = utf8_text(data, log)
    if content is None:
        return None
    text = TextColumns(content, 1, 1)
    if len(wrong := np.flatnonzero(text.widths > 1)):
        found, expected = quoted(text.line(wrong[0])), "one identifier, without blanks"
        log.add("document-list-line", found=found, expected=expected, lines=(wrong + 1).tolist())
    elif text.permitted.any():
        return text.columns()[0]
    else:
        log.add("document-list-line", found="no identifier", expected="one on each line")
    return None


def report_outside(results: Results, names: pa.StringArray, log: ProblemLog) -> None:
    """Report results that are no documents of the collection, in one problem."""
    # The collection is searched for the few documents of the run, not the other way round.
    known = names.filter(pc.is_in(names, value_set=results.articles))
    outside = pc.invert(pc.is_in(results.articles, value_set=known)).to_numpy(zero_copy_only=False)
    rows = np.flatnonzero(outside[results.article])
    if len(rows):
        listed = results.articles.take(pa.array(results.article[rows])).to_pylist()
        log.add(
            "run-documents-unknown",
            found=f"document {examples(listed)} in {len(rows):,} of {len(results):,} results",
            expected="documents of the collection",
            lines=np.sort(results.line[rows]).tolist(),
        )
