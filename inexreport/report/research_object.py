"""A campaign's folder as a research object that can be deposited: RO-Crate metadata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any
from urllib.parse import quote

from inexreport.model.campaign import Author
from inexreport.report.campaign_record import input_files
from inexreport.report.campaign_view import CampaignView
from inexreport.report.citation import doi_address, is_address, orcid_address
from inexreport.report.data import (
    CHECKSUMS_FILE,
    DATASET_FILE,
    DESCRIPTION_FILES,
    METADATA_FILE,
    PublishedFile,
    PublishedTable,
)
from inexreport.report.dataset import (
    dataset_description,
    measured,
    media_type,
    organisation,
    published_metrics,
)
from inexreport.report.licence import SPDX, spdx_identifier
from inexreport.report.social_preview import PREVIEW_FILE
from inexreport.version import __version__

SPECIFICATION = "https://w3id.org/ro/crate/1.1"
"""That on which the profile builds, which accepts no later one."""

PROFILE = "https://w3id.org/ro/wfrun/process/0.5"
"""Of crates that say which program made their files from which inputs."""

Entity = dict[str, Any]

_SOFTWARE, _EVALUATION, _LICENCE, _PUBLISHER = "#inexreport", "#evaluation", "#licence", "#publisher"

_SHARED = ("name", "description", "datePublished", "temporalCoverage", "version", "creditText")
"""Properties that schema.org's description of the published tables has as well."""

_MEANINGS = {
    CHECKSUMS_FILE: "SHA-256 of every other file of this folder, as sha256sum reads it.",
    "errata.atom": "The errata as a feed (Atom).",
    "errata.html": "What changed in each edition of the results.",
    "index.html": "Front page: tasks, winners, participants, how to cite.",
    DATASET_FILE: "The results as a Dataset of schema.org, for search engines.",
    "data/campaign.json": "The campaign’s parameters, and its inputs with their checksums.",
    **{f"data/{name}": meaning for name, meaning in DESCRIPTION_FILES.items()},
    PREVIEW_FILE: "Picture that other sites may show with the address of the results.",
    "correlations": "A page for each task: how far its metrics agree.",
    "data": "Every table of the site as CSV, JSON and Parquet.",
    "participants": "A page for each participant.",
    "pooling": "A page for each task: its pools, and what each participant contributed.",
    "reports": "Tables and pictures for papers, and scores of each run by topic.",
    "runs": "A page for each run.",
    "scores": "A page for each task: every run under every metric.",
    "significance": "A page for each task: which of its runs differ significantly.",
    "tasks": "A page for each task.",
    "topics": "A page for each topic.",
}
"""Of folders and single files; others are known by their names."""


def research_object(
    view: CampaignView, tables: Sequence[PublishedTable], files: Sequence[PublishedFile]
) -> Entity:
    """Return the RO-Crate metadata of a campaign's folder.

    Parameters
    ----------
    view : CampaignView
    tables : sequence of PublishedTable
    files : sequence of PublishedFile
        All files of the folder, ordered by path, except the metadata and the checksums, which come last.
    """
    meanings = _MEANINGS | {file.path: table.row for table in tables for file in table.files}
    described = [
        _entity(one.path, "File", meanings) | {"contentSize": str(one.size), "sha256": one.sha256}
        for one in files
    ]
    described.append(_entity(CHECKSUMS_FILE, "File", meanings))
    parts, folders = _parts(described, meanings)
    metrics = [
        {"@id": f"#metrics/{quote(one.identifier)}", "@type": "PropertyValue"} | measured(one)
        for one in published_metrics(view)
    ]
    # Inputs are not in the folder.
    inputs = [
        _entity(one.file, "File", {}) | {"@id": f"#inputs/{quote(one.file)}", "sha256": one.sha256}
        for one in input_files(view.outcome)
    ]
    campaign = view.outcome.campaign
    licence = _licence(campaign.licence.strip())
    people, organisations = _authors(campaign.authors)
    publisher = [{"@id": _PUBLISHER} | organisation(campaign.publisher)] if campaign.publisher else []
    dataset = dataset_description(view, tables)
    root = {name: dataset[name] for name in _SHARED} | {
        "@id": "./",
        "@type": "Dataset",
        "conformsTo": {"@id": PROFILE},
        "license": {"@id": licence["@id"]},
        "hasPart": _references(parts),
        "isBasedOn": _references(inputs),
        "variableMeasured": _references(metrics),
        "author": _references(people),
        "publisher": _references(publisher),
        "identifier": doi_address(campaign.doi) if campaign.doi else [],
        "mentions": {"@id": _EVALUATION},
    }
    evaluation = {
        "@id": _EVALUATION,
        "@type": "CreateAction",
        "name": f"Evaluation by inexreport {__version__}",
        "description": f"inexreport build {campaign.slug}; settings and versions are in data/campaign.json.",
        "instrument": {"@id": _SOFTWARE},
        "object": _references(inputs),
        "result": _references(parts),
    }
    leading = [
        _DESCRIPTOR,
        _PROFILE_ENTITY,
        _without_empty(root),
        _without_empty(evaluation),
        _SOFTWARE_ENTITY,
        licence,
        *people,
        *organisations,
        *publisher,
    ]
    return {
        "@context": f"{SPECIFICATION}/context",
        "@graph": [*leading, *metrics, *folders, *described, *inputs],
    }


_DESCRIPTOR: Entity = {
    "@id": METADATA_FILE,
    "@type": "CreativeWork",
    "about": {"@id": "./"},
    "conformsTo": {"@id": SPECIFICATION},
}

_PROFILE_ENTITY: Entity = {
    "@id": PROFILE,
    "@type": "CreativeWork",
    "name": "Process Run Crate",
    "version": "0.5",
}

_SOFTWARE_ENTITY: Entity = {
    "@id": _SOFTWARE,
    "@type": "SoftwareApplication",
    "name": "inexreport",
    "version": __version__,
    # RO-Crate requires an address: the metrics guide says what the program computes.
    "url": {"@id": "metrics.html"},
}


def _licence(licence: str) -> Entity:
    """The licence in campaign.toml, identified by its address if it has one; RO-Crate requires a licence."""
    spdx = spdx_identifier(licence)
    licence = licence or "No licence is stated."
    identifier = licence if is_address(licence) else f"{SPDX}{spdx}" if spdx else _LICENCE
    return {"@id": identifier, "@type": "CreativeWork", "name": licence, "description": licence}


def _authors(authors: Sequence[Author]) -> tuple[list[Entity], list[Entity]]:
    """The authors of the results, identified by their ORCID iD if they have one, and their organisations."""
    names = dict.fromkeys(author.affiliation for author in authors if author.affiliation)
    organisations = {
        name: {"@id": f"#organisation-{place}", "@type": "Organization", "name": name}
        for place, name in enumerate(names, start=1)
    }
    people = [
        {
            "@id": orcid_address(author.orcid) if author.orcid else f"#author-{place}",
            "@type": "Person",
            "name": author.name,
        }
        | ({"affiliation": {"@id": organisations[author.affiliation]["@id"]}} if author.affiliation else {})
        for place, author in enumerate(authors, start=1)
    ]
    return people, list(organisations.values())


def _entity(path: str, kind: str, meanings: Mapping[str, str]) -> Entity:
    name = path.rstrip("/")
    entity = {"@id": quote(path), "@type": kind, "name": name}
    if kind == "File":
        entity["encodingFormat"] = media_type(path)
    return entity | ({"description": meanings[name]} if name in meanings else {})


def _parts(files: Sequence[Entity], meanings: Mapping[str, str]) -> tuple[list[Entity], list[Entity]]:
    """Files and folders at the top of the crate, and the folders alone, each with all files in it."""
    parts, folders = [], []
    by_top = sorted(files, key=lambda one: one["name"].partition("/")[0])
    for top, inside in groupby(by_top, key=lambda one: one["name"].partition("/")[0]):
        members = list(inside)
        if members[0]["name"] == top:
            parts += members
        else:
            folder = _entity(f"{top}/", "Dataset", meanings) | {"hasPart": _references(members)}
            parts.append(folder)
            folders.append(folder)
    return parts, folders


def _references(entities: Sequence[Entity]) -> Entity | list[Entity]:
    """References to entities; a single one is not in a list, as in compacted JSON-LD."""
    references = [{"@id": one["@id"]} for one in entities]
    return references[0] if len(references) == 1 else references


def _without_empty(one: Entity) -> Entity:
    return {name: value for name, value in one.items() if value != []}
