"""Makes the site of a campaign of which something has changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from inexreport.building.gathering import gather
from inexreport.building.means import Means
from inexreport.building.progress import Progress
from inexreport.building.summary import BuildSummary, summarise
from inexreport.participant.outcome import participant_outcome
from inexreport.rendering.site import write_site
from inexreport.rendering.site_parts import Chore
from inexreport.report.audience import Audience, Readers


def evaluate_and_write(
    directory: Path,
    out: Path,
    progress: Progress,
    audience: Audience,
    means: Means,
    checksums: Mapping[str, str] | None = None,
) -> BuildSummary:
    """Evaluate what has not been evaluated before, and write the site."""
    cache = means.cache
    waiting: list[Chore] = []
    outcome, prepared = gather(
        directory, progress, workers=means.workers, cache=cache, checksums=checksums, later=waiting.append
    )
    folder = write_site(
        outcome,
        prepared.metrics,
        out,
        progress=lambda done, total: progress("Writing pages", done, total),
        audience=audience,
        workers=means.workers,
        cache=cache,
        meanwhile=waiting,
    )
    if audience.readers is Readers.PARTICIPANT:
        outcome = participant_outcome(audience.participant, outcome)
    return summarise(outcome, folder.name)
