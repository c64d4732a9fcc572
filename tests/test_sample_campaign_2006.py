"""The sample campaign of 2006: judgements fit the documents to the character, its problems are intended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from evaluated_samples import evaluated_sample
from lxml import etree

from inexreport.model.assessment import TopicAssessment
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome

CAMPAIGN = Path(__file__).parents[1] / "campaigns" / "sample-2006"
JUDGES = ("official", "second-judge")
UNASSESSED, NOTHING_RELEVANT = "310", "309"
INTENDED_PROBLEMS = {
    ("Thorough", "sit-paragraphs"): {"run-ranks-missing"},
    ("Thorough", "specimen-careless"): {"run-topic-unknown", "duplicate-result", "run-order-contradicted"},
    ("Focused", "specimen-overlap"): {"overlapping-results"},
    ("AllInContext", "south-unescaped"): {"xml-not-well-formed"},
    ("AllInContext", "specimen-scattered"): {"article-scattered"},
    ("BestInContext", "south-entries"): {"further-entry-points"},
    ("BestInContext", "sit-sections"): {"path-unknown"},
    ("BestInContext", "ue-structure"): {"run-topic-without-results"},
    ("Ranking", "specimen-own"): {"result-outside-pool", "pool-not-ranked"},
}


class Document:
    """A document, read without any help of the package."""

    def __init__(self, article: str) -> None:
        self.root = etree.parse(CAMPAIGN / "documents" / f"{article}.xml").getroot()
        self.text = "".join(self.root.itertext())

    def element(self, path: str) -> tuple[int, int]:
        """Offset and end of the only element with this path."""
        (element,) = self.root.xpath(path)
        offset = len("".join(self.root.xpath(f"{path}/preceding::text()")))
        return offset, offset + len("".join(element.itertext()))

    def point(self, pointer: str) -> int:
        """Offset of the place that an XPointer or a path names."""
        named = re.fullmatch(r"(.*/text\(\)\[\d+\])\.(\d+)", pointer)
        if not named:
            return self.element(pointer)[0]
        (node,) = self.root.xpath(named[1])
        assert 0 <= int(named[2]) <= len(node)
        return len("".join(self.root.xpath(f"{named[1]}/preceding::text()"))) + int(named[2])


def _files(judge: str) -> Iterator[etree._Element]:
    for path in sorted((CAMPAIGN / "assessments" / judge).rglob("*.xml")):
        yield from etree.parse(path).getroot().iter("file")


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    return {path.stem: Document(path.stem) for path in (CAMPAIGN / "documents").iterdir()}


@pytest.fixture(scope="module")
def outcome() -> CampaignOutcome:
    outcome, _ = evaluated_sample(CAMPAIGN)
    return outcome


def _runs(outcome: CampaignOutcome) -> dict[tuple[str, str], RunOutcome]:
    return {(task.task.name, run.submission.name): run for task in outcome.tasks for run in task.runs}


@pytest.mark.parametrize("judge", JUDGES)
def test_passages_are_as_long_as_their_text(judge: str, documents: dict[str, Document]) -> None:
    for file in _files(judge):
        document = documents[file.get("name")]
        for passage in file.iter("passage"):
            start, end = (document.point(passage.get(name)) for name in ("start", "end"))
            assert end - start == int(passage.get("size")) > 0
            assert document.text[start:end] == document.text[start:end].strip()


@pytest.mark.parametrize("judge", JUDGES)
def test_every_element_with_highlighted_text_is_judged_with_its_sizes(
    judge: str, documents: dict[str, Document]
) -> None:
    for file in _files(judge):
        document = documents[file.get("name")]
        highlighted = {
            character
            for passage in file.iter("passage")
            for character in range(document.point(passage.get("start")), document.point(passage.get("end")))
        }
        expected = {}
        for element in document.root.iter():
            path = _path(element)
            offset, end = document.element(path)
            rsize = len(highlighted.intersection(range(offset, end)))
            if rsize:
                expected[path] = (2, end - offset, rsize)
        assert expected == {
            element.get("path"): tuple(int(element.get(name)) for name in ("exhaustivity", "size", "rsize"))
            for element in file.iter("element")
        }


def _path(element: etree._Element) -> str:
    """An element's path with the position in every step."""
    steps = (*reversed(list(element.iterancestors())), element)
    return "".join(
        f"/{step.tag}[{1 + sum(1 for _ in step.itersiblings(step.tag, preceding=True))}]" for step in steps
    )


@pytest.mark.parametrize("judge", JUDGES)
def test_reading_begins_no_later_than_the_longest_passage(judge: str, documents: dict[str, Document]) -> None:
    for file in _files(judge):
        relevant = len(file) > 0
        assert [child.tag for child in file][:1] == (["best-entry-point"] if relevant else [])
        if relevant:
            document = documents[file.get("name")]
            longest = max(file.iter("passage"), key=lambda passage: int(passage.get("size")))
            assert document.point(file[0].get("path")) <= document.point(longest.get("start"))


def test_pools_hold_elements_of_the_documents_and_their_articles_are_judged(
    documents: dict[str, Document],
) -> None:
    judged = {
        root.get("topic"): [file.get("name") for file in root]
        for root in (
            etree.parse(path).getroot() for path in (CAMPAIGN / "assessments" / "official").rglob("*.xml")
        )
    }
    for path in (CAMPAIGN / "pools").iterdir():
        pool = etree.parse(path).getroot()
        assert judged.get(pool.get("topic")) in (None, [file.get("file") for file in pool])
        for file in pool:
            assert all(documents[file.get("file")].element(element.get("path")) for element in file)
    assert len(judged) == 9


def test_the_collection_is_described_by_its_documents(
    outcome: CampaignOutcome, documents: dict[str, Document]
) -> None:
    collection = outcome.campaign.collection
    assert collection.documents == len(documents)
    assert collection.elements == sum(1 for document in documents.values() for _ in document.root.iter())
    mean = np.mean([len(document.text) for document in documents.values()])
    assert collection.mean_document_length == pytest.approx(mean, abs=0.05)


def test_passages_and_entry_points_are_found_where_they_are(
    outcome: CampaignOutcome, documents: dict[str, Document]
) -> None:
    for found in outcome.campaign.assessments.topics.values():
        articles = [documents[article] for article in found.articles]
        places = zip(found.passage_article, found.passage_start, strict=True)
        assert found.passage_offset.tolist() == [articles[number].point(start) for number, start in places]
        entry_points = zip(articles, found.entry_point_path, found.entry_point.tolist(), strict=False)
        assert all(offset == document.point(path) for document, path, offset in entry_points if path)


def test_one_topic_is_not_assessed_and_one_has_nothing_relevant(outcome: CampaignOutcome) -> None:
    assessed = outcome.campaign.assessments.topics
    assert [topic for topic in outcome.campaign.topics if topic not in assessed] == [UNASSESSED]
    assert [topic for topic, found in assessed.items() if not found.relevant_articles] == [NOTHING_RELEVANT]


def _relevant(assessment: TopicAssessment) -> set[str]:
    highlighted = assessment.relevant_characters > 0
    return {article for article, found in zip(assessment.articles, highlighted, strict=True) if found}


def test_the_judges_agree_in_part(outcome: CampaignOutcome) -> None:
    (second,) = outcome.campaign.judges
    assert len(second.topics) == 4
    missed: set[str] = set()
    added: set[str] = set()
    for topic, found in second.topics.items():
        official = _relevant(outcome.campaign.assessments.topics[topic])
        missed |= official - _relevant(found)
        added |= _relevant(found) - official
        assert official & _relevant(found)
    assert missed
    assert added


def test_runs_have_the_intended_problems_and_no_others(outcome: CampaignOutcome) -> None:
    assert outcome.problems == ()
    found = {
        name: {problem.code for problem in run.problems}
        for name, run in _runs(outcome).items()
        if run.problems
    }
    assert found == INTENDED_PROBLEMS


def test_all_but_the_run_that_is_no_xml_are_evaluated(outcome: CampaignOutcome) -> None:
    runs = _runs(outcome)
    assert [name for name, run in runs.items() if not run.evaluated] == [("AllInContext", "south-unescaped")]
    assert len(runs) == 22


def test_entry_points_are_looked_up_in_the_documents(
    outcome: CampaignOutcome, documents: dict[str, Document]
) -> None:
    """A run of whole articles is as far away as the best entry points are from the beginning."""
    run = _runs(outcome)["BestInContext", "prl-articles"]
    assert run.scores is not None
    metric = [str(name) for name in run.scores.metrics].index("BEPD(A=1)")
    mean_length = outcome.campaign.collection.mean_document_length
    assert mean_length is not None
    root = etree.parse(CAMPAIGN / "runs" / "BestInContext" / "prl-articles.xml").getroot()
    for number, topic in enumerate(run.scores.topics):
        entry_points = {
            file.get("name"): documents[file.get("name")].point(file[0].get("path"))
            for file in _files("official")
            if len(file) and file.getparent().get("topic") == topic
        }
        returned = {file.text for file in root.iterfind(f"topic[@topic-id='{topic}']/result/file")}
        scores = [
            mean_length / (mean_length + offset)
            for article, offset in entry_points.items()
            if article in returned
        ]
        if entry_points:
            expected = sum(scores) / len(entry_points)
            assert run.scores.by_topic[metric][number] == pytest.approx(expected, rel=1e-12)


def test_pools_are_ranked_as_a_whole_but_by_one_run(outcome: CampaignOutcome) -> None:
    pools = outcome.campaign.pools
    assert pools is not None
    pooled = sum(len(pool.elements) for pool in pools.values())
    (ranking,) = (task for task in outcome.tasks if task.task.name == "Ranking")
    results = {run.submission.name: run.results for run in ranking.runs}
    assert results == dict.fromkeys(["north-elements", "prl-as-given", "south-propagated"], pooled) | {
        "specimen-own": 25 * len(pools)
    }


def _by_topic(task: TaskOutcome) -> np.ndarray:
    """Official scores of each evaluated run on each topic that counts."""
    scores = [run.scores for run in task.runs if run.scores is not None]
    metric = scores[0].metrics.index(task.task.official)
    values = np.array([score.by_topic[metric] for score in scores])
    return values[:, ~np.isnan(values).all(axis=0)]


@pytest.mark.parametrize("task", ["Thorough", "Focused", "AllInContext", "BestInContext", "Ranking"])
def test_there_are_strong_and_weak_systems_and_easy_and_hard_topics(
    outcome: CampaignOutcome, task: str
) -> None:
    scores = _by_topic(next(found for found in outcome.tasks if found.task.name == task))
    assert scores.shape[1] == 8
    assert np.ptp(scores.mean(axis=1)) > 0.15
    assert np.ptp(scores.mean(axis=0)) > 0.2


def test_the_campaign_stays_small() -> None:
    assert sum(path.stat().st_size for path in CAMPAIGN.rglob("*") if path.is_file()) < 1_000_000
