"""The document collection: facts as campaign.toml states them, and as counted in the documents."""

from __future__ import annotations

from operator import attrgetter

import pandas as pd

from inexreport.model.assessment import OF_TEXT
from inexreport.model.campaign import Campaign, Collection
from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import judges_text
from inexreport.report.figure import decimals
from inexreport.report.tables.table import Table, number, text
from inexreport.subjects.sections import View


def collection_sentence(collection: Collection, item: str) -> str:
    """Return what is stated of a collection, without full stop; empty if nothing is.

    Examples
    --------
    >>> collection_sentence(Collection(name="CORD-19", documents=2000), "document")
    'The collection is CORD-19 with 2,000 documents'
    """
    size = "" if collection.documents is None else counted(collection.documents, item)
    if collection.name:
        return f"The collection is {collection.name}{f' with {size}' if size else ''}"
    return f"The collection has {size}" if size else ""


def collection_facts(campaign: Campaign) -> pd.DataFrame:
    """Return the rows of the published table, and the ``label`` of each fact on pages.

    References
    ----------
    Lalmas and Tombros, INEX 2002-2006, section 2.1.
    """
    stated, found = campaign.collection, campaign.documents
    counts: dict[str, float] = {}
    if found is not None:
        counts = {
            "documents": found.documents,
            "elements": found.elements,
            "elements_per_document": found.elements / found.documents,
            "names": found.names,
            "mean_depth": found.depths / found.elements,
            "text": found.text,
            "mean_document_length": found.text / found.documents,
        }
        if found.text_nodes:
            counts["nodes_per_document"] = (found.elements + found.text_nodes) / found.documents
    labels = {
        "documents": "Documents",
        "elements": "Elements",
        "elements_per_document": "Elements per document",
        "nodes_per_document": "Elements and text nodes per document",
        "names": "Names of elements",
        "mean_depth": "Mean depth of elements",
        "text": f"Text in {stated.unit}",
        "mean_document_length": f"Mean document length in {stated.unit}",
    }
    if campaign.judged not in OF_TEXT:
        is_known = stated.documents is not None or "documents" in counts
        labels = {"documents": labels["documents"]} if is_known else {}
    return pd.DataFrame(
        {
            "fact": list(labels),
            "label": list(labels.values()),
            "stated": pd.Series([getattr(stated, fact, None) for fact in labels], dtype=float),
            "counted": pd.Series([counts.get(fact) for fact in labels], dtype=float),
        }
    )


def _has_facts(outcome: CampaignOutcome) -> bool:
    return judges_text(outcome) or len(collection_facts(outcome.campaign)) > 0


COLLECTION = Table.of_campaign(
    "collection",
    "One row per fact about the document collection.",
    {
        "fact": text(
            "`documents`; `elements`; `elements_per_document`; `nodes_per_document`, elements and text "
            "nodes; `names`, different names of elements; `mean_depth` of elements, a document’s own element "
            "having depth 1; `text`, in the campaign’s unit; `mean_document_length`.",
            "Name of the fact.",
        ),
        "stated": number("As campaign.toml states it; empty where it does not."),
        "counted": number(
            "As counted in the documents or the element table of the campaign, which may be a part of the "
            "collection: compare `documents`. Of an element table of 2002 to 2006, only documents with "
            "assessments are counted. Empty where there is nothing to count.",
            "As counted; empty where there is nothing to count.",
        ),
    },
    collection_facts,
    attrgetter("campaign"),
    applies=_has_facts,
)


def collection_view(campaign: Campaign, *, is_published: bool) -> View | None:
    """Return the facts with a sentence on the counted documents; None where there are none to count."""
    stated, found = campaign.collection.documents, campaign.documents
    if found is None:
        return None
    has = "with assessments" if found.only_judged else "that the campaign has"
    share = ""
    if stated and stated != found.documents:
        share = f", {decimals(100 * found.documents / stated, '%')} of the collection"
    return View(
        "The collection",
        collection_facts(campaign),
        {"label": ("Collection", "name"), "stated": ("Stated", "amount"), "counted": ("Counted", "amount")},
        caption=f"Counted in the {counted(found.documents, 'document')} {has}{share}.",
        data="collection" if is_published else "",
    )
