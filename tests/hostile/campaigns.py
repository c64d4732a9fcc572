"""Two tiny campaigns without a mistake, of 2009 and of 2006, each with one run that nothing may alter."""

from __future__ import annotations

from pathlib import Path

HONEST = (
    "2009001 Q0 851 1 3.0 Honest 0 5\n2009001 Q0 12 2 2.0 Honest 0 5\n"
    "2009002 Q0 13 1 1.0 Honest 0 5\n2009010 Q0 7 1 1.0 Honest 2 8\n"
)
SETTINGS_2009 = """title = "A campaign"
year = 2009
protocol = "inex-2009"

[collection]
mean_document_length = 7000.0
"""
TOPICS_2009 = """<?xml version="1.0"?>
<inex-topic-file>
<topic id="2009001" ct_no="186"><title>Nobel</title><castitle>//article[about(., Nobel)]</castitle></topic>
<topic id="2009002" ct_no="187"><title>best movie</title></topic>
<topic id="2009010" ct_no="195"><title>yoga</title></topic>
</inex-topic-file>
"""
QRELS = """2009001 Q0 851 7 100 5 0:4 10:3
2009002 Q0 12 0 50
2009002 Q0 13 7 80 0 3:7
2009010 Q0 7 5 10 0 0:5
"""

SETTINGS_2006 = """title = "An earlier campaign"
year = 2006
protocol = "inex-2006"

[collection]
documents = 2
mean_document_length = 40.0
"""
TOPIC_2006 = """<inex_topic topic_id="301" query_type="CO+S" ct_no="62">
<title>lighthouse lens</title>
<castitle>//article[about(., lighthouse)]</castitle>
</inex_topic>
"""
ASSESSMENTS = """<assessments pool="11" topic="301" version="1">
<file collection="c" name="1">
<best-entry-point path="/article[1]/p[1]"/>
<passage start="/article[1]/p[1]/text()[1].0" end="/article[1]/p[1]/text()[1].10" size="10"/>
<element path="/article[1]" exhaustivity="2" size="21" rsize="10"/>
<element path="/article[1]/p[1]" exhaustivity="2" size="10" rsize="10"/>
</file>
<file collection="c" name="2"/>
</assessments>
"""
DOCUMENTS = {
    "1": "<article><p>The lamp is</p><p> here today</p></article>\n",
    "2": "<article><p>Nothing of it</p></article>\n",
}
POOL = '<pool topic="301"><file file="1"><path path="/article[1]/p[1]"/></file></pool>\n'
HONEST_XML = """<inex-submission participant-id="12" run-id="Honest" task="Focused" query="automatic">
<topic topic-id="301">
<result><file>1</file><path>/article[1]/p[1]</path><rank>1</rank><rsv>2</rsv></result>
<result><file>2</file><path>/article[1]</path><rank>2</rank><rsv>1</rsv></result>
</topic>
</inex-submission>
"""

FILES: dict[str, dict[str, str]] = {
    "2009": {
        "campaign.toml": SETTINGS_2009,
        "topics/topics.xml": TOPICS_2009,
        "assessments/official/2009.qrels": QRELS,
        "runs/Focused/honest.run": HONEST,
    },
    "2006": {
        "campaign.toml": SETTINGS_2006,
        "topics/301.xml": TOPIC_2006,
        "assessments/official/301.xml": ASSESSMENTS,
        "documents/1.xml": DOCUMENTS["1"],
        "documents/2.xml": DOCUMENTS["2"],
        "pools/301.xml": POOL,
        "runs/Focused/honest.xml": HONEST_XML,
    },
}


def write_campaign(directory: Path, base: str) -> Path:
    """Write one of the two campaigns and return its directory."""
    for file, content in FILES[base].items():
        path = directory / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return directory


TRAPS = (
    *("socket", "selectors", "json", "typing", "multiprocessing", "concurrent", "tempfile", "pickle"),
    *("numpy", "pandas", "lxml", "numexpr", "distributed"),
)
"""Imported by Python when it starts a process, by the program, or by a package where it is installed."""


def set_traps(campaign: Path, report: Path) -> None:
    """Put modules at the top of a campaign and among its runs that write into a report if they are run."""
    for folder in (campaign, campaign / "runs"):
        for name in TRAPS:
            trap = f"open({str(report)!r}, 'a').write('{folder.name}/{name} ')\n"
            (folder / f"{name}.py").write_text(trap)
