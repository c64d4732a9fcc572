"""Sites of invented campaigns that several modules read."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from evaluated_samples import cached

from inexreport.rendering.archive import write_archive
from inexreport.rendering.site import write_site
from inexreport.report.audience import Audience, Readers
from rendering.invented_campaign import invented_metrics, invented_outcome, with_look


@pytest.fixture(scope="session")
def invented_site(made_once: Callable[..., Path]) -> Path:
    """The site of the invented campaign, alone in its archive. Read only."""
    sites = made_once(
        "invented-site",
        lambda out: write_site(invented_outcome(), invented_metrics(), out, cache=cached().cache),
    )
    return sites / invented_outcome().campaign.slug


@pytest.fixture(scope="session")
def invented_own_site(made_once: Callable[..., Path]) -> Path:
    """The site of the invented campaign for one of its participants, with an accent and a logo. Read only."""
    own, outcome = Audience(Readers.PARTICIPANT, "p/../9"), with_look(invented_outcome())
    sites = made_once(
        "own-site",
        lambda out: write_site(outcome, invented_metrics(), out, audience=own, cache=cached().cache),
    )
    return sites / outcome.campaign.slug


@pytest.fixture(scope="session")
def two_sites(made_once: Callable[..., Path]) -> Path:
    """An archive of two campaigns of the same few runs, accent and logo, `one` and `two`. Read only."""

    def fill(out: Path) -> None:
        first = write_site(with_look(invented_outcome(runs=3, slug="one")), invented_metrics(), out)
        record = shutil.copytree(first, out / "two") / "data" / "campaign.json"
        record.write_text(record.read_text("utf-8").replace('"slug": "one"', '"slug": "two"'), "utf-8")
        write_archive(out)

    return made_once("two-sites", fill)
