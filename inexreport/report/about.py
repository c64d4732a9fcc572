"""The page about the site itself: how to read it, what it does, whose work it holds."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.report.shipped_libraries import LIBRARIES, LICENCE_TEXTS, ShippedLibrary


@dataclass(frozen=True, slots=True)
class AboutPage:
    """What the page about the site shows.

    Attributes
    ----------
    libraries : tuple of ShippedLibrary
    texts : tuple of str
        Licences whose texts are shown.
    """

    libraries: tuple[ShippedLibrary, ...]
    texts: tuple[str, ...]


def about_page() -> AboutPage:
    """The page is the same for every site."""
    return AboutPage(LIBRARIES, LICENCE_TEXTS)
