"""Items of rankings are numbered in ascending order, however large they are."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from inexreport.statistics.pooled_results import among
from inexreport.statistics.pools import NO_ITEM, Rankings

WIDEST = 2**63 - 1
items = st.integers(0, 5) | st.integers(0, WIDEST) | st.builds(lambda n: n << 32, st.integers(0, 2**31 - 1))


@given(st.lists(st.lists(items | st.just(NO_ITEM), max_size=12), max_size=5))
@example([[WIDEST, 0, WIDEST - 1], [WIDEST]])
@example([[2**62, 2**32 - 1, NO_ITEM, 2**62]])
def test_every_result_has_the_number_of_its_item(rankings):
    found = Rankings([np.array(one, dtype=np.int64) for one in rankings])
    named = [
        (item, ranking, rank)
        for ranking, one in enumerate(rankings)
        for rank, item in enumerate(one, start=1)
        if item != NO_ITEM
    ]
    assert found.count == len(rankings)
    assert found.items.tolist() == sorted({item for item, _, _ in named})
    assert found.items[found.number].tolist() == [item for item, _, _ in named]
    assert list(zip(found.ranking.tolist(), found.rank.tolist(), strict=True)) == [
        place[1:] for place in named
    ]
    met = [(item, ranking) for item, ranking, _ in named]
    assert found.is_first.tolist() == [one not in met[:place] for place, one in enumerate(met)]


@given(st.lists(items, max_size=20), st.sets(items, max_size=20))
def test_items_are_found_among_known_ones(asked, known):
    ascending = np.array(sorted(known), dtype=np.int64)
    assert among(np.array(asked, dtype=np.int64), ascending).tolist() == [one in known for one in asked]
