"""The table of the document collection."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import has_collection_facts
from inexreport.report.collection import collection_facts
from inexreport.report.tables.table import Rows, Table, number, text


def _collection(outcome: CampaignOutcome) -> Rows:
    return map(COLLECTION.cells, collection_facts(outcome.campaign))


COLLECTION: Table[CampaignOutcome] = Table(
    "collection",
    "One row per fact about the document collection.",
    {
        "fact": text(
            "`documents`; `elements`; `elements_per_document`; `nodes_per_document`, elements and text "
            "nodes; `names`, different names of elements; `mean_depth` of elements, a document’s own element "
            "having depth 1; `text`, in the campaign’s unit; `mean_document_length`.",
            "`documents`.",
        ),
        "stated": number("As campaign.toml states it; empty where it does not."),
        "counted": number(
            "As counted in the documents or the element table of the campaign, which may be a part of the "
            "collection: compare `documents`. Of an element table of 2002 to 2006, only documents with "
            "assessments are counted. Empty where there is nothing to count.",
            "As counted; empty where there is nothing to count.",
        ),
    },
    _collection,
    applies=has_collection_facts,
)
