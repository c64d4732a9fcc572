"""Documents judged by grade, as in TREC, CLEF, FIRE and NTCIR: ``topic iteration document grade``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.formats.file_content import utf8_text
from inexreport.formats.likely_format import ASSESSMENTS, QRELS, TREC_QRELS
from inexreport.formats.named_columns import named_columns, names_of, unfit_names
from inexreport.formats.names import encoded
from inexreport.formats.numbers import whole_number
from inexreport.formats.qrels import are_qrels
from inexreport.formats.shown_text import FIT_NAME, examples, quoted
from inexreport.formats.tables import is_table, read_table
from inexreport.formats.text_columns import TextColumns, decimal_numbers
from inexreport.model.arrow_arrays import integer_array, numbers_of
from inexreport.model.assessment import TopicAssessment, graded_documents
from inexreport.model.counted import counted
from inexreport.model.problem import ProblemLog

COLUMNS = 4
MOST_LINES = 10_000_000
LARGEST_GRADE = 1_000
"""A column with larger numbers holds something else, such as lengths of text."""

FEWEST_SHARED = 0.01
"""Share of a file's documents that earlier files with its topics must judge too; see decision 30."""

FEWEST_REPEATED = 0.05
"""Share of judgements that are of a document's further subtopics where there are subtopics."""

_COMMENT = re.compile(rb"^#.*$", re.MULTILINE)


class DocumentQrelsReader:
    """Collects the judged documents of one or more files.

    Of each topic there are grade, file and line of its documents, in the order of the files; from files with
    several iterations also document, subtopic and grade of each judgement.
    """

    def __init__(self, relevance_level: int = 1) -> None:
        self._relevance_level = relevance_level
        self.by_topic: dict[str, dict[str, tuple[int, str, int]]] = {}
        self.subtopics: dict[str, list[tuple[str, str, int]]] = {}

    def read(self, data: bytes, log: ProblemLog) -> None:
        """Add a file; lines that cannot be used are in `log`, as are doubtful ones.

        The iteration, its second column, may be anything. A line that begins with ``#`` is a comment.
        """
        if is_table(data):
            self._read_table(data, log)
            return
        text = utf8_text(data, log)
        if text is None:
            return
        text = _COMMENT.sub(b"", text)
        if not are_qrels(text, TREC_QRELS, (QRELS, ASSESSMENTS), "lines such as `301 0 FT911-3 1`", log):
            return
        columns = TextColumns(text, COLUMNS, COLUMNS)
        if not columns.within(MOST_LINES, "lines", log):
            return
        columns.report_others("assessments-columns", "4 columns: topic, iteration, document and grade", log)
        line = columns.lines
        if len(line):
            topic, iteration, document, grade = map(encoded, columns.columns())
            self._add(topic, iteration, document, _grades(grade, line, log), line, log)

    def _read_table(self, data: bytes, log: ProblemLog) -> None:
        table = read_table(data, log)
        columns = table and named_columns(table[0], ("topic", "document", "grade"), log)
        if table and columns:
            topic, document, grade = (columns[name] for name in ("topic", "document", "grade"))
            numbers = decimal_numbers(grade)
            if (numbers == np.floor(numbers)).all():  # as 2.0
                grade = pa.array(numbers, pa.int64())
            grades = _grades(names_of(grade), table[1], log)
            iteration = names_of(columns.get("iteration", pa.nulls(len(topic), pa.string())))
            self._add(names_of(topic), iteration, names_of(document), grades, table[1], log)

    def _add(
        self,
        topics: pa.DictionaryArray,
        iterations: pa.DictionaryArray,
        documents: pa.DictionaryArray,
        grades: list[int | None],
        line: NDArray[np.int64],
        log: ProblemLog,
    ) -> None:
        distinct = pa.concat_arrays([topics.dictionary, documents.dictionary])
        unfit = {distinct[place].as_py() for place in np.flatnonzero(unfit_names(distinct))}
        if unfit:
            log.add("name-unfit", found=examples(sorted(unfit)), expected=FIT_NAME)
        if len(iterations.dictionary) > 1:
            columns = (column.to_pylist() for column in (topics, documents, iterations))
            for topic, document, subtopic, grade in zip(*columns, grades, strict=True):
                if grade is not None:
                    self.subtopics.setdefault(topic, []).append((document, subtopic, grade))
            best = _best_of_subtopics(topics, iterations, documents, grades)
            if best is not None:
                less = counted(len(line) - len(best), "judgement")
                expected = "one judgement for each topic and document"
                log.add("assessments-subtopics", found=f"{less} of a further subtopic", expected=expected)
                topics, documents = (column.take(integer_array(best)) for column in (topics, documents))
                grades, line = [grades[place] for place in best.tolist()], line[best]
        repeated: list[tuple[str, int]] = []
        earlier = {topic: len(judged) for topic, judged in self.by_topic.items()}
        shared = {topic: 0 for topic in topics.dictionary.to_pylist() if topic in earlier}
        for topic, document, grade, at in zip(
            topics.to_pylist(), documents.to_pylist(), grades, line.tolist(), strict=True
        ):
            if grade is None or topic in unfit or document in unfit:
                continue
            own = (grade, log.file, at)
            first = self.by_topic.setdefault(topic, {}).setdefault(document, own)
            if first is own:
                continue
            if topic in shared:
                shared[topic] += first[1] != log.file
            if first[0] == grade:
                repeated.append((document, at))
            else:
                where = f"line {first[2]}" + (f" of {first[1]}" if first[1] != log.file else "")
                log.add(
                    "assessments-grades-differ",
                    found=f"grade {grade} for document {quoted(document)} of topic {quoted(topic)}, "
                    f"but {first[0]} in {where}",
                    expected="one grade for each topic and document",
                    lines=[at],
                )
        if repeated:
            log.add(
                "assessments-document-twice",
                found=f"document {examples(document for document, _ in repeated)} again with the same grade",
                expected="one line for each topic and document",
                lines=[at for _, at in repeated],
            )
        if 2 * len(shared) >= min(len(topics.dictionary), len(earlier)) > 0:
            judged = sum(len(self.by_topic[topic]) - earlier[topic] + shared[topic] for topic in shared)
            self._check_documents(shared, judged, sum(earlier[topic] for topic in shared), log)

    def _check_documents(self, shared: Mapping[str, int], judged: int, earlier: int, log: ProblemLog) -> None:
        """Report a file that judges other documents for the topics of earlier files.

        For `shared`, the topics with their number of documents in both, it judges `judged` documents.
        """
        common = sum(shared.values())
        if common >= FEWEST_SHARED * min(judged, earlier):
            return
        files = Counter(next(iter(self.by_topic[topic].values()))[1] for topic in shared)
        log.add(
            "assessments-sets-mixed",
            found=f"{counted(len(shared), 'topic')} of {files.most_common(1)[0][0]}, but {common:,} of the "
            f"{counted(judged, 'document')} judged here for {'it' if len(shared) == 1 else 'them'}",
            expected="judgements of the same documents, or one file",
        )

    def assessments(self) -> dict[str, TopicAssessment]:
        """Return what has been read, in the order of the files."""
        return {
            topic: graded_documents(
                topic,
                tuple(judged),
                np.array([grade for grade, _, _ in judged.values()], dtype=np.int64),
                self._relevance_level,
                tuple(self.subtopics.get(topic, ())),
            )
            for topic, judged in self.by_topic.items()
        }


def _grades(texts: pa.DictionaryArray, line: NDArray[np.int64], log: ProblemLog) -> list[int | None]:
    """Return the grades as numbers; None, reported in `log`, for what is none."""
    known = [whole_number(text) for text in texts.dictionary.to_pylist()]
    known = [None if number is None or abs(number) > LARGEST_GRADE else number for number in known]
    grades = [known[index] for index in texts.indices.to_pylist()]
    wrong = [place for place, grade in enumerate(grades) if grade is None]
    if wrong:
        log.add(
            "assessments-grade",
            found=examples(texts.take(pa.array(wrong)).to_pylist()),
            expected=f"a grade, a whole number from -{LARGEST_GRADE:,} to {LARGEST_GRADE:,}",
            lines=line[np.array(wrong)].tolist(),
        )
    return grades


def _best_of_subtopics(
    topics: pa.DictionaryArray,
    iterations: pa.DictionaryArray,
    documents: pa.DictionaryArray,
    grades: list[int | None],
) -> NDArray[np.int64] | None:
    """Return the place of the highest grade of each document; None unless the iterations are subtopics.

    They are if every repeated judgement of a document is of another one, as in qrels of ndeval, and more than
    single documents are repeated.
    """
    topic, subtopic, document = (
        numbers_of(one.indices).astype(np.int64) for one in (topics, iterations, documents)
    )
    pair = topic * len(documents.dictionary) + document
    values = np.array([-LARGEST_GRADE if grade is None else grade for grade in grades])
    order = np.lexsort((-values, pair))
    best = np.sort(order[np.diff(pair[order], prepend=-1) > 0])
    repeated = len(pair) - len(best)
    judged_once = len(np.unique(pair * len(iterations.dictionary) + subtopic)) == len(pair)
    return best if judged_once and repeated >= max(2, FEWEST_REPEATED * len(pair)) else None
