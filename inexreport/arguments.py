"""Each argument that several commands have, or that Python functions share with a command: declared once.

Typer reads these declarations for the command line; `described` writes them into the docstrings of Python
functions. What only one command has stands in its signature.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from os import PathLike
from textwrap import fill, indent
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

import typer

T = TypeVar("T")
"""The type of an argument: `Path` for Typer, `AnyPath` in Python."""

AnyPath = str | PathLike[str]

CampaignDirectory = Annotated[
    T, typer.Argument(metavar="CAMPAIGN", help="The campaign directory (the one with campaign.toml).")
]
AnyRuns = Annotated[
    T,
    "A run: a path, an open file, a DataFrame with columns as query_id, doc_id and score, a dictionary "
    "{query: {document: score}}, or ScoredDoc of ir_measures. Several: a list, a dictionary by name, or a "
    "folder.",
]
OtherRun = Annotated[T, "The run to compare it with."]
TopicsOfRuns = Annotated[
    T, "Instead of a campaign: topics as a path, an open file, a DataFrame (qid and query) or {qid: query}."
]
Runs = Annotated[
    T,
    typer.Argument(
        metavar="RUN...",
        help="Run files in any documented format, also packed, and folders of them; - is standard input.",
    ),
]
Site = Annotated[
    T,
    typer.Argument(metavar="SITE", help="A campaign's folder, such as site/inex-2009, or an archive."),
]

Out = Annotated[
    T,
    typer.Option(
        "--out",
        help="Folder of the archive; each campaign gets its own folder. Without it: site, or "
        "site-AUDIENCE for another audience than the public.",
        show_default=False,
    ),
]
Audience = Annotated[
    T,
    typer.Option(
        "--audience",
        metavar="public|organisers|participant:ID",
        help="Who may read the site. Before the release, a participant is told of all other runs no more "
        "than the median and the best; the release is a build for the public.",
    ),
]
Workers = Annotated[
    T,
    typer.Option(
        "--workers",
        min=1,
        help="Number of processes; 1 works in this one.",
        show_default="one a processor, if 700 MB are free for each; for small campaigns 1",
    ),
]
Cluster = Annotated[
    T,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="A Dask scheduler, tcp://host:8786, whose workers shall do the work; they must see the campaign "
        "under the same path. Needs inexreport[cluster].",
        show_default=False,
    ),
]
CacheFolder = Annotated[
    T,
    typer.Option(
        "--cache",
        help="Folder where results are kept for the next build; it may be deleted at any time.",
        show_default="a folder among the user's caches",
    ),
]
AcrossVersions = Annotated[
    T, typer.Option("--across-versions", help="Recompute also what another version of inexreport wrote.")
]
Recomputed = Annotated[
    T,
    typer.Option(
        "--campaign",
        metavar="CAMPAIGN",
        help="The campaign directory: every score is computed once more from its files, and the archive's "
        "own pages too.",
        show_default=False,
    ),
]

InCampaign = Annotated[T, typer.Option("--campaign", help="The campaign directory.")]
Qrels = Annotated[
    T, typer.Option("--qrels", help="Instead of a campaign: a file of assessments, of documents or of INEX.")
]
Metrics = Annotated[
    T,
    typer.Option(
        "--metric",
        "-m",
        metavar="METRIC",
        help="A metric, such as nDCG@10 or AP(rel=2), or a name of trec_eval, such as map, ndcg_cut_10 or "
        "official; there may be several, also with commas. Without it: the campaign's metrics, or with "
        "--qrels those of the protocol trec.",
    ),
]
RelevanceLevel = Annotated[
    T,
    typer.Option(
        "--relevance-level",
        "-l",
        min=1,
        metavar="GRADE",
        help="With --qrels: the lowest grade that is relevant for metrics that do not say it, as (rel=2).",
    ),
]
AgainstFirst = Annotated[
    T,
    typer.Option(
        "--against-first",
        help="Of more than two runs: compare each with the first one only, not every pair.",
    ),
]
Quiet = Annotated[T, typer.Option("--quiet", help="Print errors only, no warnings.")]
Topics = Annotated[
    T,
    typer.Option(
        "--topics",
        help="With --qrels: means over all topics that are assessed, or over those with results (returned).",
    ),
]
TaskName = Annotated[
    T,
    typer.Option(
        "--task",
        help="Task of the runs. Without it: the campaign's only task, the folder (runs/TASK/) of a run, or "
        "what its file says.",
    ),
]
CheckedIn = Annotated[
    T, typer.Option("--campaign", help="For runs: the campaign whose topics and tasks hold.")
]
Protocol = Annotated[
    T,
    typer.Option(
        "--protocol",
        help="For runs without a campaign: the protocol whose rules hold, e.g. inex-2009 or trec.",
    ),
]
Format = Annotated[T, typer.Option("--format", help="text; csv or json for other programs.")]

Function = TypeVar("Function", bound=Callable[..., Any])


def described(function: Function) -> Function:
    """Write what is declared about a function's arguments into its docstring, before other sections."""
    declared = get_type_hints(function, include_extras=True)
    function.__annotations__ = get_type_hints(function)
    lines = []
    for name, declaration in declared.items():
        if name != "return":
            kind, option = get_args(declaration)
            shown, *optional = inspect.formatannotation(kind).split(" | None")
            values = getattr(option, "metavar", None) or ""
            shown = values if "|" in values else "path" if "PathLike" in shown else shown
            shown = "path, DataFrame, dict or others" if shown == "object" else shown
            text = re.sub(r"--(\w+)", r"`\1`", getattr(option, "help", option))
            lines += [f"{name} : {shown}{', optional' * len(optional)}", indent(fill(text, 100), "    ")]
    before, *others = re.split(r"(?m)^(?=(?:Returns|Raises)\n-)", inspect.getdoc(function) or "", maxsplit=1)
    function.__doc__ = before + "\n".join(["Parameters", "----------", *lines, "", *others])
    return function
