"""Article measures of the same run files: reading and scoring, one processor each."""

from __future__ import annotations

from pathlib import Path

from benchmarks.measuring.comparison import Block, Candidate, Row, in_turns, row
from benchmarks.measuring.process import Measured, MeasurementError
from benchmarks.settings import Settings

TOLERANCE = 1e-9
PEERS = {"pytrec_eval": "pytrec_eval", "ir_measures": "ir_measures", "ranx": "ranx"}
"""Name of each tool and the module it installs."""


def measure_articles(settings: Settings) -> list[Block]:
    """Compare whole processes: from a folder of run files to the mean of each measure for each run.

    Raises
    ------
    MeasurementError
        If a tool gives another value for any run and measure.
    """
    campaign = settings.campaign("articles")
    runs = sorted((campaign / "runs").rglob("*.run"))
    qrels = settings.work / "trec.qrels"
    write_trec_qrels(sorted((campaign / "assessments" / "official").iterdir()), qrels)
    missing = [tool for tool, module in PEERS.items() if not settings.has_peer(module)]
    candidates = [
        Candidate("inexreport", [*settings.program("score_inexreport"), campaign], settings.one_core),
        *(
            Candidate(tool, [*settings.peer_program(f"score_{tool}"), qrels, *runs], settings.one_core)
            for tool in PEERS
            if tool not in missing
        ),
    ]
    refuse_other_values(in_turns(candidates, 1))
    measured = in_turns(candidates, settings.turns)
    rows = [row(name, turns) for name, turns in measured.items()]
    rows += [Row(tool, note="is not installed") for tool in missing]
    setting = f"AP, P@10 and Rprec of {settings.described}, whole processes, one processor"
    return [Block("1 articles", "Article measures: read and score", setting, tuple(rows))]


def write_trec_qrels(official: list[Path], out: Path) -> None:
    """Write INEX's qrels in the four columns of TREC: an article is relevant if any of its text is."""
    lines = []
    for path in official:
        for line in path.read_text(encoding="utf-8").splitlines():
            topic, _, article, characters, *_ = line.split()
            lines.append(f"{topic} 0 {article} {int(int(characters) > 0)}\n")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("".join(lines), encoding="utf-8")


def refuse_other_values(measured: dict[str, list[Measured]]) -> None:
    """Raise a MeasurementError if a tool does not compute what the first of them does."""
    (reference, first), *others = ((name, turns[0].answer) for name, turns in measured.items())
    for name, answer in others:
        if answer.keys() != first.keys():
            raise MeasurementError(f"{name} scored other runs than {reference}")
        for run, values in answer.items():
            for measure, value in values.items():
                if not abs(value - first[run][measure]) <= TOLERANCE:
                    raise MeasurementError(
                        f"{name} has {measure} = {value!r} for {run}, {reference} {first[run][measure]!r}"
                    )
