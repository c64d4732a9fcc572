from __future__ import annotations

import pytest

from inexreport.report.naming import task_title


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
