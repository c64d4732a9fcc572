"""Measures of documents judged by grade: reading and scoring the same runs, and the whole site."""

from __future__ import annotations

import gzip
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.measuring.comparison import Block, Candidate, in_turns, row
from benchmarks.measuring.process import MeasurementError
from benchmarks.parts.builds import BuildPlace
from benchmarks.settings import Settings

PROTOCOL = Path(__file__).parents[2] / "inexreport" / "protocols" / "trec.toml"
IR_MEASURES, INEXREPORT, BUILD = "ir_measures", "inexreport", "first build"
TOLERANCE = 1e-9

ORDERS_TIES_OTHERWISE = "Judged"
"""The measure that ir_measures computes itself, with equal scores in ascending order of documents;
pytrec_eval has them in descending order, as trec_eval does."""

Values = dict[str, dict[str, dict[str, float]]]
"""By path of the run, topic and measure."""


def measure_documents(settings: Settings) -> list[Block]:
    """Compare whole processes: from run files to the values of all topics, and to the site.

    Raises
    ------
    MeasurementError
        If ir_measures is not installed, or has other values than inexreport for any run, topic and measure.
    """
    if not settings.has_peer("ir_measures"):
        raise MeasurementError("ir_measures is not installed in the environment of the other tools")
    campaign = settings.document_campaign or settings.campaign("trec")
    runs = sorted(path for path in (campaign / "runs").rglob("*") if path.is_file())
    qrels = settings.work / "documents.qrels"
    join_files(sorted((campaign / "assessments" / "official").iterdir()), qrels)
    measures = tomllib.loads(PROTOCOL.read_text(encoding="utf-8"))["any_task"]["metrics"]
    build = BuildPlace(settings.work / "documents", campaign)
    given = [qrels, ",".join(measures), *runs]
    measured = in_turns(
        [
            Candidate(
                IR_MEASURES,
                [*settings.peer_program("score_documents_ir_measures"), *given],
                settings.one_core,
            ),
            Candidate(
                INEXREPORT, [*settings.program("score_documents_inexreport"), *given], settings.one_core
            ),
            Candidate(BUILD, build.command, settings.cores, before=build.clear),
        ],
        settings.turns,
    )
    theirs, ours = (measured[name][0].answer for name in (IR_MEASURES, INEXREPORT))
    refuse_other_topic_values(theirs, ours)
    computed = measures_of(theirs)
    if missing := set(measures) - measures_of(ours):
        raise MeasurementError(f"inexreport has no {', '.join(sorted(missing))}")
    lacking = [measure for measure in measures if measure not in computed]
    without = f", without {' and '.join(lacking)}, which it lacks" if lacking else ""
    size = f"{len(runs)} runs of {campaign.name}" if settings.document_campaign else settings.described
    setting = (
        f"{size}; {len(measures)} measures of every topic, one processor, {IR_MEASURES}{without}; "
        f"{BUILD} with the measures of the campaign, {len(settings.cores)} processors"
    )
    rows = tuple(row(name, turns, build.pages() * (name == BUILD)) for name, turns in measured.items())
    return [Block("9 documents", "Measures of documents: read and score, and the site", setting, rows)]


def join_files(files: Sequence[Path], out: Path) -> None:
    """Write the lines of all files into one."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("wb") as joined:
        for path in files:
            with path.open("rb") as file:
                shutil.copyfileobj(file, joined)
            joined.write(b"\n")


def measures_of(values: Values) -> set[str]:
    """The measures that any topic of any run has."""
    return {measure for topics in values.values() for topic in topics.values() for measure in topic}


def refuse_other_topic_values(theirs: Values, ours: Values) -> None:
    """Raise a MeasurementError if ours lack or differ in any of their values.

    Judged@k may differ in a topic in which a run has equal scores, see `ORDERS_TIES_OTHERWISE`.
    """
    if theirs.keys() != ours.keys():
        others = ", ".join(sorted(theirs.keys() ^ ours.keys())[:3])
        raise MeasurementError(f"{INEXREPORT} scored other runs than {IR_MEASURES}, such as {others}")
    for run, topics in theirs.items():
        for topic, values in topics.items():
            for measure, value in values.items():
                own = ours[run].get(topic, {}).get(measure, float("nan"))
                if abs(value - own) <= TOLERANCE:
                    continue
                if not (measure.startswith(ORDERS_TIES_OTHERWISE) and has_equal_scores(Path(run), topic)):
                    raise MeasurementError(
                        f"{INEXREPORT} has {measure} = {own!r} for topic {topic} of {run}, "
                        f"{IR_MEASURES} {value!r}"
                    )


def has_equal_scores(run: Path, topic: str) -> bool:
    """Whether two results of a topic have the same score, in single precision as trec_eval compares them."""
    scores = np.array([float(line[4]) for line in _lines(run) if line[0] == topic], dtype=np.float32)
    return len(np.unique(scores)) < len(scores)


def _lines(run: Path) -> Iterator[list[str]]:
    with (gzip.open if run.suffix == ".gz" else open)(run, "rt", encoding="utf-8") as file:
        yield from (line.split() for line in file if line.strip())
