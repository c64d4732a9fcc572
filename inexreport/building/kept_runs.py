"""What earlier builds found out about runs, kept by the content of their files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.cache.folder import Cache, key_of
from inexreport.cache.records import digest_of, from_parquet, to_parquet
from inexreport.evaluation.reassessment import Reassessment
from inexreport.formats.campaign_directory import RunFile
from inexreport.formats.file_content import StoredFile
from inexreport.formats.run_parquet import packed, unpacked
from inexreport.formats.run_reading import RunReading, read_by_itself
from inexreport.model.outcome import RunOutcome
from inexreport.version import code_version

Means = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class KeptMeans:
    """What a run scores under changed assessments: shape (metrics of the change,), by the change's digest."""

    means: Mapping[str, Means]


@dataclass(frozen=True)
class KeptRuns:
    """Readings, outcomes and scores under changed assessments of the runs of a campaign.

    Attributes
    ----------
    cache : Cache
    campaign : str
        Digest of all that outcomes depend on but the runs.
    """

    cache: Cache
    campaign: str

    def reading(self, sha256: str) -> RunReading | None:
        """What a run file with this checksum tells by itself."""
        content = self.cache.read("runs", key_of(code_version(), sha256))
        return None if content is None else unpacked(content)

    def reading_of(self, stored: StoredFile) -> RunReading:
        """What a run file tells by itself, read now if it has not been read before."""
        reading = self.reading(stored.sha256)
        if reading is None:
            reading = read_by_itself(stored)
            self.cache.write("runs", key_of(code_version(), stored.sha256), packed(reading))
        return reading

    def outcome(self, file: RunFile, sha256: str) -> RunOutcome | None:
        """What came of a run when its file was the one with this checksum."""
        content = self.cache.read("outcomes", self.key(file, sha256))
        return None if content is None else from_parquet(content, RunOutcome)

    def keep_outcome(self, file: RunFile, outcome: RunOutcome) -> None:
        """Keep what came of a run; one that could not be read may be readable next time."""
        sha256 = outcome.submission.sha256
        if sha256:
            self.cache.write("outcomes", self.key(file, sha256), to_parquet(outcome))

    def means(self, file: RunFile, sha256: str) -> Mapping[str, Means]:
        """Scores of a run under all changes that are known, by the changes' digests."""
        content = self.cache.read("rescorings", self.key(file, sha256))
        kept = None if content is None else from_parquet(content, KeptMeans)
        return kept.means if kept else {}

    def keep_means(self, file: RunFile, sha256: str, means: Mapping[str, Means]) -> None:
        """Keep the scores of a run under changes."""
        self.cache.write("rescorings", self.key(file, sha256), to_parquet(KeptMeans(means)))

    def key(self, file: RunFile, sha256: str) -> str:
        """What all that is known of a run is kept by, when its file is the one with this checksum."""
        problems = digest_of(file.problems) if file.problems else ""
        return key_of(
            code_version(), self.campaign, sha256, file.task, file.name, file.file, file.participant, problems
        )


def digests_of(changes: Sequence[Reassessment]) -> tuple[str, ...]:
    """The digests of changes, by which scores under them are kept."""
    return tuple(
        digest_of((change.revisions, [metric.identifier for metric in change.metrics])) for change in changes
    )
