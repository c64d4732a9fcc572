"""Entities, document type definitions and nesting."""

from __future__ import annotations

from ..hostile_input import ABOUT, SETTINGS, XML_RUN, HostileInput, at, instead, stored, written

NOT_XML = "xml-not-well-formed"
MARKUP = "xml-entity-with-markup"
ENTITY = "entity that holds markup"
NO_RANKS = "run-ranks-missing:{}"


def _run(kind: str, what: str, file: str, *problems: str, scored_as: str = "") -> HostileInput:
    return HostileInput(kind, what, {XML_RUN: stored(file)}, at(XML_RUN, *problems), scored_as=scored_as)


BOMB, EXTERNAL, PARAMETER, DTD, NESTING = (
    "entity bomb",
    "external entity",
    "parameter entity",
    "DTD and XInclude",
    "deep nesting",
)

XML = (
    _run(BOMB, "billion laughs in a run", "entities/billion-laughs.xml", f"{NOT_XML}:1"),
    _run(BOMB, "billion laughs in an attribute", "entities/in-attribute.xml", f"{NOT_XML}:15"),
    _run(BOMB, "entities that hold each other", "entities/recursive.xml", f"{NOT_XML}:1"),
    HostileInput(
        BOMB,
        "billion laughs in a topic",
        {"topics/hostile.xml": stored("entities/billion-laughs-topic.xml")},
        at("topics/hostile.xml", f"{NOT_XML}:1"),
    ),
    HostileInput(
        BOMB,
        "billion laughs in assessments",
        {"assessments/second/hostile.xml": stored("entities/billion-laughs-assessments.xml")},
        at("assessments/second/hostile.xml", f"{NOT_XML}:13"),
    ),
    HostileInput(
        BOMB,
        "billion laughs in a document",
        {"documents/1.xml": stored("entities/billion-laughs-document.xml")},
        (*at("documents/1.xml", f"{NOT_XML}:1"), "passages-unlocated campaign.toml"),
        base="2006",
    ),
    HostileInput(
        BOMB,
        "billion laughs in a pool",
        {"pools/301.xml": stored("entities/billion-laughs-pool.xml")},
        at("pools/301.xml", f"{NOT_XML}:13"),
        base="2006",
    ),
    _run(ENTITY, "a start tag", "entities/start-tag.xml", MARKUP),
    _run(ENTITY, "a start tag in an entity in an entity", "entities/within-entity.xml", MARKUP),
    HostileInput(
        ENTITY,
        "start tags in a pool",
        {"pools/301.xml": stored("entities/start-tag-pool.xml")},
        at("pools/301.xml", MARKUP),
        base="2006",
    ),
    HostileInput(
        ENTITY,
        "start tags in a topic",
        {"topics/hostile.xml": stored("entities/start-tag-topic.xml")},
        at("topics/hostile.xml", MARKUP),
    ),
    _run(EXTERNAL, "file:// in a run's description", "entities/external-file.xml", f"{NOT_XML}:4"),
    _run(EXTERNAL, "http:// in a run's description", "entities/external-http.xml", f"{NOT_XML}:4"),
    _run(EXTERNAL, "file:// as an article's name", "entities/external-in-article.xml", f"{NOT_XML}:5"),
    HostileInput(
        EXTERNAL,
        "file:// in a topic",
        {"topics/hostile.xml": stored("entities/external-topic.xml")},
        at("topics/hostile.xml", f"{NOT_XML}:3"),
    ),
    HostileInput(
        EXTERNAL,
        "file:// in a pool",
        {"pools/301.xml": stored("entities/external-pool.xml")},
        at("pools/301.xml", f"{NOT_XML}:2"),
        base="2006",
    ),
    HostileInput(
        EXTERNAL,
        "file:// in a document",
        {"documents/1.xml": stored("entities/external-document.xml")},
        (*at("documents/1.xml", "document-entity-unknown:2"), "passages-unlocated campaign.toml"),
        "the entity counts as no text",
        base="2006",
    ),
    _run(PARAMETER, "file:// in a run", "entities/parameter-entity.xml", f"{NOT_XML}:2"),
    _run(PARAMETER, "a bomb of declarations", "entities/parameter-bomb.xml", MARKUP),
    _run(DTD, "an external DTD", "entities/external-dtd.xml", NO_RANKS.format(5), scored_as="honest"),
    _run(DTD, "XInclude of a file", "entities/xinclude.xml", NO_RANKS.format(5), scored_as="honest"),
    _run(DTD, "an entity of text", "entities/own-text.xml", NO_RANKS.format(6), scored_as="honest"),
    _run(NESTING, "300 levels in a run", "nesting/deep-run.xml", f"{NOT_XML}:3"),
    HostileInput(
        NESTING,
        "300 levels in a document",
        {"documents/1.xml": stored("nesting/deep-document.xml")},
        (*at("documents/1.xml", f"{NOT_XML}:1"), "passages-unlocated campaign.toml"),
        base="2006",
    ),
    HostileInput(
        NESTING,
        "3000 arrays in campaign.toml",
        {SETTINGS: stored("nesting/deep-settings.toml")},
        at(SETTINGS, "campaign-toml-syntax"),
    ),
    HostileInput(
        NESTING,
        "a key of 20,000 parts in campaign.toml",
        {SETTINGS: stored("nesting/dotted-settings.toml")},
        at(SETTINGS, "campaign-toml-syntax:7"),
    ),
    HostileInput(
        NESTING,
        "5000 brackets in about.md",
        {ABOUT: stored("nesting/brackets.md")},
        at(ABOUT, "about-too-intricate"),
    ),
    HostileInput(
        NESTING,
        "a list in a list 10,000 times in about.md",
        {ABOUT: stored("nesting/lists.md")},
        at(ABOUT, "about-too-intricate"),
    ),
    HostileInput(
        NESTING,
        "a submission within a submission",
        {XML_RUN: stored("nesting/within.xml")},
        at(XML_RUN, "run-topic-without-results"),
        outcome="its results count once",
    ),
    HostileInput(
        NESTING,
        "a file of topics instead of assessments",
        {"assessments/official/2009.qrels": instead(stored("bytes/topics.xml"))},
        at("assessments/official/2009.qrels", "assessments-format-unknown"),
    ),
    HostileInput(
        NESTING, "no element at all", {XML_RUN: written(b"<!-- -->" * 9)}, at(XML_RUN, f"{NOT_XML}:1")
    ),
)
