"""scores/TASK/MEASURE.csv: scores of runs that were computed elsewhere."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Mapping

from inexreport.formats.file_content import utf8_text
from inexreport.formats.input_files import InputFiles, is_folder, valid_name
from inexreport.formats.names import natural_order
from inexreport.formats.numbers import LARGEST_NUMBER, decimal_number
from inexreport.formats.shown_text import quoted
from inexreport.model.imported import ImportedMeasure, ImportedRun, ImportedScores
from inexreport.model.problem import ProblemLog
from inexreport.model.score_numbers import mean
from inexreport.model.shown_text import LONGEST_NAME, shown

SCORES = "scores"
"""The folder that has a folder for each task."""

ALL_TOPICS = "all"
"""In the column of topics: the score is that of the run as a whole."""

COLUMNS = ("run", "topic", "score")


def read_imported_scores(
    files: InputFiles,
    measures: Mapping[str, ImportedMeasure],
    tasks: Collection[str],
    aliases: Mapping[str, str],
    topics: Collection[str],
) -> tuple[ImportedScores, ...]:
    """Read all files of imported scores.

    Parameters
    ----------
    files : InputFiles
        Of the campaign; every mistake is in the log of its file.
    measures : mapping of str to ImportedMeasure
        As campaign.toml declares them.
    tasks : collection of str
        Of the campaign.
    aliases : mapping of str to str
        Further names of tasks.
    topics : collection of str
        Of the campaign; empty if they are not known.

    Returns
    -------
    tuple of ImportedScores
        In the order of the declarations, then of the tasks.
    """
    found: dict[tuple[str, str], ImportedScores] = {}
    for folder in files.folder(SCORES).entries(files.report):
        place = files.top.relative(folder)
        task = aliases.get(folder.name, folder.name)
        if not is_folder(folder):
            expected = f"folders of tasks, such as {SCORES}/TASK/MEASURE.csv"
            files.log(place).add("file-unknown", found="a file", expected=expected)
            continue
        if task not in tasks:
            expected = "one of " + ", ".join(tasks)
            files.log(place).add("imported-task-unknown", found=quoted(folder.name), expected=expected)
            continue
        for content, log in files.contents(f"{SCORES}/{folder.name}"):
            name = valid_name(log.file.removeprefix(f"{place}/"))
            measure = measures.get(name.removesuffix(".csv"))
            if not name.endswith(".csv") or "/" in name:
                log.add("file-unknown", found="a file", expected=f"{SCORES}/{task}/MEASURE.csv")
            elif measure is None:
                expected = f"[imported.{name.removesuffix('.csv')}] in campaign.toml"
                log.add("imported-measure-undeclared", found="no declaration", expected=expected)
            elif (measure.name, task) in found:
                expected = "one file for each task and measure"
                log.add("imported-score-twice", found=found[measure.name, task].file, expected=expected)
            else:
                runs = _runs(content.data, topics, log)
                found[measure.name, task] = ImportedScores(measure, task, log.file, runs)
    places = [(measure, task) for measure in measures for task in tasks]
    return tuple(found[place] for place in places if place in found)


def _runs(data: bytes, topics: Collection[str], log: ProblemLog) -> dict[str, ImportedRun]:
    lines: dict[str, int] = {}
    scores: dict[str, dict[str, float]] = {}
    for number, run, topic, score in _scores(data, log):
        of_run = scores.setdefault(run, {})
        lines.setdefault(run, number)
        if topic in of_run:
            code, expected = "imported-score-twice", "one score for each run and topic"
            found = f"run {quoted(run)}, topic {quoted(topic)}"
        elif of_run and (topic == ALL_TOPICS) != (ALL_TOPICS in of_run):
            code, expected = "imported-topics-mixed", f"either scores of topics or one of {ALL_TOPICS}"
            found = f"run {quoted(run)}"
        elif topics and topic not in topics and topic != ALL_TOPICS:
            code, expected = "imported-topic-unknown", f"topics of the campaign, or {ALL_TOPICS}"
            found = f"topic {quoted(topic)}"
        else:
            of_run[topic] = score
            continue
        log.add(code, found=found, expected=expected, lines=[number])
    return {run: _imported_run(lines[run], of_run) for run, of_run in scores.items() if of_run}


def _imported_run(line: int, scores: Mapping[str, float]) -> ImportedRun:
    if ALL_TOPICS in scores:
        return ImportedRun(line, scores[ALL_TOPICS], {})
    ordered = sorted(scores, key=natural_order)
    return ImportedRun(line, mean(scores.values()), {topic: scores[topic] for topic in ordered})


def _scores(data: bytes, log: ProblemLog) -> Iterator[tuple[int, str, str, float]]:
    """Yield line, run, topic and score of each line that has them."""
    text = utf8_text(data, log)
    if text is None:
        return
    rows = csv.reader(text.decode("utf-8").split("\n"))
    try:
        header = next(rows, [])
        if sorted(name.strip() for name in header) != sorted(COLUMNS):
            found = ", ".join(map(quoted, header[: len(COLUMNS) + 1])) or "an empty file"
            log.add("imported-columns-wrong", found=found, expected=", ".join(COLUMNS), lines=[1])
            return
        order = [[name.strip() for name in header].index(column) for column in COLUMNS]
        for row in rows:
            if not row:
                continue
            cells = [row[place].strip() for place in order] if len(row) == len(COLUMNS) else []
            score = decimal_number(cells[2]) if cells else None
            if score is None or abs(score) > LARGEST_NUMBER or not _are_names(*cells[:2]):
                log.add(
                    "imported-score-wrong",
                    found=quoted(",".join(row)),
                    expected="a run, a topic and a finite number",
                    lines=[rows.line_num],
                )
            else:
                yield rows.line_num, cells[0], cells[1], score
    except csv.Error as error:
        log.add("imported-score-wrong", found=quoted(error), expected="CSV", lines=[rows.line_num])


def _are_names(*texts: str) -> bool:
    return all(text and shown(text, LONGEST_NAME) == text for text in texts)
