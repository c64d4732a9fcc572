"""A campaign's folder as a research object that can be deposited: RO-Crate metadata."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any
from urllib.parse import quote

from inexreport.model.campaign import InputFile
from inexreport.report.campaign_record import input_files
from inexreport.report.campaign_view import CampaignView
from inexreport.report.dataset import dataset_description, is_address, measured, media_type, published_metrics
from inexreport.report.published_files import CHECKSUMS_FILE, METADATA_FILE, PublishedFile, PublishedTable
from inexreport.version import __version__

SPECIFICATION = "https://w3id.org/ro/crate/1.2"

Entity = dict[str, Any]

_SOFTWARE, _EVALUATION, _LICENCE = "#inexreport", "#evaluation", "#licence"

_SHARED = ("name", "description", "datePublished", "temporalCoverage", "version", "creditText")
"""Properties that schema.org's description of the published tables has as well."""

_MEANINGS = {
    CHECKSUMS_FILE: "SHA-256 of every other file of this folder, as sha256sum reads it.",
    "index.html": "Front page: tasks, winners, participants, how to cite.",
    "data/campaign.json": "The campaign’s parameters, and its inputs with their checksums.",
    "data/citation.bib": "How to cite the results, for BibTeX.",
    "correlations": "A page for each task: how far its metrics agree.",
    "data": "Every table of the site as CSV, JSON and Parquet.",
    "participants": "A page for each participant.",
    "pooling": "A page for each task: its pools, and what each participant contributed.",
    "reports": "Tables and pictures for papers, and scores of each run by topic.",
    "runs": "A page for each run.",
    "scores": "A page for each task: every run under every metric.",
    "significance": "A page for each task: which of its runs can be told apart.",
    "tasks": "A page for each task.",
    "topics": "A page for each topic.",
}
"""Of folders and single files; others are known by their names."""


def research_object(
    view: CampaignView, tables: Sequence[PublishedTable], files: Sequence[PublishedFile]
) -> Entity:
    """RO-Crate metadata of a campaign's folder.

    Parameters
    ----------
    view : CampaignView
    tables : sequence of PublishedTable
    files : sequence of PublishedFile
        Everything in the folder, ordered by path, but the metadata and the checksums, which come last.
    """
    meanings = _MEANINGS | {file.path: table.row for table in tables for file in table.files}
    described = [_file(one, meanings) for one in files]
    described.append(_entity(CHECKSUMS_FILE, "File", meanings) | _encoding(CHECKSUMS_FILE))
    parts, folders = _parts(described, meanings)
    metrics = [
        {"@id": f"#metrics/{quote(one.identifier)}", "@type": "PropertyValue"} | measured(one)
        for one in published_metrics(view)
    ]
    inputs = [_input(one) for one in input_files(view.outcome)]
    licence = _licence(view.outcome.campaign.licence.strip())
    dataset = dataset_description(view, tables)
    root = (
        {"@id": "./", "@type": "Dataset"}
        | {name: dataset[name] for name in _SHARED}
        | {
            "license": _reference(licence),
            "hasPart": _references(parts),
            "isBasedOn": _references(inputs),
            "variableMeasured": _references(metrics),
            "mentions": {"@id": _EVALUATION},
        }
    )
    evaluation = {
        "@id": _EVALUATION,
        "@type": "CreateAction",
        "name": f"Evaluation by inexreport {__version__}",
        "instrument": {"@id": _SOFTWARE},
        "object": _references(inputs),
        "result": _references(parts),
    }
    return {
        "@context": f"{SPECIFICATION}/context",
        "@graph": [
            _DESCRIPTOR,
            _without_empty(root),
            _without_empty(evaluation),
            _SOFTWARE_ENTITY,
            licence,
            *metrics,
            *folders,
            *described,
            *inputs,
        ],
    }


_DESCRIPTOR: Entity = {
    "@id": METADATA_FILE,
    "@type": "CreativeWork",
    "about": {"@id": "./"},
    "conformsTo": {"@id": SPECIFICATION},
}

_SOFTWARE_ENTITY: Entity = {
    "@id": _SOFTWARE,
    "@type": "SoftwareApplication",
    "name": "inexreport",
    "version": __version__,
    # The specification asks for an address: the guide tells what the program computes.
    "url": {"@id": "metrics.html"},
}


def _licence(licence: str) -> Entity:
    """What campaign.toml says, by its address if it is one; the specification wants something said."""
    if not licence:
        said = "No licence is stated."
        return {"@id": _LICENCE, "@type": "CreativeWork", "name": said, "description": said}
    identifier = licence if is_address(licence) else _LICENCE
    return {"@id": identifier, "@type": "CreativeWork", "name": licence, "description": licence}


def _input(one: InputFile) -> Entity:
    """A file that is not in the folder; `localPath` is where it would lie, were it deposited as well."""
    described = {"@id": f"#inputs/{quote(one.file)}", "@type": "File", "name": one.file}
    return described | _encoding(one.file) | {"sha256": one.sha256, "localPath": f"inputs/{one.file}"}


def _file(one: PublishedFile, meanings: dict[str, str]) -> Entity:
    described = _entity(one.path, "File", meanings)
    return described | _encoding(one.path) | {"contentSize": str(one.size), "sha256": one.sha256}


def _encoding(path: str) -> Entity:
    return {"encodingFormat": media_type(path)}


def _entity(path: str, kind: str, meanings: dict[str, str]) -> Entity:
    name = path.rstrip("/")
    described = {"@id": quote(path), "@type": kind, "name": name}
    return described | ({"description": meanings[name]} if name in meanings else {})


def _parts(files: Sequence[Entity], meanings: dict[str, str]) -> tuple[list[Entity], list[Entity]]:
    """What lies directly in the crate, and of that the folders, each with all that is in it."""
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


def _reference(one: Entity) -> Entity:
    return {"@id": one["@id"]}


def _references(entities: Sequence[Entity]) -> Entity | list[Entity]:
    """References to entities; a single one stands without a list, as compacted JSON-LD has it."""
    references = [_reference(one) for one in entities]
    return references[0] if len(references) == 1 else references


def _without_empty(one: Entity) -> Entity:
    return {name: value for name, value in one.items() if value != []}
