"""Agreement on grades of documents: by hand, by published examples, by definition, and of real judges."""

import math
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inexreport.formats.document_qrels import DocumentQrelsReader
from inexreport.model.assessment import Assessments, graded_documents
from inexreport.model.problem import ProblemLog
from inexreport.statistics.agreement import cohen_kappa, confusion, ordinal_alpha, quadratic_kappa
from inexreport.subjects.judges import MEASURES, grade_agreement, grade_confusion, graded_by_both

FEWER = settings(max_examples=max(10, settings.default.max_examples // 2))
PAIRS = st.lists(st.tuples(st.integers(-1, 4), st.integers(-1, 4)), max_size=30)


def judge(name: str, level: int = 1, **topics: dict[str, int]) -> Assessments:
    return Assessments(
        name,
        {
            topic: graded_documents(topic, tuple(grades), np.array([*grades.values()], dtype=np.int64), level)
            for topic, grades in topics.items()
        },
    )


def pair_of_judges(pairs: list[tuple[int, int]], level: int = 1) -> pd.DataFrame:
    """Two judges of one topic."""
    one, other = ({f"d{i}": pair[side] for i, pair in enumerate(pairs)} for side in (0, 1))
    return graded_by_both([(judge("official", level, t=one), judge("other", level, t=other))])


def found(documents: pd.DataFrame, topic: str = "all") -> dict[str, float]:
    rows = grade_agreement(documents)
    return rows[rows.topic == topic].set_index("measure").value.to_dict()


class TestByHand:
    """Six documents of two topics; a seventh and an eighth have one judge each, a topic has one too."""

    official = judge("official", a={"p": 2, "q": 0, "r": 1, "x": 1}, b={"p": 0, "q": 0, "r": 2}, c={"p": 1})
    other = judge("llm", b={"r": 2, "p": 1, "q": 0}, a={"y": 2, "p": 1, "q": 0, "r": 0})

    def test_documents_that_both_have_judged_are_paired(self):
        documents = graded_by_both([(self.official, self.other)])
        assert documents.topic.tolist() == ["a", "a", "a", "b", "b", "b"]
        grades = documents[["grade_official", "grade_judge"]].to_numpy().tolist()
        assert grades == [[2, 1], [0, 0], [1, 0], [0, 1], [0, 0], [2, 2]]
        rows = grade_agreement(documents)
        assert set(rows[rows.topic == "all"].pairs) == {6}

    def test_confusion_has_the_official_grades_in_its_rows(self):
        rows = grade_confusion(graded_by_both([(self.official, self.other)]))
        assert rows.grade_official.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]
        assert rows.grade_judge.tolist() == [0, 1, 2] * 3
        assert rows["count"].tolist() == [2, 1, 0, 1, 0, 0, 0, 1, 1]

    def test_coefficients(self):
        values = found(graded_by_both([(self.official, self.other)]))
        # Relevant or not: 2 and 2 alike of 6, each judge finds 3 of 6 relevant.
        assert values["agreement"] == pytest.approx(4 / 6)
        assert values["kappa"] == pytest.approx((4 / 6 - 1 / 2) / (1 / 2))
        # Grades: 3 of 6 alike; by chance (3·3 + 1·2 + 2·1) / 36.
        assert values["kappa_grades"] == pytest.approx((18 - 13) / (36 - 13))
        # Three differ by 1; by chance (3·2·1 + 3·1·4 + 1·3·1 + 1·1·1 + 2·3·4 + 2·2·1) / 6 = 50 / 6.
        assert values["kappa_quadratic"] == pytest.approx(1 - 3 * 6 / 50)
        # Grades 0, 1, 2 are given 6, 3, 3 times: mean ranks 3.5, 8, 11. Expected, both ways,
        # 2 · (18 · 4.5² + 18 · 7.5² + 9 · 3²) / 11; observed 2 · (2 · 4.5² + 1 · 3²).
        expected = 2 * (18 * 4.5**2 + 18 * 7.5**2 + 9 * 9) / 11
        assert values["alpha"] == pytest.approx(1 - 2 * (2 * 4.5**2 + 9) / expected)

    def test_topics_have_values_of_their_own(self):
        documents = graded_by_both([(self.official, self.other)])
        one, other = {"p": 0, "q": 0, "r": 2}, {"p": 1, "q": 0, "r": 2}
        alone = graded_by_both([(judge("official", b=one), judge("llm", b=other))])
        assert found(documents, "b") == found(alone) == found(alone, "b")
        rows = grade_agreement(documents)
        assert rows.measure.tolist() == [*MEASURES] * 3
        assert rows.topic.tolist()[::5] == ["all", "a", "b"]


def test_the_relevance_level_decides_on_agreement_and_kappa_only():
    pairs = [(0, 1), (1, 0), (2, 2), (1, 1), (0, 0), (2, 1)]
    low, high = found(pair_of_judges(pairs, 1)), found(pair_of_judges(pairs, 2))
    assert (low["agreement"], high["agreement"]) == (pytest.approx(4 / 6), pytest.approx(5 / 6))
    assert low["kappa"] != high["kappa"]
    assert [low[one] for one in [*MEASURES][2:]] == [high[one] for one in [*MEASURES][2:]]


def test_without_a_document_of_both_there_is_nothing():
    one, other = judge("official", a={"p": 1}, b={"p": 1}), judge("x", a={"q": 1}, c={"p": 1})
    documents = graded_by_both([(one, other)])
    assert documents.empty
    assert grade_agreement(documents).empty
    assert grade_confusion(documents).empty


def test_judges_who_know_one_grade_only_have_no_coefficients():
    values = found(pair_of_judges([(1, 1), (1, 1)]))
    assert values.pop("agreement") == 1
    assert all(math.isnan(value) for value in values.values())


KRIPPENDORFF = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)
"""Four observers and twelve units of part D."""


def coincidences(observers: tuple[str, ...]) -> list[list[Fraction]]:
    """As the reference computes them: a unit of m values has m (m - 1) pairs, each weighs 1 / (m - 1)."""
    values = sorted({value for one in observers for value in one.split()} - {"."})
    table = [[Fraction(0)] * len(values) for _ in values]
    for unit in zip(*(one.split() for one in observers), strict=True):
        given_values = [values.index(value) for value in unit if value != "."]
        for i, one in enumerate(given_values):
            for j, other in enumerate(given_values):
                if i != j:
                    table[one][other] += Fraction(1, len(given_values) - 1)
    return table


def test_alpha_of_krippendorffs_ordinal_example():
    """Computing Krippendorff's alpha-reliability (2011), part D: 0.815 for ordinal data."""
    table = coincidences(KRIPPENDORFF)
    assert table[0][:2] == [7, Fraction(4, 3)]
    assert sum(map(sum, table)) == 40
    assert ordinal_alpha(table) == pytest.approx(0.815, abs=5e-4)


def test_kappa_of_cohens_example():
    """Cohen (1960): 200 patients in three categories, kappa 0.492; weighted, here, by the squares."""
    table = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
    assert cohen_kappa(table) == pytest.approx(0.492, abs=5e-4)
    # Observed 14 + 10 + 10 + 6 + 4 (18 + 2); by chance (36 + 30 + 12 + 6) + 4 (24 + 10).
    assert quadratic_kappa(table, (0, 1, 2)) == pytest.approx(1 - 120 / 220)


@FEWER
@given(PAIRS)
def test_two_grades_leave_nothing_to_weigh(pairs):
    """Then all coefficients of kappa are one."""
    values = found(pair_of_judges([(int(one > 0), int(other > 0)) for one, other in pairs]))
    for measure in ("kappa_grades", "kappa_quadratic"):
        assert values.get(measure) == pytest.approx(values.get("kappa"), nan_ok=True)


@FEWER
@given(PAIRS)
def test_weighted_kappa_by_its_definition(pairs):
    values = found(pair_of_judges(pairs)).get("kappa_quadratic", math.nan)
    chance = [(one - other) ** 2 for one, _ in pairs for _, other in pairs]
    if not sum(chance):
        assert math.isnan(values)
    else:
        observed = sum((one - other) ** 2 for one, other in pairs) / len(pairs)
        assert values == pytest.approx(1 - observed / (sum(chance) / len(chance)))


@FEWER
@given(PAIRS)
def test_ordinal_alpha_by_its_definition(pairs):
    """From all pairs of grades, with the distance as it is printed: sums from one grade to the other."""
    value = found(pair_of_judges(pairs)).get("alpha", math.nan)
    grades = [grade for pair in pairs for grade in pair]

    @cache
    def squared(one: int, other: int) -> float:
        between = sum(min(one, other) <= grade <= max(one, other) for grade in grades)
        return (between - (grades.count(one) + grades.count(other)) / 2) ** 2

    places = range(len(grades))
    chance = [squared(grades[i], grades[j]) for i in places for j in places if i != j]
    if not sum(chance):
        assert math.isnan(value)
    else:
        observed = sum(squared(*pair) for pair in pairs) / len(pairs)
        assert value == pytest.approx(1 - observed / (sum(chance) / len(chance)))


@FEWER
@given(PAIRS)
def test_all_measures_treat_the_judges_alike(pairs):
    turned = found(pair_of_judges([(other, one) for one, other in pairs]))
    assert found(pair_of_judges(pairs)) == pytest.approx(turned, nan_ok=True)


@FEWER
@given(PAIRS, st.integers(1, 3))
def test_quadratic_kappa_and_alpha_depend_on_order_and_distance_only(pairs, factor):
    one = found(pair_of_judges(pairs))
    other = found(pair_of_judges([(factor * first + 7, factor * second + 7) for first, second in pairs]))
    for measure in [*MEASURES][2:]:
        assert one.get(measure) == pytest.approx(other.get(measure), nan_ok=True)


@FEWER
@given(PAIRS)
def test_the_confusion_counts_every_document_once(pairs):
    grades, counts = confusion(*np.array(pairs, dtype=np.int64).reshape(-1, 2).T)
    assert counts.sum() == len(pairs)
    assert grades == sorted({grade for pair in pairs for grade in pair})
    for row, one in enumerate(grades):
        for column, other in enumerate(grades):
            assert counts[row, column] == pairs.count((one, other))


def test_many_documents_do_not_overflow():
    table = np.array([[40, 10, 3], [20, 30, 8], [1, 7, 50]])
    large = table * 10**9
    assert quadratic_kappa(large, (0, 1, 2)) == pytest.approx(quadratic_kappa(table, (0, 1, 2)))
    assert ordinal_alpha(large + large.T) == pytest.approx(ordinal_alpha(table + table.T), abs=2e-3)


def read(file: Path) -> Assessments:
    log, reader = ProblemLog(file.name), DocumentQrelsReader()
    reader.read(file.read_bytes(), log)
    assert not log.has_errors
    return Assessments(file.stem, reader.assessments())


@pytest.mark.real_data
def test_people_and_a_model_who_judged_trec_rag_2025(real_data):
    folder = real_data / "trec-rag-2025-judges"
    documents = graded_by_both(
        [(read(folder / "qrels.rag25.test.txt"), read(folder / "qrels.rag25.test-umbrela2.txt"))]
    )
    assert documents.topic.nunique() == 22
    assert len(documents) == 10_284
    assert {measure: round(value, 3) for measure, value in found(documents).items()} == {
        "agreement": 0.731,
        "kappa": 0.367,
        "kappa_grades": 0.233,
        "kappa_quadratic": 0.492,
        "alpha": 0.493,
    }
