"""Commands about runs: to find mistakes in them and to score them."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from inexreport.building.campaign import PreparedCampaign, prepare_campaign
from inexreport.building.checking import check_campaign
from inexreport.building.resources import chosen_workers
from inexreport.building.submission import (
    SubmissionScores,
    check_submission,
    compare_submissions,
    evaluate_in,
)
from inexreport.building.without_campaign import campaign_of_qrels
from inexreport.cli.options import (
    FormatOption,
    MetricOption,
    OutputFormat,
    QrelsOption,
    TableFormatOption,
    TaskOption,
    TopicsOption,
)
from inexreport.console import (
    TableFormat,
    print_comparison,
    print_findings,
    print_problems,
    print_scores,
    progress_display,
)
from inexreport.errors import UsageError
from inexreport.formats.protocols import TREC
from inexreport.formats.run_files import run_name
from inexreport.model.task import TopicSelection

STANDARD_INPUT = "-"

CampaignOption = Annotated[Path | None, typer.Option("--campaign", help="The campaign directory.")]


def check(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A campaign directory, or one run file.")],
    campaign: Annotated[
        Path | None,
        typer.Option("--campaign", help="For a run file: the campaign whose topics and tasks hold."),
    ] = None,
    protocol: Annotated[
        str | None,
        typer.Option("--protocol", help="For a run file without a campaign: e.g. inex-2009 or trec."),
    ] = None,
    task: TaskOption = None,
    qrels: Annotated[
        Path | None, typer.Option("--qrels", help="For a run of documents without a campaign: the qrels.")
    ] = None,
    topics: Annotated[
        Path | None, typer.Option("--topics", help="For a run of documents without a campaign: the topics.")
    ] = None,
    output: FormatOption = OutputFormat.TEXT,
) -> None:
    """Find every mistake in a campaign or in one run file, without computing a score.

    Before submitting, a participant checks a run against the campaign's topics, or just against a
    protocol's rules; a run of documents also against a file of topics or qrels. Every problem is printed
    with file, line and what to do about it.

    Exit status: for a run file, 1 if it would be rejected; for a campaign, 1 if it would be refused
    (rejected runs are listed, but do not refuse a campaign); else 0.

    Examples: `inexreport check myrun.xml --campaign campaigns/inex-2009 --task Focused`;
    `inexreport check myrun.txt --qrels qrels.txt`
    """
    of_files = qrels or topics
    if path.is_dir():
        if campaign or protocol or task or of_files:
            raise UsageError(
                "--campaign, --protocol, --task, --qrels and --topics are for a single run file."
            )
        with chosen_workers([path]) as workers, progress_display() as progress:
            checked = check_campaign(path, progress, workers)
        problems, failed = checked.problems, checked.refused
    else:
        if campaign and protocol:
            raise UsageError("Give either --campaign or --protocol; a campaign names its protocol itself.")
        if of_files and (campaign or task or protocol not in (None, TREC)):
            raise UsageError("--qrels and --topics stand instead of a campaign, an INEX protocol and a task.")
        problems = check_submission(path, campaign, protocol, task, qrels=qrels, topics=topics)
        failed = any(problem.is_error for problem in problems)
        if not campaign and not protocol and not of_files:
            typer.echo(
                "Only the format is checked: name a --campaign, or a --protocol and --task; for a run of "
                "documents --qrels or --topics.",
                err=True,
            )
    print_findings(problems, as_json=output is OutputFormat.JSON)
    raise typer.Exit(1 if failed else 0)


def evaluate(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN...", help="Run files in any format, also packed; - is standard input."),
    ],
    campaign: CampaignOption = None,
    qrels: QrelsOption = None,
    metric: MetricOption = None,
    topics: TopicsOption = TopicSelection.ASSESSED,
    task: TaskOption = None,
    per_topic: Annotated[
        bool, typer.Option("--per-topic", "-q", help="Print the values of every topic before the means.")
    ] = False,
    output: TableFormatOption = TableFormat.TEXT,
) -> None:
    """Print the scores of runs: a line for each measure, as evaluation tools do.

    Three columns separated by tabs: measure, topic (`all` for the mean over topics) and value at full
    precision. Measures have the identifiers of scores.csv, for single topics too: a topic's MAiP is its AiP.
    With several runs, a line with the measure `runid` names each of them.

    Exit status: 1 if a run has errors; they are printed instead of its scores.

    Example: `inexreport evaluate myrun.txt --campaign campaigns/inex-2009 --task Focused -q`

    Example: `inexreport evaluate one.gz two.gz --qrels qrels.txt --metric nDCG@10 --metric AP`
    """
    prepared = _prepared(campaign, qrels, metric, topics)
    scored, failed = [], False
    for name, evaluated in _evaluated(prepared, runs, task):
        print_problems(evaluated.problems, to_stderr=True)
        if evaluated.scores is None:
            failed = True
        else:
            scored.append((name, evaluated.metrics, evaluated.scores))
    if scored:
        print_scores(scored, per_topic=per_topic, output=output)
    if failed:
        raise typer.Exit(1)


def compare(
    run_a: Annotated[Path, typer.Argument(metavar="A", help="A run file in any format, also packed.")],
    run_b: Annotated[Path, typer.Argument(metavar="B", help="The run to compare it with.")],
    campaign: CampaignOption = None,
    qrels: QrelsOption = None,
    metric: MetricOption = None,
    topics: TopicsOption = TopicSelection.ASSESSED,
    task: TaskOption = None,
    output: TableFormatOption = TableFormat.TEXT,
) -> None:
    """Compare two runs topic by topic: difference, interval, paired tests, and the topics that decide.

    Exit status: 1 if a run has errors; they are printed instead.

    Example: `inexreport compare a.gz b.gz --qrels qrels.txt --metric AP`
    """
    prepared = _prepared(campaign, qrels, metric, topics)
    found = list(_evaluated(prepared, [run_a, run_b], task))
    for _, evaluated in found:
        print_problems(evaluated.problems, to_stderr=True)
    (name_a, a), (name_b, b) = found
    if a.scores is None or b.scores is None:
        raise typer.Exit(1)
    print_comparison((name_a, name_b), compare_submissions(a, b), output)


def _prepared(
    campaign: Path | None, qrels: Path | None, metrics: list[str] | None, topics: TopicSelection
) -> PreparedCampaign:
    """The campaign in which runs are evaluated, or what is known without one."""
    if (campaign is None) == (qrels is None):
        raise UsageError("Give either --campaign, a directory, or --qrels, a file of assessments.")
    if qrels is not None:
        return campaign_of_qrels(qrels, metrics or (), topics)
    if metrics or topics is not TopicSelection.ASSESSED:
        raise UsageError("--metric and --topics go with --qrels; a campaign has its own.")
    assert campaign is not None
    return prepare_campaign(campaign)


def _evaluated(
    prepared: PreparedCampaign, runs: Sequence[Path], task: str | None
) -> Iterator[tuple[str, SubmissionScores]]:
    """Name and scores of each run."""
    for run in runs:
        if str(run) == STANDARD_INPUT:
            with tempfile.TemporaryDirectory() as folder:
                copy = Path(folder) / "standard-input"
                copy.write_bytes(sys.stdin.buffer.read())
                yield STANDARD_INPUT, evaluate_in(prepared, copy, task)
        else:
            yield run_name(run.name), evaluate_in(prepared, run, task)
