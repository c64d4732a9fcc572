"""The first sentence under a heading that asks: for any numbers, and on the pages of the samples."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from lxml import html
from pooled_documents import DocumentCampaign

from inexreport.building.evaluation import evaluate_campaign
from inexreport.subjects.assessment_sets import ranking_answer
from inexreport.subjects.pool_contributions import contribution_answer
from inexreport.subjects.pool_growth import depth_answer
from inexreport.subjects.pool_quality import pool_quality, quality_answer
from inexreport.subjects.pools import pools_of_task

CAMPAIGN = DocumentCampaign(
    grades={"1": {"a": 2, "b": 0, "c": 1, "e": 1}, "2": {"a": 1, "d": -1, "f": 1}},
    runs={
        ("north", "x"): {"1": ["b", "d", "a"], "2": ["d", "y", "a"]},
        ("south", "y"): {"1": ["c", "a"], "2": ["f"]},
    },
    settings="pool_depth = 2\n",
)


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory):
    outcome, _ = evaluate_campaign(CAMPAIGN.write(tmp_path_factory.mktemp("campaigns") / "small"))
    return outcome.tasks[0], outcome.campaign


def test_the_quality_of_the_pools(evaluated):
    # Of a, c, e and of a, f the pools b d c a and d y f have a, c and f; 2 of 4 and 1 of 3 are relevant.
    assert quality_answer(pools_of_task(*evaluated), pool_quality(*evaluated)[0]) == (
        "The system pool of depth 2 contains 58.33% of the relevant documents, and 41.67% of its documents "
        "are relevant (means over topics)."
    )


def test_all_that_is_relevant_may_be_in_the_pool_by_construction(evaluated):
    pooling = pool_quality(*evaluated)[0]
    answer = quality_answer(pools_of_task(*evaluated), pooling.assign(recall=1.0))
    by_construction = (
        "contains 100.00% (by construction if this pool was judged) of the relevant documents, and"
    )
    assert by_construction in answer


def growth(*sizes, relevant=(0.0, 0.0, 0.0)):
    rows = {"participant": "", "depth": (1, 5, 10), "size": sizes, "relevant": relevant, "recall": relevant}
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    ("sizes", "relevant", "stated", "only_relevant", "answer"),
    [
        ((1, 5, 9), (1, 2, 2), True, False, "Yes: 0.00% of the documents that only ranks 6 to 10 brought"),
        ((1, 5, 25), (1, 2, 3), True, False, "Yes: 5.00% of the documents that only"),
        ((1, 5, 10), (1, 2, 3), True, False, "Nearly: 20.00% of the documents that only"),
        (
            (1, 5, 9),
            (1, 2, 3),
            True,
            False,
            "No: 25.00% of the documents that only ranks 6 to 10 brought into",
        ),
        ((1, 5, 9), (1, 2, 3), False, False, "This is not known, since the depth of the judged pools is not"),
        (
            (1, 5, 9),
            (1, 2, 3),
            True,
            True,
            "This is not known, since the assessments list relevant documents",
        ),
        (
            (1, 5, 5),
            (1, 2, 2),
            True,
            False,
            "This is not known: after rank 5, the runs end or bring nothing new into",
        ),
    ],
)
def test_whether_pools_were_deep_enough(evaluated, sizes, relevant, stated, only_relevant, answer):
    task = SimpleNamespace(
        task=SimpleNamespace(pool_depth_stated=stated),
        relevant_articles=SimpleNamespace(only_relevant=only_relevant),
    )
    text = depth_answer(task, pools_of_task(*evaluated), growth(*sizes, relevant=relevant))
    assert text.startswith(answer)
    assert text.endswith(("up to 20% nearly.)", "relevant.", "listed.", "pools."))


def test_without_runs_there_are_no_pools(evaluated):
    none = growth(1, 2, 3)[:0]
    answer = depth_answer(evaluated[0], pools_of_task(*evaluated), none)
    assert answer == "No run has results for an assessed topic, so there are no pools."


def pools(evaluated, groups, participants):
    return replace(pools_of_task(*evaluated), groups=groups, participants=frozenset(participants))


def contributions(evaluated, *numbers, known=True):
    groups = tuple("abcd"[: len(numbers)])
    rows = pd.DataFrame(numbers, columns=["unique_relevant", "pooled"]).assign(relevant=9, label=groups)
    return contribution_answer(pools(evaluated, groups, groups if known else {""}), rows)


def test_who_contributed(evaluated):
    assert contributions(evaluated) == "No participant contributed to the pools."
    assert contributions(evaluated, (0, 0)) == "No participant contributed to the pools."
    assert (
        contributions(evaluated, (9, 20))
        == "1 participant contributed to the pools, with 9 relevant documents."
    )
    assert contributions(evaluated, (0, 3), (0, 2)) == (
        "2 participants contributed to the pools; none found relevant documents that no other found."
    )
    assert contributions(evaluated, (5, 9), (1, 9), (0, 0)) == (
        "2 participants contributed to the pools. Of the 6 relevant documents that a single participant "
        "contributed, a contributed most: 5."
    )
    assert contributions(evaluated, (2, 9), (2, 9), (2, 1), known=False).endswith(
        "3 runs contributed to the pools. Of the 6 relevant documents that a single run contributed, a and "
        "2 others contributed most: 2 each."
    )


def test_groups_are_called_what_they_are(evaluated):
    def noun(*groups):
        return pools(evaluated, groups, {"north", "south"}).noun

    assert (noun("north", "south"), noun("north", "(run)"), noun("(run)", "(other)")) == (
        "participant",
        "group",
        "run",
    )


@pytest.mark.parametrize(
    ("taus", "answer"),
    [
        ((), "Fewer than two runs have different scores, so rankings cannot be compared."),
        ((np.nan,), "Fewer than two runs have different scores, so rankings cannot be compared."),
        ((0.5, np.nan), "Kendall’s tau of the two rankings is 0.5000: 1 is the same ranking."),
        (
            (1.0, 1.0),
            "Kendall’s tau of the two rankings is 1.0000 in all 2 comparisons: 1 is the same ranking.",
        ),
        (
            (1.0, -0.5, 0.2),
            "Kendall’s tau of the two rankings is −0.5000 to 1.0000 in 3 comparisons: 1 is the",
        ),
    ],
)
def test_how_far_two_rankings_agree(taus, answer):
    assert ranking_answer([SimpleNamespace(kendall=tau) for tau in taus]).startswith(answer)


PAGES = ("pooling/*.html", "significance/*.html")


def test_headings_that_ask_are_answered_first_with_a_number(sample_sites):
    asked = 0
    for page in sorted(path for pattern in PAGES for path in sample_sites.glob(f"*/{pattern}")):
        for heading in html.fromstring(page.read_bytes()).xpath("//main//h2[@id] | //main//h3[@id]"):
            question = " ".join(heading.text_content().split())
            if not question.endswith("?"):
                continue
            first, asked = heading.getnext(), asked + 1
            assert first.tag == "p", (page, question)
            sentence = re.split(r"(?<=[a-z)])[.]\s", first.text_content().strip())[0]
            assert re.search(r"\d|no variants are scored", sentence), (page, question, sentence)
    assert asked > 50


def test_pages_that_ask_at_first_are_answered_with_a_number(sample_sites):
    for pattern in ("assessors.html", "correlations/*.html", "reliability.html"):
        pages = [
            page
            for page in sample_sites.glob(f"*/{pattern}")
            if not re.search("cannot be measured|only one metric|no element metrics", page.read_text())
        ]
        assert pages, pattern
        for page in pages:
            (lead,) = html.fromstring(page.read_bytes()).xpath("//main//p[@class='lead']")
            assert re.search(r"\d", lead.getnext().text_content()), page
