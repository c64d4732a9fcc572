"""What earlier builds found out about runs, kept by the content of their files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.cache.folder import Cache, key_of
from inexreport.cache.records import digest_of, from_arrow, from_parquet, to_arrow, to_parquet
from inexreport.formats.file_content import StoredFile
from inexreport.formats.located_arrow import from_located_arrow, to_located_arrow
from inexreport.formats.run_files import RunFile
from inexreport.formats.run_parquet import packed, unpacked
from inexreport.formats.run_reading import RunReading, read_by_itself
from inexreport.model.outcome import RunOutcome
from inexreport.model.run import Results
from inexreport.version import code_version

Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RevisedScores:
    """What a run scores for topics under other assessments.

    Attributes
    ----------
    topics : tuple of str
        All topics of the run's scores, ordered.
    values : mapping of str to float64 array
        By what was changed.
    """

    topics: tuple[str, ...]
    values: Mapping[str, Values]


@dataclass(frozen=True, eq=False)
class _Packed:
    """The same in few arrays, for there are thousands of values."""

    topics: tuple[str, ...]
    keys: str
    ends: NDArray[np.int64]
    values: Values


@dataclass(frozen=True)
class KeptRuns:
    """Readings, located results, outcomes and scores under changed assessments of the runs of a campaign.

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

    def located(self, file: RunFile, sha256: str) -> Results | None:
        """The results of a run with their places, as far as scoring needs them, in narrow columns."""
        found = self.cache.mapped("located", self.key(file, sha256))
        return None if found is None else from_located_arrow(found)

    def keep_located(self, file: RunFile, sha256: str, results: Results) -> None:
        """Keep the results of a run, all of which have been looked for."""
        self.cache.write("located", self.key(file, sha256), to_located_arrow(results))

    def has_outcome(self, file: RunFile, sha256: str) -> bool:
        """Whether there is an outcome of a run; it may turn out to be unreadable."""
        return self.cache.has("outcomes", self.key(file, sha256))

    def outcome(self, file: RunFile, sha256: str) -> RunOutcome | None:
        """What came of a run when its file was the one with this checksum."""
        content = self.cache.read("outcomes", self.key(file, sha256))
        return None if content is None else from_parquet(content, RunOutcome)

    def keep_outcome(self, file: RunFile, outcome: RunOutcome) -> None:
        """Keep what came of a run; one that could not be read may be readable next time."""
        sha256 = outcome.submission.sha256
        if sha256:
            self.cache.write("outcomes", self.key(file, sha256), to_parquet(outcome))

    def has_revised_scores(self, file: RunFile, sha256: str) -> bool:
        """Whether there is something for `revised_scores`; it may turn out to be unreadable."""
        return self.cache.has("rescorings", self.key(file, sha256))

    def revised_scores(self, file: RunFile, sha256: str) -> RevisedScores | None:
        """Scores of a run under other assessments, as far as they are known."""
        content = self.cache.read("rescorings", self.key(file, sha256))
        kept = None if content is None else from_arrow(content, _Packed)
        if kept is None:
            return None
        values = np.split(kept.values, kept.ends[:-1])
        return RevisedScores(kept.topics, dict(zip(kept.keys.split(), values, strict=True)))

    def keep_revised_scores(self, file: RunFile, sha256: str, scores: RevisedScores) -> None:
        """Keep the scores of a run under other assessments."""
        arrays = list(scores.values.values())
        ends = np.cumsum([len(array) for array in arrays], dtype=np.int64)
        values = np.concatenate([np.empty(0), *arrays])
        packed = _Packed(scores.topics, " ".join(scores.values), ends, values)
        self.cache.write("rescorings", self.key(file, sha256), to_arrow(packed))

    def key(self, file: RunFile, sha256: str) -> str:
        """What all that is known of a run is kept by, when its file is the one with this checksum."""
        problems = digest_of(file.problems) if file.problems else ""
        return key_of(
            code_version(), self.campaign, sha256, file.task, file.name, file.file, file.participant, problems
        )
