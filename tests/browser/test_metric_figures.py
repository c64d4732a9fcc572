"""The interactive figures of the metrics guide show the scores that the metrics compute."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from lxml import html
from playwright.sync_api import Page
from pooled_documents import judged_documents

from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.article_gains import ArticleText
from inexreport.judging.element_gains import ElementGains
from inexreport.judging.passage_gains import PassageGains
from inexreport.metrics import cumulated_gain, discounted_gain, focused, generalised
from inexreport.metrics.registry import bind
from inexreport.rendering.environment import template_folder

SCRIPT = template_folder() / "assets" / "metric-figures.js"

Scores = Mapping[str, float]

DOCUMENT_METRICS = ("P@5", "P@10", "RR", "AP", "nDCG@10", "RBP(p=0.8)", "Bpref")


def scores_of_documents(chosen: Sequence[str], missing: int) -> Scores:
    grades = {f"d{rank}": int(grade) for rank, grade in enumerate(chosen) if grade}
    grades |= {f"missing{number}": 1 for number in range(missing)}
    values = TopicValues(judged_documents([f"d{rank}" for rank in range(10)], grades))
    return {name: values.value(bind(name, {"largest_grade": 3})) for name in DOCUMENT_METRICS}


def scores_of_elements(chosen: Sequence[str], missing: int) -> Scores:
    gain = np.array([float(one) for one in chosen])
    ideal = np.array(sorted([*gain[gain > 0].tolist(), *[1.0] * missing], reverse=True))
    gains = ElementGains(gain, ideal)
    return {
        "nxCG@5": cumulated_gain.gain_at_rank(gains, 5),
        "nxCG@10": cumulated_gain.gain_at_rank(gains, 10),
        "MAnxCG@10": cumulated_gain.mean_gain_to_rank(gains, 10),
        "AEP": cumulated_gain.average_effort_precision(gains),
        "nDCG-elements@10": discounted_gain.discounted_gain_at_rank(discounted_gain.discount(gains), 10),
    }


def scores_of_passages(chosen: Sequence[str], missing: int) -> Scores:
    relevant = np.array([round(1000 * float(one)) for one in chosen])
    retrieved = np.full(10, 1000)
    curve = focused.interpolated_precision(PassageGains(retrieved, relevant, relevant.sum() + 1000 * missing))
    total = int(np.count_nonzero(relevant)) + missing
    text = ArticleText(relevant > 0, total, retrieved, relevant, relevant)
    ranking = generalised.f_score(text, beta=0.25)
    return {
        "iP@0.01": focused.precision_at_recall(curve, 0.01),
        "iP@0.10": focused.precision_at_recall(curve, 0.10),
        "AiP": focused.average_interpolated_precision(curve),
        "gP(score=F,beta=0.25)@5": generalised.generalised_precision(ranking, 5),
        "gP(score=F,beta=0.25)@10": generalised.generalised_precision(ranking, 10),
        "AgP(score=F,beta=0.25)": generalised.average_generalised_precision(ranking),
    }


FIGURES: Mapping[str, tuple[Callable[[Sequence[str], int], Scores], Sequence[str]]] = {
    "documents": (scores_of_documents, ("", "0", "1", "2", "3")),
    "elements": (scores_of_elements, ("0", "0.25", "0.5", "0.75", "1")),
    "passages": (scores_of_passages, ("0", "0.25", "0.5", "0.75", "1")),
}


@pytest.fixture(scope="module")
def empty_page(chromium) -> Page:
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.add_script_tag(path=SCRIPT)
    yield page
    context.close()


@pytest.mark.parametrize("name", FIGURES)
def test_scores_equal_those_of_the_metrics(empty_page: Page, name: str):
    compute, choices = FIGURES[name]
    generator = random.Random(name)
    lists = [([generator.choice(choices) for _ in range(10)], generator.randrange(11)) for _ in range(60)]
    nothing = choices[0]
    lists += [
        ([nothing] * 10, 0),
        ([nothing] * 10, 3),
        (["0"] * 10, 0),
        ([choices[-1]] * 10, 0),
        ([*[nothing] * 9, choices[-1]], 0),
        ([choices[-1], *["0"] * 9], 10),
    ]
    found = empty_page.evaluate(
        "([name, lists]) => lists.map(([chosen, missing]) => Object.entries("
        "metricFigures[name](chosen, missing)).map(([key, value]) => [key, String(value)]))",
        [name, lists],
    )
    for (chosen, missing), entries in zip(lists, found, strict=True):
        scores = {key: float(value) for key, value in entries}
        expected = compute(chosen, missing)
        assert scores == pytest.approx(expected, abs=1e-12, nan_ok=True), (chosen, missing)


def test_a_changed_judgement_changes_the_scores(visit, sample_sites: Path):
    page = visit.open(sample_sites / "sample-2025" / "metrics.html")
    figure = page.locator("[data-results=documents]")
    results = figure.locator("ol select")
    assert results.count() == 10

    def shown() -> dict[str, str]:
        rows = figure.locator("[data-measure]").all()
        return {row.get_attribute("data-measure"): row.locator("output").inner_text() for row in rows}

    def expected() -> dict[str, str]:
        chosen = [one.input_value() for one in results.all()]
        missing = int(figure.locator("[data-missing]").input_value())
        return {name: f"{score:.4f}" for name, score in scores_of_documents(chosen, missing).items()}

    assert shown() == expected()
    results.nth(0).focus()
    page.keyboard.press("Home")  # not judged
    assert results.nth(0).input_value() == ""
    assert shown() == expected()
    figure.get_by_label("Relevant documents that are not returned").select_option("5")
    results.nth(9).select_option("3")
    assert shown() == expected()
    for one in results.all():
        one.select_option("0")
    assert set(shown().values()) == {"0.0000"}
    assert (visit.said, visit.strangers) == ([], [])


def test_a_topic_without_relevant_text_has_no_score(visit, sample_sites: Path):
    page = visit.open(sample_sites / "sample-2009" / "metrics.html")
    figure = page.locator("[data-results=passages]")
    for one in figure.locator("select").all():
        one.select_option("0")
    assert set(figure.locator("output").all_inner_texts()) == {"–"}


def test_figures_have_the_metrics_of_the_campaign(sample_sites: Path):
    def measures(year: int) -> dict[str, list[str]]:
        figures = html.parse(sample_sites / f"sample-{year}" / "metrics.html").xpath("//*[@data-results]")
        return {one.get("data-results"): one.xpath(".//@data-measure") for one in figures}

    assert measures(2004) == {"elements": ["nDCG-elements@10"]}
    assert measures(2025) == {"documents": list(DOCUMENT_METRICS)}
    assert measures(2006)["elements"] == ["nxCG@5", "nxCG@10", "AEP", "nDCG-elements@10"]
    assert measures(2009) == {"passages": list(scores_of_passages(["1"] * 10, 0))}


def test_without_scripts_the_worked_examples_stand(plain: Page, sample_sites: Path):
    plain.goto((sample_sites / "sample-2009" / "metrics.html").as_uri())
    assert not plain.locator(".judging").first.is_visible()
    assert plain.get_by_text("This needs JavaScript.").is_visible()
    assert plain.locator("#worked-examples table").count() == 3


def test_only_the_guide_has_the_script_which_is_small(sample_sites: Path):
    assert SCRIPT.stat().st_size < 8000
    pages = (sample_sites / "sample-2009").rglob("*.html")
    with_script = [page.name for page in pages if "assets/metric-figures-" in page.read_text("utf-8")]
    assert with_script == ["metrics.html"]


def test_the_guide_stays_light(sample_sites: Path):
    for year in (2004, 2006, 2009, 2025):
        assert (sample_sites / f"sample-{year}" / "metrics.html").stat().st_size < 100_000
