"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from inexreport.console.output import OutputFormat
from inexreport.model.task import TopicSelection

OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="Folder of the archive; each campaign gets its own folder. Without it: site, or "
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
        help="Number of processes; 1 works in this one. Without it: one a processor, if 700 MB are "
        "free for each; for small campaigns 1.",
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
FormatOption = Annotated[OutputFormat, typer.Option("--format", help="text; csv or json for other programs.")]
QrelsOption = Annotated[
    Path | None,
    typer.Option("--qrels", help="Instead of a campaign: a file of assessments, of documents or of INEX."),
]
MetricOption = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        "-m",
        help="An identifier such as nDCG@10; may be repeated. Without it, the campaign's metrics.",
        metavar="METRIC",
    ),
]
TopicsOption = Annotated[
    TopicSelection,
    typer.Option("--topics", help="With --qrels: means over all assessed topics, or over returned ones."),
]
TaskOption = Annotated[
    str | None,
    typer.Option(
        "--task",
        help="Task of the runs. Without it: the campaign's only task, the folder (runs/TASK/) of a run, or "
        "what its file says.",
    ),
]
