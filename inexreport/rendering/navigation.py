"""The navigation of a page: its parent pages, and the campaign's pages with its place among them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inexreport.rendering.addresses import Addresses, Page
from inexreport.rendering.page_kinds import (
    CAMPAIGN_PAGES,
    PARTICIPANT_PAGE,
    TASK_PAGES,
    TOPIC_PAGE,
)
from inexreport.report.naming import task_title
from inexreport.subjects.sections import PageKind

FRONT, *SECTIONS = CAMPAIGN_PAGES
RESULTS = TASK_PAGES[0]
TOPICS = next(kind for kind in SECTIONS if kind.name == "topics")


@dataclass(frozen=True, slots=True)
class NavItem:
    """A link of the navigation: its label, its address in the campaign's folder, and the links below it."""

    label: str
    address: str
    below: tuple[NavItem, ...] = ()


@dataclass(frozen=True, slots=True)
class NavGroup:
    """Links of the navigation under a heading, which is empty for the first."""

    heading: str
    items: tuple[NavItem, ...]


@dataclass(frozen=True, slots=True)
class NavContext:
    """The navigation of one page.

    Attributes
    ----------
    task : str or None
        The task of the page.
    section : str
        Address of the item that the page belongs to.
    parents : tuple of NavItem
        The pages between the campaign's front page and this one.
    groups : tuple of NavGroup
        The front page, the tasks in the order of the protocol, and the other pages of the campaign. The
        pages of the page's own task are below their task.
    is_listed : bool
        Whether the page is an item itself; pages of runs, topics and participants are not.
    """

    task: str | None
    section: str
    parents: tuple[NavItem, ...]
    groups: tuple[NavGroup, ...]
    is_listed: bool


def nav_context(addresses: Addresses, page: Page) -> NavContext:
    """Return the navigation of a page, with the pages that have an address."""
    parent = _parent(addresses, page)
    groups = (
        NavGroup("", _items(addresses, [FRONT])),
        NavGroup("Tasks", _tasks(addresses, page.task)),
        NavGroup("Campaign", _campaign(addresses)),
    )
    items = [item for group in groups for item in group.items]
    listed = {one.address for item in items for one in (item, *item.below)}
    return NavContext(
        task=page.task,
        section=parent.address if parent else page.address,
        parents=(parent,) if parent and parent.address != page.address else (),
        groups=tuple(group for group in groups if group.items),
        is_listed=page.address in listed,
    )


def _parent(addresses: Addresses, page: Page) -> NavItem | None:
    if page.task is not None:
        return NavItem(task_title(page.task), addresses.pages[RESULTS.name, page.task])
    if page.kind == TOPIC_PAGE.name:
        return NavItem(TOPICS.label, addresses.pages[TOPICS.name,])
    if page.kind == PARTICIPANT_PAGE.name:
        return _participants(addresses)
    return None


def _tasks(addresses: Addresses, current: str | None) -> tuple[NavItem, ...]:
    return tuple(
        NavItem(task_title(task), address, _items(addresses, TASK_PAGES, task) if task == current else ())
        for (task,), address in addresses.of_kind(RESULTS.name).items()
    )


def _campaign(addresses: Addresses) -> tuple[NavItem, ...]:
    topics, *others = SECTIONS
    own_pages = set(addresses.of_kind(PARTICIPANT_PAGE.name).values()) - {addresses.pages[FRONT.name,]}
    return (
        *_items(addresses, [topics]),
        *([_participants(addresses)] if own_pages else ()),
        *_items(addresses, others),
    )


def _participants(addresses: Addresses) -> NavItem:
    return NavItem("Participants", f"{addresses.pages[FRONT.name,]}#participants")


def _items(addresses: Addresses, kinds: Iterable[PageKind], *key: str) -> tuple[NavItem, ...]:
    pages = addresses.pages
    return tuple(NavItem(kind.label, pages[kind.name, *key]) for kind in kinds if (kind.name, *key) in pages)
