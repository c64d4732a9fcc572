"""The published tables as search engines for data want them described: a Dataset of schema.org."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from inexreport.metrics.metric import BoundMetric
from inexreport.model.campaign import Author, Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import participants_of
from inexreport.report.campaign_record import input_files, inputs_digest
from inexreport.report.campaign_view import CampaignView
from inexreport.report.citation import campaign_citation, doi_address, is_address, orcid_address
from inexreport.report.data import PublishedFile, PublishedTable
from inexreport.report.naming import task_title
from inexreport.report.words import words_of

Description = dict[str, Any]

MEDIA_TYPES = {
    "atom": "application/atom+xml",
    "bib": "application/x-bibtex",
    "csv": "text/csv",
    "gz": "application/gzip",
    "html": "text/html",
    "js": "text/javascript",
    "json": "application/json",
    "jsonld": "application/ld+json",
    "md": "text/markdown",
    "parquet": "application/vnd.apache.parquet",
    "png": "image/png",
    "sha256": "text/plain",
    "svg": "image/svg+xml",
    "tex": "application/x-tex",
    "toml": "application/toml",
    "txt": "text/plain",
    "xml": "application/xml",
    "zip": "application/zip",
}
"""By extension; what the system knows of types differs between machines."""


def media_type(name: str) -> str:
    """The media type of a published file."""
    return MEDIA_TYPES.get(name.rpartition(".")[2], "application/octet-stream")


def dataset_description(view: CampaignView, tables: Sequence[PublishedTable]) -> Description:
    """Describe a campaign's results; addresses are relative to its front page."""
    outcome, campaign = view.outcome, view.outcome.campaign
    inputs = input_files(outcome)
    digest = inputs_digest(inputs)
    citation = campaign_citation(campaign, digest)
    described: Description = {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": campaign.title,
        "description": _summary(view),
        "keywords": [*words_of(campaign).keywords, *(task_title(task) for task in view.standings)],
        "version": citation["version"],
        # RO-Crate requires a date; without editions, the year is the only one in the inputs.
        "datePublished": campaign.editions[-1].date if campaign.editions else str(campaign.year),
        "temporalCoverage": str(campaign.year),
        "creditText": citation["text"],
        "variableMeasured": [
            {"@type": "PropertyValue"} | measured(metric) for metric in published_metrics(view)
        ],
        "isBasedOn": {
            "@type": "Dataset",
            "name": f"Inputs of {campaign.title}",
            "description": f"{counted(len(inputs), 'file')}, listed with checksums in data/campaign.json",
            "identifier": f"sha256:{digest}",
        },
        "distribution": [_download(table, file) for table in tables for file in table.files],
    }
    licence = _licence(campaign)
    return (
        described
        | ({"license": licence} if licence else {})
        | ({"publisher": organisation(campaign.publisher)} if campaign.publisher else {})
        | ({"creator": [_person(author) for author in campaign.authors]} if campaign.authors else {})
        | ({"identifier": doi_address(campaign.doi)} if campaign.doi else {})
    )


def _person(author: Author) -> Description:
    """An author in schema.org's words."""
    return (
        {"@type": "Person", "name": author.name}
        | ({"@id": orcid_address(author.orcid)} if author.orcid else {})
        | ({"affiliation": organisation(author.affiliation)} if author.affiliation else {})
    )


def organisation(name: str) -> Description:
    """Return an organisation in schema.org's words."""
    return {"@type": "Organization", "name": name}


def _summary(view: CampaignView) -> str:
    """What the results are, in two sentences."""
    outcome, campaign = view.outcome, view.outcome.campaign
    runs = [run for task in outcome.tasks for run in task.runs]
    participants = len(participants_of(runs))
    by = f"by {counted(participants, 'participant')} " if participants else ""
    tasks = ", ".join(task_title(task) for task in view.standings)
    collection = f" of the collection {campaign.collection.name}" if campaign.collection.name else ""
    return (
        f"Evaluation of {words_of(campaign).field}: {counted(len(runs), 'run')} {by}"
        f"in {counted(len(view.standings), 'task')} ({tasks}); {sum(run.evaluated for run in runs)} could be "
        f"evaluated, on {counted(len(campaign.assessments.topics), 'assessed topic')}{collection}. "
        "Scores of every run, metric and topic, with ranks, curves, statistics and judgements summed up."
    )


def published_metrics(view: CampaignView) -> list[BoundMetric]:
    """Every metric that some task publishes, each once."""
    identifiers = dict.fromkeys(
        metric for standings in view.standings.values() for metric in standings.task.metrics
    )
    return [view.metrics[identifier] for identifier in identifiers]


def measured(metric: BoundMetric) -> Description:
    """A metric in schema.org's words."""
    definition = metric.metric
    described: Description = {"name": metric.identifier, "description": definition.title}
    if definition.unit:
        described["unitText"] = definition.unit
    if math.isfinite(definition.lowest) and math.isfinite(definition.highest):
        described |= {"minValue": definition.lowest, "maxValue": definition.highest}
    return described


def _licence(campaign: Campaign) -> str | Description:
    licence = campaign.licence.strip()
    return licence if not licence or is_address(licence) else {"@type": "CreativeWork", "name": licence}


def _download(table: PublishedTable, file: PublishedFile) -> Description:
    return {
        "@type": "DataDownload",
        "name": file.name,
        "description": table.row,
        "contentUrl": file.path,
        "encodingFormat": media_type(file.name),
        "contentSize": f"{file.size} B",
        "sha256": file.sha256,
    }
