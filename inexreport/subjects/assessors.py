"""The page of assessors: how far judges agree, and what the official one found relevant."""

from __future__ import annotations

from inexreport.model.assessment import Judged
from inexreport.report.campaign_view import CampaignView
from inexreport.subjects.agreement import judge_sections, overlap_answer
from inexreport.subjects.assessment_sets import sets_section
from inexreport.subjects.judge_lab import lab_sections, verdict
from inexreport.subjects.judged_elements import element_sections
from inexreport.subjects.judges import graded_sections, kappa_answer
from inexreport.subjects.sections import Page, Section
from inexreport.subjects.sub_scales import sub_scale_section


def assessors_page(view: CampaignView) -> Page:
    """Return tables 1-3 of Pehcevski and Thom (2005); of documents, how the runs rank under each judge."""
    campaign = view.outcome.campaign
    if campaign.judged is Judged.ANSWERS:
        lead = "Do human judges and language models agree on nuggets, and on the ranking of the runs?"
        answers = [f"{len(campaign.judges) + 1} judges assigned nuggets to the answers."]
        answers += [verdict(view, judge.judge) for judge in campaign.judges]
        of_tasks = enumerate(view.standings, 1)
        parts = [(sets_section(view, task), *lab_sections(view, task, place)) for place, task in of_tasks]
        sections = [one for part in parts for one in part if one]
        facts = {"answers": answers}
        return Page("Assessors", "Assessors", lead, sections, notes="assessors.html", facts=facts)
    of_documents = campaign.judged is Judged.DOCUMENTS
    compare, answer = (graded_sections, kappa_answer) if of_documents else (judge_sections, overlap_answer)
    sections = [
        section
        for place, judge in enumerate(campaign.judges, 1)
        for section in (*compare(view, judge.judge, place), *sub_scale_section(view, judge.judge, place))
    ] or [Section("section-agreement", "Agreement", note="judged_once")]
    lead = "Do the judges agree on what is relevant, and what do the official judgements contain?"
    if of_documents:
        lead = "Do human judges and language models agree on the grades of documents, and on the ranking of "
        lead += "the runs?"
        for place, task in enumerate(view.standings, 1):
            sections += lab_sections(view, task, place)
    else:
        sections += element_sections(view.outcome)
    answers = [answer(view.outcome, judge.judge)[1] for judge in campaign.judges]
    answers += [verdict(view, judge.judge) for judge in campaign.judges if of_documents]
    return Page("Assessors", "Assessors", lead, sections, notes="assessors.html", facts={"answers": answers})
