"""The links of a built site that lead nowhere, and the pages that its navigation lists."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from lxml import html


def parsed_pages(archive: Path) -> dict[Path, Any]:
    """All pages of an archive, by their files."""
    return {file: html.parse(str(file)).getroot() for file in sorted(archive.resolve().rglob("*.html"))}


def broken_links(archive: Path, pages: Mapping[Path, Any] | None = None) -> list[tuple[str, str]]:
    """Links, sources and addresses in data of all pages that lead to no file, no place in it or no run."""
    pages = pages or parsed_pages(archive)
    data = cache(lambda file: list(_data(pages[file])))
    target_of = cache(lambda folder, path: (folder / unquote(path)).resolve())
    is_file = cache(Path.is_file)
    places = cache(lambda file: {*pages[file].xpath("//@id"), *pages[file].xpath("//a/@name")})

    def leads(target: Path, fragment: str) -> bool:
        if not is_file(target):
            return False
        if not fragment or target.suffix != ".html":
            return True
        if "=" not in fragment:
            return fragment in places(target)
        if not fragment.startswith("a="):  # two runs of a task, chosen on a topic page
            rankings = [content for content in data(target) if "part" in content]
            sides = {
                (f"{one['task']}.{side}", run["run"])
                for one in rankings
                for run in one["runs"]
                for side in "ab"
            }
            return set(parse_qsl(fragment)) <= sides
        (compared,) = (content for content in data(target) if "method" in content)
        runs = {run["run"] for run in compared["runs"]}
        topics = {topic["topic"] for topic in compared["topics"] if topic["results"]}
        return all(value in (topics if name == "topic" else runs) for name, value in parse_qsl(fragment))

    found = []
    for file, page in pages.items():
        linked = [link for _, attribute, link, _ in page.iterlinks() if attribute in ("href", "src", "data")]
        for address in dict.fromkeys([*linked, *(one for content in data(file) for one in _drawn(content))]):
            parts = urlsplit(address)
            target = target_of(file.parent, parts.path) if parts.path else file
            if not (parts.scheme or parts.netloc or leads(target, unquote(parts.fragment))):
                found.append((file.relative_to(archive.resolve()).as_posix(), address))
    return found


def _data(page: Any) -> Iterator[Any]:
    yield from (json.loads(one.text) for one in page.xpath("//script[@type='application/json']"))


def _drawn(content: Any) -> Iterator[str]:
    """Addresses of the points of a chart and of the runs that charts name."""
    if isinstance(content, list):
        yield from (one[1] for one in content if isinstance(one, list) and isinstance(one[1], str))
    elif isinstance(rows := content.get("datasets", {}).get("rows"), list):
        yield from (row["link"] for row in rows if row.get("link"))


def empty_pages(pages: Mapping[Path, Any]) -> list[Path]:
    """Pages without a table, chart or list, other than that of problems."""
    return [
        file
        for file, page in pages.items()
        if file.name != "problems.html"
        and not any(True for main in page.iter("main") for _ in main.iter("table", "figure", "dl", "li"))
    ]
