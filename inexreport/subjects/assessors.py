"""The page of assessors: how far judges agree, and what the official one found relevant."""

from __future__ import annotations

from inexreport.model.assessment import OF_TEXT, Judged
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
    campaign, judges = view.outcome.campaign, [one.judge for one in view.outcome.campaign.judges]
    if campaign.judged is Judged.ANSWERS:
        what, answers = "nuggets", [f"{len(judges) + 1} judges assigned nuggets to the answers."]
        sections = [one for task in view.standings if (one := sets_section(view, task))]
    else:
        what, of_text = "the grades of documents", campaign.judged in OF_TEXT
        compare, answer = (judge_sections, overlap_answer) if of_text else (graded_sections, kappa_answer)
        answers = [answer(view.outcome, judge)[1] for judge in judges]
        sections = [
            section
            for place, judge in enumerate(judges, 1)
            for section in (*compare(view, judge, place), *sub_scale_section(view, judge, place))
        ] or [Section("section-agreement", "Agreement", note="judged_once")]
    if campaign.judged in OF_TEXT:
        lead = "Do the judges agree on what is relevant, and what do the official judgements contain?"
        sections += element_sections(view.outcome)
    else:
        lead = f"Do human judges and language models agree on {what}, and on the ranking of the runs?"
        sections += [one for i, task in enumerate(view.standings, 1) for one in lab_sections(view, task, i)]
        answers += [verdict(view, judge) for judge in judges]
    return Page("Assessors", "Assessors", lead, sections, notes="assessors.html", facts={"answers": answers})
