"""Commands about runs: to find mistakes in them and to score them.

What computes is imported by the command that needs it: one run is scored sooner than everything is loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from inexreport import arguments
from inexreport.console.output import OutputFormat
from inexreport.console.problems import print_findings, print_problems
from inexreport.errors import UsageError
from inexreport.model.problem import gravest_first, shared_once
from inexreport.model.task import TopicSelection

if TYPE_CHECKING:
    from inexreport.building.campaign import PreparedCampaign
    from inexreport.building.submission import SubmissionScores


def check(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...",
            help="A campaign directory; or run files and folders of them, - is standard input.",
        ),
    ],
    campaign: arguments.CheckedIn[Path | None] = None,
    protocol: arguments.Protocol[str | None] = None,
    task: arguments.TaskName[str | None] = None,
    qrels: Annotated[
        Path | None, typer.Option("--qrels", help="For runs of documents without a campaign: the qrels.")
    ] = None,
    topics: Annotated[
        Path | None, typer.Option("--topics", help="For runs of documents without a campaign: the topics.")
    ] = None,
    output: arguments.Format[OutputFormat] = OutputFormat.TEXT,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Print errors only; nothing if there are none.")
    ] = False,
) -> None:
    """Find every mistake in a campaign or in run files, without computing a score.

    Before submitting, a participant checks runs against the campaign's topics, or just against a
    protocol's rules; runs of documents also against a file of topics or qrels. Every problem is printed
    with file, line and what to do about it.

    Exit status: for run files, 1 if any would be rejected; for a campaign, 1 if it would be refused
    (rejected runs are listed, but do not refuse a campaign); else 0.

    Examples: `inexreport check myrun.xml --campaign campaigns/inex-2009 --task Focused`;
    `inexreport check myruns/ --campaign campaigns/inex-2009 --quiet`;
    `inexreport check myrun.txt --qrels qrels.txt`
    """
    from inexreport.formats.protocols import TREC

    of_files = qrels or topics
    given = bool(campaign or protocol or task or of_files)
    directory = next((path for path in paths if _is_campaign(path, only_directories=not given)), None)
    if directory is not None:
        if given or len(paths) > 1:
            raise UsageError(
                f"{str(directory)!r} is a campaign, which is checked alone: --campaign, --protocol, --task, "
                "--qrels and --topics are for runs."
            )
        from inexreport.building.checking import check_campaign
        from inexreport.building.resources import chosen_workers
        from inexreport.console.progress import progress_display

        with chosen_workers([directory]) as workers, progress_display() as progress:
            problems, failed = check_campaign(directory, progress, workers)
    else:
        if campaign and protocol:
            raise UsageError("Give either --campaign or --protocol; a campaign names its protocol itself.")
        if of_files and (campaign or task or protocol not in (None, TREC)):
            raise UsageError("--qrels and --topics stand instead of a campaign, an INEX protocol and a task.")
        from inexreport.building.given_runs import given_runs
        from inexreport.building.submission import check_in, rules_for_submissions

        rules = rules_for_submissions(campaign, protocol, qrels=qrels, topics=topics)
        if protocol == TREC or not rules.campaign.tasks:
            task = None  # any name can be that of a task of documents; without tasks, the format is checked
        problems = rules.problems
        with given_runs(_named(paths)) as runs:
            for run in runs:
                problems += check_in(rules, run.path, task, shown_as=run.shown_as)
        failed = any(problem.is_error for problem in problems)
        if not campaign and not protocol and not of_files and not quiet:
            typer.echo(
                "Only the format is checked: name a --campaign, or a --protocol and --task; for runs of "
                "documents --qrels or --topics.",
                err=True,
            )
    print_findings(problems, output, quiet=quiet)
    raise typer.Exit(1 if failed else 0)


def _is_campaign(path: Path, *, only_directories: bool) -> bool:
    """Whether a path is a campaign directory; without any rules for runs, a directory must be one."""
    from inexreport.formats.campaign_directory import SETTINGS_FILE

    return path.is_dir() and (only_directories or (path / SETTINGS_FILE).exists())


def evaluate(
    runs: arguments.Runs[list[Path]],
    campaign: arguments.InCampaign[Path | None] = None,
    qrels: arguments.Qrels[Path | None] = None,
    metric: arguments.Metrics[list[str] | None] = None,
    topics: arguments.Topics[TopicSelection] = TopicSelection.ASSESSED,
    relevance_level: arguments.RelevanceLevel[int] = 1,
    task: arguments.TaskName[str | None] = None,
    per_topic: Annotated[
        bool, typer.Option("--per-topic", "-q", help="Print the values of every topic before the means.")
    ] = False,
    output: arguments.Format[OutputFormat] = OutputFormat.TEXT,
    quiet: arguments.Quiet[bool] = False,
) -> None:
    """Print the scores of runs: a line for each measure, as evaluation tools do.

    Three columns separated by tabs: measure, topic (`all` for the mean over topics) and value at full
    precision. Measures have the identifiers of scores.csv, for single topics too: a topic's MAiP is its AiP.
    Counts come first: `num_topics` is the number of topics that means are over. With several runs, a line
    with the measure `runid` names each of them, and last comes its rank by the official or first measure,
    such as `rank(AP)`, with the 95% interval of ranks over random samples of the topics, `rank_low(AP)` and
    `rank_high(AP)`. Where a model judged more topics than people, the official measure of each run is also
    `raw:JUDGE(AP)`, by the model alone, and `corrected:JUDGE(AP)`, by both, from `corrected_low:JUDGE(AP)` to
    `corrected_high:JUDGE(AP)`. CSV and JSON also have the number of topics of each mean.

    Warnings are printed to standard error before the scores, first those that change what is scored.

    Exit status: 1 if a run has errors; they are printed instead of its scores.

    Example: `inexreport evaluate myrun.txt --campaign campaigns/inex-2009 --task Focused -q`

    Example: `inexreport evaluate one.gz two.gz --qrels qrels.txt --metric nDCG@10,AP`
    """
    from inexreport.building.submission import campaign_to_evaluate_in, further_values
    from inexreport.console.scores import print_scores

    prepared = campaign_to_evaluate_in(campaign, qrels, metric or (), topics, "--", relevance_level)
    found = _evaluated(prepared, runs, task, metric if campaign else None, quiet=quiet)
    scored = [(name, one.metrics, one.scores) for name, one in found if one.scores is not None]
    if scored:
        print_scores(scored, further_values(prepared, found), per_topic=per_topic, output=output)
    if len(scored) < len(found):
        raise typer.Exit(1)


def compare(
    runs: arguments.Runs[list[Path]],
    campaign: arguments.InCampaign[Path | None] = None,
    qrels: arguments.Qrels[Path | None] = None,
    metric: arguments.Metrics[list[str] | None] = None,
    topics: arguments.Topics[TopicSelection] = TopicSelection.ASSESSED,
    relevance_level: arguments.RelevanceLevel[int] = 1,
    task: arguments.TaskName[str | None] = None,
    against_first: arguments.AgainstFirst[bool] = False,
    output: arguments.Format[OutputFormat] = OutputFormat.TEXT,
    quiet: arguments.Quiet[bool] = False,
) -> None:
    """Compare runs topic by topic, with paired tests.

    Of two runs: difference, interval, tests with two tails, and the topics that decide. Of more runs, for
    each pair: difference, interval, effect size, and the tests of the page about significance, whose p are
    corrected for the number of pairs; they have one tail, in favour of the run with the higher mean.

    Exit status: 1 if a run has errors; they are printed instead.

    Example: `inexreport compare a.gz b.gz --qrels qrels.txt --metric AP`

    Example: `inexreport compare baseline.gz mine/ --qrels qrels.txt --metric AP --against-first`
    """
    from inexreport.building.submission import campaign_to_evaluate_in, compare_several, compare_submissions
    from inexreport.console.scores import print_comparison, print_pairs

    prepared = campaign_to_evaluate_in(campaign, qrels, metric or (), topics, "--", relevance_level)
    found = _evaluated(prepared, runs, task, metric if campaign else None, quiet=quiet)
    if any(one.scores is None for _, one in found):
        raise typer.Exit(1)
    if len(found) == 2:
        (name_a, a), (name_b, b) = found
        print_comparison((name_a, name_b), compare_submissions(a, b), output)
    else:
        print_pairs(compare_several(prepared, found, against_first=against_first), output)


def _named(arguments: Sequence[Path]) -> list[tuple[str, object]]:
    """The runs of a command line, among them standard input."""
    standard_input = [("-", sys.stdin.buffer)]
    if sum(str(argument) == "-" for argument in arguments) > 1:
        raise UsageError("-, standard input, can be read once only.")
    return [one for path in arguments for one in (standard_input if str(path) == "-" else [("", path)])]


def _evaluated(
    prepared: PreparedCampaign,
    arguments: Sequence[Path],
    task: str | None,
    metrics: list[str] | None,
    *,
    quiet: bool,
) -> list[tuple[str, SubmissionScores]]:
    """Name and scores of each run, after their problems, and those of qrels, are printed."""
    from inexreport.building.given_runs import given_runs
    from inexreport.building.submission import evaluate_in

    with given_runs(_named(arguments)) as runs:
        found = [
            (
                run.name,
                evaluate_in(prepared, run.path, task, shown_as=run.shown_as, metrics=metrics or ()),
            )
            for run in runs
        ]
    of_runs = shared_once([gravest_first(evaluated.problems) for _, evaluated in found])
    problems = [*prepared.problems, *of_runs]
    print_problems([one for one in problems if one.is_error or not quiet], to_stderr=True)
    return found
