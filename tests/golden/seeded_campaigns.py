"""A small generated campaign per protocol: the files of 2006 and 2009, written as those of other years."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from zlib import crc32

from campaigns.generator.draws.campaign import DrawnCampaign, Size
from campaigns.generator.draws.protocols import PROTOCOLS
from campaigns.generator.draws.systems import Kind

SIZE = Size(documents=120, topics=6, runs=6, depth=20, judged_twice=2)
TASKS = {
    "inex-2002": {"CO": Kind.ALL_ELEMENTS},
    "inex-2003": {"CO": Kind.ALL_ELEMENTS, "SCAS": Kind.FOCUSED},
    "inex-2004": {"CO": Kind.ALL_ELEMENTS, "VCAS": Kind.ALL_ELEMENTS},
    "inex-2005": {
        "CO.Thorough": Kind.ALL_ELEMENTS,
        "CO.Focussed": Kind.FOCUSED,
        "CO.FetchBrowse": Kind.IN_CONTEXT,
    },
    "inex-2006": PROTOCOLS["inex-2006"].tasks,
    "inex-2007": {
        "Focused": Kind.FOCUSED,
        "RelevantInContext": Kind.IN_CONTEXT,
        "BestInContext": Kind.ENTRY_POINT,
    },
    "inex-2008": {
        "Focused": Kind.FOCUSED,
        "RelevantInContext": Kind.IN_CONTEXT,
        "BestInContext": Kind.ENTRY_POINT,
    },
    "inex-2009": PROTOCOLS["inex-2009"].tasks,
    "inex-2010": {
        "RelevantInContext": Kind.IN_CONTEXT,
        "RestrictedFocused": Kind.FOCUSED,
        "Efficiency": Kind.IN_CONTEXT,
    },
    "trec": PROTOCOLS["trec"].tasks,
}
IN_ELEMENTS = ("inex-2002", "inex-2003", "inex-2004")


def write_campaign(protocol: str, folder: Path) -> None:
    """Write the campaign of a protocol; the same bytes each time."""
    year = 2025 if protocol == "trec" else int(protocol.removeprefix("inex-"))
    alike = protocol if protocol == "trec" else "inex-2006" if year < 2008 else "inex-2009"
    generated = replace(PROTOCOLS[alike], name=protocol, year=year, tasks=TASKS[protocol])
    DrawnCampaign(generated, replace(SIZE, runs=4 * len(TASKS[protocol])), seed=1).write(
        folder, 1, lambda _: None
    )
    if protocol in IN_ELEMENTS:
        for file in sorted(folder.glob("topics/*.xml"))[1::2]:
            file.write_text(_content_and_structure(file.read_text("utf-8")), "utf-8")
    for file in sorted(folder.glob("assessments/*/*.xml")):
        text = file.read_text("utf-8")
        if protocol in IN_ELEMENTS:
            file.write_text(_with_grades(text, year), "utf-8")
        elif year == 2005:
            file.write_text(re.sub(r'(path="([^"]*)" exhaustivity=)"2"', _exhaustivity, text), "utf-8")


def _content_and_structure(topic: str) -> str:
    """A topic of the earlier years whose title is its query in NEXI."""
    topic = re.sub(r" *<title>.*?</title>\n", "", topic, flags=re.DOTALL)
    return topic.replace("castitle>", "title>").replace('query_type="CO+S"', 'query_type="CAS"')


def _exhaustivity(element: re.Match[str]) -> str:
    return f'{element[1]}"{"?12"[crc32(element[2].encode()) % 3]}"'


def _with_grades(text: str, year: int) -> str:
    """The elements of 2006 with two grades each, by their path and by the highlighted share of their text."""
    text = re.sub(r'<file collection="[^"]*" name=("[^"]*")', r"<file file=\1", text)
    text = re.sub(r" *<(?:best-entry-point|passage) [^>]*>\n", "", text)
    return re.sub(
        r'<element path="([^"]*)" exhaustivity="2" size="(\d+)" rsize="(\d+)"/>',
        lambda element: _graded(element[1], int(element[2]), int(element[3]), year),
        text,
    )


def _graded(path: str, size: int, highlighted: int, year: int) -> str:
    exhaustiveness = 1 + crc32(path.encode()) % 3
    specificity = min(3, 1 + 3 * highlighted // size)
    if year == 2002:
        return f'<path path="{path}" relevance="{exhaustiveness}" coverage="{"_SLE"[specificity]}"/>'
    return f'<path path="{path}" exhaustiveness="{exhaustiveness}" specificity="{specificity}"/>'
