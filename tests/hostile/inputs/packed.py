"""Broken and nested gzip."""

from __future__ import annotations

from ..hostile_input import QRELS, SETTINGS, HostileInput, at, stored

GZIP = "broken gzip"
BROKEN = "file-compression-broken"
PACKED_RUN = "runs/Focused/hostile.run.gz"


def _run(what: str, file: str, *problems: str, scored_as: str = "") -> HostileInput:
    return HostileInput(
        GZIP, what, {PACKED_RUN: stored(file)}, at(PACKED_RUN, *problems), scored_as=scored_as
    )


PACKED = (
    _run("cut", "gzip/truncated.run.gz", BROKEN),
    _run("with a wrong checksum", "gzip/checksum.run.gz", BROKEN),
    _run("with something behind it", "gzip/garbage-behind.run.gz", BROKEN),
    _run("of two bytes", "gzip/magic-only.run.gz", BROKEN),
    _run("within gzip", "gzip/twice.run.gz", BROKEN),
    _run("of nothing", "gzip/nothing.run.gz", "run-empty"),
    _run("of two members", "gzip/members.run.gz", scored_as="honest"),
    _run("of an entity bomb", "gzip/laughs.xml.gz", "xml-not-well-formed:1"),
    HostileInput(
        GZIP,
        "that is not called so",
        {"runs/Focused/hostile.run": stored("gzip/without-ending.run")},
        scored_as="honest",
    ),
    HostileInput(
        GZIP,
        "of campaign.toml with a metric that does not exist",
        {SETTINGS: stored("gzip/settings.toml.gz")},
        at(SETTINGS, "metric-unknown:8"),
    ),
    HostileInput(
        GZIP, "of qrels, cut", {f"{QRELS}.gz": stored("gzip/broken.qrels.gz")}, at(f"{QRELS}.gz", BROKEN)
    ),
)
