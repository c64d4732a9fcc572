"""The sample campaign of 2006, smaller, with a trap for browsers and other programs in every field."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from lxml import etree

MARK = "struck"
"""Class of every element that a trap would make, and name of the variable that its scripts would set."""

_PICTURE = f"<img class={MARK} src=x onerror=window.{MARK}=1>"

NAME_TRAP = f"\"'>{_PICTURE}`{{{{7*7}}}}${{7*7}}<%= 7*7 %>"
"""For names of files, which hold no slash, and for identifiers."""

TRAP = (
    f'=HYPERLINK("javascript:window.{MARK}=1")"\'><svg class={MARK} onload=window.{MARK}=1>'
    f"</script></title></textarea></style>--><script class={MARK}>window.{MARK}=1</script>{_PICTURE}"
    rf"];window.{MARK}=1;[\'\";window.{MARK}=1//]]>{{{{7*7}}}}${{7*7}}{{% raise %}}&lt;b class={MARK}&gt;"
    rf"\input{{trap}}\write18{{trap}}%}}|[a](javascript:window.{MARK}=1)|@misc{{trap,"
)
"""For everything that may hold any text."""

ABOUT = f"""# About {TRAP}

<script class={MARK}>window.{MARK}=1</script>
<div class={MARK} style="position: fixed" onclick="window.{MARK}=1">raw</div>
<a class={MARK} href="javascript:window.{MARK}=1">raw</a>

[an address](javascript:window.{MARK}=1), [in letters](java&#115;cript:window.{MARK}=1),
[with blanks](<  javascript:window.{MARK}=1>), [data](data:text/html,<script>window.{MARK}=1</script>),
<javascript:window.{MARK}=1>, [a reference][there], ![a picture](x "onerror=window.{MARK}=1").

[there]: javascript:window.{MARK}=1 "title\\" onmouseover=window.{MARK}=1"

| a | b |
|---|---|
| <iframe class={MARK} srcdoc="<script>parent.{MARK}=1</script>"></iframe> | <form class={MARK} action=x> |
"""

TASK = f"Own{NAME_TRAP}"
OF_THOROUGH = ("MAep(quant=gen,overlap=off)", "iMAep(quant=gen,overlap=off)")
METRICS = ("nxCG(quant=gen,overlap=on)@10", *OF_THOROUGH, "overlap(kind=rank)")
TOPICS = ("301", "304", "305", "310")
RUNS = {
    "Thorough": ("north-elements", "sit-paragraphs", "specimen-careless"),
    "Focused": ("north-sections", "prl-articles", "south-parents", "sit-beginnings"),
    "AllInContext": ("north-sections", "south-unescaped"),
}
JUDGE = f"judge{NAME_TRAP}"
ARTICLES = ("10117", "10175", "11886")
"""Articles that are judged relevant and whose names are traps, too."""

IDENTIFIERS = {"topic_id", "topic", "topic-id", "participant-id", "ct_no"}
TEXTS = {"run-id", "query_type", "query", "result-type", "title", "description", "narrative", "collection"}


def participant(identifier: str) -> str:
    """What the campaign calls a participant of the sample."""
    return f"{identifier}{NAME_TRAP}"


def write_trapped_campaign(sample: Path, target: Path) -> Path:
    """Write the campaign.

    Parameters
    ----------
    sample : Path
        The sample campaign of 2006.
    target : Path
        A folder that does not exist.
    """
    target.mkdir()
    (target / "campaign.toml").write_text(_settings(), "utf-8")
    (target / "about.md").write_text(ABOUT, "utf-8")
    for topic in TOPICS:
        _copy(sample / f"topics/topic-{topic}.xml", target / f"topics/{topic}{NAME_TRAP}.xml")
    for judge, name in (("official", "official"), ("second-judge", JUDGE)):
        for file in sorted((sample / "assessments" / judge).rglob("*.xml")):
            if any(f'topic="{topic}"' in file.read_text("utf-8") for topic in TOPICS):
                _copy(file, target / "assessments" / name / f"{file.stem}{NAME_TRAP}.xml")
    for document in sorted((sample / "documents").glob("*.xml")):
        _copy(document, target / "documents" / f"{_article(document.stem)}.xml", _trap_of_document)
    for task, runs in RUNS.items():
        for run in runs:
            folder = target / "runs" / (TASK if task == "Focused" else task)
            _copy(sample / "runs" / task / f"{run}.xml", folder / f"{run}{NAME_TRAP}.xml")
    (target / f"unknown{NAME_TRAP}").write_text("")
    (target / "runs" / f"Unknown{NAME_TRAP}").mkdir()
    (target / "runs" / f"Unknown{NAME_TRAP}" / "run").write_text("")
    (target / "runs" / TASK / f"=1+1{NAME_TRAP}.txt").write_text(f"{TRAP}\n" * 2)
    return target


def _settings() -> str:
    return "\n".join(
        [
            f"title = {json.dumps('Trapped ' + TRAP)}",
            "year = 2006",
            'protocol = "inex-2006"',
            f"citation = {json.dumps(TRAP)}",
            f"licence = {json.dumps(TRAP)}",
            "[collection]",
            f"name = {json.dumps(TRAP)}",
            f"[tasks.{json.dumps(TASK)}]",
            f"question = {json.dumps(TRAP)}",
            "cutoff = 1500",
            f"official = {json.dumps(METRICS[0])}",
            f"metrics = {json.dumps(METRICS)}",
            f"[tasks.{json.dumps(TASK)}.correlations]",
            f"rows = {json.dumps(OF_THOROUGH[:1])}",
            f"columns = {json.dumps(OF_THOROUGH)}",
            *(
                f"[participants.{json.dumps(participant(one))}]\nname = {json.dumps(one + TRAP)}"
                for one in ("11", "23", "34", "45")
            ),
            "[topic_tags]",
            f"{json.dumps('tag' + NAME_TRAP)} = {json.dumps([topic + NAME_TRAP for topic in TOPICS[:2]])}",
        ]
    )


def _copy(source: Path, target: Path, trap: Callable[[etree._Element], None] | None = None) -> None:
    content = source.read_bytes()
    try:
        root = etree.fromstring(content)
    except etree.XMLSyntaxError:
        root = None  # the run that is broken on purpose stays as it is
    if root is not None:
        for element in root.iter(etree.Element):
            (trap or _trap_of_lists)(element)
        content = etree.tostring(root, encoding="utf-8", xml_declaration=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def _article(name: str) -> str:
    return f"{name}{NAME_TRAP}" if name in ARTICLES else name


def _trap_of_lists(element: etree._Element) -> None:
    if element.tag == "file" and element.text:
        element.text = _article(element.text)
    for name, value in element.attrib.items():
        if element.tag == "file" and name in ("file", "name"):
            element.set(name, _article(value))
        elif name in IDENTIFIERS:
            element.set(name, f"{value}{NAME_TRAP}")
        elif name in TEXTS:
            element.set(name, f"{value}{TRAP}")
    if element.tag in TEXTS:
        element.text = f"{element.text or ''}{TRAP}"
    elif element.tag == "castitle":
        element.text = f'//article[about(., "{_PICTURE}" lens)]//section[about(., {{{{7*7}}}})]'
    elif element.tag == "path" and element.text and element.getparent().getnext() is None:
        element.text = f"/article[1]/{NAME_TRAP}[1]"  # the last of each topic


def _trap_of_document(element: etree._Element) -> None:
    if element.tag in ("name", "title", "p") and element.text:
        element.text = f"{element.text}{TRAP}"
