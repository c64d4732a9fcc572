"""Which nuggets each answer has, which everybody misses, and whether the cited documents support it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import pandas as pd

from inexreport.model.answer import Answer, JudgedAnswer, Nugget, Support
from inexreport.model.assessment import Assessments, TopicAssessment
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.report.applicability import judges_answers
from inexreport.report.campaign_view import CampaignView
from inexreport.report.naming import task_title
from inexreport.report.tables.columns import RUN, TASK, TOPIC
from inexreport.report.tables.table import Shown, Table, integer, text
from inexreport.statistics.memo import once_per_outcome
from inexreport.subjects.sections import Choice, Columns, Section, View

MARKS = {Support.FULL: "yes", Support.PARTIAL: "in part", Support.NONE: "no"}
"""What pages say of a nugget or a citation."""

NOT_JUDGED = "–"


def _judges(campaign: Campaign) -> tuple[Assessments, ...]:
    return (campaign.assessments, *campaign.judges)


def _judged(outcome: TaskOutcome, campaign: Campaign) -> Iterator[tuple[tuple[str, str, str], JudgedAnswer]]:
    """Yield topic, judge and run with what the judge says of the answer, for each judged answer of a task."""
    for topic in dict.fromkeys(chain.from_iterable(judge.topics for judge in _judges(campaign))):
        for judge in _judges(campaign):
            answers = judge.topics[topic].answers if topic in judge.topics else {}
            for run in outcome.runs:
                given = run.answers.get(topic)
                if given and given.run in answers:
                    yield (topic, judge.judge, run.submission.name), answers[given.run]


@once_per_outcome
def nuggets(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the nuggets of each judged answer of a task, in the order of the judgements."""
    rows = [
        (*of, one.text, "vital" if one.vital else "okay", str(one.assignment))
        for of, judged in _judged(outcome, campaign)
        for one in judged.nuggets
    ]
    return pd.DataFrame(rows, columns=["topic", "judge", "run", "nugget", "importance", "assignment"])


def citations(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the judged citations of each answer of a task, in the order of the judgements."""
    rows = [
        (*of, one.sentence, one.document, str(one.support))
        for of, judged in _judged(outcome, campaign)
        for one in judged.citations
    ]
    return pd.DataFrame(rows, columns=["topic", "judge", "run", "sentence", "document", "support"])


_OF_JUDGE = {**TASK, **TOPIC, "judge": text("Who judged: `official`, or the folder of another judge."), **RUN}

NUGGETS = Table.of_tasks(
    "nuggets",
    "One row per task, topic, judge, run and nugget: whether the answer has it.",
    {
        **_OF_JUDGE,
        "nugget": text("The fact that an answer should have."),
        "importance": text("`vital` or `okay`."),
        "assignment": text("`support`, `partial_support` or `not_support`."),
    },
    nuggets,
    applies=judges_answers,
    participants=Shown(),
)

CITATIONS = Table.of_tasks(
    "citations",
    "One row per task, topic, judge, run and judged citation: whether the document supports the sentence.",
    {
        **_OF_JUDGE,
        "sentence": integer("Place of the sentence in the answer, from 0."),
        "document": text("Name of the document that it cites."),
        "support": text("`support`, `partial_support` or `not_support`."),
    },
    citations,
    applies=judges_answers,
    participants=Shown(),
)

TABLES = (NUGGETS, CITATIONS)


def topic_sections(view: CampaignView, topic: str) -> Iterator[Section]:
    """Yield, for each task, the nuggets of a topic by run, and the answers of two runs side by side."""
    for place, outcome in enumerate(view.outcome.tasks, 1):
        runs = [run for run in outcome.runs if topic in run.answers]
        if not runs:
            continue
        title = f" ({task_title(outcome.task.name)})" if len(view.outcome.tasks) > 1 else ""
        yield _missed(view, outcome, topic, f"nuggets-{place}", title)
        order = {one.submission.name: rank for rank, one in enumerate(view.standings[outcome.task.name].runs)}
        runs.sort(key=lambda run: order.get(run.submission.name, len(order)))
        shown = {run.submission.name: [_answer(view, run, topic)] for run in runs}
        second = {name: shown[name] for name in (*[*shown][1:2], *shown)}
        sides = (Choice("Run A", shown), *([Choice("Run B", second)] if len(shown) > 1 else []))
        ones = f"{len(runs):,} of your runs" if view.participant else counted(len(runs), "run")
        answer = f"{ones} answered the topic, the best of the task first."
        yield Section(
            f"answers-{place}",
            f"What did the runs answer?{title}",
            [answer],
            [sides, "citations"],
            note="answers",
        )


def _missed(view: CampaignView, outcome: TaskOutcome, topic: str, fragment: str, title: str) -> Section:
    """The nuggets of a topic by run, those that fewest answers have first."""
    campaign = view.outcome.campaign
    found = nuggets(outcome, campaign)
    found = found[found.topic == topic]
    views, answer, your = {}, "No answer was assigned nuggets.", "your " if view.participant else ""
    for judge, rows in found.groupby("judge", sort=False):
        rows = rows.assign(
            mark=rows.assignment.map(lambda one: MARKS[Support(one)]), run="run " + rows.run
        )  # no run is called like another column
        keys, names = ["nugget", "importance"], list(dict.fromkeys(rows.run))
        wide = rows.pivot_table(index=keys, columns="run", values="mark", aggfunc="first", sort=False)
        rows = rows.assign(full=rows.mark == MARKS[Support.FULL], part=rows.mark == MARKS[Support.PARTIAL])
        counts = rows.groupby(keys, sort=False)[["full", "part"]].sum()
        wide = wide[names].fillna(NOT_JUDGED).join(counts).reset_index()
        wide = wide.sort_values(["full", "part"], kind="stable")
        if judge == campaign.assessments.judge:
            missed = wide[wide.full + wide.part == 0]
            vital = int((missed.importance == "vital").sum())
            are = "is" if len(missed) == 1 else "are"
            judged = f"{your}{counted(len(names), 'judged answer')}"
            answer = f"Of {counted(len(wide), 'nugget')}, {len(missed):,} {are} in none of {judged}, "
            if len(missed) == 1:
                answer += f"and it is {'' if vital else 'not '}vital."
            else:
                answer += f"{vital or 'none'} of them vital."
            if missed.empty:
                of_all = counted(len(wide), "nugget")
                answer = f"Of {of_all}, each is at least in part in one of {judged}."
        columns: Columns = {
            "nugget": ("Nugget", "name"),
            "importance": ("Importance", "text"),
            "full": (f"{your}answers with it".capitalize(), "count"),
            "part": ("In part", "count"),
            **{name: (name.removeprefix("run "), "support") for name in names},
        }
        views[str(judge)] = [View(f"Nuggets of the topic by run{title}", wide, columns, rows="nuggets")]
    parts = [Choice("Judge", views)] if len(views) > 1 else list(chain.from_iterable(views.values()))
    question = f"Which facts {'do your answers' if your else 'does everybody'} miss?{title}"
    return Section(fragment, question, [answer], [*parts, "nuggets"], note="nuggets")


def run_section(view: CampaignView, task: str, run: RunOutcome) -> Section | None:
    """Return the answers of a run, topic by topic; None without any."""
    if not run.answers:
        return None
    topics = view.outcome.campaign.topics
    named = {
        f"{topic} {topics[topic].title}" if topic in topics else topic: [_answer(view, run, topic)]
        for topic in [*(one for one in topics if one in run.answers), *(run.answers.keys() - topics.keys())]
    }
    judged = view.outcome.campaign.of_task(task).assessments.topics
    assigned = sum(
        bool(one.run in judged[topic].answers) for topic, one in run.answers.items() if topic in judged
    )
    answer = (
        f"The run answered {counted(len(run.answers), 'topic')}; {assigned:,} of its answers were judged."
    )
    return Section(
        "answers", "What did the run answer?", [answer], [Choice("Topic", named), "nuggets", "citations"]
    )


def _answer(view: CampaignView, run: RunOutcome, topic: str) -> View:
    """Each sentence of an answer with its nuggets and citations; then nuggets of no sentence."""
    campaign, answer = view.outcome.campaign.of_task(run.submission.task), run.answers[topic]
    judged = _of_answer(campaign.assessments.topics.get(topic), answer)
    support = {(one.sentence, one.document): MARKS[one.support] for one in judged.citations}
    rows = [
        (
            one.text,
            _listed(nugget for nugget in judged.nuggets if place in nugget.sentences),
            [(name, support.get((place, name), "not judged")) for name in one.citations],
        )
        for place, one in enumerate(answer.sentences)
    ]
    places = {*range(len(answer.sentences))}
    others = [one for one in judged.nuggets if places.isdisjoint(one.sentences)]
    missing = [one for one in others if one.assignment == Support.NONE]
    for label, some in (
        ("In the answer; the judge does not say where", [one for one in others if one not in missing]),
        ("Not in the answer", missing),
    ):
        rows += [(label, _listed(some), [])] if some else []
    return View(
        f"Answer of {run.submission.name} to topic {topic}",
        pd.DataFrame(rows, columns=["sentence", "nuggets", "citations"]).assign(task=run.submission.task),
        {
            "sentence": ("Sentence", "text"),
            "nuggets": ("Nuggets, and whether its citations support it", "evidence"),
        },
        caption=f"{run.submission.name}, topic {topic}",
    )


def _of_answer(judged: TopicAssessment | None, answer: Answer) -> JudgedAnswer:
    return JudgedAnswer() if judged is None else judged.answers.get(answer.run, JudgedAnswer())


def _listed(some: Iterator[Nugget] | Sequence[Nugget]) -> tuple[str, ...]:
    part = {Support.PARTIAL: ", in part"}
    return tuple(
        f"{'Vital' if one.vital else 'Okay'}{part.get(one.assignment, '')}: {one.text}" for one in some
    )
