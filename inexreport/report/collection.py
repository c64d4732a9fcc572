"""Facts about the document collection: as campaign.toml states them, and as counted in the documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inexreport.model.assessment import Judged
from inexreport.model.campaign import Campaign, Collection, DocumentCounts
from inexreport.model.counted import counted
from inexreport.report.figure import PageData, decimals


@dataclass(frozen=True, slots=True)
class CollectionFact:
    """A fact about the collection.

    Attributes
    ----------
    fact, label : str
        As named in the published table, and on pages.
    stated, counted : float or None
        None where campaign.toml does not say, and where there is nothing to count.
    """

    fact: str
    label: str
    stated: float | None
    counted: float | None


def collection_facts(campaign: Campaign) -> Sequence[CollectionFact]:
    """Return the facts about a campaign's collection, in the order of publication.

    References
    ----------
    Lalmas and Tombros, INEX 2002-2006, section 2.1.
    """
    stated, counts = campaign.collection, _counted(campaign.documents)
    of_toml = {
        "documents": stated.documents,
        "elements": stated.elements,
        "mean_document_length": stated.mean_document_length,
    }
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
    if campaign.judged is Judged.DOCUMENTS:
        is_known = stated.documents is not None or "documents" in counts
        labels = {"documents": labels["documents"]} if is_known else {}
    return [
        CollectionFact(fact, label, of_toml.get(fact), counts.get(fact)) for fact, label in labels.items()
    ]


def _counted(found: DocumentCounts | None) -> dict[str, float]:
    if found is None:
        return {}
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
    return counts


def collection_part(campaign: Campaign) -> PageData | None:
    """Return the facts with a sentence on the counted documents; None where there are none to count."""
    if campaign.documents is None:
        return None
    return {
        "facts": collection_facts(campaign),
        "counted_in": _counted_in(campaign.collection, campaign.documents),
    }


def _counted_in(stated: Collection, found: DocumentCounts) -> str:
    if found.only_judged:
        where = f"the {counted(found.documents, 'document')} with assessments"
    else:
        where = f"the {counted(found.documents, 'document')} that the campaign has"
    if not stated.documents or stated.documents == found.documents:
        return f"Counted in {where}."
    return f"Counted in {where}, {decimals(100 * found.documents / stated.documents, '%')} of the collection."
