"""How repositories of research data want a campaign's results described: Zenodo, and DataCite for DOIs.

DataCite requires a creator and a publisher, for which its standard value says that they are not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from inexreport.model.campaign import Author
from inexreport.report.campaign_view import CampaignView
from inexreport.report.citation import is_address
from inexreport.report.data import PublishedTable
from inexreport.report.dataset import dataset_description, media_type
from inexreport.report.licence import SPDX, spdx_identifier

Description = dict[str, Any]

UNAVAILABLE = ":unav"
"""DataCite's value for a required property that is not known."""

_RESOURCE_TYPE = "Evaluation results"


def zenodo_metadata(view: CampaignView, tables: Sequence[PublishedTable]) -> Description:
    """Return the metadata of a deposit, as Zenodo's API and ``.zenodo.json`` in a repository have them.

    Without authors there are no creators, which Zenodo requires before it publishes the deposit.
    """
    campaign, dataset = view.outcome.campaign, dataset_description(view, tables)
    licence = campaign.licence.strip()
    spdx = spdx_identifier(licence)
    notes = [f"How to cite: {dataset['creditText']}"]
    if licence and not spdx:
        notes.append(f"Licence: {licence}")
    described = {
        "upload_type": "dataset",
        "title": campaign.title,
        "creators": [_zenodo_creator(author) for author in campaign.authors],
        "description": _paragraph(dataset["description"]),  # Zenodo reads both as HTML
        "notes": "".join(map(_paragraph, notes)),
        "publication_date": campaign.editions[-1].date if campaign.editions else "",
        "version": dataset["version"],
        "keywords": _without_repetitions(dataset["keywords"]),
        "license": spdx.lower(),
        "doi": campaign.doi,
        "related_identifiers": [
            {"identifier": address, "relation": "isDocumentedBy"} for address in _addresses(campaign.url)
        ],
    }
    return _without_empty(described)


def datacite_metadata(view: CampaignView, tables: Sequence[PublishedTable]) -> Description:
    """Return the description for a DOI in the JSON of DataCite's metadata schema 4."""
    campaign, dataset = view.outcome.campaign, dataset_description(view, tables)
    creators = [_datacite_creator(author) for author in campaign.authors]
    files = [file for table in tables for file in table.files]
    described = {
        "schemaVersion": "http://datacite.org/schema/kernel-4",
        "doi": campaign.doi,
        "types": {"resourceTypeGeneral": "Dataset", "resourceType": _RESOURCE_TYPE},
        "creators": creators or [{"name": UNAVAILABLE}],
        "titles": [{"title": campaign.title}],
        "publisher": {"name": campaign.publisher or UNAVAILABLE},
        "publicationYear": campaign.editions[-1].date[:4] if campaign.editions else f"{campaign.year:04}",
        "version": dataset["version"],
        "subjects": [{"subject": word} for word in _without_repetitions(dataset["keywords"])],
        "descriptions": [{"description": dataset["description"], "descriptionType": "Abstract"}],
        "rightsList": [_rights(licence)] if (licence := campaign.licence.strip()) else [],
        "formats": sorted({media_type(file.name) for file in files}),
        "relatedIdentifiers": [
            {
                "relatedIdentifier": address,
                "relatedIdentifierType": "URL",
                "relationType": "IsDocumentedBy",
            }
            for address in _addresses(campaign.url)
        ],
    }
    return _without_empty(described)


def _zenodo_creator(author: Author) -> Description:
    return _without_empty({"name": author.name, "affiliation": author.affiliation, "orcid": author.orcid})


def _datacite_creator(author: Author) -> Description:
    identifier = {
        "nameIdentifier": author.orcid,
        "nameIdentifierScheme": "ORCID",
        "schemeUri": "https://orcid.org",
    }
    return _without_empty(
        {
            "name": author.name,
            # Who has an ORCID iD is a person; an author without may be an organisation.
            "nameType": "Personal" if author.orcid else "",
            "nameIdentifiers": [identifier] if author.orcid else [],
            "affiliation": [{"name": author.affiliation}] if author.affiliation else [],
        }
    )


def _rights(licence: str) -> Description:
    spdx = spdx_identifier(licence)
    scheme = {
        "rightsIdentifier": spdx,
        "rightsIdentifierScheme": "SPDX",
        "schemeUri": SPDX,
    }
    return (
        {"rights": licence}
        | ({"rightsUri": licence} if is_address(licence) else {})
        | (scheme if spdx else {})
    )


def _addresses(url: str) -> list[str]:
    return [url] if is_address(url) else []


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _without_repetitions(words: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(words))


def _without_empty(described: Description) -> Description:
    return {name: value for name, value in described.items() if value not in ("", [])}
