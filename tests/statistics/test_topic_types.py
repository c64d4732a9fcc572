from by_hand import assessment
from hypothesis import given
from hypothesis import strategies as st

from inexreport.model.assessment import Assessments
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.topic import Topic
from inexreport.subjects.topic_subsets import ALL, TOPIC_TYPES


def counted(*topics, assessed=()):
    judged = Assessments("official", {topic: assessment({"a": [(0, 1)]}) for topic in assessed})
    campaign = Campaign("c", "C", 2006, "inex-2006", {}, {one.id: one for one in topics}, judged)
    rows = TOPIC_TYPES.build(CampaignOutcome(campaign, ())).to_pylist()
    return [(one["query_type"], one["topics"], one["assessed"], one["candidates"]) for one in rows]


def test_the_topics_of_2006_as_in_table_1():
    """203 candidate topics, 125 selected, 114 assessed; that 11 are not CO+S is invented."""
    topics = [Topic(str(289 + i), str(203 - i), "CO+S" if i > 10 else "CO") for i in range(125)]
    found = counted(*topics, assessed=[topic.id for topic in topics[:114]])
    assert found == [("CO", 11, 11, None), ("CO+S", 114, 103, None), (ALL, 125, 114, 203)]


def test_what_topic_files_do_not_state_is_empty():
    assert counted(Topic("1"), Topic("2"), assessed=["2", "unknown"]) == [("", 2, 1, None), (ALL, 2, 1, None)]
    assert counted() == [(ALL, 0, 0, None)]


def test_candidate_numbers_are_compared_as_numbers_and_others_are_left_out():
    topics = [Topic("1", "9"), Topic("2", "30"), Topic("3", "B-77"), Topic("4", "²"), Topic("5", "-99")]
    assert counted(*topics)[-1] == (ALL, 5, 0, 30)


@given(st.lists(st.tuples(st.sampled_from(["", "CO", "CAS", "CO+S"]), st.booleans())))
def test_types_add_up_to_all(drawn):
    topics = [Topic(str(i), query_type=kind) for i, (kind, _) in enumerate(drawn)]
    *by_type, whole = counted(*topics, assessed=[str(i) for i, (_, judged) in enumerate(drawn) if judged])
    assert [one[0] for one in by_type] == sorted({kind for kind, _ in drawn})
    for place in (1, 2):
        assert whole[place] == sum(one[place] for one in by_type)
