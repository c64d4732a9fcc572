"""Pages and other texts of tasks, kept for the next build by all that they are made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from inexreport.cache.folder import Cache, key_of
from inexreport.cache.records import digest_of, from_parquet, to_parquet
from inexreport.model.outcome import TaskOutcome
from inexreport.rendering.template_folder import templates_version
from inexreport.version import code_version

KIND = "pages"

Texts = Mapping[str, str]
"""By their addresses in the campaign's folder."""


@dataclass(frozen=True, slots=True)
class KeptTexts:
    """What earlier builds have written for tasks that are as they were.

    Attributes
    ----------
    cache : Cache
    tasks : mapping of str to str
        By task, a checksum of all that its texts are made from.
    """

    cache: Cache
    tasks: Mapping[str, str]

    def texts(self, task: str, subject: str, make: Callable[[], Texts]) -> Texts:
        """Return what is kept about a subject, else what is made now."""
        key = key_of(self.tasks[task], subject)
        content = self.cache.read(KIND, key)
        kept = None if content is None else from_parquet(content, dict[str, str])
        if kept is None:
            kept = dict(make())
            self.cache.write(KIND, key, to_parquet(kept))
        return kept


@dataclass(frozen=True, slots=True)
class EarlierBuilds:
    """What earlier builds have left for one of a campaign.

    Attributes
    ----------
    cache : Cache
    campaign : str
        A checksum of all that outcomes are made from but the files of runs.
    """

    cache: Cache
    campaign: str

    def texts(self, tasks: Iterable[TaskOutcome], *further: str) -> KeptTexts:
        """What they have left of the texts of tasks.

        Parameters
        ----------
        tasks : iterable of TaskOutcome
        *further : str
            What texts are made from beside outcomes, program and templates.
        """
        common = (code_version(), templates_version(), self.campaign, *further)
        return KeptTexts(self.cache, {one.task.name: key_of(*common, _runs_of(one)) for one in tasks})


def _runs_of(outcome: TaskOutcome) -> str:
    """A checksum of a task's runs: all else about them follows from these and from the campaign."""
    return digest_of([(run.submission, run.problems) for run in outcome.runs])
