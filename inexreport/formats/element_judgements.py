"""Judgements of single elements of 2002-2007, read from their attributes, on any of the scales."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from inexreport.formats.numbers import decimal_number, whole_number_with_separators
from inexreport.model.assessment import TOO_SMALL, UNKNOWN, Coverage, Scale

NOT_ASSESSED = "U"
HIGHLIGHTED_EXHAUSTIVITY = 2
"""Exhaustivity of all that is highlighted in the years that do not grade it."""

_GRADES = {"0": 0, "1": 1, "2": 2, "3": 3}
_COVERAGES = {"N": Coverage.NONE, "L": Coverage.TOO_LARGE, "S": Coverage.TOO_SMALL, "E": Coverage.EXACT}
_HIGHLIGHTED_GRADES = {"": HIGHLIGHTED_EXHAUSTIVITY, "?": TOO_SMALL, "0": 0, "1": 1, "2": 2}


@dataclass(frozen=True, slots=True)
class Judgement:
    """The values of one element, as in `inexreport.model.assessment.ElementJudgements`.

    `specificity` is None on the scale of 2002, which has none.
    """

    exhaustivity: int
    specificity: float | None
    coverage: int = UNKNOWN
    size: int = UNKNOWN
    highlighted: int = UNKNOWN

    @property
    def is_relevant(self) -> bool:
        if self.specificity is not None:
            return self.exhaustivity != 0 and self.specificity > 0
        return not _excluded(self.exhaustivity, self.coverage) and self.exhaustivity > 0


@dataclass(frozen=True, slots=True)
class Reading:
    """The outcome of reading an element's attributes, and the problem with them, if there is one."""

    judgement: Judgement | None = None
    """None where the element was not assessed or its values cannot be used."""
    scale: Scale | None = None
    """`HIGHLIGHTED` where no exhaustivity is written."""
    graded: bool = False
    """Whether the exhaustivity says more than that the element is highlighted."""
    code: str = ""
    found: str = ""


def read_judgement(attributes: Mapping[str, str]) -> Reading:
    """Return the judgement in the attributes of an element.

    Examples
    --------
    >>> read_judgement({"E": "?", "size": "1,030", "rsize": "515"}).judgement
    Judgement(exhaustivity=-1, specificity=0.5, coverage=-1, size=1030, highlighted=515)
    >>> read_judgement({"path": "/article[1]"}).judgement is None
    True
    """
    names = attributes.keys()
    if names & {"relevance", "coverage"}:
        return _pair(attributes, {"relevance": _GRADES, "coverage": _COVERAGES}, Scale.RELEVANCE_COVERAGE)
    if names & {"exhaustivity", "E", "size", "rsize"}:
        return _highlighted(attributes)
    if names & {"exhaustiveness", "specificity"}:
        return _pair(attributes, {"exhaustiveness": _GRADES, "specificity": _GRADES}, Scale.GRADES)
    return Reading()


def _pair(attributes: Mapping[str, str], values: Mapping[str, Mapping[str, int]], scale: Scale) -> Reading:
    """Return a judgement by two attributes, each with its values by their spelling."""
    texts = {name: attributes.get(name, "").strip() for name in values}
    missing = [name for name, text in texts.items() if not text]
    if NOT_ASSESSED in texts.values() or len(missing) == len(texts):
        return Reading()
    if missing:
        return Reading(code="assessments-judgement-incomplete", found=f"no {missing[0]}")
    for name, text in texts.items():
        if text.upper() not in values[name]:
            return _unknown_value(name, text)
    first, second = (values[name][text.upper()] for name, text in texts.items())
    if scale is Scale.RELEVANCE_COVERAGE:
        judgement, contradictory = Judgement(first, None, second), _excluded(first, second)
        found = "".join(texts.values())
    else:
        contradictory = (first == 0) != (second == 0)
        judgement = Judgement(0, 0.0) if contradictory else Judgement(first, float(second))
        found = f"({', '.join(texts.values())})"
    code = "assessments-values-contradict" if contradictory else ""
    return Reading(judgement, scale, code=code, found=found if contradictory else "")


def _excluded(relevance: int, coverage: int) -> bool:
    """Whether the scale of 2002 does not have a pair; such an element counts as not relevant."""
    return (relevance == 0) != (coverage == Coverage.NONE) or (
        relevance == max(_GRADES.values()) and coverage == Coverage.TOO_SMALL
    )


def _highlighted(attributes: Mapping[str, str]) -> Reading:
    written = attributes.get("exhaustivity", attributes.get("E", "")).strip()
    if written == NOT_ASSESSED:
        return Reading()
    exhaustivity = _HIGHLIGHTED_GRADES.get(written)
    if exhaustivity is None:
        return _unknown_value("exhaustivity", written)
    sizes: list[int] = []
    for name in ("size", "rsize"):
        text = attributes.get(name, "").strip()
        number = whole_number_with_separators(text) if text else UNKNOWN
        if number is None or (text and number < 0):
            return Reading(code="assessments-number", found=f"{name}={text}")
        sizes.append(number)
    size, highlighted = sizes
    beyond = UNKNOWN not in sizes and highlighted > size
    if UNKNOWN in sizes:
        specificity = _written_specificity(attributes)
    else:
        specificity = min(1.0, highlighted / size) if size else 0.0
    if specificity is None:
        return _unknown_value("specificity", attributes["specificity"])
    if math.isnan(specificity):
        return Reading(code="assessments-judgement-incomplete", found="neither rsize nor specificity")
    return Reading(
        Judgement(exhaustivity, specificity, size=size, highlighted=size if beyond else highlighted),
        Scale.HIGHLIGHTED_GRADES if written else Scale.HIGHLIGHTED,
        graded=written not in ("", str(HIGHLIGHTED_EXHAUSTIVITY)),
        code="assessments-highlighted-beyond-size" if beyond else "",
        found=f"{highlighted} of {size}" if beyond else "",
    )


def _written_specificity(attributes: Mapping[str, str]) -> float | None:
    """Return the attribute's value; NaN if there is none, None if it is no share."""
    text = attributes.get("specificity", "").strip()
    if not text:
        return math.nan
    number = decimal_number(text)
    return number if number is not None and 0 <= number <= 1 else None


def _unknown_value(name: str, value: str) -> Reading:
    return Reading(code="assessments-value-unknown", found=f"{name}={value}")
