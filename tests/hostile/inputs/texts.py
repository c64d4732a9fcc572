"""Markup, directions of writing and control characters in every field that reaches a page."""

from __future__ import annotations

from ..hostile_input import ABOUT, QRELS, RUN, SETTINGS, TOPICS, XML_RUN, HostileInput, at, stored, written

MARKUP, UNSEEN, LONG = "markup in texts", "characters that nobody sees", "texts without end"
CHANGED = "text-not-as-written"

TEXTS = (
    HostileInput(
        MARKUP,
        "what a submission says",
        {XML_RUN: stored("text/markup.xml")},
        at(XML_RUN, "run-ranks-missing:6"),
        scored_as="honest",
    ),
    HostileInput(MARKUP, "run id and articles", {RUN: stored("text/markup.run")}),
    HostileInput(MARKUP, "topics", {TOPICS: stored("text/markup-topics.xml")}, at(TOPICS, f"{CHANGED}:3")),
    HostileInput(MARKUP, "campaign.toml", {SETTINGS: stored("text/markup.toml")}),
    HostileInput(MARKUP, "about.md", {ABOUT: stored("text/markup.md")}),
    HostileInput(MARKUP, "articles of the assessments", {QRELS: stored("text/markup.qrels")}),
    HostileInput(
        UNSEEN,
        "directions of writing in a run id",
        {RUN: stored("text/bidirectional.run")},
        at(RUN, f"{CHANGED}:1"),
        scored_as="honest",
    ),
    HostileInput(
        UNSEEN,
        "directions of writing in what a submission says",
        {XML_RUN: stored("text/bidirectional.xml")},
        at(XML_RUN, f"{CHANGED}:2", "run-ranks-missing:5"),
        scored_as="honest",
    ),
    HostileInput(
        UNSEEN,
        "control characters in what a submission says",
        {XML_RUN: stored("text/control-characters.xml")},
        at(XML_RUN, f"{CHANGED}:2", "run-ranks-missing:4"),
        scored_as="honest",
    ),
    HostileInput(
        UNSEEN,
        "a terminal's commands in a run id",
        {RUN: stored("bytes/escape-sequences.run")},
        at(RUN, f"{CHANGED}:1"),
        scored_as="honest",
    ),
    HostileInput(
        UNSEEN,
        "in campaign.toml",
        {SETTINGS: written(b'title = "a\\u202eb"\nyear = 2009\nprotocol = "inex-2009"\n')},
        at(SETTINGS, "campaign-value-wrong:1"),
    ),
    HostileInput(
        UNSEEN,
        "in an article of the assessments",
        {QRELS: written("2009001 Q0 a\u202eb 3 10 0 0:3\n".encode())},
        at(QRELS, "name-unfit:1"),
    ),
    HostileInput(
        LONG,
        "what a submission says",
        {XML_RUN: stored("text/long.xml")},
        at(XML_RUN, f"{CHANGED}:2", "run-ranks-missing:5"),
        scored_as="honest",
    ),
    HostileInput(LONG, "a topic", {TOPICS: stored("text/long-topic.xml")}, at(TOPICS, f"{CHANGED}:5")),
    HostileInput(
        LONG,
        "a topic's identifier",
        {TOPICS: written(b'<inex_topic topic_id="%s"><title>a</title></inex_topic>' % (b"1" * 600))},
        at(TOPICS, "name-unfit:1"),
    ),
)
