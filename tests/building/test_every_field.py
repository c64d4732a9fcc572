"""Whatever field of a campaign changes, a build with a cache gives what one without a cache gives."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pandas as pd
import pytest
from part_of_2006 import copy_part
from pydantic import BaseModel

from inexreport.building import evaluation
from inexreport.building.build import build
from inexreport.building.campaign import PreparedCampaign, prepare_campaign
from inexreport.building.resources import Resources
from inexreport.cache import Cache, digest
from inexreport.evaluation.task_plan import plan_task
from inexreport.model.assessment import Assessments, ElementJudgements, Judged, Pool, TopicAssessment
from inexreport.model.campaign import AssessmentSet, Campaign, Collection, DocumentCounts, InputFile, Limits
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.problem import Problem
from inexreport.model.task import Significance, Task, TaskRules, TopicSelection, Treatment
from inexreport.model.topic import Topic
from inexreport.statistics.findings import TaskFindings
from inexreport.subjects import reliability

Change = Callable[[Any], Any]

NAMES_SOMETHING_ELSE = {
    (Campaign, "slug"),
    (Task, "name"),
    (Topic, "id"),
    (Assessments, "judge"),
    (TopicAssessment, "topic"),
    (Pool, "topic"),
    (AssessmentSet, "name"),
    (Problem, "code"),
    (Problem, "scope"),
    (Problem, "task"),
    (Problem, "run"),
}
"""Fields that are the key of something, so that another value is another campaign."""

RECORDS_THEMSELVES = {
    (Campaign, "limits"),
    (Campaign, "assessments"),
    (Campaign, "collection"),
    (Campaign, "documents"),
    (Campaign, "limits"),
    (Task, "rules"),
}
"""Fields that hold records, whose own fields are changed."""

REFER_TO_OTHERS = {
    (TopicAssessment, "passage_article"),
    (TopicAssessment, "grades"),  # of documents: see test_document_rebuilds.py
    (ElementJudgements, "article"),
    (ElementJudgements, "path"),
    (ElementJudgements, "scale"),
}
"""Fields of which another value contradicts the fields they refer to."""

TAKE_SETS_AWAY = {
    (Campaign, "assessment_sets"),
    (AssessmentSet, "kind"),
    (AssessmentSet, "scored"),
}
"""Fields of which another value leaves fewer sets of assessments to score."""

VALID: dict[tuple[type, str], Change] = {
    (Campaign, "protocol"): lambda _: "inex-2007",
    (Campaign, "tasks"): lambda tasks: dict(list(tasks.items())[:-1]),
    (Campaign, "judged"): lambda _: Judged.PASSAGES,
    (Campaign, "accent"): lambda _: "#0b6e4f",
    (Task, "official"): lambda _: "nxCG(quant=gen,overlap=on)@25",
    (Task, "topics"): lambda _: TopicSelection.RETURNED,
    (Task, "query_types"): lambda _: ("CO",),
    (Task, "depths"): lambda _: (5, 10),
    (Task, "correlations"): lambda _: None,
    (Task, "significance"): lambda _: Significance.TUKEY,
    (Task, "settings"): lambda settings: settings | {"short_ranking": "last value"},
    (TaskRules, "overlap"): lambda _: Treatment.ALLOWED,
    (TaskRules, "scattered_articles"): lambda _: Treatment.ERROR,
    (TaskRules, "several_entry_points"): lambda _: Treatment.ERROR,
    (TaskRules, "outside_pool"): lambda _: Treatment.WARNING,
    (TaskRules, "characters_per_topic"): lambda _: 1000,
    (TaskRules, "characters_per_article"): lambda _: 100,
    (Topic, "query_type"): lambda _: "CAS",
    (Topic, "tasks"): lambda _: ("Focused",),
    (Topic, "castitle"): lambda _: "//article//sec[about(., other words)]",
    (TopicAssessment, "articles"): lambda articles: (*articles[:-1], "another"),
    (TopicAssessment, "flagged_pool"): lambda _: frozenset({("10117", "/article[1]")}),
    (TopicAssessment, "elements"): lambda elements: elements.select(np.arange(len(elements)) > 0),
    (ElementJudgements, "paths"): lambda paths: (*paths[:-1], "/article[1]/another[1]"),
    (Collection, "unit"): lambda _: "bytes",
    (AssessmentSet, "kind"): lambda _: "dimension",
    (AssessmentSet, "source"): lambda _: "second-judge",
    (AssessmentSet, "without_judged_by"): lambda _: "second-judge",
    (AssessmentSet, "topics"): lambda _: ("301",),
    (Problem, "lines"): lambda lines: (*lines, 10**6),
}
"""Another value of a field where not any value of its type would be valid."""


def other(value: Any) -> Any:
    """Another value of the same type."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value} otherwise"
        case bytes():
            return value + b" otherwise"
        case None:
            return 77
        case np.ndarray():
            return value[::-1] if len(set(value.tolist())) > 1 else value + 1
        case tuple():
            return value[:-1]
        case frozenset():
            return frozenset(sorted(value)[1:])
        case Mapping():
            return dict(list(value.items())[1:])
    raise TypeError(f"no other value than {value!r} is known")


def names_of_fields(kind: type) -> list[str]:
    """The fields of a dataclass or model; none of anything else."""
    if is_dataclass(kind):
        return [field.name for field in fields(kind)]
    return list(getattr(kind, "model_fields", ()))


def with_field(record: Any, name: str, value: Any) -> Any:
    changes = {name: value}
    return record.model_copy(update=changes) if isinstance(record, BaseModel) else replace(record, **changes)


def with_change(value: Any, kind: type, name: str, change: Change) -> Any:
    """The value with a field of the first record of a kind in it changed; the same object if it has none."""
    if isinstance(value, kind):
        return with_field(value, name, change(getattr(value, name)))
    for field in names_of_fields(type(value)):
        inner = getattr(value, field)
        changed = with_change(inner, kind, name, change)
        if changed is not inner:
            return with_field(value, field, changed)
    if isinstance(value, Mapping):
        for key, inner in value.items():
            changed = with_change(inner, kind, name, change)
            if changed is not inner:
                return {**value, key: changed}
    if isinstance(value, tuple):
        for place, inner in enumerate(value):
            changed = with_change(inner, kind, name, change)
            if changed is not inner:
                return (*value[:place], changed, *value[place + 1 :])
    return value


RECORDS = (
    *(Campaign, Collection, DocumentCounts, Task, TaskRules, Topic, TopicAssessment),
    *(ElementJudgements, Pool, AssessmentSet, Limits),
)
CHANGED = [
    (kind, name)
    for kind in (*RECORDS, Assessments, InputFile, Problem)
    for name in names_of_fields(kind)
    if (kind, name) not in NAMES_SOMETHING_ELSE | REFER_TO_OTHERS | RECORDS_THEMSELVES
]


@pytest.fixture(scope="module", autouse=True)
def _one_order_of_ties() -> Iterator[None]:
    """Simulated runs are scored in one order of their ties, which shows as well what an order depends on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reliability, "TIE_ORDERS", 1)
        yield


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory, sample_campaign: Path) -> Path:
    """A part of the sample campaign of 2006 with every kind of record."""
    folder = tmp_path_factory.mktemp("original") / "c2006"
    campaign = copy_part(sample_campaign, folder, ("Focused", "BestInContext"), runs=2, topics=2)
    sorted((campaign / "runs" / "BestInContext").iterdir())[-1].unlink()
    (campaign / "notes.txt").write_text("no part of a campaign")
    return campaign


@pytest.fixture(scope="module")
def built(original: Path) -> tuple[PreparedCampaign, Cache]:
    """The campaign as it is read, and a cache after its site was built."""
    cache = Cache(original.parent / "cache")
    build(original, original.parent / "site", resources=Resources(cache=cache))
    return prepare_campaign(original), cache


def content(site: Path) -> dict[str, bytes]:
    return {str(file.relative_to(site)): file.read_bytes() for file in site.rglob("*") if file.is_file()}


def equal(one: Any, two: Any) -> bool:
    """Whether two outcomes, or parts of them, have the same content; equal NaN are the same."""
    if type(one) is not type(two):
        return False
    match one:
        case pd.DataFrame() | pd.Series():
            return bool(one.equals(two)) and list(one.axes[-1]) == list(two.axes[-1])
        case np.ndarray():
            return one.dtype == two.dtype and np.array_equal(one, two, equal_nan=one.dtype.kind == "f")
        case Mapping():
            return list(one) == list(two) and all(equal(one[key], two[key]) for key in one)
        case list() | tuple():
            return len(one) == len(two) and all(map(equal, one, two))
        case float():
            return one == two or (one != one and two != two)
        case TaskFindings():
            return equal(vars(one), vars(two))
    names = names_of_fields(type(one))
    if names:
        return all(equal(getattr(one, name), getattr(two, name)) for name in names)
    return bool(one == two)


@pytest.fixture(scope="module")
def another(original: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same directory with other settings."""
    directory = Path(shutil.copytree(original, tmp_path_factory.mktemp("another") / original.name))
    settings = directory / "campaign.toml"
    settings.write_text(settings.read_text("utf-8") + "# changed\n", "utf-8")
    return directory


@contextmanager
def changed(built: tuple[PreparedCampaign, Cache], *fields: tuple[type, str]) -> Iterator[None]:
    """Any campaign directory is read as the original one with other values in some fields."""
    prepared, _ = built
    campaign, problems = prepared.campaign, prepared.problems
    for kind, name in fields:
        before, change = (campaign, problems), VALID.get((kind, name), other)
        campaign, problems = (with_change(one, kind, name, change) for one in before)
        assert campaign is not before[0] or problems is not before[1], f"no {kind.__name__} there"
    # A record has changed, so a file has, another one for each field: what is read is not in the cache.
    first, *others = campaign.inputs
    campaign = replace(campaign, inputs=(replace(first, sha256=digest(str(fields))), *others))
    plans = {task: plan_task(settings, campaign) for task, settings in campaign.tasks.items()}
    read = PreparedCampaign(campaign, plans, prepared.elements, problems)
    with mock.patch.object(evaluation, "prepare_campaign", return_value=read):
        yield


class Noting(Cache):
    """Notes what is taken from it, by kind and key; what is put into it is in memory only."""

    def __init__(self, folder: Path | None) -> None:
        super().__init__(folder)
        self.taken: set[tuple[str, str]] = set()
        self.added: dict[tuple[str, str], Any] = {}

    def get(self, kind: str, key: str, default: Any = None) -> Any:
        if (kind, key) in self.added:
            return self.added[kind, key]
        found = super().get(kind, key, default)
        if found is not default:
            self.taken.add((kind, key))
        return found

    def put(self, kind: str, key: str, value: Any) -> None:
        self.added[kind, key] = value


def taken(campaign: Path, cache: Cache) -> tuple[frozenset[tuple[str, str]], CampaignOutcome | None]:
    """What an evaluation takes from a cache, by kind and key, and its outcome if it computes none itself."""
    noting = Noting(cache.folder)
    with pytest.MonkeyPatch.context() as patch:
        for statistics in ("OF_POOLS", "OF_SCORES"):
            patch.setattr(evaluation, statistics, ())
        patch.setattr(evaluation, "reliability", lambda campaign: None)
        outcome, _ = evaluation.evaluate_campaign(campaign, resources=Resources(cache=noting))
    found, computed = (
        frozenset((kind, key) for kind, key in entries if kind != "checksums")
        for entries in (noting.taken, noting.added)
    )
    return found, None if computed else outcome


def test_without_a_change_all_results_are_taken_from_the_cache(
    original: Path, built: tuple[PreparedCampaign, Cache]
) -> None:
    found, outcome = taken(original, built[1])
    assert {kind for kind, _ in found} >= {"campaign", "task", "reliability"}
    assert outcome is not None


def test_a_changed_field_is_evaluated_as_without_a_cache(
    another: Path, built: tuple[PreparedCampaign, Cache], tmp_path: Path
) -> None:
    """What takes nothing from the cache is such an evaluation.

    Fields after whose changes the same is taken from the cache are changed at once: if one of them had an
    effect on it, the clean evaluation would differ. Only what takes away a set of assessments would hide the
    effects of its fields.
    """
    together: dict[Any, list[tuple[type, str]]] = {}
    for field in CHANGED:
        with changed(built, field):
            found, _ = taken(another, built[1])
        if found:
            apart = field if field in TAKE_SETS_AWAY else field[0] is AssessmentSet
            together.setdefault((found, apart), []).append(field)
    for (expected, _), alike in together.items():
        alike.reverse()  # a campaign's own fields hold the other records
        if len(alike) > 1:
            with changed(built, *alike):
                assert taken(another, built[1])[0] == expected, alike
        assert_evaluated_as_without_a_cache(another, built, tmp_path, *alike)


def assert_evaluated_as_without_a_cache(
    another: Path, built: tuple[PreparedCampaign, Cache], empty: Path, *fields: tuple[type, str]
) -> None:
    with changed(built, *fields):
        found, clean = (
            evaluation.evaluate_campaign(another, resources=Resources(cache=cache))[0]
            for cache in (Noting(built[1].folder), Noting(empty))
        )
    assert equal(found, clean), fields


@pytest.mark.parametrize("kinds", [(Campaign,), (Task, TopicAssessment, Problem)], ids=["all pages", "some"])
def test_a_changed_record_shows_as_in_a_clean_build(
    another: Path,
    original: Path,
    built: tuple[PreparedCampaign, Cache],
    tmp_path: Path,
    kinds: tuple[type, ...],
) -> None:
    """A field of a record on every page, and fields of records each on other pages."""
    shutil.copytree(original.parent / "site", tmp_path / "site")
    with changed(built, *(next(one for one in CHANGED if one[0] is kind) for kind in kinds)):
        build(another, tmp_path / "site", resources=Resources(cache=built[1]))
        build(another, tmp_path / "clean")
    assert content(tmp_path / "site") == content(tmp_path / "clean")
