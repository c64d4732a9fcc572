"""Tells whether a site is still the one that its campaign gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from inexreport.building.summary import BuildSummary
from inexreport.cache.file_checksums import folder_signature
from inexreport.cache.folder import Cache, key_of
from inexreport.cache.records import from_parquet, to_parquet
from inexreport.rendering.template_folder import templates_version
from inexreport.report.audience import Audience
from inexreport.version import code_version

KIND = "sites"


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """A site that was built: see `state_of_inputs`, what the file system says of it, and its summary."""

    inputs: str
    site: str
    summary: BuildSummary


def state_of_inputs(directory: Path, checksums: Mapping[str, str], audience: Audience) -> str:
    """Everything that a site is made from: the campaign's files by content, the code, the audience.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    checksums : mapping of str to str
        See `file_checksums`.
    audience : Audience
    """
    content = (part for item in sorted(checksums.items()) for part in item)
    return key_of(code_version(), templates_version(), str(audience), str(directory.resolve()), *content)


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
    if built is None or built.inputs != inputs or built.site != _state_of_site(folder, shared):
        return None
    return replace(built.summary, written=False)


def keep_built_site(cache: Cache, inputs: str, folder: Path, shared: Path, summary: BuildSummary) -> None:
    """Remember that a site was built from inputs of this state."""
    built = BuiltSite(inputs, _state_of_site(folder, shared), summary)
    cache.write(KIND, _key(folder), to_parquet(built))


def _key(folder: Path) -> str:
    return key_of(str(folder.resolve()))


def _state_of_site(folder: Path, shared: Path) -> str:
    return key_of(*(folder_signature(part) for part in (folder, shared)))
