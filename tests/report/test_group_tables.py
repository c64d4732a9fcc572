"""Tables and pages of groups of runs, pairs of tasks and subsets of topics."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from evaluated_samples import evaluated_sample
from small_tasks import METRIC, campaign_of, run_of, scored, task_of

from inexreport.metrics.registry import bind
from inexreport.report.campaign_view import view_campaign
from inexreport.report.tables.scores import MEDIANS, RUNS, SCORES
from inexreport.subjects.agreement import AGREEMENT
from inexreport.subjects.judged_elements import RELEVANT_ELEMENTS
from inexreport.subjects.run_groups import (
    RUN_GROUP_MEMBERS,
    RUN_GROUP_TESTS,
    RUN_GROUPS,
    run_groups,
    run_groups_page,
)
from inexreport.subjects.sections import View
from inexreport.subjects.systems import (
    TASK_PAIR_MEANS,
    TASK_PAIR_TOPICS,
    TASK_PAIRS,
    has_task_pairs,
    systems_page,
)
from inexreport.subjects.topic_subsets import (
    TOPIC_SUBSET_AGREEMENT,
    TOPIC_SUBSET_ELEMENTS,
    TOPIC_SUBSET_MEANS,
    TOPIC_SUBSET_RELEVANCE,
    TOPIC_SUBSETS,
    UNTESTABLE,
    has_topic_subsets,
    topic_subsets_page,
)
from inexreport.subjects.topics import TOPICS

TOPIC_IDS = ("1", "2", "3", "4")


@pytest.fixture(scope="module")
def sample_2006(sample_campaign):
    outcome, prepared = evaluated_sample(sample_campaign.with_name("sample-2006"))
    return view_campaign(outcome, prepared.metrics)


@pytest.fixture(scope="module")
def sample_2009(sample_campaign):
    outcome, prepared = evaluated_sample(sample_campaign)
    return view_campaign(outcome, prepared.metrics)


def tagged(view, **tags):
    """The outcome of a campaign with other tags, without statistics computed before."""
    outcome = view.outcome
    return replace(outcome, campaign=replace(outcome.campaign, topic_tags=tags), statistics={})


def small_view(*tasks, query_types=None):
    outcome = campaign_of(tasks, query_types or dict.fromkeys(TOPIC_IDS, "CO"))
    metrics = {metric: bind(metric) for task in tasks for metric in task.task.metrics}
    return view_campaign(outcome, metrics)


class TestRunGroups:
    def test_a_group_of_all_runs_has_the_mean_median_and_best_of_the_task(self, sample_2006):
        groups = RUN_GROUPS.build(sample_2006.outcome).to_pandas()
        runs = RUNS.build(sample_2006.outcome).to_pandas()
        medians = MEDIANS.build(sample_2006.outcome).to_pandas()
        automatic = groups[(groups["facet"] == "query") & (groups["group"] == "automatic")]
        assert len(automatic) == 5
        for row in automatic.to_dict("records"):
            of_task = runs[(runs["task"] == row["task"]) & runs["official_rank"].notna()]
            assert row["runs"] == len(of_task)
            assert row["mean"] == pytest.approx(of_task["official_score"].mean())
            best = of_task[of_task["official_rank"] == 1].iloc[0]
            assert (row["best_run"], row["best_score"]) == (best["run"], best["official_score"])
            expected = medians[
                (medians["task"] == row["task"])
                & (medians["metric"] == row["metric"])
                & (medians["topic"] == "all")
            ].iloc[0]
            assert (row["median"], row["best_score"]) == (expected["median"], expected["best"])

    def test_groups_of_a_facet_share_no_run(self, sample_2009):
        groups = RUN_GROUPS.build(sample_2009.outcome).to_pandas()
        runs = RUNS.build(sample_2009.outcome).to_pandas()
        ranked = runs[runs["official_rank"].notna()].groupby("task").size()
        for (task, facet), of_facet in groups.groupby(["task", "facet"]):
            assert of_facet["runs"].sum() <= ranked[task]
            if facet == "results":
                assert of_facet["runs"].sum() == ranked[task]
        kinds = set(groups[groups["facet"] == "results"]["group"])
        assert {"elements", "passages", "articles", "entry points"} == kinds

    def test_members_are_the_runs_of_the_groups(self, sample_2009):
        members = RUN_GROUP_MEMBERS.build(sample_2009.outcome).to_pandas()
        groups = RUN_GROUPS.build(sample_2009.outcome).to_pandas().set_index(["task", "facet", "group"])
        found = members.groupby(["task", "facet", "group"])["score"].agg(["size", "mean", "median", "max"])
        expected = groups.loc[found.index]
        assert len(found) == len(groups)
        assert found["size"].tolist() == expected["runs"].tolist()
        assert found["mean"].tolist() == pytest.approx(expected["mean"].tolist())
        assert found["median"].tolist() == pytest.approx(expected["median"].tolist())
        assert found["max"].tolist() == expected["best_score"].tolist()
        runs = RUNS.build(sample_2009.outcome).to_pandas().set_index(["task", "run"])["official_score"]
        for row in members.to_dict("records"):
            assert row["score"] == runs[row["task"], row["run"]]

    def test_tests_are_of_two_groups_of_one_facet(self, sample_2009):
        groups = RUN_GROUPS.build(sample_2009.outcome).to_pandas()
        tests = RUN_GROUP_TESTS.build(sample_2009.outcome).to_pandas()
        names = set(groups[["task", "facet", "group"]].itertuples(index=False, name=None))
        for row in tests.to_dict("records"):
            assert {(row["task"], row["facet"], row[which]) for which in ("group_a", "group_b")} <= names
        assert (tests["p_adjusted"] >= tests["p"]).all()
        of_facets = groups.groupby(["task", "facet"]).runs

        def among(groups):
            return groups * (groups - 1) // 2

        pairs = among(of_facets.size()) - among(of_facets.agg(lambda runs: runs.eq(1).sum()))
        assert len(tests) == pairs.sum()
        assert set(tests["facet"]) == set(pairs[pairs > 0].index.get_level_values("facet"))
        assert "participant" in set(tests["facet"])
        of_focused = groups[(groups["task"] == "Focused") & (groups["facet"] == "results")]
        means = dict(zip(of_focused["group"], of_focused["mean"], strict=True))
        of_results = tests[(tests["task"] == "Focused") & (tests["facet"] == "results")]
        for row in of_results.to_dict("records"):
            # Every run has a score for every topic, so the differences are those of the means.
            assert row["difference"] == pytest.approx(means[row["group_a"]] - means[row["group_b"]])

    def test_the_page_has_the_groups_of_the_table(self, sample_2009):
        page = run_groups_page(sample_2009, "Focused")
        table = RUN_GROUPS.build(sample_2009.outcome).to_pandas()
        table = table[table["task"] == "Focused"]
        sections = {one.id.replace("-", "_"): one for one in page.sections}
        assert list(sections) == table["facet"].unique().tolist()
        assert len(sections["query"].parts) == 1  # neither a chart nor tests
        left_out = f" {page.facts['runs'] - 1} runs without a known value are left out."
        assert sections["query"].answer[-1].endswith(left_out)
        strips, groups, _ = sections["results"].parts
        assert "left out" not in sections["results"].answer[-1]
        assert groups.frame["mean"].tolist() == table[table["facet"] == "results"]["mean"].tolist()
        assert list(strips.means) == ["elements", "passages", "articles"]
        assert len(strips.frame) == page.facts["runs"]
        for facet, rows in table.groupby("facet"):
            assert next(len(one.frame) for one in sections[facet].parts if isinstance(one, View)) == len(rows)

    def test_groups_are_compared_in_words(self, sample_2009):
        groups = RUN_GROUPS.build(sample_2009.outcome).to_pandas()
        tests = RUN_GROUP_TESTS.build(sample_2009.outcome).to_pandas()
        seen = set()
        for (task, facet), of_facet in groups.groupby(["task", "facet"]):
            sections = {one.id: one for one in run_groups_page(sample_2009, task).sections}
            section = sections[facet.replace("_", "-")]
            if len(of_facet) == 1:
                continue
            found = tests[(tests.task == task) & (tests.facet == facet)]
            significant, answer = int((found.p_adjusted < 0.05).sum()), section.answer[0]
            assert f"({of_facet['mean'].max():.4f})" in answer
            if len(found) == 1:
                assert ("the difference is significant" in answer) == bool(significant)
            elif len(found):
                assert f"by p′, {significant} of {len(found)} pairs" in answer
            seen.add(min(len(found), 2))
        assert seen == {0, 1, 2}

    def test_equal_groups_have_the_highest_mean_together(self, sample_2009, monkeypatch):
        task = next(iter(sample_2009.standings))
        found = run_groups(sample_2009.of(task))
        equal = found._replace(groups=found.groups.assign(mean=0.5))
        monkeypatch.setattr("inexreport.subjects.run_groups.run_groups", lambda _: equal)
        answers = [
            one.answer[0] for one in run_groups_page(sample_2009, task).sections if len(one.answer) > 1
        ]
        assert answers
        assert all(
            one.startswith("The highest mean is that of ") and "(0.5000) and " in one for one in answers
        )

    def test_two_groups_of_one_run_are_left_to_the_tests_of_runs(self, sample_2009):
        table = RUN_GROUPS.build(sample_2009.outcome).to_pandas().query("facet == 'participant'")
        tests = RUN_GROUP_TESTS.build(sample_2009.outcome).to_pandas().query("facet == 'participant'")
        seen = 0
        for task, groups in table.groupby("task"):
            sections = {one.id: one for one in run_groups_page(sample_2009, task).sections}
            single = {*groups.group[groups.runs == 1]}
            pairs = tests[tests.task == task][["group_a", "group_b"]].to_numpy().tolist()
            assert [pair for pair in pairs if single.issuperset(pair)] == []
            assert ("page about significance" in sections["participant"].answer[-1]) == (len(single) > 1)
            seen += len(pairs) if len(single) > 1 else 0
        assert seen > 0

    def test_a_task_without_runs_has_a_page_without_facets(self):
        page = run_groups_page(small_view(task_of([])), "Focused")
        assert (page.sections, page.facts["runs"], page.facts["families"]) == ([], 0, [])


class TestTaskPairs:
    def test_means_are_those_of_the_scores(self, sample_2009):
        pairs = TASK_PAIRS.build(sample_2009.outcome).to_pandas()
        scores = SCORES.build(sample_2009.outcome).to_pandas()
        scores = scores.set_index(["task", "run", "metric", "topic"]).sort_index()
        assert len(pairs) > 0
        for row in pairs.to_dict("records"):
            first = scores["score"].loc[row["task_a"], row["run_a"], row["metric_a"]].drop("all")
            second = scores["score"].loc[row["task_b"], row["run_b"], row["metric_b"]].drop("all")
            both = first.index.intersection(second.index)
            assert row["topics"] == len(both)
            assert row["mean_a"] == pytest.approx(first[both].mean())
            assert row["mean_b"] == pytest.approx(second[both].mean())
            assert row["difference"] == pytest.approx(row["mean_b"] - row["mean_a"], abs=1e-12)
            gains = (second[both] - first[both]).round(10)
            assert (row["better_in_b"], row["better_in_a"], row["equal"]) == (
                (gains > 0).sum(),
                (gains < 0).sum(),
                (gains == 0).sum(),
            )

    def test_topics_and_means_agree_with_the_pairs(self, sample_2009):
        pairs = TASK_PAIRS.build(sample_2009.outcome).to_pandas()
        topics = TASK_PAIR_TOPICS.build(sample_2009.outcome).to_pandas()
        means = TASK_PAIR_MEANS.build(sample_2009.outcome).to_pandas()
        key = ["task_a", "task_b", "metric_a"]
        assert len(means) == len(pairs[key].drop_duplicates()) == len(topics[key].drop_duplicates())
        for row in means.to_dict("records"):
            of_pair = pairs[(pairs[key] == [row[name] for name in key]).all(axis=1)]
            of_topic = topics[(topics[key] == [row[name] for name in key]).all(axis=1)]
            assert row["systems"] == len(of_pair)
            assert row["topics"] == len(of_topic)
            assert row["mean_b"] == pytest.approx(of_pair["mean_b"].mean())
            assert row["difference"] == pytest.approx(of_topic["difference"].mean(), abs=1e-12)
            assert row["better_in_b"] + row["better_in_a"] + row["equal"] == len(of_pair)
            assert (
                of_topic[["better_in_b", "better_in_a", "equal"]].to_numpy().sum() == of_pair["topics"].sum()
            )

    def test_different_metrics_have_no_differences(self, sample_2006):
        pairs = TASK_PAIRS.build(sample_2006.outcome).to_pandas()
        # Thorough and the ranking of its pools have the same metric.
        assert (pairs["metric_a"].eq(pairs["metric_b"]) == pairs["task_b"].eq("Ranking")).all()
        pairs = pairs[pairs["metric_a"] != pairs["metric_b"]]
        undefined = ["difference", "p", "p_adjusted", "better_in_b", "better_in_a", "equal"]
        assert pairs[undefined].isna().all(axis=None)
        assert pairs[["mean_a", "mean_b", "rank_a", "rank_b"]].notna().all(axis=None)
        overview, of_systems = systems_page(sample_2006).sections
        frame = overview.parts[-1].frame
        assert frame.title[frame.difference.notna()].tolist() == ["Thorough – Ranking"]
        assert of_systems.parts[0].frame.title.unique().tolist() == frame.title.tolist()
        assert overview.answer[0].startswith("Of 1 pair of tasks with a common metric, systems on average")

    def test_the_page_names_the_systems(self, sample_2009):
        overview, of_systems = systems_page(sample_2009).sections
        (table,) = of_systems.parts
        systems = table.frame
        assert systems.title.unique().tolist() == [
            "Focused – Relevant in Context",
            "Focused – Best in Context",
            "Focused – Efficiency",
            "Thorough – Efficiency",
            "Relevant in Context – Best in Context",
            "Relevant in Context – Efficiency",
            "Best in Context – Efficiency",
        ]
        assert sorted(systems.rank_a[systems.title == systems.title[0]]) == [1, 2, 3]
        both = zip(systems.name_a, systems.name_b, strict=True)
        assert {name.participant == other.participant for name, other in both} == {True}
        chart, pairs = overview.parts
        assert [metric.identifier for metric in pairs.frame.metric.iloc[0]] == ["article-MAP"]
        assert len(chart.frame) == pairs.frame.systems.sum() == len(systems)
        significant = (systems.p_adjusted < 0.05).sum()
        said = [int(number) for number in re.findall(r"\d+", of_systems.answer[0])]
        assert (said[0], sum(said[1:])) == (len(systems), significant)

    def test_co_against_co_with_structure(self):
        """Two systems, both better with structure: by 0.1 and 0.3 on each topic."""
        facts = {"task": "CO", "participant": "11"}
        co = [
            run_of("x", {METRIC: (0.2, 0.3, 0.4, 0.5)}, TOPIC_IDS, **facts),
            run_of("y", {METRIC: (0.1, 0.1, 0.1, 0.1)}, TOPIC_IDS, **facts),
        ]
        cos = [
            run_of("x", {METRIC: (0.3, 0.4, 0.5, 0.6)}, TOPIC_IDS, **facts | {"task": "COS"}),
            run_of("y", {METRIC: (0.4, 0.4, 0.4, 0.4)}, TOPIC_IDS, **facts | {"task": "COS"}),
        ]
        (row,) = TASK_PAIR_MEANS.build(small_view(task_of(co, "CO"), task_of(cos, "COS")).outcome).to_pylist()
        assert (row["task_a"], row["task_b"], row["systems"], row["topics"]) == ("CO", "COS", 2, 4)
        assert (row["mean_a"], row["mean_b"], row["difference"]) == pytest.approx((0.225, 0.425, 0.2))
        assert (row["better_in_b"], row["better_in_a"], row["equal"]) == (2, 0, 0)
        assert (row["p"], row["kendall"]) == (None, 1.0)  # all topics have the same difference

    def test_without_pairs_there_is_no_page(self):
        assert not has_task_pairs(small_view(scored(TOPIC_IDS, a=(0.1, 0.2, 0.3, 0.4))).outcome)


def with_tests(subsets):
    """The rows by the metric of the tests, which come first in each task."""
    return subsets[subsets["metric"] == subsets.groupby("task")["metric"].transform("first")]


class TestTopicSubsets:
    def test_a_tag_of_all_topics_has_the_scores_and_ranks_by_every_metric(self, sample_2006):
        outcome = tagged(sample_2006, everything=tuple(sample_2006.outcome.campaign.topics))
        subsets = TOPIC_SUBSETS.build(outcome).to_pandas()
        scores = SCORES.build(outcome).to_pandas()
        key = ["task", "metric", "run"]
        means = scores[scores["topic"] == "all"].set_index(key)["score"]
        found = subsets.dropna(subset="score").set_index(key)
        assert found.index.is_unique
        assert set(found.index) == set(means.index)
        assert found["score"].sort_index().tolist() == means.sort_index().tolist()
        for task in outcome.tasks:
            of_task = view_campaign(outcome, sample_2006.metrics).standings[task.task.name]
            for column, metric in enumerate(task.task.metrics):
                for row, run in enumerate(of_task.runs):
                    if (rank := of_task.rank(row, column)) is not None:
                        assert found.loc[(task.task.name, metric, run.submission.name), "rank"] == rank
        other = subsets[~subsets.index.isin(with_tests(subsets).index)]
        assert len(other) > 0
        assert other[["advantage", "p", "p_adjusted"]].isna().all(axis=None)

    def test_relevant_elements_of_all_topics_are_those_of_the_campaign(self, sample_2006):
        outcome = tagged(sample_2006, everything=tuple(sample_2006.outcome.campaign.topics))
        elements = TOPIC_SUBSET_ELEMENTS.build(outcome).to_pandas()
        whole = RELEVANT_ELEMENTS.build(outcome).to_pandas()
        whole = whole[whole["topic"].isin(elements["summary"].unique())]
        columns = ["grade", "count", "mean_size", "mean_highlighted"]
        assert elements["summary"].tolist() == whole["topic"].tolist()
        assert elements[columns].equals(whole[columns].reset_index(drop=True))

    def test_agreement_on_all_topics_is_that_of_the_campaign(self, sample_2006):
        outcome = tagged(sample_2006, everything=tuple(sample_2006.outcome.campaign.topics))
        found = TOPIC_SUBSET_AGREEMENT.build(outcome).to_pandas()
        whole = AGREEMENT.build(outcome).to_pandas()
        means = whole[whole["topic"] == "mean"].reset_index(drop=True)
        columns = ["judge", "level", "grade", "union", "intersection", "ratio"]
        assert len(found) > 0
        assert found[columns].equals(means[columns])
        assert set(found["topics"]) == {whole[whole["topic"] != "mean"]["topic"].nunique()}

    def test_relevance_adds_up_to_that_of_the_topics(self, sample_2006):
        found = TOPIC_SUBSET_RELEVANCE.build(sample_2006.outcome).to_pandas()
        topics = TOPICS.build(sample_2006.outcome).to_pandas()
        assert found["subset"].tolist() == ["re-used", "new"]
        for column in ("relevant_articles", "passages", "relevant_characters"):
            assert (found[column] * found["assessed"]).sum() == pytest.approx(topics[column].sum())
        assert found["assessed"].sum() == topics["assessed"].sum()

    def test_scores_on_a_subset_are_means_over_its_topics(self, sample_2006):
        subsets = TOPIC_SUBSETS.build(sample_2006.outcome).to_pandas()
        scores = SCORES.build(sample_2006.outcome).to_pandas()
        tags = sample_2006.outcome.campaign.topic_tags
        assert set(subsets["subset"]) == set(tags)
        assert subsets["metric"].nunique() > 10
        for row in subsets.to_dict("records"):
            of_run = scores[
                (scores["task"] == row["task"])
                & (scores["run"] == row["run"])
                & (scores["metric"] == row["metric"])
            ]
            inside = of_run[of_run["topic"].isin(tags[row["subset"]])]["score"]
            assert row["topics"] == len(inside) or (
                "overlap" in row["metric"] and row["topics"] > len(inside)
            )
            assert row["score"] == pytest.approx(inside.mean(), nan_ok=True)
        means = TOPIC_SUBSET_MEANS.build(sample_2006.outcome).to_pandas()
        per_subset = with_tests(subsets).groupby(["task", "subset"])["score"].mean()
        for row in means.to_dict("records"):
            assert row["mean"] == pytest.approx(per_subset[row["task"], row["subset"]])

    def test_the_page_shows_subsets_by_task(self, sample_2006):
        sections = {one.id: one for one in topic_subsets_page(sample_2006).sections}
        (overview,) = sections["subsets"].parts
        assert overview.frame.subset.tolist() == ["re-used", "new"]
        tasks = [f"task-{place}" for place in range(1, 6)]
        assert list(sections) == ["subsets", "method", *tasks, "relevant-elements", "agreement"]
        for name, task in zip(tasks, sample_2006.outcome.tasks, strict=True):
            rows = sections[name].parts[-1].frame
            assert len(rows) == sample_2006.evaluated(task.task.name)
            assert rows["rank"].is_monotonic_increasing
            assert rows["advantage 0"].tolist() == pytest.approx((-rows["advantage 1"]).tolist())
        (elements,) = sections["relevant-elements"].parts
        assert [name for name, _ in elements.groups] == ["re-used", "new"]
        *tables, _ = sections["agreement"].parts
        assert {(one.frame.judge[0], one.frame.level[0]) for one in tables} == {
            ("second-judge", "article"),
            ("second-judge", "element"),
        }
        published = TOPIC_SUBSET_AGREEMENT.build(sample_2006.outcome).to_pandas()
        assert {subset for one in tables for subset in one.frame.subset} == set(published["subset"])

    def test_query_types_are_subsets(self):
        task = scored(TOPIC_IDS, a=(0.6, 0.4, 0.1, 0.1), b=(0.4, 0.2, 0.3, 0.5))
        view = small_view(task, query_types={"1": "CO", "2": "CO", "3": "CAS", "4": "CAS"})
        rows = TOPIC_SUBSETS.build(view.outcome).to_pylist()
        assert [(row["kind"], row["subset"], row["run"], row["rank"]) for row in rows] == [
            ("query type", "CAS", "b", 1),
            ("query type", "CAS", "a", 2),
            ("query type", "CO", "b", 2),
            ("query type", "CO", "a", 1),
        ]
        page = topic_subsets_page(view)
        assert [one.id for one in page.sections] == ["subsets", "method", "task-1"]
        assert page.sections[0].parts[0].frame.relevant_articles.isna().all()

    def test_few_topics_are_said_to_leave_no_advantage_significant(self):
        topics = [str(number) for number in range(1, 21)]
        runs = [
            run_of(name, {METRIC: [begin + place / 50 for place in range(20)]}, topics)
            for name, begin in (("a", 0.5), ("b", 0.1))
        ]
        spread = replace(runs[0], scores=replace(runs[0].scores, by_topic=runs[0].scores.by_topic[:, ::-1]))
        answers = {}
        for inside in (1, 5):
            types = {topic: "CO" if int(topic) <= inside else "CAS" for topic in topics}
            sections = topic_subsets_page(small_view(task_of([spread, runs[1]]), query_types=types)).sections
            answers[inside] = sections[-1].answer
        # One of 20 topics has p of at least 1 / 20, five of them of 1 / 9,999, each for two runs.
        assert answers == {1: [UNTESTABLE], 5: []}

    def test_without_subsets_there_is_nothing_on_the_page(self, sample_2009):
        assert not has_topic_subsets(sample_2009.outcome)
        assert topic_subsets_page(sample_2009).sections == []
