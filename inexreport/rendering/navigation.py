"""Where a page stands in its campaign: the way down to it, the sections, and the pages of its task."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from inexreport.rendering.addresses import Addresses
from inexreport.report.naming import task_title


@dataclass(frozen=True, slots=True)
class Place:
    """A page that others lead to.

    Attributes
    ----------
    name : str
        What links to it say.
    address : str
        Relative to the campaign's folder.
    about : str
        What it tells, in words by which it may be looked for.
    """

    name: str
    address: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What the navigation of one page shows.

    Attributes
    ----------
    task : str or None
        The task that the page belongs to.
    section : str
        Address of the section that it belongs to.
    parents : tuple of Place
        The pages between the campaign's front page and this one.
    sections, task_pages : tuple of Place
        The campaign's sections, and the pages of the task.
    """

    task: str | None
    section: str
    parents: tuple[Place, ...]
    sections: tuple[Place, ...]
    task_pages: tuple[Place, ...]


def task_places(addresses: Addresses) -> tuple[Place, ...]:
    """The tasks of the campaign."""
    return tuple(Place(task_title(task), address) for task, address in addresses.tasks.items())


def topics_place(addresses: Addresses) -> Place:
    """The overview of topics."""
    return Place("Topics", addresses.topics_overview, "difficulty hardest easiest influence deciding topics")


def campaign_places(addresses: Addresses) -> tuple[Place, ...]:
    """The campaign's other sections, without its front page: a new one is named here."""
    return (
        topics_place(addresses),
        Place("Assessors", addresses.assessors, "agreement of judges assessments kappa second judge"),
        Place("Reliability", addresses.reliability, "simulated runs expected order of metrics"),
        Place("Metrics", addresses.metrics_guide, "guide definitions formulas parameters"),
        Place("Data", addresses.data, "downloads tables CSV JSON Parquet checksums inputs"),
        Place("Problems", addresses.problems, "errors warnings of input files rejected runs"),
    )


def task_pages(addresses: Addresses, task: str) -> tuple[Place, ...]:
    """The pages of a task, its results first: a new one is named here."""
    return (
        Place("Results", addresses.tasks[task], "top ten best runs curves"),
        Place("All scores", addresses.scores[task], "every metric ranks table"),
        Place("Correlations", addresses.correlations[task], "of metrics Spearman Kendall tau scatter"),
        Place(
            "Significance",
            addresses.significance[task],
            "paired t test Wilcoxon randomization Holm groups intervals swap error",
        ),
        Place(
            "Pools",
            addresses.pooling[task],
            "pooling metasearch Borda depth rare documents unique contributions leave one out binary",
        ),
        Place("Compare runs", addresses.compare[task], "two runs topic by topic wins losses ties scatter"),
    )


def whereabouts(addresses: Addresses, here: str, written: Collection[str] | None = None) -> Whereabouts:
    """Find out where a page stands.

    Parameters
    ----------
    addresses : Addresses
    here : str
        Address of the page, relative to the campaign's folder.
    written : collection of str, optional
        Addresses of the pages that are there, beside which nothing is led to; without it, all of them.
    """
    sections = (
        Place("Overview", addresses.front),
        *task_places(addresses),
        *campaign_places(addresses),
    )
    task = addresses.tasks_of.get(here)
    if task is not None:
        above = Place(task_title(task), addresses.tasks[task])
    elif here in addresses.topics.values():
        above = topics_place(addresses)
    elif here in addresses.participants.values():
        above = Place("Participants", f"{addresses.front}#participants")
    else:
        above = None
    return Whereabouts(
        task=task,
        section=above.address.partition("#")[0] if above else here,
        parents=(above,) if above and above.address != here else (),
        sections=_written(sections, written),
        task_pages=_written(task_pages(addresses, task), written) if task is not None else (),
    )


def _written(places: tuple[Place, ...], written: Collection[str] | None) -> tuple[Place, ...]:
    return places if written is None else tuple(place for place in places if place.address in written)
