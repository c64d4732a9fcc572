"""Commands that help to make a campaign: its skeleton, its table of elements, the metrics to choose from."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from inexreport.console import print_metrics, print_problems, progress_display
from inexreport.formats.element_index import index_documents
from inexreport.formats.skeleton import write_skeleton


class Unit(StrEnum):
    """What offsets and lengths count."""

    CHARACTERS = "characters"
    BYTES = "bytes"


def init(
    directory: Annotated[Path, typer.Argument(metavar="DIRECTORY", help="Is made; must not exist yet.")],
    protocol: Annotated[str, typer.Option("--protocol", help="E.g. inex-2009.")] = "inex-2009",
) -> None:
    """Write the skeleton of a campaign: campaign.toml with every setting explained, and its folders.

    Example: `inexreport init campaigns/inex-2009 --protocol inex-2009`
    """
    write_skeleton(directory, protocol)
    typer.echo(f"Wrote {directory}. Put in topics, assessments and runs, then: inexreport check {directory}")


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
    with progress_display() as progress:
        summary = index_documents(documents, out, unit.value, workers or os.cpu_count() or 1, progress)
    print_problems(summary.problems, to_stderr=True)
    typer.echo(f"Wrote {out}: {summary.rows} elements and text nodes of {summary.documents} documents.")
    raise typer.Exit(1 if any(problem.is_error for problem in summary.problems) else 0)


def metrics(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Explain this metric only.")] = None,
) -> None:
    """List every metric that campaign.toml can ask for, with its definition.

    Example: `inexreport metrics MAgP`
    """
    print_metrics(name)
