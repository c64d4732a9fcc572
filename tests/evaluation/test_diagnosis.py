"""Diagnoses of the sample campaigns' runs against a slow count, character by character."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest

from inexreport.building.campaign import prepare_campaign
from inexreport.evaluation import diagnosis
from inexreport.evaluation.diagnosis import relevant_articles_of_task
from inexreport.evaluation.rule_effects import rule_effects
from inexreport.evaluation.run_evaluation import CheckedRun, check_run, evaluate_run, judge_run
from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan, plan_task
from inexreport.formats.run_files import list_runs
from inexreport.formats.runs import read_run
from inexreport.judging.quantisation import is_relevant
from inexreport.model.campaign import Campaign
from inexreport.model.diagnosis import (
    DEPTHS,
    RANK_BANDS,
    Diagnosis,
    GranularityMatch,
    Matching,
    Relevance,
)
from inexreport.model.outcome import RunOutcome
from inexreport.model.run import ABSENT, ResultForm


@dataclass(frozen=True)
class Evaluated:
    """An accepted run with its plan and what came of it."""

    campaign: Campaign
    plan: TaskPlan
    checked: CheckedRun
    judgement: RunJudgement
    outcome: RunOutcome

    @property
    def diagnosis(self) -> Diagnosis:
        return self.outcome.diagnosis

    @property
    def topics(self):
        """Each topic with its place in the diagnosis."""
        return enumerate(values.judged for values in self.judgement.assessed())


def evaluate_all(directory):
    prepared = prepare_campaign(directory)
    campaign, found = prepared.campaign, []
    for file in list_runs(directory, campaign)[0]:
        run, problems = read_run(file, campaign)
        plan = prepared.plans[file.task]
        if run is None:
            continue
        outcome = evaluate_run(run, campaign, plan, prepared.elements, problems)
        if outcome.evaluated:
            checked = check_run(run, campaign, plan, prepared.elements, problems)
            found.append(Evaluated(campaign, plan, checked, judge_run(checked, plan), outcome))
    return found


@pytest.fixture(scope="module", params=["sample-2006", "sample-2009"])
def evaluated(request, sample_campaign):
    return evaluate_all(sample_campaign.parent / request.param)


@pytest.fixture(scope="module")
def about_text(sample_campaign):
    return next(one for one in evaluate_all(sample_campaign) if one.plan.matching is Matching.TEXT)


def highlighted(assessment, article):
    """Offsets of all highlighted characters."""
    if article not in assessment.articles:
        return set()
    number = assessment.articles.index(article)
    return {
        offset
        for one, start, length in zip(
            assessment.passage_article.tolist(),
            assessment.passage_offset.tolist(),
            assessment.passage_length.tolist(),
            strict=True,
        )
        if one == number
        for offset in range(start, start + length)
    }


def graded(assessment):
    """Elements that the judge found relevant."""
    elements = assessment.elements
    return {
        (assessment.articles[article], elements.paths[path])
        for article, path, relevant in zip(
            elements.article.tolist(), elements.path.tolist(), is_relevant(elements).tolist(), strict=True
        )
        if relevant
    }


def results_of(ranking):
    """Article, path, offset and length of each result; no offset where the place is not known."""
    return [
        (
            ranking.article_name(row),
            "" if ranking.path[row] == ABSENT else ranking.path_names[ranking.path[row]],
            int(ranking.offset[row]) if ranking.located[row] else None,
            int(ranking.length[row]),
        )
        for row in range(len(ranking))
    ]


def finds(plan, judged):
    """The things to be found in each result, and how many there are in all."""
    assessment, results = judged.assessment, results_of(judged.ranking)
    if plan.matching is Matching.ELEMENTS:
        relevant = graded(assessment)
        return [{one[:2]} & relevant for one in results], len(relevant)
    if plan.matching is Matching.TEXT:
        things = [
            set()
            if offset is None
            else {(article, at) for at in highlighted(assessment, article) if offset <= at < offset + length}
            for article, _, offset, length in results
        ]
        return things, assessment.total_relevant_characters
    entry_points = dict(zip(assessment.articles, assessment.entry_point.tolist(), strict=True))
    characters = dict(zip(assessment.articles, assessment.relevant_characters.tolist(), strict=True))
    near, seen, things = distance_tolerated(plan), set(), []
    for article, _, offset, _ in results:
        first = article not in seen
        seen.add(article)
        close = (
            first
            and characters.get(article, 0) > 0
            and offset is not None
            and entry_points[article] != -1
            and abs(offset - entry_points[article]) <= near
        )
        things.append({article} if close else set())
    return things, sum(count > 0 for count in characters.values())


def distance_tolerated(plan):
    parameters = plan.official.parameters
    if "n" in parameters:
        return float(parameters["n"]) / 2
    return float(parameters["A"]) * float(plan.settings["mean_document_length"])


def test_topics_are_the_assessed_ones_of_the_task(evaluated):
    for one in evaluated:
        assert relevant_articles_of_task(one.plan, one.campaign.assessments).topics == tuple(
            judged.assessment.topic for _, judged in one.topics
        )


def test_what_is_found_by_rank_is_what_a_reader_collects(evaluated):
    for one in evaluated:
        shares = []
        for place, judged in one.topics:
            things, total = finds(one.plan, judged)
            found = one.diagnosis.found[place]
            assert one.diagnosis.relevant_results[place] == sum(map(bool, things))
            ranks = [rank for rank, thing in enumerate(things, start=1) if thing]
            assert one.diagnosis.first_relevant[place] == (ranks[0] if ranks else 0)
            if not total:
                assert np.isnan(found)
                continue
            assert found == pytest.approx(len(set().union(*things)) / total)
            shares.append([len(set().union(*things[:depth])) / total for depth in DEPTHS])
        assert one.diagnosis.found_by_depth == pytest.approx(np.mean(shares, axis=0))


def relevant_ones(plan, assessment):
    """Articles with something relevant."""
    if plan.matching is Matching.ELEMENTS:
        return {article for article, _ in graded(assessment)}
    counts = zip(assessment.articles, assessment.relevant_characters.tolist(), strict=True)
    return {article for article, count in counts if count}


def test_the_first_rank_of_every_relevant_article_is_recorded(evaluated):
    for one in evaluated:
        ranks = iter(one.diagnosis.article_ranks.tolist())
        for place, judged in one.topics:
            kept = relevant_articles_of_task(one.plan, one.campaign.assessments).relevant_articles[place]
            assert set(kept) == relevant_ones(one.plan, judged.assessment)
            articles = [article for article, *_ in results_of(judged.ranking)]
            for article in kept:
                assert next(ranks) == (articles.index(article) + 1 if article in articles else 0)
        assert next(ranks, None) is None


def overlaps(plan, one, other):
    if one[0] != other[0]:
        return False
    if plan.settings.get("overlap_of") == "paths":
        a, b = one[1], other[1]
        return bool(a and b) and (a == b or a.startswith(f"{b}/") or b.startswith(f"{a}/"))
    if one[2] is None or other[2] is None:
        return False
    return one[2] < other[2] + other[3] and other[2] < one[2] + one[3]


def test_overlap_grows_as_results_meet_earlier_ones(evaluated):
    for one in evaluated:
        flags = []
        for _, judged in one.topics:
            results = results_of(judged.ranking)
            flags.append(
                [any(overlaps(one.plan, a, b) for b in results[:row]) for row, a in enumerate(results)]
            )
        assert one.diagnosis.overlapping.tolist() == [sum(of_topic) for of_topic in flags]
        for depth, share in zip(DEPTHS, one.diagnosis.overlapping_by_depth, strict=True):
            shown = [flag for of_topic in flags for flag in of_topic[:depth]]
            assert share == pytest.approx(sum(shown) / len(shown))


FORMS = {
    ResultForm.PASSAGE: "(passage)",
    ResultForm.RANGE: "(range)",
    ResultForm.ENTRY_POINT: "(entry point)",
    ResultForm.ARTICLE: "(article)",
    ResultForm.NOWHERE: "(not found)",
}


def test_results_by_type_band_and_worth_add_up(evaluated):
    for one in evaluated:
        expected: Counter[tuple[str, int, Relevance]] = Counter()
        for place, judged in one.topics:
            relevant = relevant_ones(one.plan, judged.assessment)
            worths = []
            for (article, *_), thing in zip(
                results_of(judged.ranking), finds(one.plan, judged)[0], strict=True
            ):
                if thing:
                    worths.append(Relevance.RELEVANT)
                elif article not in judged.assessment.articles:
                    worths.append(Relevance.UNJUDGED)
                else:
                    worths.append(
                        Relevance.IN_RELEVANT_ARTICLE if article in relevant else Relevance.NOT_RELEVANT
                    )
            assert one.diagnosis.relevant_first[place] == worths[:10].count(Relevance.RELEVANT)
            assert one.diagnosis.unjudged_first[place] == worths[:10].count(Relevance.UNJUDGED)
            for rank, (result, form, worth) in enumerate(
                zip(results_of(judged.ranking), judged.ranking.form.tolist(), worths, strict=True)
            ):
                kind = FORMS.get(form) or result[1].split("/")[-1].split("[")[0]
                expected[kind, sum(rank >= first for first in RANK_BANDS) - 1, worth] += 1
        counted = {
            (kind, band, worth): int(one.diagnosis.by_type[i, band, worth])
            for i, kind in enumerate(one.diagnosis.result_types)
            for band in range(len(RANK_BANDS))
            for worth in Relevance
            if one.diagnosis.by_type[i, band, worth]
        }
        assert counted == expected


def test_every_result_in_a_relevant_article_has_a_fit(evaluated):
    for one in evaluated:
        for place, judged in one.topics:
            relevant = relevant_ones(one.plan, judged.assessment)
            inside = sum(article in relevant for article, *_ in results_of(judged.ranking))
            assert one.diagnosis.fits[place].sum() == inside


def test_examples_are_the_highest_ranked_of_their_kind(evaluated):
    for one in evaluated:
        for fit in GranularityMatch:
            found = [miss for miss in one.diagnosis.near_misses if miss.fit is fit]
            topics = np.count_nonzero(one.diagnosis.fits[:, fit])
            assert len(found) == (
                0 if fit in (GranularityMatch.FITTING, GranularityMatch.UNPLACED) else min(3, topics)
            )
            assert [miss.rank for miss in found] == sorted(miss.rank for miss in found)
            assert len({miss.topic for miss in found}) == len(found)


def test_what_the_rules_left_out_is_counted(evaluated):
    for one in evaluated:
        rules = one.diagnosis.rules
        kept = sum(len(judged.ranking) for _, judged in one.topics)
        assert one.outcome.results == rules.not_asked + rules.beyond_cutoff + rules.not_assessed + kept
        assert (rules.left_out, rules.characters_lost, rules.relevant_lost) == (0, 0, 0)
        assert np.isnan(rules.score_unlimited)
        repeated = 0
        for _, judged in one.topics:
            results = results_of(judged.ranking)
            if one.plan.matching is Matching.ENTRY_POINTS:
                things = [article for article, *_ in results]
            elif one.plan.matching is Matching.ELEMENTS:
                things = [result[:2] for result in results if result[1]]
            else:
                things = [(result[0], *result[2:]) for result in results if result[2] is not None]
            repeated += len(things) - len(set(things))
        assert rules.repeated == repeated


def limited(one, limit, official):
    """The plan of a task in which every topic is read for so many characters, and the run so cut."""
    rules = one.plan.task.rules.model_copy(update={"characters_per_topic": limit})
    changes = {"rules": rules, "official": official, "metrics": (official, "char_prec")}
    task = one.plan.task.model_copy(update=changes)
    plan = plan_task(task, one.campaign)
    return plan, judge_run(one.checked, plan)


@pytest.mark.parametrize("limit", [1, 300, 1000, 10**9])
def test_a_limit_of_characters_shows_what_it_takes(about_text, limit):
    plan, cut = limited(about_text, limit, f"char_prec(limit={limit})")
    found = rule_effects(about_text.checked.located, cut, plan, not_asked=2, beyond_cutoff=3)
    left = lost = relevant = 0
    for values in about_text.judgement.assessed():
        room = limit
        for article, _, offset, length in results_of(values.judged.ranking):
            kept = min(length, room)
            left += room == 0
            lost += length - kept
            room -= kept
            if offset is not None:
                text = highlighted(values.judged.assessment, article)
                relevant += sum(offset + kept <= at < offset + length for at in text)
    assert (found.left_out, found.characters_lost, found.relevant_lost) == (left, lost, relevant)
    assert (found.not_asked, found.beyond_cutoff) == (2, 3)
    if lost:
        assert found.score_unlimited == about_text.judgement.scores(plan.metrics).mean[1]
    else:
        assert np.isnan(found.score_unlimited)


def test_rare_types_are_counted_together(evaluated, monkeypatch):
    monkeypatch.setattr(diagnosis, "MOST_TYPES", 1)
    for one in evaluated:
        whole, few = one.diagnosis, diagnosis.diagnose(one.judgement, one.plan, one.diagnosis.rules)
        totals = whole.by_type.sum(axis=(1, 2))
        assert totals.tolist() == sorted(totals.tolist(), reverse=True)
        assert few.by_type[0].tolist() == whole.by_type[0].tolist()
        assert few.by_type.sum(axis=0).tolist() == whole.by_type.sum(axis=0).tolist()
        others = (diagnosis.OTHER_TYPES,) if len(whole.result_types) > 1 else ()
        assert few.result_types == (whole.result_types[0], *others)
