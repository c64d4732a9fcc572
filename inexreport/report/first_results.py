"""The first results of runs with their judgements: two runs side by side, and all topics of one run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import isinf, isnan

from inexreport.model.assessment import TOO_SMALL, Coverage, Judged, TopicAssessment
from inexreport.model.derived import derived
from inexreport.report.assessment_notes import NOT_LISTED
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.statistics.first_documents import first_documents
from inexreport.statistics.first_results import TopicResults, collect_results, first_results

FEWEST_RUNS = 2


@derived
def grades_of(judged: TopicAssessment) -> Mapping[str, int]:
    """Return the grades of a topic by document."""
    grades = () if judged.grades is None else judged.grades.tolist()
    return dict(zip(judged.articles, grades, strict=True))


def ranked_topics(view: CampaignView, task: str) -> list[str]:
    """Return the topics for which at least two evaluated runs of a task have results.

    Where elements or passages were judged, these topics are assessed.
    """
    campaign, outcome = view.outcome.campaign, view.of(task)
    if campaign.judged is Judged.DOCUMENTS:
        of_runs = first_documents(outcome).values()
        runs = Counter(topic for by_topic in of_runs for topic, documents in by_topic.items() if documents)
    else:
        runs = Counter({topic: len(found.by_run) for topic, found in first_results(outcome).items()})
    return [topic for topic in campaign.topics if runs[topic] >= FEWEST_RUNS]


def first_results_script(view: CampaignView, task: str, topic: str) -> PageData:
    """Return the first results of all evaluated runs of a task for one of the `ranked_topics`.

    ``results`` are the distinct ones: the article, the place in it, and the text of each judgement, None
    without one. ``first`` has for each run, in the order of the evaluated runs, the places of its results
    among them. ``pattern`` is the pattern of the articles' addresses, ``item`` what a result is called, and
    ``unjudged`` what those without a judgement are.
    """
    found = _topic_results(view, task, topic)
    return {
        "results": [
            (article, place, *map(judgement_text, found.judged, judgements))
            for article, place, *judgements in found.results
        ],
        "first": _in_order(view, task, found),
        "pattern": view.outcome.campaign.of_task(task).collection.document_url,
        "item": _item(view),
        "unjudged": NOT_LISTED if view.of(task).relevant_articles.only_relevant else "Not judged",
    }


def ranking_columns(view: CampaignView, task: str, topic: str) -> PageData:
    """Return what is said of each result for one of the `ranked_topics`, which is the same for all of them.

    ``item`` is what a result is called, ``judged`` are the names of what was judged, ``unit`` that of text,
    and ``only_relevant`` is whether the assessments of the task list nothing that is not relevant.
    """
    return {
        "item": _item(view),
        "judged": _topic_results(view, task, topic).judged,
        "unit": view.outcome.campaign.collection.unit,
        "only_relevant": view.of(task).relevant_articles.only_relevant,
    }


def _item(view: CampaignView) -> str:
    return "document" if view.outcome.campaign.judged is Judged.DOCUMENTS else "result"


def topic_rankings(view: CampaignView, topic: str) -> list[PageData]:
    """Return the runs of each task whose first results for a topic can be compared.

    ``runs`` are the rows, among the evaluated runs of the task, of those with results, and their names.
    ``shown`` has the two best of them, a row for each rank with a cell for each run, None beyond its results.
    """
    found = []
    for task, standings in view.evaluated_runs.items():
        results = _topic_results(view, task, topic)
        by_run = _in_order(view, task, results)
        rows = [row for row, own in enumerate(by_run) if own]
        if len(rows) >= FEWEST_RUNS:
            names = [view.names[task, run.submission.name] for run in standings.runs]
            found.append(
                {
                    "task": task,
                    "topic": topic,
                    "columns": ranking_columns(view, task, topic),
                    "runs": [(row, names[row]) for row in rows],
                    "shown": _side_by_side(results, [by_run[row] for row in rows[:FEWEST_RUNS]]),
                }
            )
    return found


def _topic_results(view: CampaignView, task: str, topic: str) -> TopicResults:
    outcome = view.of(task)
    if view.outcome.campaign.judged is not Judged.DOCUMENTS:
        return first_results(outcome).get(topic, TopicResults())
    judged = view.outcome.campaign.of_task(task).assessments.topics.get(topic)
    grades = {} if judged is None else grades_of(judged)
    by_run = {run: by_topic.get(topic, ()) for run, by_topic in first_documents(outcome).items()}
    return collect_results(
        ["grade"],
        {
            run: [(document, "", grades.get(document)) for document in documents]
            for run, documents in by_run.items()
            if documents
        },
    )


def _in_order(view: CampaignView, task: str, found: TopicResults) -> list[tuple[int, ...]]:
    """The first results of each evaluated run."""
    return [found.by_run.get(run.submission.name, ()) for run in view.evaluated_runs[task].runs]


def _side_by_side(found: TopicResults, sides: Sequence[tuple[int, ...]]) -> list[list[PageData | None]]:
    return [
        [_cell(found, own[rank], other) if rank < len(own) else None for own, other in (sides, sides[::-1])]
        for rank in range(max(map(len, sides)))
    ]


def _cell(found: TopicResults, number: int, other: tuple[int, ...]) -> PageData:
    """A result with its rank among the first of the other run, None where it is not there."""
    article, place, *judgements = found.results[number]
    return {
        "article": article,
        "place": place,
        "judgements": [judgement_text(*one) for one in zip(found.judged, judgements, strict=True)],
        "other": other.index(number) + 1 if number in other else None,
    }


def judgement_text(name: str, value: float | None) -> str | None:
    """Return what was judged as a text; None where nothing was.

    Examples
    --------
    >>> judgement_text("grade", -1), judgement_text("highlighted share", 0.5), judgement_text("length", 1200)
    ('−1', '0.50', '1,200')
    >>> judgement_text("exhaustivity", -1), judgement_text("coverage", 3)
    ('too small', 'exact')
    >>> judgement_text("distance", float("inf"))
    'not relevant'
    """
    if value is None or isnan(value):
        return None
    if name == "coverage":
        return Coverage(int(value)).name.lower().replace("_", " ")
    if name == "exhaustivity" and value == TOO_SMALL:
        return "too small"
    if isinf(value):
        return "not relevant"
    return f"{value:.2f}" if name == "highlighted share" else f"{value:,.0f}".replace("-", "−")


def first_judgements(view: CampaignView, task: str, topic: str, run: str) -> list[str | None]:
    """Return what was judged of a run's first results for a topic, None where nothing was."""
    outcome, assessments = view.of(task), view.outcome.campaign.of_task(task).assessments.topics
    if view.outcome.campaign.judged is Judged.DOCUMENTS:
        grades = grades_of(assessments[topic]) if topic in assessments else {}
        documents = first_documents(outcome).get(run, {}).get(topic, ())
        return [judgement_text("grade", grades.get(document)) for document in documents]
    found = first_results(outcome).get(topic, TopicResults())
    return [_in_short(found.judged, found.results[number][2:]) for number in found.by_run.get(run, ())]


def judgement_names(view: CampaignView, task: str, topics: Sequence[str]) -> str:
    """Return what `first_judgements` of these topics are, as the beginning of a sentence."""
    if view.outcome.campaign.judged is Judged.DOCUMENTS:
        return "Grades"
    found = first_results(view.of(task))
    names = dict.fromkeys(name for topic in topics if topic in found for name in found[topic].judged)
    if "highlighted" in names:
        return "Highlighted percentages"
    if "distance" in names:
        return "Distances from the best entry point"
    return " / ".join(names).capitalize()


def _in_short(names: Sequence[str], values: Sequence[float | None]) -> str | None:
    """What was judged of one result; of text, the percentage that is highlighted.

    Examples
    --------
    >>> _in_short(["exhaustivity", "specificity"], [3, 1]), _in_short(["relevance", "coverage"], [None, None])
    ('3 / 1', None)
    >>> _in_short(["characters", "highlighted"], [200, 50]), _in_short(["characters", "highlighted"], [0, 0])
    ('25%', '0%')
    """
    if "highlighted" in names:
        characters, highlighted = (values[names.index(name)] for name in ("characters", "highlighted"))
        if characters is None or highlighted is None:
            return None
        return f"{100 * highlighted / max(characters, 1):.0f}%"
    texts = [judgement_text(*one) for one in zip(names, values, strict=True)]
    return " / ".join(text or "–" for text in texts) if any(texts) else None
