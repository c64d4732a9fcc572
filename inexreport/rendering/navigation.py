"""The navigation of a page: its parent pages, the campaign's sections, and the pages of its task."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inexreport.rendering.addresses import Addresses, Page
from inexreport.rendering.page_kinds import CAMPAIGN_PAGES, PARTICIPANT_PAGE, TASK_PAGES, TOPIC_PAGE, PageKind
from inexreport.report.naming import task_title

FRONT, *SECTIONS = CAMPAIGN_PAGES
RESULTS = TASK_PAGES[0]
TOPICS = next(kind for kind in SECTIONS if kind.name == "topics")


@dataclass(frozen=True, slots=True)
class NavItem:
    """A link of the navigation: its label and an address relative to the campaign's folder."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class NavContext:
    """The navigation of one page.

    Attributes
    ----------
    task : str or None
        The task of the page.
    section : str
        Address of its section.
    parents : tuple of NavItem
        The pages between the campaign's front page and this one.
    sections, task_pages : tuple of NavItem
        The campaign's sections, and the pages of the task.
    """

    task: str | None
    section: str
    parents: tuple[NavItem, ...]
    sections: tuple[NavItem, ...]
    task_pages: tuple[NavItem, ...]


def nav_context(addresses: Addresses, page: Page) -> NavContext:
    """Return the navigation of a page, with the pages that have an address."""
    parent = _parent(addresses, page)
    tasks = addresses.of_kind(RESULTS.name)
    return NavContext(
        task=page.task,
        section=parent.address.partition("#")[0] if parent else page.address,
        parents=(parent,) if parent and parent.address != page.address else (),
        sections=(
            *_items(addresses, [FRONT]),
            *(NavItem(task_title(task), address) for (task,), address in tasks.items()),
            *_items(addresses, SECTIONS),
        ),
        task_pages=_items(addresses, TASK_PAGES, page.task) if page.task is not None else (),
    )


def _parent(addresses: Addresses, page: Page) -> NavItem | None:
    if page.task is not None:
        return NavItem(task_title(page.task), addresses.pages[RESULTS.name, page.task])
    if page.kind == TOPIC_PAGE.name:
        return NavItem(TOPICS.label, addresses.pages[TOPICS.name,])
    if page.kind == PARTICIPANT_PAGE.name:
        return NavItem("Participants", f"{addresses.pages[FRONT.name,]}#participants")
    return None


def _items(addresses: Addresses, kinds: Iterable[PageKind], *key: str) -> tuple[NavItem, ...]:
    pages = addresses.pages
    return tuple(NavItem(kind.label, pages[kind.name, *key]) for kind in kinds if (kind.name, *key) in pages)
