"""The sentence that explains the difference of two runs; its numbers can be checked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SOURCE = Path(__file__).parents[2] / "templates/assets/compare/explanation.js"


EXPLAINED: list[tuple[list[float], str]] = [
    ([], "No topic has scores of both runs."),
    ([0.25], "A wins on the only topic, 1."),
    ([-0.25], "B wins on the only topic, 1."),
    ([0], "A and B are equal on the only topic, 1."),
    ([0, 1e-11], "A and B are equal on all 2 topics."),
    # Half of the gains of two topics would always be the larger one's.
    ([0.5, 0.1], "A wins on 2 of 2 topics, B on 0."),
    ([0.5, 0.5], "A wins on 2 of 2 topics, B on 0."),
    ([0.5, -0.5], "A and B have the same mean: A wins on 1 of 2 topics, B on 1."),
    (
        [0.5, -0.25, -0.25, 0],
        "A and B have the same mean: A wins on 1 of 4 topics, B on 2, and 1 is equal.",
    ),
    ([0.5, 0, 0], "A wins on 1 of 3 topics, B on 0, and 2 are equal; A’s whole gain is on topic 1."),
    (
        [0.9, -0.1, -0.1, 0],
        (
            "A has the higher mean, but wins on only 1 of 4 topics, B on 2, and 1 is equal;"
            " A’s whole gain is on topic 1."
        ),
    ),
    # 6 of 8 tenths.
    ([0.1, 0.6, 0.1], "A wins on 3 of 3 topics, B on 0; 75% of A’s gains come from topic 2."),
    ([-0.1, -0.6, -0.1], "B wins on 3 of 3 topics, A on 0; 75% of B’s gains come from topic 2."),
    # 3 + 2 of 9 tenths; the topic that B wins takes nothing from A's gains.
    (
        [0.1, 0.3, 0.1, 0.2, 0.1, 0.1, -0.4],
        "A wins on 6 of 7 topics, B on 1; 56% of A’s gains come from topics 2 and 4.",
    ),
    # 3 + 1 + 1 of 10 tenths are half, but no equal gain is named before another.
    (
        [0.3, *[0.1] * 7],
        "A wins on 8 of 8 topics, B on 0; at least half of A’s gains come from 3 of these 8 topics.",
    ),
    (
        [0.1] * 8,
        "A wins on 8 of 8 topics, B on 0; at least half of A’s gains come from 4 of these 8 topics.",
    ),
    # 9 + 8 + 7 of 60 are 40%; half, 30, takes the first four, which are too many to name.
    (
        [0.09, 0.08, 0.07, 0.065, 0.06, 0.055, 0.05, 0.04, 0.035, 0.03, 0.025],
        "A wins on 11 of 11 topics, B on 0; 40% of A’s gains come from topics 1, 2 and 3.",
    ),
    # 1 to 12: half of 78 is 39, and 12 + 11 + 10 + 9 are 42; a third is 26, which three reach with 33.
    (
        [place / 100 for place in range(1, 13)],
        "A wins on 12 of 12 topics, B on 0; 42% of A’s gains come from topics 12, 11 and 10.",
    ),
    # 1 to 20: a third of 210 is 70, and 20 + 19 + 18 are 57; 20 + 19 + 18 + 17 + 16 + 15 are half, 105.
    (
        [place / 100 for place in range(1, 21)],
        "A wins on 20 of 20 topics, B on 0; at least half of A’s gains come from 6 of these 20 topics.",
    ),
]


def test_the_difference_is_explained_whatever_the_order_of_topics(page: Page):
    page.add_script_tag(path=SOURCE)

    def explained(rows: list[dict[str, object]]) -> str:
        return page.evaluate("rows => explanation(rows)", rows)

    for differences, sentence in EXPLAINED:
        rows = [{"topic": str(place), "difference": one} for place, one in enumerate(differences, start=1)]
        assert explained(rows) == sentence, differences
    rows = [{"topic": str(one), "difference": one / 100} for one in (-3, 40, 2, 1, 5)]
    assert explained(rows) == explained(rows[::-1])
    assert explained(rows) == "A wins on 4 of 5 topics, B on 1; 83% of A’s gains come from topic 40."
