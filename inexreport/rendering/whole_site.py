"""A campaign's whole site: every table, page, report and script as parts that processes share among them."""

from __future__ import annotations

