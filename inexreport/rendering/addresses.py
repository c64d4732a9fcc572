"""Addresses of all pages, scripts and reports of a campaign, and relative links between them."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote, urlencode

from inexreport.model.campaign import DOCUMENT_PLACE
from inexreport.rendering.file_names import file_names
from inexreport.rendering.page_kinds import (
    CAMPAIGN_PAGES,
    KINDS,
    PARTICIPANT_PAGE,
    PUBLIC_KINDS,
    RUN_PAGE,
    TASK_PAGES,
    TOPIC_PAGE,
)
from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import compared_curve_names, compared_metrics, compared_runs, paired_runs
from inexreport.report.first_results import ranked_topics
from inexreport.report.metrics_guide import family_key
from inexreport.report.participant import participant_ids
from inexreport.subjects.sections import PageKind, Section

SEARCH_INDEX = "search-index.js"

PACKED = (".gz", ".xz", ".bz2", ".zst", ".zip", ".parquet")
"""Extensions of run files that stay."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a campaign's site.

    Attributes
    ----------
    kind : str
        Name of its `PageKind`.
    key : tuple of str
        Its subject: empty, (task,), (task, run), (topic,) or (participant,).
    address : str
        Relative to the campaign's folder.
    """

    kind: str
    key: tuple[str, ...]
    address: str

    @property
    def task(self) -> str | None:
        """The task of the page, if any."""
        return self.key[0] if self.kind == RUN_PAGE.name or KINDS[self.kind] in TASK_PAGES else None


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses relative to the campaign's folder.

    Attributes
    ----------
    pages : mapping of (kind, *key) to str
        In the order of the navigation.
    metrics : mapping of str to str
        Fragment of each metric in the metrics guide.
    scripts : mapping of (kind, task, name) to str
        Data scripts of the compare pages: kinds ``scores`` by metric, ``pairs`` by run, ``curves`` by curve,
        ``results`` by topic, which topic pages use too, ``runs`` by task for run pages.
    reports : mapping of task to str
        Folder of the task's reports.
    run_reports : mapping of (task, run) to str
        Address of a run's reports without the extension.
    document_url : str
        As in `inexreport.model.campaign.Collection`.
    task_document_urls : mapping of task to str
        The same of tasks that have a collection of their own.
    print_views : mapping of task to str
        Address of the task's pages in one file.
    run_files : mapping of (task, run) to str
        Address of the file of each run that is published.
    tables : tuple of str, optional
        Names of the published tables where others are withheld.
    """

    pages: Mapping[tuple[str, ...], str]
    metrics: Mapping[str, str]
    scripts: Mapping[tuple[str, str, str], str]
    reports: Mapping[str, str]
    run_reports: Mapping[tuple[str, str], str]
    document_url: str = ""
    task_document_urls: Mapping[str, str] = field(default_factory=dict)
    print_views: Mapping[str, str] = field(default_factory=dict)
    run_files: Mapping[tuple[str, str], str] = field(default_factory=dict)
    tables: tuple[str, ...] | None = None

    def of_kind(self, kind: str) -> dict[tuple[str, ...], str]:
        """Return the addresses of a kind of page by key."""
        return {
            key: address
            for (name, *rest), address in self.pages.items()
            if name == kind
            for key in [tuple(rest)]
        }

    def report(self, task: str, name: str, extension: str) -> str:
        """Return the address of a table or picture of a task."""
        return f"{self.reports[task]}/{file_names([name])[name]}.{extension}"

    def run_report(self, task: str, run: str, extension: str) -> str:
        """Return the address of a summary or picture of a run."""
        return f"{self.run_reports[task, run]}.{extension}"


def campaign_addresses(view: CampaignView, kinds: Collection[str] = PUBLIC_KINDS) -> Addresses:
    """Return the addresses of all pages of the given kinds."""
    folders = file_names(view.standings)
    tasks = {task: folders[task] for task in view.standings}  # in the order of the protocol
    runs = {task: file_names(run for of_task, run in view.names if of_task == task) for task in tasks}
    scripts = {}
    for task, folder in tasks.items():
        named = {
            "scores": [column.identifier for column in compared_metrics(view, task)],
            "pairs": paired_runs(view, task),
            "curves": compared_curve_names(view, task),
            "results": ranked_topics(view, task),
            "runs": [task] if compared_runs(view, task) else [],
        }
        for kind, names in named.items():
            for one, name in file_names(names).items():
                scripts[kind, task, one] = f"compare/{folder}/{kind}-{name}.js"
    families = {identifier: "\n".join(family_key(bound)) for identifier, bound in view.metrics.items()}
    anchors = _anchors({family: family.partition("\n")[0] for family in families.values()})
    pages, campaign = _pages(view, tasks, runs), view.outcome.campaign
    return Addresses(
        pages={
            (kind.name, *key): address
            for kind, key, address in pages
            if kind.name in kinds and kind.applies(view.outcome, *key)
        },
        metrics={identifier: anchors[family] for identifier, family in families.items()},
        scripts=scripts,
        reports={task: f"reports/{folder}" for task, folder in tasks.items()},
        run_reports={
            (task, run): f"reports/{folder}/runs/{name}"
            for task, folder in tasks.items()
            for run, name in runs[task].items()
        },
        document_url=campaign.collection.document_url,
        task_document_urls={task: one.document_url for task, one in campaign.task_collections.items()},
        print_views={}
        if view.participant
        else {task: f"print/{folder}.html" for task, folder in tasks.items()},
        run_files=dict(_run_files(view, tasks, runs)),
    )


def _run_files(
    view: CampaignView, tasks: Mapping[str, str], runs: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[tuple[str, str], str]]:
    """The addresses of the files of runs that were read, where campaign.toml says that they are published.

    The last extension but that of a packed file is .txt, so that a browser shows no file as a page.
    """
    if view.participant or not view.outcome.campaign.run_files:
        return
    for task in view.outcome.tasks:
        for run in task.runs:
            name, submission = task.task.name, run.submission
            if submission.sha256:
                packed = PurePosixPath(submission.file).suffix.lower()
                extension = f".txt{packed if packed in PACKED else ''}"
                yield (
                    (name, submission.name),
                    f"files/{tasks[name]}/{runs[name][submission.name]}{extension}",
                )


def _pages(
    view: CampaignView, tasks: Mapping[str, str], runs: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[PageKind, tuple[str, ...], str]]:
    for kind in CAMPAIGN_PAGES:
        yield kind, (), kind.address
    for task, folder in tasks.items():
        for kind in TASK_PAGES:
            yield kind, (task,), kind.address.format(folder)
        for run, name in runs[task].items():
            yield RUN_PAGE, (task, run), RUN_PAGE.address.format(folder, name)
    for kind, ids in ((TOPIC_PAGE, view.outcome.campaign.topics), (PARTICIPANT_PAGE, participant_ids(view))):
        for one, name in file_names(ids).items():
            yield kind, (one,), kind.address.format(name)


def recorded_pages(addresses: Addresses) -> dict[str, Any]:
    """Return addresses for campaign.json, which other versions read.

    They are of tasks, runs, participants, errata, systems and the metrics guide, with the fragment of each
    metric.
    """
    runs: dict[str, dict[str, str]] = {}
    for (task, run), address in addresses.of_kind(RUN_PAGE.name).items():
        runs.setdefault(task, {})[run] = address
    participants = addresses.of_kind(PARTICIPANT_PAGE.name)
    further = {one: addresses.pages[one,] for one in ("errata", "systems") if (one,) in addresses.pages}
    return {
        "tasks": {task: address for (task,), address in addresses.of_kind("task").items()},
        "runs": runs,
        "participants": {one: address for (one,), address in participants.items()},
        "metrics_guide": addresses.pages["metrics_guide",],
        "metrics": dict(addresses.metrics),
    } | further


def _anchors(names: Mapping[str, str]) -> dict[str, str]:
    """The fragment of each family: the metric's name, with a digest if several families share it."""
    by_name: dict[str, list[str]] = {}
    for family, name in names.items():
        by_name.setdefault(name, []).append(family)
    return {
        family: name
        if len(by_name[name]) == 1
        else f"{name}-{hashlib.sha256(family.encode()).hexdigest()[:4]}"
        for family, name in names.items()
    }


@lru_cache(maxsize=1 << 16)  # pages have thousands of links, most of them the same on the next page
def _relative(folder: str, address: str) -> str:
    # Absolute, because posixpath.relpath would prepend the working directory.
    campaign = "/archive/campaign"
    return posixpath.relpath(f"{campaign}/{address}", f"{campaign}/{folder}")


@dataclass(frozen=True, slots=True)
class Links:
    """Links of one page; they are relative, so that a site can be moved.

    Attributes
    ----------
    here : str
        Address of the page, relative to the campaign's folder.
    assets : mapping of str to str
        File names of the assets by name.
    """

    addresses: Addresses
    here: str
    assets: Mapping[str, str]

    def to(self, address: str) -> str:
        """Return the link from this page to an address of the campaign."""
        return _relative(self.here.rpartition("/")[0], address)

    def page(self, kind: str, *key: str) -> str:
        """Return the link to a page, see `Page`."""
        return self.to(self.addresses.pages[kind, *key])

    def topic(self, topic: str) -> str | None:
        """Return the link to a topic page; None for a topic without one, which only the assessments name."""
        address = self.addresses.pages.get(("topic", topic))
        return address and self.to(address)

    def topic_results(self, topic: str, task: str, first: str, second: str) -> str | None:
        """Return the link to the first results of two runs on a topic page; None for a topic without one."""
        address = self.topic(topic)
        return address and f"{address}#{urlencode({f'{task}.a': first, f'{task}.b': second})}"

    def document(self, name: str, task: str = "") -> str:
        """Return the address of a task's document on the web, with its name escaped; empty without one."""
        address = self.addresses.task_document_urls.get(task, self.addresses.document_url)
        return address.replace(DOCUMENT_PLACE, quote(name, safe=""))

    def archive(self) -> str:
        return self.to("../index.html")

    def about(self) -> str:
        """Return the link to the about page of the archive."""
        return self.to("../archive/about.html")

    def asset(self, name: str) -> str:
        return self.to(f"../assets/{self.assets[name]}")

    def search_indexes(self) -> tuple[str, ...]:
        return (self.to(SEARCH_INDEX),)

    def compare(self, task: str, first: str, second: str, *further: str, topic: str = "") -> str:
        """Return the link to the compare page with two or more runs selected, and a topic with results."""
        chosen = [("a", first), ("b", second), *(("run", run) for run in further)]
        return f"{self.page('compare', task)}#{urlencode([*chosen, *([('topic', topic)] if topic else [])])}"

    def print_view(self, task: str) -> str | None:
        """Return the link to the pages of a task in one file; None on a participant's site."""
        address = self.addresses.print_views.get(task)
        return address and self.to(address)

    def script(self, kind: str, task: str, name: str) -> str:
        """Return the link to a data script, see `Addresses.scripts`."""
        return self.to(self.addresses.scripts[kind, task, name])

    def metric(self, identifier: str) -> str:
        """Return the link to a metric in the metrics guide."""
        return f"{self.page('metrics_guide')}#{self.addresses.metrics[identifier]}"

    def withholds(self, section: Section) -> bool:
        """Whether a section has numbers of a table that is withheld before the release."""
        shown = self.addresses.tables
        return shown is not None and not section.tables <= {*shown}

    def data_file(self, name: str) -> str:
        return self.to(f"data/{name}")

    def report(self, task: str, name: str, extension: str) -> str:
        return self.to(self.addresses.report(task, name, extension))

    def run_file(self, task: str, run: str) -> str | None:
        """Return the link to the file of a run; None if it is not published."""
        address = self.addresses.run_files.get((task, run))
        return address and self.to(address)

    def run_report(self, task: str, run: str, extension: str) -> str:
        return self.to(self.addresses.run_report(task, run, extension))
