"""Tells whether a site is still the one that its campaign gives, by what the file system says alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from inexreport.building.summary import BuildSummary
from inexreport.cache.folder import Cache, key_of
from inexreport.cache.folder_state import settled_state, state_of
from inexreport.cache.records import from_parquet, to_parquet
from inexreport.rendering.template_folder import templates_version
from inexreport.report.audience import Audience
from inexreport.version import code_version

KIND = "sites"


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """A site that was built, the state of what it was built from, and what was told then."""

    inputs: str
    site: str
    summary: BuildSummary


def state_of_inputs(directory: Path, out: Path, audience: Audience) -> str:
    """What a site would be built from now: the campaign's files by size and times, the code, the readers.

    Empty where a file was touched so lately that a further change might not show. The archive, which may lie
    within the campaign's directory, is no input.
    """
    root = directory.resolve()
    files = settled_state(root, but=out.resolve())
    if not files:
        return ""
    return key_of(code_version(), templates_version(), str(audience), str(root), files)


def unchanged_site(cache: Cache, inputs: str, folder: Path, shared: Path) -> BuildSummary | None:
    """What was told of the site that stands in a folder, if a build would write the same again.

    Parameters
    ----------
    cache : Cache
    inputs : str
        See `state_of_inputs`.
    folder : Path
        The campaign's folder in the archive.
    shared : Path
        The folder of what all campaigns of the archive share.
    """
    content = cache.read(KIND, _key(folder))
    built = None if content is None else from_parquet(content, BuiltSite)
    if built is None or not inputs or built.inputs != inputs or built.site != _state_of_site(folder, shared):
        return None
    return replace(built.summary, written=False)


def keep_built_site(cache: Cache, inputs: str, folder: Path, shared: Path, summary: BuildSummary) -> None:
    """Remember that a site was built from inputs of this state."""
    built = BuiltSite(inputs, _state_of_site(folder, shared), summary)
    cache.write(KIND, _key(folder), to_parquet(built))


def _key(folder: Path) -> str:
    return key_of(str(folder.resolve()))


def _state_of_site(folder: Path, shared: Path) -> str:
    return key_of(*(state_of(part) for part in (folder, shared)))
