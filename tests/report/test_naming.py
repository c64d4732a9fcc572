from __future__ import annotations

from dataclasses import replace

import pytest
from rendering.invented_campaign import invented_outcome

from inexreport.model.campaign import Participant
from inexreport.report.naming import participant_name, task_title


@pytest.mark.parametrize(
    ("task", "title"),
    [
        ("RelevantInContext", "Relevant in Context"),
        ("AllInContext", "All in Context"),
        ("RestrictedRelevantInContext", "Restricted Relevant in Context"),
        ("Focused", "Focused"),
        ("CO.FetchBrowse", "CO.Fetch Browse"),
        ("COS.Thorough", "COS.Thorough"),
        ("VVCAS", "VVCAS"),
        ("", ""),
    ],
)
def test_tasks_are_called_in_words(task, title):
    assert task_title(task) == title


@pytest.mark.parametrize(
    ("participant", "name"),
    [("11", "North"), ("12", "Participant 12"), ("sabir", "sabir"), ("unipd.it", "unipd.it"), ("", "")],
)
def test_a_participant_without_a_name_is_called_by_its_id(participant, name):
    campaign = replace(invented_outcome(runs=4).campaign, participants={"11": Participant(name="North")})
    assert participant_name(campaign, participant) == name
