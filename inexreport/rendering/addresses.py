"""Where each page lies."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from inexreport.rendering.file_names import file_names
from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import compared_curve_names, compared_metrics
from inexreport.report.metrics_guide import family_key
from inexreport.report.participant import participant_ids


@dataclass(frozen=True, slots=True)
class Addresses:
    """Paths of all pages of a campaign, relative to the campaign's folder.

    `tasks_of` has the task of each page that belongs to one, by its path; `reports` has each task's folder
    of files for papers, `run_reports` a run's without their extension; `compared_scores` and
    `compared_curves` have the scripts of numbers that the pages which compare runs load, by task and metric
    or kind of curve.
    """

    tasks: Mapping[str, str]
    scores: Mapping[str, str]
    correlations: Mapping[str, str]
    significance: Mapping[str, str]
    pooling: Mapping[str, str]
    compare: Mapping[str, str]
    compared_scores: Mapping[tuple[str, str], str]
    compared_curves: Mapping[tuple[str, str], str]
    runs: Mapping[tuple[str, str], str]
    topics: Mapping[str, str]
    participants: Mapping[str, str]
    metrics: Mapping[str, str]
    tasks_of: Mapping[str, str]
    reports: Mapping[str, str]
    run_reports: Mapping[tuple[str, str], str]

    front = "index.html"
    topics_overview = "topics.html"
    assessors = "assessors.html"
    reliability = "reliability.html"
    metrics_guide = "metrics.html"
    data = "data.html"
    problems = "problems.html"
    search_index = "search-index.js"

    def report(self, task: str, name: str, extension: str) -> str:
        """Where a table or picture of a task lies."""
        return f"{self.reports[task]}/{file_names([name])[name]}.{extension}"

    def run_report(self, task: str, run: str, extension: str) -> str:
        """Where a summary or picture of a run lies."""
        return f"{self.run_reports[task, run]}.{extension}"


def campaign_addresses(view: CampaignView) -> Addresses:
    """Give every page of the campaign its place."""
    tasks = file_names(view.standings)
    runs: dict[tuple[str, str], str] = {}
    run_reports: dict[tuple[str, str], str] = {}
    scores: dict[tuple[str, str], str] = {}
    curves: dict[tuple[str, str], str] = {}
    for task, folder in tasks.items():
        metrics = file_names(column.identifier for column in compared_metrics(view, task))
        scores |= {(task, one): f"compare/{folder}/scores-{name}.js" for one, name in metrics.items()}
        kinds = file_names(compared_curve_names(view, task))
        curves |= {(task, one): f"compare/{folder}/curves-{name}.js" for one, name in kinds.items()}
        names = file_names(run for of_task, run in view.names if of_task == task)
        runs |= {(task, run): f"runs/{folder}/{name}.html" for run, name in names.items()}
        run_reports |= {(task, run): f"reports/{folder}/runs/{name}" for run, name in names.items()}
    of_kind = {
        kind: {task: f"{kind}/{name}.html" for task, name in tasks.items()}
        for kind in ("tasks", "scores", "correlations", "significance", "pooling", "compare")
    }
    topics = file_names(view.outcome.campaign.topics)
    participants = file_names(participant_ids(view))
    families = {identifier: "\n".join(family_key(bound)) for identifier, bound in view.metrics.items()}
    anchors = _anchors({family: family.partition("\n")[0] for family in families.values()})
    return Addresses(
        **of_kind,
        compared_scores=scores,
        compared_curves=curves,
        runs=runs,
        topics={topic: f"topics/{name}.html" for topic, name in topics.items()},
        participants={one: f"participants/{name}.html" for one, name in participants.items()},
        metrics={identifier: anchors[family] for identifier, family in families.items()},
        tasks_of={page: task for pages in of_kind.values() for task, page in pages.items()}
        | {page: task for (task, _), page in runs.items()},
        reports={task: f"reports/{name}" for task, name in tasks.items()},
        run_reports=run_reports,
    )


def recorded_pages(addresses: Addresses) -> dict[str, Any]:
    """Where runs and participants have their pages, for an archive that another version may write."""
    runs: dict[str, dict[str, str]] = {}
    for (task, run), address in addresses.runs.items():
        runs.setdefault(task, {})[run] = address
    return {"runs": runs, "participants": dict(addresses.participants)}


def _anchors(names: Mapping[str, str]) -> dict[str, str]:
    """A fragment for each family: the metric's name, with a digest where several share it."""
    by_name: dict[str, list[str]] = {}
    for family, name in names.items():
        by_name.setdefault(name, []).append(family)
    return {
        family: name
        if len(by_name[name]) == 1
        else f"{name}-{hashlib.sha256(family.encode()).hexdigest()[:4]}"
        for family, name in names.items()
    }


@lru_cache(maxsize=1 << 10)
def _folder(address: str) -> str:
    return posixpath.dirname(address)


@lru_cache(maxsize=1 << 16)  # pages of a folder lead to the same places
def _way(folder: str, address: str) -> str:
    # Absolute, since relative paths would be completed by the working directory.
    campaign = "/archive/campaign"
    return posixpath.relpath(f"{campaign}/{address}", f"{campaign}/{folder}")


@dataclass(frozen=True, slots=True)
class Links:
    """Links as they are written on one page: relative, so that a site can lie anywhere.

    Attributes
    ----------
    here : str
        Address of the page, relative to the campaign's folder.
    assets : mapping of str to str
        Names of the site's assets to their file names.
    """

    addresses: Addresses
    here: str
    assets: Mapping[str, str]

    def to(self, address: str) -> str:
        """The way from this page to an address of the campaign."""
        return _way(_folder(self.here), address)

    def archive(self) -> str:
        return self.to("../index.html")

    def about(self) -> str:
        """The page about the site, which belongs to the archive."""
        return self.to("../archive/about.html")

    def asset(self, name: str) -> str:
        return self.to(f"../assets/{self.assets[name]}")

    def search_indexes(self) -> tuple[str, ...]:
        return (self.to(self.addresses.search_index),)

    def front(self) -> str:
        return self.to(self.addresses.front)

    def task(self, task: str) -> str:
        return self.to(self.addresses.tasks[task])

    def scores(self, task: str) -> str:
        return self.to(self.addresses.scores[task])

    def correlations(self, task: str) -> str:
        return self.to(self.addresses.correlations[task])

    def significance(self, task: str) -> str:
        return self.to(self.addresses.significance[task])

    def pooling(self, task: str) -> str:
        return self.to(self.addresses.pooling[task])

    def compare(self, task: str, *runs: str) -> str:
        """The page that compares two runs, with the two that shall be chosen there."""
        page = self.to(self.addresses.compare[task])
        return f"{page}#{urlencode(dict(zip('ab', runs, strict=True)))}" if runs else page

    def compared_scores(self, task: str, metric: str) -> str:
        return self.to(self.addresses.compared_scores[task, metric])

    def compared_curves(self, task: str, curve: str) -> str:
        return self.to(self.addresses.compared_curves[task, curve])

    def run(self, task: str, run: str) -> str:
        return self.to(self.addresses.runs[task, run])

    def topic(self, topic: str) -> str:
        return self.to(self.addresses.topics[topic])

    def has_topic(self, topic: str) -> bool:
        return topic in self.addresses.topics

    def topics(self) -> str:
        return self.to(self.addresses.topics_overview)

    def assessors(self) -> str:
        return self.to(self.addresses.assessors)

    def reliability(self) -> str:
        return self.to(self.addresses.reliability)

    def participant(self, participant: str) -> str:
        return self.to(self.addresses.participants[participant])

    def metrics(self) -> str:
        return self.to(self.addresses.metrics_guide)

    def metric(self, identifier: str) -> str:
        return f"{self.metrics()}#{self.addresses.metrics[identifier]}"

    def data(self) -> str:
        return self.to(self.addresses.data)

    def data_file(self, name: str) -> str:
        return self.to(f"data/{name}")

    def report(self, task: str, name: str, extension: str) -> str:
        return self.to(self.addresses.report(task, name, extension))

    def run_report(self, task: str, run: str, extension: str) -> str:
        return self.to(self.addresses.run_report(task, run, extension))

    def problems(self) -> str:
        return self.to(self.addresses.problems)
