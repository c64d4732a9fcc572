"""What only looks like a number, and numbers that are too large."""

from __future__ import annotations

from ..hostile_input import QRELS, RUN, SETTINGS, XML_RUN, HostileInput, at, instead, stored

OFFSET, RANK, SETTING = "offset or length", "rank, score or time", "number in the campaign's files"


def _offset(what: str, file: str, code: str = "run-number") -> HostileInput:
    return HostileInput(
        OFFSET, what, {RUN: stored(f"numbers/{file}.run")}, at(RUN, f"{code}:1", "run-ranks-with-gaps:2")
    )


def _rank(what: str, file: str) -> HostileInput:
    problems = at(RUN, "run-score-not-number:1", "run-ranks-missing:1", "run-ranks-with-gaps:2")
    return HostileInput(RANK, what, {RUN: stored(f"numbers/rank-{file}.run")}, problems, scored_as="honest")


def _setting(what: str, file: str, code: str) -> HostileInput:
    return HostileInput(SETTING, what, {SETTINGS: stored(f"numbers/{file}.toml")}, at(SETTINGS, code))


NUMBERS = (
    _offset("NaN", "offset-nan"),
    _offset("infinity", "offset-infinity"),
    _offset("1e400", "offset-overflow"),
    _offset("hexadecimal", "offset-hexadecimal"),
    _offset("with an underscore", "offset-underscore"),
    _offset("Arabic digits", "offset-arabic"),
    _offset("full-width digits", "offset-fullwidth"),
    _offset("a fraction", "offset-fraction"),
    _offset("400 digits", "offset-overlong"),
    _offset("an offset of 63 bits", "offset-63-bits"),
    _offset("a length of 63 bits", "length-63-bits"),
    _offset("a negative length", "length-negative", "run-length-negative"),
    HostileInput(
        OFFSET,
        "a negative offset",
        {RUN: stored("numbers/offset-negative.run")},
        outcome="a passage in front of the text",
    ),
    HostileInput(
        OFFSET,
        "the largest offset that is read",
        {RUN: stored("numbers/largest-offset.run")},
        outcome="a passage behind the text",
    ),
    HostileInput(
        OFFSET, "hexadecimal, XML", {XML_RUN: stored("numbers/offset.xml")}, at(XML_RUN, "run-number:4")
    ),
    _rank("a rank of NaN", "nan"),
    _rank("a rank of minus infinity", "infinity"),
    _rank("a rank of 1e400", "overflow"),
    _rank("a rank in hexadecimal", "hexadecimal"),
    _rank("a rank in Arabic digits", "arabic"),
    _rank("a rank of 400 digits", "overlong"),
    HostileInput(
        RANK, "a rank of NaN, XML", {XML_RUN: stored("numbers/rank.xml")}, at(XML_RUN, "run-number:4")
    ),
    HostileInput(
        RANK,
        "ranks from -1e308 to 1e308",
        {RUN: stored("numbers/rank-far-apart.run")},
        at(RUN, "run-ranks-with-gaps:1"),
        scored_as="honest",
    ),
    HostileInput(
        RANK,
        "scores from 1e308 to -1e308",
        {RUN: stored("numbers/score-far-apart.run")},
        scored_as="honest",
    ),
    HostileInput(
        RANK,
        "a time of 1e400",
        {XML_RUN: stored("numbers/time.xml")},
        at(XML_RUN, "run-score-not-number:3", "run-ranks-missing:4"),
        scored_as="honest",
    ),
    HostileInput(
        OFFSET,
        "digits of other scripts everywhere",
        {RUN: stored("ids/topics-fullwidth.run")},
        at(RUN, "run-score-not-number:1", "run-number:1"),
    ),
    HostileInput(
        SETTING,
        "qrels with NaN, 1e400 and 64 bits",
        {QRELS: stored("numbers/qrels.qrels")},
        at(QRELS, "assessments-number:1"),
    ),
    HostileInput(
        SETTING,
        "assessments with NaN and below 0",
        {"assessments/official/301.xml": instead(stored("numbers/assessments.xml"))},
        at("assessments/official/301.xml", "assessments-number:5"),
        base="2006",
    ),
    _setting("a mean length of infinity", "infinite", "campaign-value-wrong:6"),
    _setting("a mean length of NaN", "not-a-number", "campaign-value-wrong:6"),
    _setting("a mean length of 1e400", "overflow", "campaign-value-wrong:6"),
    _setting("a mean length of 1e42", "huge-mean", "campaign-value-wrong:6"),
    _setting("a count of 5000 digits in quotation marks", "huge-count", "campaign-value-wrong:8"),
    HostileInput(
        SETTING,
        "a cutoff and a pool of a thousand million ranks",
        {SETTINGS: stored("numbers/huge-cutoff.toml")},
        at(SETTINGS, "campaign-value-wrong:9"),
    ),
    HostileInput(
        SETTING,
        "metrics at a thousand million ranks and at 5000 digits",
        {SETTINGS: stored("numbers/huge-metrics.toml")},
        at(SETTINGS, "metric-unknown:9"),
    ),
    _setting("a year of 5000 digits", "huge-year", "campaign-toml-syntax"),
)
