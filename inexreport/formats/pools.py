"""Pools: ``<pool topic="231">`` with ``<file file="an/1995/a1003">`` of ``<path path="/article[1]"/>``.

Those of documents are lines of topic and document with a tab between them, below such a header, or qrels
without grades; qrels with grades are assessments in the wrong folder. A table of their depths is not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from inexreport.formats.file_content import FileContent, utf8_text
from inexreport.formats.likely_format import looks_like
from inexreport.formats.names import article_name, natural_order, normalised_path
from inexreport.formats.shown_text import quoted
from inexreport.formats.xml_reader import clear, elements_as_they_end, line_of, root_name
from inexreport.model.assessment import Pool
from inexreport.model.problem import ProblemLog
from inexreport.model.shown_text import shown

ROOT = "pool"
ROOT_ELEMENT = "/article[1]"

_HEADER = "topic\tdocument"
_DEPTHS_HEADER = "topic\tdepth\tjudgements"


def read_pools(files: Iterable[tuple[FileContent, ProblemLog]]) -> dict[str, Pool]:
    """Return the pool of each topic, which several files may share; problems are in the files' logs."""
    elements: dict[str, set[tuple[str, str]]] = {}
    for content, log in files:
        if not content.is_markup:
            if content.data.startswith(_DEPTHS_HEADER.encode()):
                continue
            _read_lines(content.data, elements, log)
            continue
        name = root_name(content.data, log)
        if name == ROOT:
            _read_pool(content.data, elements, log)
        elif name is not None:
            log.add(
                "pool-format-unknown",
                found=quoted(name) + looks_like(content.data),
                expected=f'<{ROOT} topic="...">',
            )
    return {topic: Pool(topic, frozenset(pooled)) for topic, pooled in elements.items()}


def document_files(pools: Mapping[str, Pool]) -> dict[str, bytes]:
    r"""Return the files of a task's pools of documents: a table, and qrels in which assessors add the grades.

    Topics and documents are in order.

    Examples
    --------
    >>> files = document_files({"1": Pool("1", frozenset({("doc-b", ""), ("doc-a", "")}))})
    >>> {name: content.decode() for name, content in files.items()}
    {'pool.tsv': 'topic\tdocument\n1\tdoc-a\n1\tdoc-b\n', 'pool.qrels': '1 0 doc-a \n1 0 doc-b \n'}
    """
    rows = [
        (topic, document)
        for topic in sorted(pools, key=natural_order)
        for document in sorted((article for article, _ in pools[topic].elements), key=natural_order)
    ]
    table = [_HEADER, *("\t".join(row) for row in rows)]
    qrels = [f"{topic} 0 {document} " for topic, document in rows]
    return {
        "pool.tsv": "".join(f"{line}\n" for line in table).encode(),
        "pool.qrels": "".join(f"{line}\n" for line in qrels).encode(),
    }


def depths_table(pools: Mapping[str, Pool], depths: Mapping[str, int]) -> bytes:
    r"""Return a table of the depth of each topic's pool, and how much it has to judge, topics in order.

    Examples
    --------
    >>> depths_table({"1": Pool("1", frozenset({("doc-b", ""), ("doc-a", "")}))}, {"1": 7})
    b'topic\tdepth\tjudgements\n1\t7\t2\n'
    """
    topics = sorted(depths, key=natural_order)
    rows = [f"{topic}\t{depths[topic]}\t{len(pools[topic].elements)}" for topic in topics]
    return "".join(f"{line}\n" for line in (_DEPTHS_HEADER, *rows)).encode()


def pool_xml(pool: Pool) -> bytes:
    """Return the file of a pool, articles and paths in order; the element of a whole article is its root.

    Examples
    --------
    >>> pool = Pool("231", frozenset({("a1003", "/article[1]/p[10]"), ("a1003", "/article[1]/p[9]")}))
    >>> print(pool_xml(pool).decode())
    <?xml version="1.0" encoding="UTF-8"?>
    <pool topic="231">
      <file file="a1003">
        <path path="/article[1]/p[9]"/>
        <path path="/article[1]/p[10]"/>
      </file>
    </pool>
    <BLANKLINE>
    """
    paths: dict[str, list[str]] = {}
    for article, path in pool.elements:
        paths.setdefault(article, []).append(path or ROOT_ELEMENT)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<{ROOT} topic={_attribute(pool.topic)}>"]
    for article in sorted(paths, key=natural_order):
        # Readers take one .xml off the name.
        name = f"{article}.xml" if article.lower().endswith(".xml") else article
        lines.append(f"  <file file={_attribute(name)}>")
        in_order = sorted(paths[article], key=natural_order)
        lines += [f"    <path path={_attribute(path)}/>" for path in in_order]
        lines.append("  </file>")
    return "\n".join([*lines, f"</{ROOT}>", ""]).encode()


def _read_lines(data: bytes, elements: dict[str, set[tuple[str, str]]], log: ProblemLog) -> None:
    text = utf8_text(data, log)
    if text is None:
        return
    lines = text.decode().split("\n")
    in_columns = lines[0].rstrip() == _HEADER
    rows, wrong = lines[in_columns:], []
    for number, line in enumerate(rows, 1 + in_columns):
        words = line.split()
        if len(words) == 2 if in_columns else len(words) == 3 and words[1] in ("0", "Q0"):
            elements.setdefault(words[0], set()).add((words[-1] if in_columns else words[2], ROOT_ELEMENT))
        elif words:
            wrong.append(number)
    if wrong or not any(map(str.split, rows)):
        found = f"{quoted(lines[wrong[0] - 1])}{looks_like(data)}" if wrong else "nothing"
        expected = f'<{ROOT} topic="...">, or lines of topic and document below a header'
        log.add("pool-format-unknown", found=found, expected=expected, lines=wrong)


def _attribute(text: str) -> str:
    """A text as the value of an attribute; XML allows no control characters."""
    from xml.sax.saxutils import quoteattr  # it loads clients of HTTP, which no other command needs

    return quoteattr(shown(text, longest=len(text)))


def _read_pool(data: bytes, elements: dict[str, set[tuple[str, str]]], log: ProblemLog) -> None:
    pooled: set[tuple[str, str]] | None = None
    nameless: list[int] = []
    for event, element in elements_as_they_end(data, (ROOT, "file"), log):
        if event == "start" and element.getparent() is None:
            topic = " ".join((element.get("topic") or "").split())
            if not topic:
                expected = f'<{ROOT} topic="...">'
                log.add("pool-incomplete", found="no topic", expected=expected, lines=[line_of(element)])
            else:
                pooled = elements.setdefault(topic, set())
        elif event == "end" and element.tag == "file" and pooled is not None:
            article = article_name(element.get("file") or element.get("name") or "")
            for child in element.iterdescendants("path"):
                path = normalised_path(child.get("path") or "")
                if article and path:
                    pooled.add((article, path))
                else:
                    nameless.append(line_of(child))
            clear(element)
    if nameless:
        log.add(
            "pool-incomplete",
            found="an element without article or path",
            expected="<file file> with <path path>",
            lines=nameless,
        )
