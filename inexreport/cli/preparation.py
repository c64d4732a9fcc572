"""Commands that help to make a campaign: its skeleton, its table of elements, its pools, its metrics.

What computes is imported by the command that needs it.
"""

from __future__ import annotations

import os
import shlex
from enum import StrEnum
from pathlib import Path
from statistics import median
from typing import Annotated

import typer

from inexreport import arguments
from inexreport.console.output import OutputFormat
from inexreport.console.problems import print_problems
from inexreport.errors import UsageError
from inexreport.model.assessment import DEFAULT_DEPTH
from inexreport.model.counted import counted


class Unit(StrEnum):
    """What offsets and lengths count."""

    CHARACTERS = "characters"
    BYTES = "bytes"


def init(
    directory: Annotated[Path, typer.Argument(metavar="DIRECTORY", help="Is made, or an empty folder.")],
    protocol: Annotated[str, typer.Option("--protocol", help="E.g. inex-2009.")] = "inex-2009",
) -> None:
    """Write the skeleton of a campaign: campaign.toml with every setting explained, and its folders.

    Example: `inexreport init campaigns/inex-2009 --protocol inex-2009`
    """
    from inexreport.formats.skeleton import write_skeleton

    write_skeleton(directory, protocol)
    command = shlex.join(["inexreport", "check", str(directory)])
    typer.echo(f"Wrote {directory}. Put in topics, assessments and runs, then: {command}")


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
    from inexreport.console.progress import progress_display
    from inexreport.formats.element_index import index_documents

    with progress_display() as progress:
        summary = index_documents(documents, out, unit.value, workers or os.cpu_count() or 1, progress)
    print_problems(summary.problems, to_stderr=True)
    typer.echo(f"Wrote {out}: {summary.rows} elements and text nodes of {summary.documents} documents.")
    raise typer.Exit(1 if any(problem.is_error for problem in summary.problems) else 0)


class PoolKind(StrEnum):
    """The kinds of pools."""

    SYSTEM = "system"
    METASEARCH = "metasearch"
    COMBINED = "combined"


def pool(
    campaign: Annotated[
        Path, typer.Argument(metavar="CAMPAIGN", help="The campaign directory; it may lack assessments.")
    ],
    kind: Annotated[
        PoolKind,
        typer.Option(
            "--kind",
            help="system: the first results of every run; metasearch: as many with the highest Borda count; "
            "combined: both.",
        ),
    ] = PoolKind.SYSTEM,
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth",
            min=1,
            max=100_000,
            help="Results of each run in the system pool.",
            show_default=str(DEFAULT_DEPTH),
        ),
    ] = None,
    judgements: Annotated[
        int | None,
        typer.Option(
            "--judgements",
            min=1,
            help="Instead of --depth: for each topic the deepest pool with at most so many results.",
            show_default=False,
        ),
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget",
            min=1,
            help="Instead of a pool: of each task so many unjudged documents, which decide most about the "
            "order of the best runs.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", help="The folder of the pools; each task gets its own folder.")
    ] = Path("pools"),
    task: Annotated[
        list[str] | None, typer.Option("--task", help="Only this task; may be repeated.", show_default=False)
    ] = None,
    unjudged: Annotated[
        bool, typer.Option("--unjudged", help="Leave out what the official assessments judge already.")
    ] = False,
) -> None:
    """Write the pools that assessors judge: for each topic the results of all runs, merged and in no order.

    A pool of documents is two files: pool.tsv with topic and document, and pool.qrels, in which assessors add
    the grades. Others are a file in XML for each topic, of elements, or of articles from 2007 on. None shows
    which run returned what; all can lie in the campaign's pools/.

    With --judgements the depth fits the workload; depths.tsv has that of each topic.

    With --budget, where some documents are judged already, it says how many pairs of the ten best runs are
    decided, so that no judgement in favour of the run behind changes their order, and how many such a budget
    and a deeper pool would have decided, simulated on the judgements that there are.

    Rejected runs are listed and not pooled. Files that are there already stay if they are the same; else
    nothing is written.

    Exit status: 0, 1 if the campaign's own files have errors, or 2 if there is nothing to pool or other files
    are in the way.

    Example: `inexreport pool campaigns/inex-2006 --kind combined --depth 50 --out campaigns/inex-2006/pools`
    """
    from inexreport.building.pool_files import choose_documents, make_pools, write_pools
    from inexreport.building.resources import chosen_workers
    from inexreport.console.progress import progress_display

    if judgements and depth:
        raise UsageError("Give either --depth or --judgements, which chooses the depth.")
    if budget and (judgements or depth or kind is not PoolKind.SYSTEM):
        raise UsageError(
            "Give --budget without --depth, --judgements and --kind: it chooses instead of them."
        )
    if not judgements:
        depth = depth or DEFAULT_DEPTH
    with chosen_workers([campaign]) as workers, progress_display() as progress:
        if budget:
            made = choose_documents(campaign, budget, task or (), progress, workers)
        else:
            made = make_pools(
                campaign,
                kind.value,
                depth,
                task or (),
                judgements=judgements or 0,
                unjudged=unjudged,
                progress=progress,
                workers=workers,
            )
    pools, problems, documents, depths, said = made
    print_problems(problems, to_stderr=True)
    files = write_pools(campaign, pools, out, documents=documents, depths=depths if judgements else {})
    items = sum(len(one.elements) for of_task in pools.values() for one in of_task.values())
    typer.echo(f"Wrote {out}: {items} results to judge in {files} files, for {', '.join(pools)}.")
    for name, words in said.items():
        typer.echo(f"{name}: {words}")
    for name, of_task in depths.items():
        if judgements is None:
            break
        shown = sorted(of_task.values())
        typer.echo(f"{name}: depths from {shown[0]} to {shown[-1]}, median {median(shown):g}.")
        larger = [one for one in of_task if len(pools[name][one].elements) > judgements]
        if larger:
            typer.echo(
                f"warning: {name}: the pools of depth 1 of {counted(len(larger), 'topic')} are larger than "
                f"{judgements}: {', '.join(larger)}",
                err=True,
            )


def metrics(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[METRIC]...", help="Explain these only: names, or identifiers such as AP@100."
        ),
    ] = None,
    output: arguments.Format[OutputFormat] = OutputFormat.TEXT,
) -> None:
    """List every metric that campaign.toml can ask for, or explain some in full.

    Example: `inexreport metrics MAgP nDCG@10`
    """
    from inexreport.console.metrics import print_metrics

    print_metrics(names or (), output)
