"""Which pages and tables a campaign has.

A campaign of elements or passages has all tables about text, empty or not; a campaign of documents those
about documents that have something to show. No campaign has a page with nothing to show.
"""

from __future__ import annotations

from inexreport.model.assessment import OF_ANSWERS, OF_DOCUMENTS, OF_TEXT
from inexreport.model.outcome import CampaignOutcome
from inexreport.statistics.grades import scale_of


def always(outcome: CampaignOutcome, *key: str) -> bool:
    """True: every campaign has it."""
    return True


def judges_text(outcome: CampaignOutcome) -> bool:
    """Whether elements or passages were judged, not whole documents."""
    return outcome.campaign.judged in OF_TEXT


def judges_documents(outcome: CampaignOutcome) -> bool:
    """Whether whole documents were judged."""
    return outcome.campaign.judged in OF_DOCUMENTS


def judges_answers(outcome: CampaignOutcome) -> bool:
    """Whether generated answers were judged."""
    return outcome.campaign.judged in OF_ANSWERS


def judges_rankings(outcome: CampaignOutcome, *key: str) -> bool:
    """Whether runs are rankings, so that there are results, ranks and pools."""
    return not judges_answers(outcome)


def has_earlier_editions(outcome: CampaignOutcome, *key: str) -> bool:
    """Whether this edition of the results replaces another."""
    return len(outcome.campaign.editions) > 1


def has_judges(outcome: CampaignOutcome) -> bool:
    """Whether there is more than one judge."""
    return judges_text(outcome) or (judges_rankings(outcome) and bool(outcome.campaign.judges))


def has_judgements_to_show(outcome: CampaignOutcome) -> bool:
    """Whether judges can be compared, or judged elements counted."""
    campaign = outcome.campaign
    return bool(campaign.judges) or (judges_text(outcome) and scale_of(campaign.assessments) is not None)


def has_judges_of_documents(outcome: CampaignOutcome) -> bool:
    """Whether several judges graded documents."""
    return judges_documents(outcome) and bool(outcome.campaign.judges)


def has_graded_judges(outcome: CampaignOutcome) -> bool:
    """Whether several judges graded documents, or assigned nuggets to answers."""
    return not judges_text(outcome) and bool(outcome.campaign.judges)


def has_assessment_sets(outcome: CampaignOutcome) -> bool:
    """Whether runs are scored under further sets of assessments."""
    return judges_text(outcome) or any(task.sets for task in outcome.tasks)


def has_query_types(outcome: CampaignOutcome) -> bool:
    """Whether topics have types."""
    return judges_text(outcome) or any(topic.query_type for topic in outcome.campaign.topics.values())
