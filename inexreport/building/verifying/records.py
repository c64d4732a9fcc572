"""Compares a published campaign.json with a recomputed one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from inexreport.building.verifying.differences import Difference, Kind
from inexreport.building.verifying.tolerance import same_value

INPUTS = ("inputs", "inputs_sha256", "inputs_but_runs")
"""Parts of the record, and of each task's, that are told file by file."""


def input_differences(published: Mapping[str, Any], recomputed: Mapping[str, Any]) -> Iterator[Difference]:
    """Tell which files of the campaign are not those that the site was made from."""
    then, now = _checksums(published), _checksums(recomputed)
    for file in sorted(then.keys() | now.keys()):
        if then.get(file) != now.get(file):
            yield Difference(Kind.INPUT, file, published=then.get(file, ""), recomputed=now.get(file, ""))


def _checksums(record: Mapping[str, Any]) -> dict[str, str]:
    inputs = record.get("inputs")
    listed = [one for one in inputs if isinstance(one, dict)] if isinstance(inputs, list) else []
    return {str(one.get("file")): str(one.get("sha256")) for one in listed}


def is_library(one: Difference) -> bool:
    """Whether records differ in the version of Python or of a library that made the site."""
    return one.column.split(".")[0] == "libraries"


def record_differences(file: str, published: Any, recomputed: Any, place: str = "") -> Iterator[Difference]:
    """Compare two records place by place, all but what they say of inputs."""
    if isinstance(published, dict) and isinstance(recomputed, dict):
        names = sorted(published.keys() | recomputed.keys())
        for name in names:
            if name not in INPUTS:
                inner = f"{place}.{name}".lstrip(".")
                then, now = published.get(name), recomputed.get(name)
                yield from record_differences(file, then, now, inner)
    elif isinstance(published, list) and isinstance(recomputed, list) and len(published) == len(recomputed):
        for number, (then, now) in enumerate(zip(published, recomputed, strict=True), start=1):
            yield from record_differences(file, then, now, f"{place}[{number}]")
    elif not same_value(_text(published), _text(recomputed)):
        yield Difference(
            Kind.VALUE, file, column=place, published=_text(published), recomputed=_text(recomputed)
        )


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
