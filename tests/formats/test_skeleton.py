"""The skeleton of a campaign has every setting, and each works once its comment sign is taken away."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from inexreport.building.checking import check_campaign
from inexreport.evaluation.task_plan import unknown_metrics
from inexreport.formats.campaign_directory import examine_campaign
from inexreport.formats.campaign_file import (
    CampaignFile,
    ParticipantSettings,
    read_campaign_file,
)
from inexreport.formats.protocols import example_task, protocol_names, read_protocol
from inexreport.formats.site_settings import SiteSettings
from inexreport.formats.skeleton import write_skeleton
from inexreport.model.assessment import Judged
from inexreport.model.campaign import AssessmentSet, AssessmentSettings, CollectionSettings
from inexreport.model.problem import ProblemLog
from inexreport.model.task import CONVENTIONS, CorrelationTable, TaskRules, TaskSettings

ROOT = Path(__file__).parents[2]
MODELS = (
    CampaignFile,
    CollectionSettings,
    ParticipantSettings,
    AssessmentSettings,
    TaskSettings,
    TaskRules,
    SiteSettings,
)
FIELDS = [field.alias or name for model in MODELS for name, field in model.model_fields.items()]
SETTINGS = FIELDS + list(CONVENTIONS)
COMMENTED = re.compile(r'^# (?=\[|\w+ = |    "|\]$)', re.M)


def skeleton(tmp_path: Path, protocol: str) -> str:
    write_skeleton(tmp_path / "new", protocol)
    return (tmp_path / "new" / "campaign.toml").read_text("utf-8")


def read(text: str) -> SimpleNamespace:
    log = ProblemLog("campaign.toml")
    settings = read_campaign_file(text.encode(), log)
    assert settings is not None, [problem.message for problem in log]
    assert not len(log)
    return SimpleNamespace(**settings)


@pytest.mark.parametrize("protocol", protocol_names())
def test_every_protocol_says_in_a_sentence_what_was_asked(protocol):
    introduction = read_protocol(protocol).introduction
    assert introduction.startswith("As " if protocol.startswith("inex") else "Systems ")
    assert introduction.count(".") == 1
    assert introduction.endswith(".")
    # A campaign of documents need not be one of TREC.
    named = protocol.upper().replace("-", " ")
    assert (named in introduction) is protocol.startswith("inex")


@pytest.mark.parametrize("protocol", protocol_names())
def test_all_settings_work_without_their_comment_signs(protocol: str, tmp_path: Path) -> None:
    text = skeleton(tmp_path, protocol)
    settings = read(COMMENTED.sub("", text))
    assert settings.citation
    assert settings.participants["19"].name == "Queensland University of Technology"
    assert (settings.judged, settings.order) == (
        read_protocol(protocol).judged,
        read_protocol(protocol).order,
    )
    assert (settings.relevance_level, settings.url) == (2, "https://...")
    for task in settings.tasks.values():
        assert unknown_metrics(task) == {}
        assert task.official in task.metrics
    first = example_task(protocol)
    if settings.judged is Judged.DOCUMENTS:
        residual = AssessmentSet(name="residual", source="official", without_judged_by="second-judge")
        from_topics = AssessmentSet(name="first-topics", source="official", topics=("301", "302"))
        assert settings.assessment_sets == (
            AssessmentSet(name="second-judge", model="..."),
            AssessmentSet(name="trust", kind="dimension", relevance_level=1),
            from_topics,
            residual,
        )
        assert not re.search(r"mean_document_length|unit = .char|without_elements|\.rules\]|MyTask", text)
        assert {"[site]", "[imported.cost]"} <= set(re.findall(r"\[\w+(?:\.\w+)?\]", text))
    elif settings.judged is Judged.ANSWERS:
        assert settings.assessment_sets == (AssessmentSet(name="second-judge", model="..."),)
        assert settings.collection.mean_document_length is None
    else:
        assert settings.collection.mean_document_length == 7000.0
        assert settings.assessment_sets == (
            AssessmentSet(name="second-judge", model="..."),
            AssessmentSet(
                name="without-links",
                source="official",
                without_elements=("collectionlink", "unknownlink"),
                topics=("301", "302"),
            ),
            AssessmentSet(name="residual", source="official", without_judged_by="second-judge"),
        )
        own = settings.tasks["MyTask"]
        assert (own.cutoff, own.official) == (first.cutoff, first.official)
    # Those of the first task are the protocol's, but for limits that it has not.
    limits = ("characters_per_topic", "characters_per_article", "runs_per_participant")
    unlimited = {name: None for name in limits if getattr(first.rules, name) is None}
    written = settings.tasks[first.name]
    assert written.pool_depth_stated
    rules = written.rules.model_copy(update=unlimited)
    same = {"rules": rules, "pool_depth_stated": first.pool_depth_stated}
    if first.correlations is None:  # the official metric with all, as is written
        assert written.correlations == CorrelationTable(rows=(first.official,), columns=("*",))
        same["correlations"] = None
    assert written.model_copy(update=same) == first


def test_it_names_every_setting(tmp_path: Path) -> None:
    text = skeleton(tmp_path / "text", "inex-2009") + skeleton(tmp_path / "documents", "trec")
    assert [name for name in SETTINGS if not re.search(rf"\b{name}\b", text)] == []


def test_the_documentation_names_every_setting() -> None:
    text = (ROOT / "docs" / "formats.md").read_text("utf-8")
    assert [name for name in SETTINGS if f"`{name}`" not in text and f".{name}]" not in text] == [
        # Tables, which stand before the names in brackets.
        *(
            "authors",
            "editions",
            "site",
            "limits",
            "participants",
            "tasks",
            "topic_tags",
            "imported",
        ),
    ]


def test_a_task_of_ones_own_needs_no_protocol(tmp_path: Path) -> None:
    text = skeleton(tmp_path, "inex-2009")
    own = text[text.index("# [tasks.MyTask]") :]
    settings = read('title = "A campaign"\nyear = 2009\n' + COMMENTED.sub("", own))
    assert list(settings.tasks) == ["MyTask"]


def test_nothing_is_set_twice(tmp_path: Path) -> None:
    assert set(tomllib.loads(skeleton(tmp_path, "inex-2009"))) == {"title", "year", "protocol", "collection"}


def test_a_campaign_of_documents_needs_nothing_but_its_files(tmp_path: Path) -> None:
    write_skeleton(tmp_path / "new", "trec")
    for place, text in {
        "assessments/official/qrels.txt": "1 0 a 1\n1 0 b 0\n2 0 a 2\n",
        "topics/topics.tsv": "1\tfirst\n2\tsecond\n",
        "runs/mine.txt": "1 Q0 a 1 0.5 mine\n2 Q0 a 1 0.5 mine\n",
        "runs/adhoc/other.txt": "1 Q0 b 1 0.5 other\n2 Q0 a 1 0.5 other\n",
    }.items():
        path = tmp_path / "new" / place
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (warning,) = check_campaign(tmp_path / "new").problems
    assert (warning.code, warning.is_error, warning.place) == ("about-unedited", False, "about.md:1")
    about = tmp_path / "new" / "about.md"
    about.write_text("A campaign about lighthouses.\n", "utf-8")
    assert check_campaign(tmp_path / "new").problems == ()


@pytest.mark.parametrize(
    "own", ["{}", "# Lighthouses\n\n{}\n\n* A list\n", "{} And more.", "Dear all,\r\n{}\r\n"]
)
def test_a_text_about_the_campaign_that_was_not_replaced_is_not_published(tmp_path: Path, own: str) -> None:
    write_skeleton(tmp_path / "new", "trec")
    about = tmp_path / "new" / "about.md"
    about.write_text(own.format(about.read_text("utf-8").strip()), "utf-8", newline="")
    campaign, problems = examine_campaign(tmp_path / "new", assessed=False)
    assert campaign.about == ""
    assert [one.code for one in problems] == ["about-unedited"]
    assert "Replace this text." in about.read_text("utf-8").splitlines()[(problems[0].line or 0) - 1]
