"""The command line: every command explains itself with --help."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from inexreport.errors import CampaignRefusedError, InexreportError, UsageError
from inexreport.version import __version__

if TYPE_CHECKING:
    from inexreport.building.summary import BuildSummary


class _InterruptedError(Exception):
    """Ctrl-C, for which Typer has no words."""


class _Commands(TyperGroup):
    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise _InterruptedError from None


app = typer.Typer(
    name="inexreport",
    cls=_Commands,
    help="Turn an evaluation campaign of XML retrieval (INEX) into an official results site.\n\n"
    "A campaign is a directory with campaign.toml, topics, assessments and runs. Start with "
    "`inexreport init`, look for mistakes with `inexreport check`, publish with `inexreport build`.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


class OutputFormat(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    JSON = "json"


CampaignArgument = Annotated[
    Path, typer.Argument(metavar="CAMPAIGN", help="The campaign directory (the one with campaign.toml).")
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="Folder of the archive; each campaign gets a folder of its own in it. Without it: site, or "
        "site-AUDIENCE for another audience than the public.",
        show_default=False,
    ),
]
AudienceOption = Annotated[
    str,
    typer.Option(
        "--audience",
        metavar="public|organisers|participant:ID",
        help="Who may read the site. Before the release, a participant is told of all other runs no more "
        "than the median and the best; the release is a build for the public.",
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        min=1,
        help="Number of processes; 1 works in this one. Without it: one a processor, for small campaigns 1.",
        show_default=False,
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="A Dask scheduler, tcp://host:8786, whose workers shall do the work; they must see the campaign "
        "under the same path. Needs inexreport[cluster].",
        show_default=False,
    ),
]
CacheOption = Annotated[
    Path | None,
    typer.Option(
        "--cache",
        help="Folder where results are kept for the next build; it may be deleted at any time. Without it: "
        "a folder among the user's caches.",
        show_default=False,
    ),
]
FormatOption = Annotated[OutputFormat, typer.Option("--format", help="text, or json for other programs.")]
TaskOption = Annotated[
    str | None,
    typer.Option(
        "--task", help="Task of the run. Without it, its folder (runs/TASK/) or what the file says decides."
    ),
]


class Unit(StrEnum):
    """What offsets and lengths count."""

    CHARACTERS = "characters"
    BYTES = "bytes"


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"inexreport {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that belong to no command."""


@app.command()
def build(
    campaigns: Annotated[
        list[Path],
        typer.Argument(metavar="CAMPAIGN...", help="Campaign directories (those with campaign.toml)."),
    ],
    out: OutOption = None,
    audience: AudienceOption = "public",
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    cache: CacheOption = None,
) -> None:
    """Evaluate all runs and write the results site; several campaigns become an archive by years.

    Every run file under runs/TASK/ is evaluated by its task's official settings and gets a page. A run with
    errors is listed as not evaluated, with file and line, and affects no other. The site that stands in
    the output folder stays until the new one is whole. Of several campaigns, one whose own files have
    errors stops no other. What was computed is kept, so that a further build reads only what has changed.

    Exit status: 0 if all was built (with warnings and rejected runs too), 1 if a campaign's own files have
    errors or the disk does not take its site, 2 if the command was used wrongly or another build is at work
    on the output folder; then nothing was built.

    Example: `inexreport build campaigns/inex-2008 campaigns/inex-2009 --out site`; before the release
    `inexreport build campaigns/inex-2009 --audience participant:12`
    """
    from inexreport.building.means import chosen_means
    from inexreport.building.site import build_several
    from inexreport.console import print_build_result, progress_display
    from inexreport.report.audience import parse_audience

    readers = parse_audience(audience)
    place = out or Path(readers.folder)
    failed = 0

    def finished(directory: Path, result: BuildSummary | InexreportError) -> None:
        nonlocal failed
        if isinstance(result, InexreportError):
            failed = max(failed, result.exit_status)
        print_build_result(directory, result, place, readers)

    with chosen_means(campaigns, workers, cluster, cache) as means:
        build_several(campaigns, place, finished, progress_display, readers, means)
    raise typer.Exit(failed)


@app.command()
def check(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A campaign directory, or one run file.")],
    campaign: Annotated[
        Path | None,
        typer.Option("--campaign", help="For a run file: the campaign whose topics and tasks hold."),
    ] = None,
    protocol: Annotated[
        str | None,
        typer.Option("--protocol", help="For a run file without a campaign: e.g. inex-2009."),
    ] = None,
    task: TaskOption = None,
    output: FormatOption = OutputFormat.TEXT,
) -> None:
    """Find every mistake in a campaign or in one run file, without computing a score.

    Before submitting, a participant checks a run against the campaign's topics, or just against a
    protocol's rules. Every problem is printed with file, line and what to do about it.

    Exit status: for a run file, 1 if it would be rejected; for a campaign, 1 if it would be refused
    (rejected runs are listed, but do not refuse a campaign); else 0.

    Example: `inexreport check myrun.xml --campaign campaigns/inex-2009 --task Focused`
    """
    from inexreport.building.checking import check_campaign
    from inexreport.building.means import chosen_workers
    from inexreport.building.submission import check_submission
    from inexreport.console import print_findings, progress_display

    failed = False
    if path.is_dir():
        if campaign or protocol or task:
            raise UsageError("--campaign, --protocol and --task are for a single run file.")
        try:
            with chosen_workers([path]) as workers, progress_display() as progress:
                problems = check_campaign(path, progress, workers)
        except CampaignRefusedError as refused:
            problems, failed = refused.problems, True
    else:
        if campaign and protocol:
            raise UsageError("Give either --campaign or --protocol; a campaign names its protocol itself.")
        problems = check_submission(path, campaign, protocol, task)
        failed = any(problem.is_error for problem in problems)
        if not campaign and not protocol:
            typer.echo("Only the format is checked: name a --campaign, or a --protocol and --task.", err=True)
    print_findings(problems, as_json=output is OutputFormat.JSON)
    raise typer.Exit(1 if failed else 0)


@app.command()
def verify(
    site: Annotated[
        Path,
        typer.Argument(metavar="SITE", help="A campaign's folder, such as site/inex-2009, or an archive."),
    ],
    campaigns: Annotated[
        list[Path] | None,
        typer.Option(
            "--campaign",
            metavar="CAMPAIGN",
            help="The campaign directory: every score is computed once more from its files. May be repeated "
            "for an archive.",
            show_default=False,
        ),
    ] = None,
    tolerance: Annotated[
        float,
        typer.Option(
            "--tolerance",
            min=0.0,
            help="By how much a recomputed number may differ: as a part of the larger one, or of 1 if both "
            "are smaller. 0 allows no digit to differ.",
        ),
    ] = 0.0,
    across_versions: Annotated[
        bool,
        typer.Option("--across-versions", help="Recompute also what another version of inexreport wrote."),
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Print every difference, not the first 20 of each file.")
    ] = False,
    output: FormatOption = OutputFormat.TEXT,
    workers: WorkersOption = None,
) -> None:
    """Tell whether a published site is as it was published, and whether its inputs still give its numbers.

    Every file is compared with its checksum: what is missing, altered or additional is told, all at once, and
    so are scripts and styles that pages need. With --campaign, the site is built again in a scratch folder,
    without anything kept, and compared: inputs by their checksums, tables value by value, and, unless
    numbers may differ, every page. It needs the version of inexreport that wrote the site.

    Exit status: 0 if nothing differs, 1 if something does, 2 if the command was used wrongly.

    Example: `inexreport verify site/inex-2009 --campaign campaigns/inex-2009`
    """
    from inexreport.building.means import BUILDING, chosen_workers
    from inexreport.building.verifying.site import Recomputing, verify
    from inexreport.console import print_verifications, progress_display

    directories = campaigns or []
    with (
        chosen_workers(directories, workers, modules=BUILDING) as opened,
        progress_display() as progress,
    ):
        recomputing = Recomputing(directories, tolerance, across_versions, opened, progress)
        found = verify(site, recomputing)
    print_verifications(found, as_json=output is OutputFormat.JSON, everything=everything)
    raise typer.Exit(1 if any(one.differences for one in found) else 0)


@app.command()
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
    precision.

    Exit status: 1 if the run has errors; they are printed instead of scores.

    Example: `inexreport evaluate myrun.txt --campaign campaigns/inex-2009 --task Focused -q`
    """
    from inexreport.building.submission import evaluate_submission
    from inexreport.console import print_problems, print_scores

    evaluated = evaluate_submission(run, campaign, task)
    print_problems(evaluated.problems, to_stderr=True)
    if evaluated.scores is None:
        raise typer.Exit(1)
    print_scores(evaluated.metrics, evaluated.scores, per_topic=per_topic)


@app.command()
def metrics(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Explain this metric only.")] = None,
) -> None:
    """List every metric that campaign.toml can ask for, with its definition.

    Example: `inexreport metrics MAgP`
    """
    from inexreport.console import print_metrics

    print_metrics(name)


@app.command()
def serve(
    campaign: CampaignArgument,
    out: OutOption = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 chooses a free one.")] = 8000,
    audience: AudienceOption = "public",
    cache: CacheOption = None,
) -> None:
    """Build the site, show it on this machine, and build again whenever a file of the campaign changes.

    Stop with Ctrl-C.
    """
    from inexreport.building.means import chosen_means
    from inexreport.preview import preview
    from inexreport.report.audience import parse_audience

    readers = parse_audience(audience)
    with chosen_means([campaign], None, None, cache) as means:
        preview(campaign, out or Path(readers.folder), port, readers, means)


@app.command()
def index(
    documents: Annotated[
        Path, typer.Argument(metavar="DOCUMENTS", help="The folder of the XML documents, with its folders.")
    ],
    out: Annotated[
        Path, typer.Option("--out", help="The table; its place is CAMPAIGN/elements.parquet.")
    ] = Path("elements.parquet"),
    unit: Annotated[
        Unit, typer.Option("--unit", help="What the campaign counts, as campaign.toml says.")
    ] = Unit.CHARACTERS,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Number of processes; by default one a processor.")
    ] = None,
) -> None:
    """Write down where every element of a large collection lies, so that builds need not read it again.

    The table holds offset and length of every element and text node. A document that is not well-formed is
    left out and told. A table that stands in the place stays until the new one is whole.

    Exit status: 0, or 1 if a document had to be left out.

    Example: `inexreport index /data/wikipedia --out campaigns/inex-2006/elements.parquet`
    """
    from inexreport.console import print_problems, progress_display
    from inexreport.formats.element_index import index_documents

    with progress_display() as progress:
        summary = index_documents(documents, out, unit.value, workers or os.cpu_count() or 1, progress)
    print_problems(summary.problems, to_stderr=True)
    typer.echo(f"Wrote {out}: {summary.rows} elements and text nodes of {summary.documents} documents.")
    raise typer.Exit(1 if any(problem.is_error for problem in summary.problems) else 0)


@app.command()
def init(
    directory: Annotated[Path, typer.Argument(metavar="DIRECTORY", help="Is made; must not exist yet.")],
    protocol: Annotated[str, typer.Option("--protocol", help="E.g. inex-2009.")] = "inex-2009",
) -> None:
    """Write the skeleton of a campaign: campaign.toml with every setting explained, and its folders.

    Example: `inexreport init campaigns/inex-2009 --protocol inex-2009`
    """
    from inexreport.formats.skeleton import write_skeleton

    write_skeleton(directory, protocol)
    typer.echo(f"Wrote {directory}. Put in topics, assessments and runs, then: inexreport check {directory}")


def main() -> None:
    """Run the command line; tell mistakes in words."""
    try:
        app()
    except CampaignRefusedError as refused:
        from inexreport.console import print_problems

        print_problems(refused.problems, to_stderr=True)
        typer.echo(f"\nRefused: {refused}. Nothing was written.", err=True)
        sys.exit(refused.exit_status)
    except InexreportError as mistake:
        typer.echo(str(mistake), err=True)
        sys.exit(mistake.exit_status)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        typer.echo(f"{place}{error.strerror or error}", err=True)
        sys.exit(1)
    except _InterruptedError:
        typer.echo("\nInterrupted. What was not built to its end is unchanged.", err=True)
        sys.exit(130)
