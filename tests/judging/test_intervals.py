"""Overlapping and newly covered text, and nested paths, against a count of every character and every pair."""

from itertools import combinations

import numpy as np
from by_hand import integers
from hypothesis import given
from hypothesis import strategies as st

from inexreport.judging.element_tree import ancestors, path_intervals
from inexreport.judging.intervals import newly_covered, overlapping_pairs

places = st.tuples(st.integers(0, 2), st.integers(0, 30), st.integers(0, 12))
intervals = st.lists(places, max_size=12)
passages = st.lists(places, max_size=6).map(sorted)
steps = st.sampled_from(["a[1]", "a[2]", "a[10]", "a-b[1]", "a.b[1]", "b[1]"])
paths = st.sets(st.lists(steps, min_size=1, max_size=4).map(lambda names: "/" + "/".join(names)), max_size=12)


def columns(rows, number=3):
    return (integers(column) for column in (zip(*rows, strict=True) if rows else [()] * number))


@given(intervals, st.sampled_from((1, 2**56)), st.data())
def test_every_pair_that_shares_text_is_found_once(made, character, data):
    group, start, length = columns(made)
    start, length = start * character, length * character
    located = np.array(data.draw(st.lists(st.booleans(), min_size=len(made), max_size=len(made))), dtype=bool)
    found = overlapping_pairs(group, start, start + length, located)
    expected = [
        (i, j)
        for i, j in combinations(range(len(made)), 2)
        if located[i] and located[j] and group[i] == group[j]
        if start[i] < start[j] + length[j] and start[j] < start[i] + length[i]
    ]
    assert sorted(zip(found.earlier.tolist(), found.later.tolist(), strict=True)) == expected
    another, earlier = found.marked(len(made)), found.marked(len(made), later_only=True)
    assert set(np.flatnonzero(another).tolist()) == {row for pair in expected for row in pair}
    assert set(np.flatnonzero(earlier).tolist()) == {later for _, later in expected}


@given(intervals, passages)
def test_what_is_newly_covered_is_counted_character_by_character(made, inside):
    group, start, length = columns(made)
    size, relevant = newly_covered(group, start, start + length, *columns(inside))
    seen = set()
    for row, (own, first, characters) in enumerate(made):
        new = {(own, at) for at in range(first, first + characters)} - seen
        seen |= new
        in_passages = [(g, at) for g, offset, n in inside for at in range(offset, offset + n)]
        assert size[row] == len(new)
        assert relevant[row] == sum(place in new for place in in_passages)


@given(paths)
def test_places_of_paths_are_nested_as_the_elements_are(names):
    names = sorted(names)
    start, end = path_intervals(names)
    assert sorted(start.tolist()) == list(range(len(names)))
    for one, path in enumerate(names):
        inside = [start[one] <= start[other] and end[other] <= end[one] for other in range(len(names))]
        assert inside == [path == other or path in ancestors(other) for other in names]
