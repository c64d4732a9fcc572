"""Addresses of documents in their collection, as campaign.toml tells them."""

from __future__ import annotations

from urllib.parse import quote

from inexreport.model.campaign import DOCUMENT_PLACE, Collection


def document_address(collection: Collection, document: str) -> str:
    """Return the address of a document; empty where none is known."""
    return collection.document_url.replace(DOCUMENT_PLACE, quote(document, safe=""))
