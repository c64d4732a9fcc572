"""Commands about sites: to publish, to preview, to verify and to compare them.

What computes is imported by the command that needs it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from inexreport import arguments
from inexreport.console.output import ChangesFormat, OutputFormat
from inexreport.errors import InexreportError

if TYPE_CHECKING:
    from inexreport.building.build import BuildSummary


def build(
    campaigns: Annotated[
        list[Path],
        typer.Argument(metavar="CAMPAIGN...", help="Campaign directories (those with campaign.toml)."),
    ],
    out: arguments.Out[Path | None] = None,
    audience: arguments.Audience[str] = "public",
    workers: arguments.Workers[int | None] = None,
    cluster: arguments.Cluster[str | None] = None,
    cache: arguments.CacheFolder[Path | None] = None,
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
    from inexreport.building.build import build_several
    from inexreport.building.resources import chosen_resources
    from inexreport.console.builds import print_build_result
    from inexreport.console.progress import progress_display
    from inexreport.report.audience import parse_audience

    readers = parse_audience(audience)
    place = out or Path(readers.folder)
    failed = 0

    def finished(directory: Path, result: BuildSummary | InexreportError) -> None:
        nonlocal failed
        if isinstance(result, InexreportError):
            failed = max(failed, result.exit_status)
        print_build_result(directory, result, place, readers)

    with chosen_resources(campaigns, workers, cluster, cache) as resources:
        build_several(campaigns, place, finished, progress_display, readers, resources)
    raise typer.Exit(failed)


def serve(
    campaign: arguments.CampaignDirectory[Path],
    out: arguments.Out[Path | None] = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 chooses a free one.")] = 8000,
    audience: arguments.Audience[str] = "public",
    cache: arguments.CacheFolder[Path | None] = None,
) -> None:
    """Build the site, show it on this machine, and build again whenever a file of the campaign changes.

    Stop with Ctrl-C.
    """
    from inexreport.building.resources import chosen_resources
    from inexreport.preview import preview
    from inexreport.report.audience import parse_audience

    readers = parse_audience(audience)
    with chosen_resources([campaign], None, None, cache) as resources:
        preview(campaign, out or Path(readers.folder), port, readers, resources)


def verify(
    site: arguments.Site[Path],
    campaigns: arguments.Recomputed[list[Path] | None] = None,
    across_versions: arguments.AcrossVersions[bool] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Print every difference, not the first 20 of each file.")
    ] = False,
    output: arguments.Format[OutputFormat] = OutputFormat.TEXT,
    workers: arguments.Workers[int | None] = None,
) -> None:
    """Tell whether a published site is as it was published, and whether its inputs still give its numbers.

    Every file is compared with its checksum: what is missing, altered or additional is told, all at once,
    with links and empty folders, and so are scripts and styles that pages need. Of an archive, its own pages
    and whatever else lies there are looked at too; of a campaign's folder, nothing outside but those scripts.

    With --campaign, which may be repeated for an archive, the site is built again in a scratch folder,
    without a cache, and compared: inputs by their checksums, tables and campaign.json value by value,
    everything else byte by byte. Numbers of tables may differ by 1e-9 of their value. Where they do, or
    libraries are others than campaign.json names, pages are compared but for their numbers; where inputs are
    others, pages are not compared: notes say so. The archive's own pages are made again from the
    campaign.json and tables of all campaigns there. It needs the version of inexreport that wrote the site.

    Exit status: 0 if nothing differs, 1 if something does, 2 if the command was used wrongly.

    Example: `inexreport verify site/inex-2009 --campaign campaigns/inex-2009`
    """
    from inexreport.building.resources import chosen_workers
    from inexreport.building.verifying.verify import verify as verify_site
    from inexreport.console.changes import print_verifications
    from inexreport.console.progress import progress_display

    directories = campaigns or []
    with (
        chosen_workers(directories, workers) as opened,
        progress_display() as progress,
    ):
        found = verify_site(
            site, directories, across_versions=across_versions, workers=opened, progress=progress
        )
    print_verifications(found, output, everything=everything)
    raise typer.Exit(1 if any(one.differences for one in found) else 0)


def diff(
    old: Annotated[
        Path,
        typer.Argument(metavar="OLD", help="A campaign's folder, such as site/inex-2009, or an archive."),
    ],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The same of the newer edition.")],
    output: Annotated[
        ChangesFormat,
        typer.Option("--format", help="text, json or csv for other programs, or html for a page on its own."),
    ] = ChangesFormat.TEXT,
) -> None:
    """Tell what changed between two editions of a published site, or of an archive.

    Compared are scores, ranks, runs, topics, tasks and metrics, settings, versions and input files, and all
    published files by checksum. Numbers are compared exactly. A run whose file is unchanged but has another
    name is renamed. Scores of runs, topics and metrics that only one edition has are not listed. Largest
    differences come first; text shows 20 of each kind and counts files, json and csv have all.

    Exit status: 0 if nothing differs, 1 if something does, 2 if the command was used wrongly or published
    data cannot be read.

    Example: `inexreport diff archive-2024/inex-2009 site/inex-2009`; `inexreport diff old new --format html >
    changes.html`
    """
    from inexreport.building.site_changes import site_changes
    from inexreport.console.changes import print_changes

    found = site_changes(old, new)
    print_changes(str(old), str(new), found, output)
    raise typer.Exit(1 if any(len(one.changes) for one in found) else 0)
