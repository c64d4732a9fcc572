"""The data page of a participant's site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa

from inexreport.model.campaign import InputFile
from inexreport.report.campaign_record import FORMAT_VERSION, input_files, inputs_digest
from inexreport.report.data import DataFile, DataTable, data_table
from inexreport.report.own.excerpt import CampaignExcerpt
from inexreport.report.own.tables import OWN_TABLES


@dataclass(frozen=True, slots=True)
class OwnDataPage:
    """What the page shows; of the inputs those that the participant may know."""

    format_version: int
    tables: tuple[DataTable, ...]
    record: DataFile
    inputs: tuple[InputFile, ...]
    inputs_digest: str


def own_data_page(
    excerpt: CampaignExcerpt,
    tables: Mapping[str, pa.Table],
    files: Mapping[str, tuple[DataFile, ...]],
    record: DataFile,
) -> OwnDataPage:
    """Describe a participant's tables and the files they were written to."""
    inputs = input_files(excerpt.view.outcome)
    return OwnDataPage(
        format_version=FORMAT_VERSION,
        tables=tuple(
            data_table(
                one.name, one.row, tables[one.name].column_names, len(tables[one.name]), files[one.name]
            )
            for one in OWN_TABLES
        ),
        record=record,
        inputs=inputs,
        inputs_digest=inputs_digest(inputs),
    )
