"""Settings of a task that its metrics follow, with what the collection adds to them."""

import pytest
from by_hand import element_ranking
from element_judgements import graded

from inexreport.evaluation.task_plan import settings_of
from inexreport.evaluation.topic_values import TopicValues
from inexreport.formats.protocols import protocol_tasks
from inexreport.judging.judged_ranking import judge
from inexreport.metrics.registry import bind
from inexreport.model.campaign import Assessments, Campaign, Collection

CO = protocol_tasks("inex-2004")["CO"]


def inex_2002(elements, **settings):
    """Score of a run that finds one of two relevant elements."""
    campaign = Campaign(
        slug="c",
        title="C",
        year=2004,
        protocol="inex-2004",
        tasks={},
        topics={},
        assessments=Assessments("official", {}),
        collection=Collection(elements=elements),
    )
    task = CO.model_copy(update={"settings": {**CO.settings, **settings}})
    found, missed = ("a", "/article[1]/p[1]"), ("a", "/article[1]/p[2]")
    topic = TopicValues(judge(element_ranking([found]), graded({found: (3, 3), missed: (3, 3)})))
    return topic.value(bind("inex_eval(quant=strict)", settings_of(task, campaign)))


@pytest.mark.parametrize("elements", [None, 100])
def test_the_size_of_the_collection_can_be_left_out(elements):
    """Without it, recall that the run does not reach has precision 0."""
    assert inex_2002(elements, collection_elements="0") == 0.5


def test_the_collection_of_the_campaign_has_priority_over_the_protocol():
    # The other relevant element is expected after half of the 98 irrelevant ones that are not retrieved.
    beyond = [2 * x / (2 * x + (2 * x - 1) * 98 / 2) for x in (k / 100 for k in range(51, 101))]
    assert inex_2002(100) == pytest.approx(0.5 + sum(beyond) / 100)
    assert 0.5 < inex_2002(None) < inex_2002(100)
