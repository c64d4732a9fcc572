"""Sites of invented campaigns that several modules read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inexreport.rendering.site import write_site
from inexreport.report.audience import Audience, Readers
from rendering.invented_campaign import invented_metrics, invented_outcome, with_look


@pytest.fixture(scope="session")
def invented_site(made_once: Callable[..., Path]) -> Path:
    """The site of the invented campaign, alone in its archive. Read only."""
    sites = made_once("invented-site", lambda out: write_site(invented_outcome(), invented_metrics(), out))
    return sites / invented_outcome().campaign.slug


@pytest.fixture(scope="session")
def invented_own_site(made_once: Callable[..., Path]) -> Path:
    """The site of the invented campaign for one of its participants, with an accent and a logo. Read only."""
    own, outcome = Audience(Readers.PARTICIPANT, "p/../9"), with_look(invented_outcome())
    sites = made_once("own-site", lambda out: write_site(outcome, invented_metrics(), out, audience=own))
    return sites / outcome.campaign.slug


@pytest.fixture(scope="session")
def two_sites(made_once: Callable[..., Path]) -> Path:
    """An archive of two campaigns of the same few runs, `one` and `two`. Read only."""

    def fill(out: Path) -> None:
        for slug in ("one", "two"):
            write_site(invented_outcome(runs=3, slug=slug), invented_metrics(), out)

    return made_once("two-sites", fill)
