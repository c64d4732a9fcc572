"""A campaign with invented numbers: every field that comes from a file holds markup."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from inexreport.formats.published_results import text_table
from inexreport.metrics.metric import Averaging, BoundMetric, CurveDefinition, Cutoff, Metric, Parameter
from inexreport.model.assessment import Assessments, TopicAssessment
from inexreport.model.campaign import Campaign, Collection, InputFile, Participant
from inexreport.model.edition import Edition
from inexreport.model.outcome import (
    CampaignOutcome,
    Composition,
    Curve,
    FirstResults,
    FirstScores,
    RunOutcome,
    RunScores,
    TaskOutcome,
)
from inexreport.model.problem import Problem, ProblemScope
from inexreport.model.run import Submission
from inexreport.model.task import Task, TaskRules, TopicSelection, Treatment
from inexreport.model.top_results import ResultNames, TopResults
from inexreport.model.topic import Topic
from inexreport.subjects.changes import outcome_results
from rendering.invented_diagnosis import invented_diagnosis, sought

MARKUP = "<script>alert('x')</script>&amp;</title>\"<!--"
"""What must reach a page as text only."""

PICTURE = "<img src=x onerror=alert(1)>"
RIGHT_TO_LEFT = "אחזור מידע \u202e(XML)"

METRICS = ("iP@0.01", "iP@0.10", "MAiP", "overlap(kind=rank)")
TOPICS = tuple(str(2001 + i) for i in range(12))
PARTICIPANTS = {"12": f"University of {MARKUP}", "p/../9": "École d’essai"}


def _undefined(*_: object) -> float:
    return float("nan")


def _metric(name: str, topic_name: str, title: str, **further: object) -> Metric:
    return Metric(
        name=name,
        topic_name=topic_name,
        title=title,
        explanation="Invented for a test.",
        formula=r"\frac{1}{101}\sum_{k=0}^{100} iP[k/100]",
        source="This test",
        vectors=_undefined,
        shared=_undefined,
        measure=_undefined,
        **further,  # type: ignore[arg-type]
    )


IP_CURVE = CurveDefinition(
    "iP", "Recall", "Interpolated precision", np.linspace(0, 1, 11), lambda shared: shared
)


def invented_metrics() -> Mapping[str, BoundMetric]:
    ip = _metric(
        "iP",
        "iP",
        "Interpolated precision",
        curve=IP_CURVE,
        cutoff=Cutoff("recall", recall=True),
        parameters=(
            Parameter("overlap", "Whether results may overlap.", ("allowed", "forbidden"), "forbidden"),
        ),
    )
    maip = _metric("MAiP", "AiP", "Mean average interpolated precision", curve=IP_CURVE, confirmed=False)
    overlap = _metric(
        "overlap",
        "overlap",
        "Overlap",
        unit="%",
        highest=100.0,
        averaging=Averaging.MEAN_OF_ANSWERED,
        reads_places=False,
    )
    return {
        "iP@0.01": BoundMetric(ip, "iP@0.01", {"overlap": "forbidden"}, 0.01),
        "iP@0.10": BoundMetric(ip, "iP@0.10", {"overlap": "forbidden"}, 0.1),
        "MAiP": BoundMetric(maip, "MAiP", {}, None),
        "overlap(kind=rank)": BoundMetric(overlap, "overlap(kind=rank)", {"kind": "rank"}, None),
    }


def _assessments(generator: np.random.Generator) -> Assessments:
    topics = {}
    for topic in TOPICS[:10]:
        articles = (*(f"{topic}{i}" for i in range(7)), f"{MARKUP}.xml")
        relevant = generator.integers(100, 2000, len(articles))
        relevant[2] = 0
        having = np.flatnonzero(relevant)
        topics[topic] = TopicAssessment(
            topic=topic,
            articles=articles,
            relevant_characters=relevant.astype(np.int64),
            article_length=(relevant + 3000).astype(np.int64),
            entry_point=generator.integers(0, 100, len(articles)),
            passage_article=having.astype(np.int64),
            passage_offset=np.zeros(len(having), dtype=np.int64),
            passage_length=relevant[having].astype(np.int64),
        )
    return Assessments("official", topics)


def _scores(generator: np.random.Generator, quality: float) -> RunScores:
    by_topic = np.clip(generator.normal(quality, 0.2, (len(METRICS), 10)), 0, 1)
    by_topic[3] *= 40
    by_topic[2, 4] = np.nan
    return RunScores(
        metrics=METRICS,
        topics=TOPICS[:10],
        by_topic=by_topic,
        mean=np.nanmean(by_topic, axis=1),
        topics_counted=np.count_nonzero(~np.isnan(by_topic), axis=1),
    )


def relevant_articles(assessments: Assessments) -> dict[str, list[str]]:
    """Of each topic."""
    return {
        topic: [one.articles[i] for i in np.flatnonzero(one.relevant_characters)]
        for topic, one in assessments.topics.items()
    }


def _run(task: str, name: str, participant: str, run_id: str, generator: np.random.Generator) -> RunOutcome:
    quality = float(generator.uniform(0.1, 0.8))
    recall = np.linspace(0, 1, 11)
    submission = Submission(
        task=task,
        name=name,
        file=f"runs/{task}/{name}.xml",
        sha256=hashlib.sha256(name.encode()).hexdigest(),
        participant=participant,
        run_id=run_id,
        query="automatic",
        description=f"Described as {MARKUP}",
        topic_fields={"title": "yes", "castitle": "no"},
    )
    warning = Problem(
        code="campaign-key-missing",
        file=submission.file,
        found=f"“{MARKUP}”",
        expected="nothing of the kind",
        lines=tuple(range(3, 40)),
        count=60,
        scope=ProblemScope.RUN,
        task=task,
        run=name,
    )
    return RunOutcome(
        submission=submission,
        results=1200,
        problems=(warning,) if name.endswith("a") else (),
        scores=_scores(generator, quality),
        curves=(Curve("iP", recall, quality * (1 - recall)),),
        composition=Composition(
            topics=TOPICS[:9],
            results_per_topic=generator.integers(1, 200, 9),
            articles_per_topic=generator.integers(1, 100, 9),
            element_types={"sec": 300, "p": 120, "(article)": 9, MARKUP: 2},
            judged_by_rank=np.array([0.9, 0.5, 0.25, np.nan, np.nan]),
            unlocated=0 if name.endswith("4") else 3,
        ),
        first_scores=FirstScores(
            topic=TOPICS[0],
            chosen_by="iP@0.01",
            results=30,
            places=((MARKUP, ""), (f"article {MARKUP}", f"/article[1]/{MARKUP}[2]")),
            judgements={"characters": np.array([1200.0, 7]), "highlighted": np.array([0.0, np.nan])},
            metrics=METRICS,
            scores=np.full((len(METRICS), 2), quality),
        ),
        first_results=_first_results(generator),
    )


def _first_results(generator: np.random.Generator) -> FirstResults:
    """Three results of each topic, some of them those of other runs."""
    names, size = ResultNames(), 3 * len(TOPICS[:9])
    articles = [f"article {MARKUP}" if one == 4 else f"{one}" for one in generator.integers(0, 9, size)]
    places = [f"/article[1]/{MARKUP}[2]", "", "1,200–3,400"] * len(TOPICS[:9])
    results = TopResults(
        names,
        TOPICS[:9],
        np.arange(0, size + 1, 3),
        names.articles.numbers(articles),
        names.paths.numbers(places),
    )
    highlighted = np.tile([0.0, 7.0, np.nan], len(TOPICS[:9]))
    return FirstResults(results, {"characters": np.full(size, 1200.0), "highlighted": highlighted})


def _diagnosed(run: RunOutcome, assessments: Assessments) -> RunOutcome:
    types = ("sec", "p", "(article)", MARKUP)
    found = invented_diagnosis(run.submission.name, relevant_articles(assessments), types)
    return replace(run, diagnosis=found)


def invented_task(name: str, selection: TopicSelection = TopicSelection.ASSESSED) -> Task:
    return Task(
        name=name,
        question=f"Which elements answer the question, {MARKUP}?",
        cutoff=1500,
        official="iP@0.01",
        metrics=METRICS,
        topics=selection,
        rules=TaskRules(overlap=Treatment.ERROR, characters_per_topic=1000),
        settings={"short_ranking": "last value"},
    )


def _castitle(i: int) -> str:
    """A query, or what reads like one until an opened phrase goes on for ever."""
    if i % 2:
        return (
            '//article[about(.//fm, x) or .//yr > 1998]//sec[about(., "a chain" +algorithm -graph <b>&amp;)]'
        )
    return f'//article[about(.//fm, x)]//sec[about(., "markov chains" +algorithm -graph {MARKUP})]'


def invented_outcome(runs: int = 12, slug: str = "invented-2042") -> CampaignOutcome:
    """A campaign of two tasks; ids of runs, topics and participants are hostile, the numbers are random."""
    generator = np.random.default_rng(7)
    topics = {
        topic: Topic(
            id=topic,
            candidate_number=str(i),
            query_type="CO+S",
            title=f"title {i} {MARKUP if i == 1 else ''}",
            castitle=_castitle(i),
            description=f"A description {MARKUP}",
            narrative=f"A narrative {MARKUP}",
            file="topics/topics.xml",
            line=10 + i,
        )
        for i, topic in enumerate(TOPICS)
    }
    names = [f"run_{i:02d}{'a' if i % 3 == 0 else ''}" for i in range(runs)]
    names[1], names[2] = "RUN_00A", "../../etc/<b>"
    participants = ["12", "p/../9", ""]
    focused = tuple(
        _run("Focused", name, participants[i % 3], "" if i % 4 else f"id {i} {MARKUP}", generator)
        for i, name in enumerate(sorted(names))
    )
    rejected = RunOutcome(
        submission=Submission("Focused", "rejected", "runs/Focused/rejected.run", "0" * 64, "12"),
        results=3,
        problems=(
            Problem(
                code="overlap-not-allowed",
                file="runs/Focused/rejected.run",
                found=f"12 in {MARKUP}",
                expected="results that share no text",
                lines=(4, 9),
                count=2,
                scope=ProblemScope.RUN,
                task="Focused",
                run="rejected",
            ),
        ),
    )
    assessments = _assessments(generator)
    focused = tuple(_diagnosed(run, assessments) for run in focused)
    campaign = Campaign(
        slug=slug,
        title=f"Invented campaign {MARKUP}",
        year=2042,
        protocol="inex-2009",
        tasks={"Focused": invented_task("Focused"), "focused": invented_task("focused")},
        topics=topics,
        assessments=assessments,
        collection=Collection(name=f"Wikipedia {MARKUP}", documents=659388, mean_document_length=7000.0),
        participants={key: Participant.model_construct(name=one) for key, one in PARTICIPANTS.items()},
        citation=f"Somebody: {MARKUP}",
        licence=f"Free {MARKUP}",
        about=f"# Welcome\n\nText **bold** {MARKUP}\n\n<img src=x onerror=alert(1)>\n\n"
        "#### Deep\n\n[bad](javascript:alert(1)) [good](https://example.org)\n",
        inputs=(InputFile("campaign.toml", "1" * 64), InputFile("topics/topics.xml", "2" * 64)),
        topic_tags={f"old {MARKUP}": TOPICS[:4], "new": TOPICS[4:]},
    )
    empty = TaskOutcome(campaign.tasks["focused"], ())
    own = Problem("campaign-key-missing", "campaign.toml", f"no licence {MARKUP}", "a licence", (2,))
    of_focused = TaskOutcome(
        campaign.tasks["Focused"], (*focused, rejected), sought(relevant_articles(assessments))
    )
    return CampaignOutcome(campaign, (of_focused, empty), (own,))


def png(width: int = 1, height: int = 1) -> bytes:
    """A black picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress((b"\0" + bytes(width)) * height)
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def with_look(outcome: CampaignOutcome) -> CampaignOutcome:
    """The campaign with an accent colour and a logo."""
    return replace(outcome, campaign=replace(outcome.campaign, accent="#0b6e4f", logo=png()))


def with_strange_titles(campaign: Campaign) -> Campaign:
    """The campaign with topics whose titles are not what they seem."""
    titles = {"2004": f"{PICTURE} <b>bold</b>", "2005": RIGHT_TO_LEFT}
    topics = {one.id: replace(one, title=titles.get(one.id, one.title)) for one in campaign.topics.values()}
    return replace(campaign, topics=topics)


def with_earlier_edition(outcome: CampaignOutcome) -> CampaignOutcome:
    """The campaign in a second edition; names and values of the first are hostile, too."""
    now = outcome_results(outcome)
    runs, scores = (now.tables[name].to_pydict() for name in ("runs", "scores"))
    withdrawn = {name: f"{MARKUP} {name}" for name in runs} | {"task": "Focused", "official_rank": "99"}
    tables = {
        "runs": text_table({name: [*cells, withdrawn[name]] for name, cells in runs.items()}),
        "scores": text_table(scores | {"score": ["0.5"] * len(scores["score"])}),
    }
    before = replace(
        now,
        settings=now.settings | {"title": MARKUP, f"tool.{MARKUP}": "1"},
        inputs={**now.inputs, f"runs/{MARKUP}": "3" * 64},
        tables=now.tables | tables,
    )
    editions = (Edition("2042-01-01", "", before), Edition("2042-02-01", f"Corrected {MARKUP}"))
    return replace(outcome, campaign=replace(outcome.campaign, editions=editions))
