"""Commands about runs: to find mistakes in them and to score them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from inexreport.building.checking import check_campaign
from inexreport.building.resources import chosen_workers
from inexreport.building.submission import check_submission, evaluate_submission
from inexreport.cli.options import FormatOption, OutputFormat, TaskOption
from inexreport.console import print_findings, print_problems, print_scores, progress_display
from inexreport.errors import UsageError
from inexreport.formats.protocols import TREC


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
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run file in any format, also .gz.")],
    campaign: Annotated[Path, typer.Option("--campaign", help="The campaign directory.")],
    task: TaskOption = None,
    per_topic: Annotated[
        bool, typer.Option("--per-topic", "-q", help="Print the values of every topic before the means.")
    ] = False,
) -> None:
    """Print the scores of one run: a line for each measure, as evaluation tools do.

    Three columns separated by tabs: measure, topic (`all` for the mean over topics) and value at full
    precision. Measures have the identifiers of scores.csv, for single topics too: a topic's MAiP is its AiP.

    Exit status: 1 if the run has errors; they are printed instead of scores.

    Example: `inexreport evaluate myrun.txt --campaign campaigns/inex-2009 --task Focused -q`
    """
    evaluated = evaluate_submission(run, campaign, task)
    print_problems(evaluated.problems, to_stderr=True)
    if evaluated.scores is None:
        raise typer.Exit(1)
    print_scores(evaluated.metrics, evaluated.scores, per_topic=per_topic)
