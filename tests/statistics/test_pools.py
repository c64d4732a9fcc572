import numpy as np
import pooling_reference as reference
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pooling_campaigns import SmallCampaign, pools_of_only_task
from pooling_reference import PlainRun

from inexreport.statistics.pool_kinds import COMBINED, GIVEN, METASEARCH, SYSTEM, pools_of
from inexreport.statistics.pooled_results import PoolUnit
from inexreport.statistics.pools import NO_ITEM, MetasearchPool, Rankings, owned_items, system_pool
from inexreport.subjects.pool_contributions import pool_contributions
from inexreport.subjects.pool_growth import growth_depths, pool_growth
from inexreport.subjects.pool_quality import pool_quality

LETTERS = "abcdefghij"


def qualities(found):
    """Size, precision, recall, unassessed items and judgements outside by kind, depth and topic."""
    table = pool_quality(found.outcome, found.campaign)[0]
    assert set(table["set"]) == {"official"}
    return table.drop(columns="set").set_index(["pool", "depth", "topic"])


def numbered(*rankings):
    """Letters as numbers; a dot is a result that is no item."""
    numbers = {".": NO_ITEM, **{letter: number for number, letter in enumerate(LETTERS)}}
    return Rankings([np.array([numbers[one] for one in each], dtype=np.int64) for each in rankings])


def letters(pool):
    return "".join(LETTERS[item] for item in pool.tolist())


def by_borda(rankings, size, depth, unranked_share=False):
    pool = MetasearchPool(numbered(*rankings), LETTERS.__getitem__, depth, unranked_share)
    return letters(pool.of_size(size))


class TestBorda:
    @pytest.mark.parametrize(("size", "expected"), [(0, ""), (1, "b"), (2, "ab"), (3, "abd"), (9, "abcde")])
    def test_the_example_of_the_definition(self, size, expected):
        # b 7, a 5, d 4, c 1, e 1
        assert by_borda(["abc", "bad", "dbe"], size, depth=3) == expected

    def test_the_last_place_of_equal_items_goes_by_id(self):
        assert by_borda(["abc", "bad", "dbe"], 4, depth=3) == "abcd"
        assert by_borda(["abe", "bad", "dbc"], 4, depth=3) == "abcd"

    def test_of_equal_points_the_item_of_more_lists_comes_first(self):
        # With a depth of 4: j 4, a 3 + 1.
        assert by_borda(["ja.b", "..ca"], 1, depth=4) == "a"
        assert by_borda(["ja", "..ca"], 1, depth=4) == "a"

    def test_an_item_counts_once_in_a_list_at_its_first_rank(self):
        assert by_borda([".jj", "a"], 1, depth=4) == "a"  # 3 points against 4
        assert by_borda(["jjj", "aj"], 1, depth=3) == "j"  # 3 + 2 against 3
        assert by_borda(["jjj", "a", "a"], 1, depth=3) == "a"  # 3 against 6

    def test_what_is_no_item_keeps_its_rank(self):
        assert by_borda([".b", "a"], 1, depth=2) == "a"
        assert by_borda([".b", "cb", "a"], 1, depth=2) == "b"

    def test_nothing_beyond_the_depth_counts(self):
        assert by_borda(["abj", "baj"], 9, depth=2) == "ab"

    @pytest.mark.parametrize(
        ("size", "shared", "expected"), [(1, True, "c"), (2, True, "bc"), (2, False, "ac")]
    )
    def test_unranked_items_may_share_the_remaining_points(self, size, shared, expected):
        # Of 6 points the first list leaves 3 for b and c, the second 1 for a, the third 3 for a and b:
        # a 3 + 1 + 1.5, b 1.5 + 3 + 1.5, c 1.5 + 2 + 3. Without these shares a and b have 3, c 5.
        assert by_borda(["a", "bc", "c"], size, 3, shared) == expected

    @pytest.mark.parametrize("rankings", [["abc", "bad", "dbe"], ["abc", "", ""]])
    def test_shares_change_nothing_where_all_lists_are_full_or_empty(self, rankings):
        for size in range(6):
            assert by_borda(rankings, size, 3, unranked_share=True) == by_borda(rankings, size, 3)

    def test_equal_sums_of_shares_are_equal(self):
        """Items a and c have 2 + 3/4 + 1/3 points; floating-point sums in the order of the lists differ."""
        assert (0.0 + 3 / 4 + 2) + 1 / 3 != (0.0 + 3 / 4 + 1 / 3) + 2
        assert by_borda(["", "c", "bf", "a"], 2, 2, unranked_share=True) == "ab"

    def test_nothing_at_all(self):
        assert (
            by_borda(["..", ""], 3, 2, unranked_share=True) == by_borda([], 3, 2, unranked_share=True) == ""
        )
        assert by_borda([], 3, depth=2) == by_borda(["..", ""], 3, depth=2) == ""

    @pytest.mark.parametrize(
        ("wanted", "count", "size"),
        [("ac", 1, 2), ("ac", 2, 4), ("e", 1, 5), ("b", 1, 1), ("j", 1, None), ("a", 2, None), ("a", 0, 0)],
    )
    def test_the_smallest_pool_that_finds_enough(self, wanted, count, size):
        # In order: b 7, a 5, d 4, c 1, e 1.
        pool = MetasearchPool(numbered("abc", "bad", "dbe"), LETTERS.__getitem__, 3)
        assert pool.size_to_find(count, np.array([LETTERS.index(one) for one in wanted])) == size

    def test_no_pool_finds_anything_without_results(self):
        pool = MetasearchPool(numbered(), LETTERS.__getitem__, 3)
        assert pool.size_to_find(1, np.array([1])) is None


lists_of_items = st.lists(st.lists(st.sampled_from(f"{LETTERS}."), max_size=8), max_size=5)


def plain(rankings):
    return [[None if one == "." else (one, "") for one in each] for each in rankings]


@given(lists_of_items, st.integers(0, 12), st.integers(1, 9), st.booleans())
def test_pools_are_those_of_the_reference(rankings, size, depth, unranked_share):
    system = letters(system_pool(numbered(*rankings), depth))
    assert system == "".join(sorted(item for item, _ in reference.system_pool(plain(rankings), depth)))
    expected = reference.metasearch_pool(plain(rankings), size, depth, unranked_share)
    assert by_borda(rankings, size, depth, unranked_share) == "".join(sorted(item for item, _ in expected))


@given(lists_of_items, st.sets(st.sampled_from(LETTERS)), st.integers(1, 9))
def test_no_smaller_pool_finds_as_many(rankings, wanted, depth):
    pool = MetasearchPool(numbered(*rankings), LETTERS.__getitem__, depth)
    numbers = np.array(sorted(LETTERS.index(one) for one in wanted), dtype=np.int64)
    found = [len(wanted & set(letters(pool.of_size(size)))) for size in range(1, len(LETTERS) + 1)]
    for count in range(1, len(LETTERS) + 1):
        expected = next((size for size, number in enumerate(found, start=1) if number >= count), None)
        assert pool.size_to_find(count, numbers) == expected


@given(lists_of_items)
def test_first_ranks_define_the_pool_of_every_depth(rankings):
    owners = np.zeros(len(rankings), dtype=np.int64)
    ranked = numbered(*rankings)
    _, places, ranks = owned_items(ranked, owners, 100)
    items = ranked.items[places]
    for depth in range(1, 10):
        assert items[ranks <= depth].tolist() == system_pool(numbered(*rankings), depth).tolist()


@given(st.integers(1, 700))
def test_depths_of_growth_ascend_to_the_depth_of_the_pool(depth):
    depths = growth_depths(depth)
    assert depths[0] == 1
    assert depths[-1] == depth
    assert sorted(set(depths)) == list(depths)


SECTION, OTHER = "/article[1]/sec[1]", "/article[1]/sec[2]"
RUNS = {
    "one": PlainRun("1", {"1": [("A", SECTION), ("A", OTHER), ("B", SECTION), ("Z", SECTION)]}),
    "two": PlainRun("2", {"1": [("A", SECTION), ("A", SECTION), ("C", None), ("B", OTHER)], "2": []}),
}
JUDGED = {
    "1": {"A": {SECTION: (3, 3), OTHER: (0, 0), "/article[1]": (1, 2)}, "B": {OTHER: None}},
    "2": {"A": {SECTION: (1, 1)}},
}


def findings(**more):
    return pools_of_only_task(SmallCampaign(2004, JUDGED, {"1": "CO", "2": "CO"}, {"CO": RUNS}, **more))


def elements(found, pool):
    return {found.results.element(item) for item in pool.tolist()}


def pools_at(found, topic, depths):
    return dict(pools_of(topic, MetasearchPool(topic.ranked(), found.results.element), depths))


class TestPoolsOfACampaign:
    def test_repeated_results_and_those_that_are_no_elements_keep_their_ranks(self):
        found = findings(pool_depth=3)
        assert found.results.unit is PoolUnit.ELEMENT
        pools = pools_at(found, found.results.topics[0], [3])["3"]
        assert elements(found, pools[SYSTEM]) == {("A", SECTION), ("A", OTHER), ("B", SECTION)}

    def test_given_items_are_an_additional_pool(self):
        given = {("A", SECTION), ("D", "/article[1]")}
        found = findings(pool_depth=3, pools={"1": given})
        topic = found.results.topics[0]
        pools = pools_at(found, topic, [3, 50])
        assert list(pools) == ["3", "50", GIVEN]
        assert elements(found, pools[GIVEN][SYSTEM]) == given
        assert len(pools[GIVEN][METASEARCH]) == 2
        assert elements(found, pools["3"][SYSTEM]) == {("A", SECTION), ("A", OTHER), ("B", SECTION)}
        assert len(pools["50"][SYSTEM]) == 5
        without = found.results.topics[1]
        assert list(pools_at(found, without, [3])) == ["3"]

    def test_flags_are_what_judges_were_given_unless_a_pool_tells(self):
        flags = {"1": {("A", OTHER), ("B", OTHER)}}
        flagged = findings(flags=flags)
        assert elements(flagged, flagged.results.topics[0].given) == flags["1"]
        both = findings(flags=flags, pools={"1": {("A", SECTION)}})
        assert elements(both, both.results.topics[0].given) == {("A", SECTION)}

    def test_quality_by_hand(self):
        quality = qualities(findings()).loc[SYSTEM, "50", "1"]
        # Of five pooled elements one is relevant, of two; only two of the five were judged, and the article.
        assert quality.tolist() == [5, 0.2, 0.5, 3, 1, 1 / 3]

    def test_every_pool_is_part_of_the_combined_one(self):
        found = findings()
        for topic in found.results.topics:
            for depth in (1, 2, 50):
                pools = pools_at(found, topic, [depth])[str(depth)]
                assert set(pools[COMBINED]) == set(pools[SYSTEM]) | set(pools[METASEARCH])

    def test_growth_ends_at_the_system_pool(self):
        found = findings(pool_depth=50)
        growth = pool_growth(found.outcome, found.campaign)
        whole = growth[growth.participant == ""]
        system = qualities(found).loc[SYSTEM, "50", "all"]
        assert (np.diff(whole["size"]) >= 0).all()
        assert (np.diff(whole.relevant) >= 0).all()
        assert whole[["size", "recall"]].iloc[-1].tolist() == system[["size", "recall"]].tolist()

    @pytest.mark.parametrize("depth", [20, 130])
    def test_pools_are_as_deep_as_the_campaigns_and_as_those_that_are_studied(self, depth):
        results = {run: [(f"{run}-{rank}", SECTION) for rank in range(150)] for run in ("1", "2")}
        runs = {f"run{run}": PlainRun(run, {"1": found}) for run, found in results.items()}
        judged = {"1": {"1-19": {SECTION: (3, 3)}, "2-120": {SECTION: (3, 3)}}}
        campaign = SmallCampaign(2004, judged, {"1": "CO"}, {"CO": runs}, pool_depth=depth)
        found = pools_of_only_task(campaign)
        table = qualities(found)
        expected = reference.pooling_rows(campaign.plain("CO"))
        assert {key: tuple(row) for key, row in zip(table.index, table.to_numpy(), strict=True)} == expected
        assert table.loc[SYSTEM, "100", "1"]["size"] == 200
        pooled = pool_contributions(found.outcome, found.campaign).set_index("run").pooled
        assert pooled.drop("").to_dict() == {"run1": depth, "run2": depth}
