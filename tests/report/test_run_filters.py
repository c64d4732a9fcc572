from __future__ import annotations

from inexreport.model.run import Standing, Submission
from inexreport.report.naming import RunName
from inexreport.report.run_filters import MOST_CHOICES, MOST_FILTERS, run_filters


def filters(*facets: dict[str, str], **facts: list[object]) -> dict[str, tuple[list[str], list[int | None]]]:
    """Choices and places by title."""
    runs = [
        (
            Submission(
                "T",
                str(place),
                "",
                "",
                facets=stated,
                query=facts.get("query", [""] * len(facets))[place],
                standing=facts.get("standing", [Standing.OFFICIAL] * len(facets))[place],
            ),
            RunName("T", str(place), "", facts.get("participants", [""] * len(facets))[place], str(place)),
        )
        for place, stated in enumerate(facets)
    ]
    return {one["title"]: (one["choices"], one["places"]) for one in run_filters(runs)}


def test_nothing_is_filtered_where_nothing_is_stated() -> None:
    assert filters({}, {}, {}) == {}
    assert filters() == {}


def test_runs_are_filtered_by_participant_and_query_without_further_facts() -> None:
    assert filters({}, {}, {}, participants=["B", "A", "B"], query=["title", "title", ""]) == {
        "Participant": (["A", "B"], [1, 0, 1]),
        "Query": (["title"], [0, 0, None]),
    }
    assert filters({}, {}, {}, participants=["A", "B", "C"]) == {}


def test_facts_with_the_same_value_or_one_for_each_run_are_left_out() -> None:
    found = filters(
        {"type": "manual", "all": "same", "own": "1"},
        {"type": "manual", "all": "same", "own": "2"},
        {"type": "automatic", "all": "same", "own": "3"},
        participants=["A", "B", "B"],
        standing=[Standing.OFFICIAL, Standing.LATE, Standing.OFFICIAL],
    )
    assert found == {
        "Type": (["automatic", "manual"], [1, 1, 0]),
        "Participant": (["A", "B"], [0, 1, 1]),
        "Status": (["late", "official"], [1, 0, 1]),
    }


def test_runs_without_a_value_can_be_told_from_the_others() -> None:
    assert filters({"gpu": "yes"}, {}, {"gpu": "yes"}) == {"Gpu": (["yes"], [0, None, 0])}


def test_facts_with_too_many_values_are_left_out() -> None:
    many = [{"note": str(place % (MOST_CHOICES + 1))} for place in range(200)]
    assert filters(*many) == {}
    assert "Note" in filters(*many[:MOST_CHOICES], {"note": "0"})


def test_of_dozens_of_facts_the_first_are_filters_and_descriptions_none() -> None:
    names = ["description", *(f"fact {place}" for place in range(30))]
    runs = [dict.fromkeys(names, value) for value in "aab"]
    assert list(filters(*runs)) == [name.capitalize() for name in names[1 : MOST_FILTERS + 1]]
