"""The skeleton of a campaign directory, for organisers who start one."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from inexreport.errors import UsageError
from inexreport.formats.protocol_file import load_protocol
from inexreport.formats.task_settings import CONVENTIONS
from inexreport.model.task import Task, TaskRules

_SETTINGS = """\
# What this campaign is. `inexreport check DIRECTORY` explains every mistake in this file.

title = {title}
year = {year}                          # the year on the archive page
protocol = "{protocol}"              # tasks, metrics and official settings of that year
# citation = "..."                     # shown under "how to cite"
# licence = "..."                      # shown with it
# topics = "returned"                  # means over answered topics only; by default over all assessed ones

[collection]
name = ""
# documents = 2666190                  # number of documents
# elements = 30000000                  # number of elements
# mean_document_length = 7000.0        # in the unit below: for BEPD, EPRUM and plain article runs
unit = "characters"                    # or "bytes" (UTF-8): what offsets and lengths count

# Names for the participant ids that run files, or their folders, give:
# [participants.19]
# name = "Queensland University of Technology"

{tasks}
"""

_EXAMPLE_LIMIT = 1_000_000
"""Characters, where the protocol has no limit."""

_LINE = 100
"""Letters of a line of metrics."""

_FOLDERS = {
    "topics": "Topic files (XML): one topic a file, or one file with all of them.",
    "assessments/official": "The judgements that scores are computed from.",
}


def write_skeleton(directory: Path, protocol_name: str) -> None:
    """Write campaign.toml, about.md and the folders of a new campaign.

    Parameters
    ----------
    directory : Path
        Must not exist, or be empty.
    protocol_name : str
        E.g. ``"inex-2009"``; its tasks get a folder each under runs/.

    Raises
    ------
    UsageError
        If the directory holds something or there is no such protocol.
    """
    protocol = load_protocol(protocol_name)
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise UsageError(f"{str(directory)!r} exists already. Name a directory that does not.")
    first = next(iter(protocol.tasks.values()))
    folders = {
        **_FOLDERS,
        **{f"runs/{task}": f"Run files of the task {task}, one a submission." for task in protocol.tasks},
    }
    for folder in folders:
        (directory / folder).mkdir(parents=True)
        (directory / folder / ".gitkeep").touch()
    year = protocol_name.removeprefix("inex-")
    tasks = "\n".join(f"# {line}" if line else "" for line in _task_lines(first))
    settings = _SETTINGS.format(title=f'"INEX {year}"', year=year, protocol=protocol_name, tasks=tasks)
    (directory / "campaign.toml").write_text(settings, encoding="utf-8")
    explained = "\n".join(f"* `{folder}/`: {meaning}" for folder, meaning in folders.items())
    about = f"About the campaign (Markdown, shown on its front page). Replace this text.\n\n{explained}\n"
    (directory / "about.md").write_text(about, encoding="utf-8")


def _task_lines(task: Task) -> Iterator[str]:
    """Yield lines that explain the settings of tasks by those of one; each is to be written as a comment."""
    name = task.name if task.name.isalnum() else json.dumps(task.name)
    yield "Where a task differs from the protocol. The values are the protocol's; keep the lines that differ."
    yield f"[tasks.{name}]"
    yield f"question = {json.dumps(task.question, ensure_ascii=False)}"
    yield _explained(f"cutoff = {task.cutoff}", "results of a topic that count")
    yield _explained(f"pool_depth = {task.pool_depth}", "results of a run that went into the pools")
    yield _explained(
        f"official = {json.dumps(task.official)}", "ranks the runs; `inexreport metrics` lists all"
    )
    yield from _array("metrics", task.metrics)
    yield _explained(f'topics = "{task.topics}"', '"assessed" or "returned", as above')
    yield _explained(f"query_types = {json.dumps(list(task.query_types))}", "of its topics; [] for all")
    yield f"[tasks.{name}.rules]"
    yield from _rules(task.rules)
    yield f"[tasks.{name}.settings]"
    yield from (f"{key} = {json.dumps(value)}" for key, value in task.settings.items())
    yield "Settings are conventions of the year that metrics follow:"
    yield from (f"  {key}: {' or '.join(values)}" for key, values in CONVENTIONS.items())
    yield "  collection_elements: number of elements of the collection, in quotation marks"
    yield ""
    yield "A task of your own needs these three lines and may have the others. Its runs lie in runs/MyTask/."
    yield "[tasks.MyTask]"
    yield f"cutoff = {task.cutoff}"
    yield f"official = {json.dumps(task.official)}"
    yield f"metrics = [{json.dumps(task.official)}]"


def _explained(setting: str, explanation: str) -> str:
    return f"{setting:<37}# {explanation}"


def _array(name: str, texts: Sequence[str]) -> Iterator[str]:
    """Yield the lines of an array of texts without blanks, which may be broken between any two."""
    listed = ", ".join(json.dumps(text) for text in texts) + ","
    indented = textwrap.TextWrapper(
        _LINE, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
    )
    yield f"{name} = ["
    yield from indented.wrap(listed)
    yield "]"


def _rules(rules: TaskRules) -> Iterator[str]:
    yield _explained(f'overlap = "{rules.overlap}"', 'of results: "allowed", "warning" or "error"')
    yield _explained(f'scattered_articles = "{rules.scattered_articles}"', "results of an article apart")
    yield _explained(f'several_entry_points = "{rules.several_entry_points}"', "in one article")
    yield _explained(
        f"strict_target = {json.dumps(rules.strict_target)}", "only what the query asks for counts"
    )
    for limit in ("characters_per_topic", "characters_per_article"):
        value = getattr(rules, limit) or _EXAMPLE_LIMIT
        yield _explained(f"{limit} = {value}", "where reading stops; without it nowhere")
