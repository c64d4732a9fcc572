"""Names that lead elsewhere, names that break what shows them, and names that are hard to tell apart."""

from __future__ import annotations

import os

from ..campaigns import HONEST
from ..hostile_input import QRELS, RUN, SETTINGS, TOPICS, HostileInput, at, stored, written

PLACE, ODD, ALIKE = "name that is a path", "name of a file", "names that are alike"
GOOD = written(HONEST.encode())
INVALID = os.fsdecode(b"runs/Focused/a\xff.run"), os.fsdecode(b"runs/Focused/a\xfe.run")
SHOWN = "runs/Focused/a\N{REPLACEMENT CHARACTER}.run"


def _named(what: str, name: str, shown: str = "") -> HostileInput:
    place = f"runs/Focused/{shown or name}"
    problems = at(place, "text-not-as-written") if shown else ()
    return HostileInput(ODD, what, {f"runs/Focused/{name}": GOOD}, problems, scored_as="honest")


UNSEEN = (
    *(0xAD, 0x61C, 0x115F, 0x180E, 0x200B, 0x200E, 0x200F),
    *(0x2060, 0x2064, 0x3164, 0xFE00, 0xFE0F, 0xFFA0),
)

NAMES = (
    HostileInput(PLACE, "articles and run id", {RUN: stored("ids/paths.run")}, outcome="names like others"),
    HostileInput(PLACE, "topics", {TOPICS: stored("ids/traversal-topics.xml")}, outcome="names like others"),
    HostileInput(
        PLACE, "tasks and participants", {SETTINGS: stored("ids/traversal.toml")}, outcome="names like others"
    ),
    HostileInput(PLACE, "a run id reserved by Windows", {RUN: stored("ids/device.run")}, scored_as="honest"),
    HostileInput(
        PLACE,
        "a task that Windows reserves",
        {SETTINGS: stored("ids/device.toml"), "runs/CON": os.mkdir, "runs/CON/aux.run": GOOD},
    ),
    _named(
        "control characters", "a\x1b[31m\n.run", "a\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}.run"
    ),
    _named("turns the direction of writing", "a\u202enur.run", "a\N{REPLACEMENT CHARACTER}nur.run"),
    *(
        _named(
            f"a letter that nobody sees, {code}",
            f"a{chr(code)}{code}.run",
            f"a\N{REPLACEMENT CHARACTER}{code}.run",
        )
        for code in UNSEEN
    ),
    _named("markup", "<img src=x onerror=alert(1)>.run"),
    _named("of 255 letters", "n" * 251 + ".run"),
    _named("options of a command", "--out=x.run"),
    _named("a device of Windows", "NUL.run"),
    _named("a formula", "=1+1.run"),
    HostileInput(
        ODD,
        "bytes that are no UTF-8, twice",
        dict.fromkeys(INVALID, GOOD),
        (*at(SHOWN, "text-not-as-written"), *at(f"{SHOWN} (2)", "text-not-as-written", "run-name-twice")),
    ),
    HostileInput(
        ODD,
        "a participant's, bytes that are no UTF-8",
        {os.fsdecode(b"runs/Focused/p\xff"): os.mkdir, os.fsdecode(b"runs/Focused/p\xff/hostile.run"): GOOD},
        scored_as="honest",
    ),
    HostileInput(
        ALIKE,
        "runs that differ in case",
        {RUN: GOOD, "runs/Focused/HOSTILE.run": GOOD},
        at(RUN, "run-name-twice"),
    ),
    HostileInput(
        ALIKE,
        "runs that differ in normal form",
        {"runs/Focused/Ko\u0308ln.run": GOOD, "runs/Focused/K\u00f6ln.run": GOOD},
        at("runs/Focused/K\u00f6ln.run", "run-name-twice"),
    ),
    HostileInput(
        ALIKE,
        "runs that differ in their extension",
        {RUN: GOOD, "runs/Focused/hostile.txt": GOOD},
        at("runs/Focused/hostile.txt", "run-name-twice"),
    ),
    HostileInput(
        ALIKE,
        "topics that differ in case and normal form",
        {TOPICS: stored("ids/topics-alike.xml")},
        outcome="topics of their own",
    ),
    HostileInput(
        ALIKE,
        "articles that differ in case and normal form",
        {QRELS: stored("ids/articles-alike.qrels")},
        outcome="articles of their own",
    ),
    HostileInput(
        ALIKE,
        "a topic twice",
        {TOPICS: stored("ids/topic-twice.xml")},
        (*at(TOPICS, "topic-id-twice:5"), "assessments-topic-unknown assessments/official"),
    ),
    HostileInput(
        ALIKE,
        "an article twice",
        {QRELS: stored("ids/article-twice.qrels")},
        at(QRELS, "assessments-article-twice:5"),
    ),
    HostileInput(
        ALIKE,
        "a topic that comes back",
        {RUN: stored("ids/topic-returns.run")},
        at(RUN, "run-topic-twice:5", "run-order-contradicted:5", "overlap-not-allowed:5"),
    ),
)
