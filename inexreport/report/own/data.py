"""The data page of a participant's site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inexreport.model.campaign import InputFile
from inexreport.report.campaign_record import FORMAT_VERSION, input_files, inputs_digest
from inexreport.report.data import DataTable
from inexreport.report.own.excerpt import CampaignExcerpt
from inexreport.report.published_files import PublishedFile


@dataclass(frozen=True, slots=True)
class OwnDataPage:
    """What the page shows; of the inputs those that the participant may know."""

    format_version: int
    tables: tuple[DataTable, ...]
    record: PublishedFile
    inputs: tuple[InputFile, ...]
    inputs_digest: str


def own_data_page(
    excerpt: CampaignExcerpt,
    tables: Sequence[DataTable],
    record: PublishedFile,
) -> OwnDataPage:
    """Describe a participant's tables and the files they were written to."""
    inputs = input_files(excerpt.view.outcome)
    return OwnDataPage(
        format_version=FORMAT_VERSION,
        tables=tuple(tables),
        record=record,
        inputs=inputs,
        inputs_digest=inputs_digest(inputs),
    )
