"""The skeleton of a campaign directory, for organisers who start one."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from pydantic import BaseModel

from inexreport.errors import UsageError
from inexreport.formats.campaign_directory import ABOUT_PLACEHOLDER, RUNS
from inexreport.formats.campaign_file import CampaignFile
from inexreport.formats.protocols import ONLY_TASK, example_task, read_protocol
from inexreport.formats.site_settings import SiteSettings
from inexreport.model.assessment import OF_TEXT, Judged
from inexreport.model.campaign import CollectionSettings
from inexreport.model.task import CONVENTIONS, CorrelationTable, Task, TaskRules, TaskSettings

_START = """\
# What this campaign is. `inexreport check DIRECTORY` explains every mistake in this file.

# The campaign's folders:
{folders}

{title:<39}# shown on every page
{year:<39}# on the archive page
{protocol:<39}# tasks, metrics and official settings
"""

_PARTICIPANTS = """
# Who made the results, for the citation; ORCID iD and affiliation may be left out:
# [[authors]]
# name = "Josiah Carberry"
# orcid = "0000-0002-1825-0097"
# affiliation = "Brown University"

# When the results were published, and why they were replaced. What an earlier edition published lies in
# editions/DATE/: campaign.json, runs.csv, scores.csv and topics.csv from data/ of its site.
# [[editions]]
# date = 2026-03-01
# [[editions]]
# date = 2026-11-20
# reason = "Topic 231 was judged again."

# Names for the participant ids that run files, or their folders, give; url, paper and contact may be left
# out. Of many participants they can stand in participants.csv instead.
# [participants.19]
# name = "Queensland University of Technology"
# url = "https://..."
# paper = "https://..."
# contact = "..."

# Subsets of the topics, on which runs are compared as on all topics:
# [topic_tags]
# reused = ["1", "2"]

"""

_LIMITS = """\
# Larger runs of documents than these are rejected:
# [limits]
# run_megabytes = 128
# run_results = 1000000
# run_topics = 10000

"""

_ASSESSMENTS = """\
# Further assessments under which runs are scored as well; official scores stay. Those of another judge,
# with the name of the language model if it was one:
# [assessments.second-judge]
# scored = true
# model = "..."
"""

_TEXT_ASSESSMENTS = """\
# Or made from those of a judge (or from another set), without some elements or with some topics only:
# [assessments.without-links]
# from = "official"
# without_elements = ["collectionlink", "unknownlink"]
# topics = ["301", "302"]
"""

_RESIDUAL = """
# Runs with feedback know judgements: scores without what this judge judged, which rankings lose, too:
# [assessments.residual]
# from = "official"
# without_judged_by = "second-judge"
"""

_DOCUMENT_ASSESSMENTS = """\
# Grades in assessments/trust/ that answer another question than relevance: they rank the runs as well, but
# are not compared with the official ones as a judge's are.
# [assessments.trust]
# kind = "dimension"
# relevance_level = 1

# Or made from those of a judge (or from another set), with some topics only:
# [assessments.first-topics]
# from = "official"
# topics = ["301", "302"]

# A run that returns a document twice for a topic is rejected; with "first", its best result counts:
# [rules]
# repeated_documents = "error"
"""

_IMPORTED = """
# A measure that is not computed here; its scores lie in scores/TASK/cost.csv:
# [imported.cost]
# title = "Cost of a topic"
# unit = "EUR"
# better = "lower"
# source = "Bills of the participants"

"""

EXAMPLE_YEAR = 2026
"""Of a protocol that is not that of a year."""

NOTHING_STATED: Mapping[str, str] = MappingProxyType({})

_COLUMN = 39
"""Where explanations begin."""

_LINE = 100
"""Letters of a line of metrics."""

_FOLDERS = {
    "topics": "Topic files (XML): one topic a file, or one file with all of them.",
    "assessments/official": "The judgements that scores are computed from.",
}
_DOCUMENT_FOLDERS = {
    "topics": "Optional: topics as `<top>`, in XML, JSON or CSV, or as lines of id, tab and text; those of "
    "one of several tasks in topics/TASK/.",
    "assessments/official": "Qrels, one line per judgement: topic, iteration, document, grade.",
    RUNS: "Runs: topic, Q0, document, rank, score, tag. A folder is a task, other files are runs of the "
    f"task {ONLY_TASK}.",
}
_ANSWER_FOLDERS = {
    "topics": "Optional: topics as `<top>`, in XML, JSON or CSV, or as lines of id, tab and text.",
    "assessments/official": "JSON with an object for each answer: its nuggets, citations, or both.",
    RUNS: "Runs in JSON, an answer for each topic. A folder is a task, other files are runs of the task "
    f"{ONLY_TASK}.",
}
_OF_TEXT = ("elements", "mean_document_length", "unit")
"""Settings of a collection that mean nothing where whole documents are judged."""


def write_skeleton(directory: Path, protocol: str) -> None:
    """Write campaign.toml, about.md and the folders of a new campaign.

    Parameters
    ----------
    directory : Path
        Must not exist, or be empty.
    protocol : str
        E.g. ``"inex-2009"``; its tasks get a folder each under runs/.

    Raises
    ------
    UsageError
        If the directory is not empty or there is no such protocol.
    """
    settings, task = read_protocol(protocol), example_task(protocol)
    judged = settings.judged
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise UsageError(f"{str(directory)!r} exists already. Name a directory that does not.")
    own = {f"{RUNS}/{task}": f"Run files of the task {task}, one a submission." for task in settings.tasks}
    of_kind = {Judged.DOCUMENTS: _DOCUMENT_FOLDERS, Judged.ANSWERS: _ANSWER_FOLDERS}
    folders = {**of_kind.get(judged, _FOLDERS), **own}
    for folder in folders:
        (directory / folder).mkdir(parents=True)
        (directory / folder / ".gitkeep").touch()
    year = protocol.removeprefix("inex-")
    start = _START.format(
        folders="\n".join(_explained(f"# {name}/", meaning, _COLUMN) for name, meaning in folders.items()),
        title=f'title = "{f"INEX {year}" if year.isdecimal() else "A campaign"}"',
        year=f"year = {year if year.isdecimal() else EXAMPLE_YEAR}",
        protocol=f'protocol = "{protocol}"',
    )
    stated = {"judged": settings.judged, "order": settings.order}
    general = [line for line in _settings(CampaignFile, stated) if line.startswith("# ")]
    left_out = () if judged in OF_TEXT else _OF_TEXT
    collection = ["", "[collection]", *_settings(CollectionSettings, left_out=left_out)]
    site = ["", "# How pages look:", "# [site]"]
    site += [f"# {line.removeprefix('# ')}" for line in _settings(SiteSettings)]
    example = [f"# {line}" if line else "" for line in _task_lines(task, judged)]
    derived = {Judged.DOCUMENTS: _DOCUMENT_ASSESSMENTS + _RESIDUAL, Judged.ANSWERS: ""}
    sets = f"{_ASSESSMENTS}{derived.get(judged, _TEXT_ASSESSMENTS + _RESIDUAL)}{_IMPORTED}"
    limits = _LIMITS if judged is Judged.DOCUMENTS else ""
    optional = [*_PARTICIPANTS.splitlines(), *limits.splitlines(), *sets.splitlines(), "", *example]
    lines = [*start.splitlines(), *general, *collection, *site, *optional, ""]
    (directory / "campaign.toml").write_text("\n".join(lines), encoding="utf-8")
    (directory / "about.md").write_text(f"{ABOUT_PLACEHOLDER}\n", encoding="utf-8")


def _settings(
    model: type[BaseModel], stated: Mapping[str, str] = NOTHING_STATED, left_out: Collection[str] = ()
) -> Iterator[str]:
    """Yield a line for each setting: what the protocol has `stated`, an example or the text by default."""
    for name, field in model.model_fields.items():
        if name in left_out:
            continue
        if name in stated or field.examples:
            example = stated[name] if name in stated else (field.examples or [None])[0]
            yield _explained(f"# {name} = {_toml(example)}", field.description, _COLUMN)
        elif isinstance(field.default, str):
            yield _explained(f"{name} = {_toml(field.default)}", field.description, _COLUMN)


def _task_lines(task: Task, judged: Judged) -> Iterator[str]:
    """Yield lines, to be written as comments, that explain the settings of tasks by those of one."""
    documents = judged is Judged.DOCUMENTS
    name = task.name if task.name.isalnum() else json.dumps(task.name)
    yield "Where a task differs from the protocol. The values are the protocol's; keep the lines that differ."
    yield f"[tasks.{name}]"
    yield from _values(TaskSettings, task, () if documents else ("assessments",))
    yield "Which metrics stand in its correlation table; * is anything. [correlations] does so for all tasks:"
    yield f"[tasks.{name}.correlations]"
    yield from _values(
        CorrelationTable, task.correlations or CorrelationTable(rows=(task.official,), columns=("*",))
    )
    if documents:
        yield "The collection of a task with documents of its own, which documents-TASK.txt may list:"
        yield f"[tasks.{name}.collection]"
        collection = _settings(CollectionSettings, left_out=_OF_TEXT)
        yield from (line.removeprefix("# ") for line in collection)
    if judged not in OF_TEXT:
        return
    yield f"[tasks.{name}.rules]"
    yield from _values(TaskRules, task.rules)
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


def _values(model: type[BaseModel], record: object, left_out: Collection[str] = ()) -> Iterator[str]:
    """Yield a line for each setting, tables aside, with the value in a record or the example; these last."""
    for name, field in sorted(model.model_fields.items(), key=lambda item: bool(item[1].examples)):
        value = getattr(record, name)
        if name == "metrics":
            yield from _array(name, value)
        elif name not in ("rules", "correlations", "settings", *left_out):
            value = field.examples[0] if value is None and field.examples else value
            yield _explained(f"{name} = {_toml(value)}", field.description, _COLUMN - len("# "))


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _explained(setting: str, explanation: str | None, column: int) -> str:
    return f"{setting:<{column - 1}} # {explanation}" if explanation else setting


def _array(name: str, texts: Sequence[str]) -> Iterator[str]:
    """Yield the lines of an array of texts without blanks, which may be broken between any two."""
    listed = ", ".join(json.dumps(text) for text in texts) + ","
    indented = textwrap.TextWrapper(
        _LINE, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
    )
    yield f"{name} = ["
    yield from indented.wrap(listed)
    yield "]"
