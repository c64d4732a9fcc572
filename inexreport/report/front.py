"""The campaign's front page."""

from __future__ import annotations

from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.report.assessment_notes import campaign_note
from inexreport.report.campaign_record import input_files, inputs_digest
from inexreport.report.campaign_view import CampaignView
from inexreport.report.citation import campaign_citation, doi_address, is_address, orcid_address
from inexreport.report.figure import PageData
from inexreport.report.participant import about_participant, participant_ids
from inexreport.report.social_preview import preview_address
from inexreport.report.words import words_of
from inexreport.subjects.collection import collection_sentence, collection_view
from inexreport.subjects.judgements import measure_text
from inexreport.subjects.problems import all_problems
from inexreport.subjects.winners import task_winner

PARTICIPANTS_SHOWN, MOST_PARTICIPANTS = 25, 50
"""Of more participants than the second number, the first number is shown and the others can be opened."""


def front_page(view: CampaignView) -> PageData:
    """Return the data of the front page: the campaign's size, its tasks and their best runs, its citation.

    A participant's site shows the participant's runs instead of tasks, participants and citation. Numbers of
    runs and problems are those of the runs that the site shows. `about` is untrusted Markdown, and
    `introduction` says in two sentences what the campaign is.
    ``relevant_characters`` is None in years whose judgements measure no text.
    """
    campaign = view.outcome.campaign
    assessed = campaign.assessments.topics.values()
    runs = [run for task in view.outcome.tasks for run in task.runs]
    page = {
        "title": campaign.title,
        "collection": campaign.collection,
        "task_collections": campaign.task_collections,
        "collection_facts": collection_view(campaign, is_published=not view.participant),
        "topics": len(campaign.topics),
        "assessed_topics": len(assessed),
        "relevant_articles": sum(topic.relevant_articles for topic in assessed),
        "passages": sum(len(topic.passage_offset) for topic in assessed),
        "relevant_characters": sum(topic.total_relevant_characters for topic in assessed)
        if measure_text(assessed)
        else None,
        "assessments_note": campaign_note(view.outcome.tasks, campaign),
        "runs": len(runs),
        "evaluated": sum(run.evaluated for run in runs),
        "problems": len(all_problems(view.outcome)),
        "introduction": introduction(campaign),
        "about": "",
        "editions": (),
        "participants": (),
        "participants_shown": PARTICIPANTS_SHOWN,
        "anonymous_runs": 0,
        "citation": None,
        "own": None,
    }
    if view.participant:
        return page | {"own": about_participant(view, view.participant)}
    participants = [about_participant(view, one) for one in participant_ids(view)]
    return page | {
        "about": campaign.about,
        "editions": [edition.date for edition in campaign.editions],
        "tasks": [task_winner(view, task) for task in view.standings],
        "participants": participants,
        "participants_shown": PARTICIPANTS_SHOWN
        if len(participants) > MOST_PARTICIPANTS
        else len(participants),
        "anonymous_runs": sum(not run.submission.participant for run in runs),
        "authors": [
            (author, orcid_address(author.orcid) if author.orcid else "") for author in campaign.authors
        ],
        "doi": (campaign.doi, doi_address(campaign.doi)) if campaign.doi else None,
        "address": campaign.url.strip(),
        "address_leads": is_address(campaign.url.strip()),
        "preview": preview_address(campaign.url.strip()),
        "citation": campaign_citation(campaign, inputs_digest(input_files(view.outcome))),
        "licence": campaign.licence,
        "facts": campaign.facts,
    }


def introduction(campaign: Campaign) -> str:
    """Return what the campaign is in two sentences: what was asked, by its protocol, and of which collection.

    Examples
    --------
    >>> from inexreport.model.assessment import Assessments
    >>> introduction(Campaign("c", "C", 2009, "", {}, {}, Assessments("official", {})))
    'A campaign of XML retrieval. 0 of 0 topics were assessed.'
    """
    asked = campaign.introduction or f"A campaign of {words_of(campaign).field}."
    assessed = len(campaign.assessments.topics)
    were = "was" if assessed == 1 else "were"
    of_topics = f"{assessed:,} of {counted(len(campaign.topics), 'topic')} {were} assessed."
    stated = collection_sentence(campaign.collection, words_of(campaign).item)
    return f"{asked} {stated}; {of_topics}" if stated else f"{asked} {of_topics}"
