"""Addresses of documents in their collection, as campaign.toml tells them."""

from __future__ import annotations

from urllib.parse import quote

from inexreport.model.campaign import Collection

PLACEHOLDER = "{docno}"


def document_pattern(collection: Collection) -> str:
    """Return the address of documents with ``{docno}`` for the name; empty where none is known."""
    return str(getattr(collection, "document_url", ""))


def document_address(collection: Collection, document: str) -> str:
    """Return the address of a document; empty where none is known."""
    return document_pattern(collection).replace(PLACEHOLDER, quote(document, safe=""))
