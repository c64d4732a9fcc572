from __future__ import annotations

from dataclasses import replace

import pytest
from rendering.invented_campaign import MARKUP, METRICS

from inexreport.report.campaign_record import input_files, inputs_digest
from inexreport.report.data import PublishedFile, PublishedTable
from inexreport.report.dataset import dataset_description, is_address
from inexreport.report.tables.table import text

TABLE = PublishedTable(
    "scores",
    "One row per score.",
    {"run": text("The run.")},
    3,
    (
        PublishedFile("data/scores.csv", 10, "a" * 64),
        PublishedFile("data/scores.parquet", 7, "b" * 64),
    ),
)


def test_the_dataset_tells_what_the_campaign_is(view, outcome):
    described = dataset_description(view, (TABLE,))
    assert (described["@context"], described["@type"]) == ("https://schema.org/", "Dataset")
    assert described["name"] == outcome.campaign.title
    assert described["temporalCoverage"] == described["datePublished"] == "2042"
    assert described["license"]["name"] == f"Free {MARKUP}"
    assert "13 runs by 2 participants in 2 tasks (Focused, focused); 12 could be" in described["description"]
    assert described["isBasedOn"]["identifier"] == f"sha256:{inputs_digest(input_files(outcome))}"
    assert described["version"].endswith(described["isBasedOn"]["identifier"][7:19])
    assert "creator" not in described  # campaign.toml names nobody
    assert [one["name"] for one in described["variableMeasured"]] == list(METRICS)
    assert described["variableMeasured"][3]["maxValue"] == 100


def test_every_published_file_is_a_distribution(view):
    described = dataset_description(view, (TABLE,))
    assert [
        (one["contentUrl"], one["encodingFormat"], one["contentSize"], one["sha256"])
        for one in described["distribution"]
    ] == [
        ("data/scores.csv", "text/csv", "10 B", "a" * 64),
        ("data/scores.parquet", "application/vnd.apache.parquet", "7 B", "b" * 64),
    ]


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        ("https://creativecommons.org/licenses/by/4.0/", "https://creativecommons.org/licenses/by/4.0/"),
        (" see https://licence.example/ ", {"@type": "CreativeWork", "name": "see https://licence.example/"}),
        ("", None),
    ],
)
def test_a_licence_is_an_address_or_a_text_or_left_out(view, outcome, licence, expected):
    campaign = replace(outcome.campaign, licence=licence)
    described = dataset_description(replace(view, outcome=replace(outcome, campaign=campaign)), ())
    assert described.get("license") == expected


@pytest.mark.parametrize(
    "text", ["javascript:alert(1)", "https://", "https://a b", 'https://a/"', "https://ä.example", "//a"]
)
def test_what_is_no_address(text):
    assert not is_address(text)
