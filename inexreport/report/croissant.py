"""The published tables as programs of machine learning want them described: Croissant 1.0 of MLCommons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from inexreport.report.campaign_view import CampaignView
from inexreport.report.citation import doi_address, is_address
from inexreport.report.data import PublishedFile, PublishedTable
from inexreport.report.dataset import dataset_description, media_type

Description = dict[str, Any]

SPECIFICATION = "http://mlcommons.org/croissant/1.0"

_CROISSANT_TERMS = (
    "citeAs column equivalentProperty extract field fileObject fileProperty fileSet format includes"
    " isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace"
    " samplingRate separator source subField transform"
)

CONTEXT: Description = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in _CROISSANT_TERMS.split()},
}
"""The specification's own; programs compare it."""

_TYPES = {
    pa.string(): "sc:Text",
    pa.float64(): "sc:Float",
    pa.int64(): "sc:Integer",
    pa.bool_(): "sc:Boolean",
}

_READ = "csv"
"""The format that records are read from; other files have the same content."""


def croissant(view: CampaignView, tables: Sequence[PublishedTable]) -> Description:
    """Return the description; addresses are relative to the folder of the tables."""
    campaign, dataset = view.outcome.campaign, dataset_description(view, tables)
    described = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": SPECIFICATION,
        **{name: dataset[name] for name in ("name", "description", "keywords", "datePublished", "version")},
        **({"publisher": dataset["publisher"]} if campaign.publisher else {}),
        "citeAs": dataset["creditText"],
        "license": campaign.licence.strip() or "No licence is stated.",
        "url": _address(view),
        "distribution": [_file(table, file) for table in tables for file in table.files],
        "recordSet": [_records(table) for table in tables],
    }
    return described | ({"creator": dataset["creator"]} if campaign.authors else {})


def _address(view: CampaignView) -> str:
    """Where the results are on the web; the front page beside the tables if campaign.toml does not say."""
    campaign = view.outcome.campaign
    if campaign.doi:
        return doi_address(campaign.doi)
    return campaign.url if is_address(campaign.url) else "../index.html"


def _file(table: PublishedTable, file: PublishedFile) -> Description:
    return {
        "@type": "cr:FileObject",
        "@id": file.name,
        "name": file.name,
        "description": table.row,
        "contentUrl": file.name,
        "contentSize": f"{file.size} B",
        "encodingFormat": media_type(file.name),
        "sha256": file.sha256,
    }


def _records(table: PublishedTable) -> Description:
    file = f"{table.name}.{_READ}"
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": table.row,
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{table.name}/{name}",
                "name": name,
                "description": column.meaning.replace("`", ""),
                "dataType": _TYPES[column.type],
                "source": {"fileObject": {"@id": file}, "extract": {"column": name}},
            }
            for name, column in table.columns.items()
        ],
    }
