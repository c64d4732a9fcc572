"""What parts of a site are made from, as keys, and what is kept by these for the next build."""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from inexreport.cache.folder import Cache, key_of
from inexreport.cache.records import digest_of
from inexreport.cache.texts import packed_text, unpacked_text
from inexreport.model.outcome import TaskOutcome
from inexreport.rendering.made_from import OF_NO_TASK
from inexreport.rendering.template_folder import templates_version
from inexreport.version import code_version

KIND = "pages"


@dataclass(frozen=True, slots=True)
class KeptParts:
    """What earlier builds have made of tasks that are as they were.

    Attributes
    ----------
    cache : Cache
    tasks : mapping of str to str
        By task, or `OF_NO_TASK`, a checksum of all that its parts are made from.
    """

    cache: Cache
    tasks: Mapping[str, str]

    def key(self, task: str, *subject: str) -> str:
        """A checksum of all that something about a task is made from.

        Parameters
        ----------
        task : str
        *subject : str
            What of the task it is about, and what else it is made from.
        """
        return key_of(self.tasks[task], *subject)

    def key_of_all(self, *subject: str) -> str:
        """The same of something about all tasks."""
        return key_of(*self.tasks.values(), *subject)

    def kept(self, key: str) -> str | None:
        """The text that an earlier build has left under a key."""
        content = self.cache.read(KIND, key)
        return None if content is None else unpacked_text(content)

    def keep(self, key: str, text: str) -> None:
        """Leave a text for later builds."""
        self.cache.write(KIND, key, packed_text(text))


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

    def parts(self, tasks: Iterable[TaskOutcome], *further: str) -> KeptParts:
        """What they have left of the parts of a site.

        Parameters
        ----------
        tasks : iterable of TaskOutcome
        *further : str
            What all parts are made from beside outcomes, program and templates.
        """
        common = (code_version(), templates_version(), self.campaign, *further)
        of_tasks = {one.task.name: key_of(*common, _runs_of(one)) for one in tasks}
        return KeptParts(self.cache, of_tasks | {OF_NO_TASK: key_of(*common)})


def digest_of_data(data: Any) -> str:
    """A checksum of a page's data; other data have another one."""
    written = io.BytesIO()
    pickler = pickle.Pickler(written, protocol=5)
    pickler.fast = True  # so that it does not matter which equal texts are one object
    pickler.dump(data)
    return hashlib.sha256(written.getbuffer()).hexdigest()


def _runs_of(outcome: TaskOutcome) -> str:
    """A checksum of a task's runs: all else about them follows from these and from the campaign."""
    return digest_of([(run.submission, run.problems) for run in outcome.runs])
