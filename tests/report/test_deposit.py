"""What repositories of research data require is there, and nothing in it is invented."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from rendering.invented_campaign import MARKUP, invented_metrics, invented_outcome

from inexreport.model.campaign import Author
from inexreport.rendering.site import write_site
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.croissant import SPECIFICATION, croissant
from inexreport.report.data import PublishedFile, PublishedTable
from inexreport.report.deposit import datacite_metadata, zenodo_metadata
from inexreport.report.tables.table import boolean, integer, number, optional_integer, text

FILES = tuple(PublishedFile(f"data/scores.{ending}", 10, "a" * 64) for ending in ("csv", "json", "parquet"))
TABLE = PublishedTable(
    "scores",
    "One row per score.",
    {
        "run": text("The `run`."),
        "score": number("The score."),
        "rank": optional_integer("The rank."),
        "topics": integer("Counted topics."),
        "official": boolean("Whether it is."),
    },
    3,
    FILES,
)
AUTHORS = (
    Author(name="Josiah Carberry", orcid="0000-0002-1825-0097", affiliation="Brown University"),
    Author(name="Smith and Sons"),
)


@pytest.fixture
def published(outcome) -> CampaignView:
    """A campaign whose campaign.toml says everything about its publication."""
    campaign = replace(
        outcome.campaign,
        title="Plain <i>title</i>",
        citation="",
        authors=AUTHORS,
        doi="10.5281/zenodo.12",
        url="https://campaign.example/2042",
        licence="https://creativecommons.org/licenses/by/4.0/",
    )
    return view_campaign(replace(outcome, campaign=campaign), invented_metrics())


@pytest.fixture
def silent(outcome) -> CampaignView:
    """A campaign whose campaign.toml says nothing about it."""
    return view_campaign(
        replace(outcome, campaign=replace(outcome.campaign, citation="", licence="", url="javascript:x")),
        invented_metrics(),
    )


def test_a_deposit_at_zenodo_has_what_its_form_asks_for(published):
    described = zenodo_metadata(published, [TABLE])
    assert described["upload_type"] == "dataset"
    assert described["title"] == "Plain <i>title</i>"
    assert described["creators"] == [
        {"name": "Josiah Carberry", "affiliation": "Brown University", "orcid": "0000-0002-1825-0097"},
        {"name": "Smith and Sons"},
    ]
    assert (described["license"], described["doi"]) == ("cc-by-4.0", "10.5281/zenodo.12")
    assert described["related_identifiers"] == [
        {"identifier": "https://campaign.example/2042", "relation": "isDocumentedBy"}
    ]
    assert described["description"].startswith("<p>Evaluation of XML retrieval: 13 runs by 2 participants")
    assert described["notes"] == (
        "<p>How to cite: Josiah Carberry and Smith and Sons: Plain &lt;i&gt;title&lt;/i&gt; (2042)."
        " https://doi.org/10.5281/zenodo.12</p>"
    )
    assert "publication_date" not in described  # Zenodo takes the day of the deposit


def test_a_licence_without_an_identifier_is_told_in_words(view):
    described = zenodo_metadata(view, [TABLE])
    assert "license" not in described
    assert described["notes"].count("<p>") == 2
    assert MARKUP not in described["notes"]  # escaped: Zenodo shows it as HTML
    (rights,) = datacite_metadata(view, [TABLE])["rightsList"]
    assert rights == {"rights": f"Free {MARKUP}"}


def test_zenodo_is_told_nothing_that_campaign_toml_does_not_say(silent):
    missing = {"creators", "license", "doi", "related_identifiers"}
    described = zenodo_metadata(silent, [TABLE])
    assert not missing & described.keys()
    assert {"upload_type", "title", "description", "version", "keywords"} <= described.keys()


def test_datacite_has_every_required_property(published):
    described = datacite_metadata(published, [TABLE])
    assert described["schemaVersion"] == "http://datacite.org/schema/kernel-4"
    assert described["doi"] == "10.5281/zenodo.12"
    assert described["creators"][0] == {
        "name": "Josiah Carberry",
        "nameType": "Personal",
        "nameIdentifiers": [
            {
                "nameIdentifier": "0000-0002-1825-0097",
                "nameIdentifierScheme": "ORCID",
                "schemeUri": "https://orcid.org",
            }
        ],
        "affiliation": [{"name": "Brown University"}],
    }
    assert described["creators"][1] == {"name": "Smith and Sons"}  # perhaps an organisation
    assert described["titles"] == [{"title": "Plain <i>title</i>"}]
    assert described["publicationYear"] == "2042"
    assert described["types"]["resourceTypeGeneral"] == "Dataset"
    assert described["rightsList"] == [
        {
            "rights": "https://creativecommons.org/licenses/by/4.0/",
            "rightsUri": "https://creativecommons.org/licenses/by/4.0/",
            "rightsIdentifier": "CC-BY-4.0",
            "rightsIdentifierScheme": "SPDX",
            "schemeUri": "https://spdx.org/licenses/",
        }
    ]
    assert described["formats"] == ["application/json", "application/vnd.apache.parquet", "text/csv"]
    assert [one["relationType"] for one in described["relatedIdentifiers"]] == ["IsDocumentedBy"]
    subjects = [one["subject"] for one in described["subjects"]]
    assert len(subjects) == len(set(subjects))


def test_datacite_is_told_that_required_values_are_not_known(silent):
    described = datacite_metadata(silent, [TABLE])
    assert described["creators"] == [{"name": ":unav"}]
    assert described["publisher"] == {"name": ":unav"}
    assert not {"doi", "rightsList", "relatedIdentifiers"} & described.keys()


def test_a_publisher_is_named_in_every_description(tmp_path: Path) -> None:
    outcome = invented_outcome(runs=3)
    campaign = replace(outcome.campaign, publisher="Society <for> Evaluation")
    folder = write_site(replace(outcome, campaign=campaign), invented_metrics(), tmp_path)
    organisation = {"@type": "Organization", "name": "Society <for> Evaluation"}

    def described(name: str) -> Any:
        return json.loads((folder / name).read_text("utf-8"))

    assert described("dataset.jsonld")["publisher"] == organisation
    assert described("data/croissant.json")["publisher"] == organisation
    assert described("data/datacite.json")["publisher"] == {"name": "Society <for> Evaluation"}
    entities = {one["@id"]: one for one in described("ro-crate-metadata.json")["@graph"]}
    assert entities[entities["./"]["publisher"]["@id"]] == {"@id": "#publisher"} | organisation
    assert "publisher    = {Society" in (folder / "data/citation.bib").read_text("utf-8")


def test_croissant_describes_the_dataset(published):
    described = croissant(published, [TABLE])
    assert (described["@type"], described["conformsTo"]) == ("sc:Dataset", SPECIFICATION)
    for name in ("@context", "name", "description", "license", "url", "creator", "datePublished", "version"):
        assert described[name], name  # the specification requires all but the last
    assert described["url"] == "https://doi.org/10.5281/zenodo.12"
    assert described["citeAs"].startswith("Josiah Carberry and Smith and Sons: Plain")
    assert [one["name"] for one in described["creator"]] == [author.name for author in AUTHORS]


def test_croissant_invents_neither_creator_nor_address(silent):
    described = croissant(silent, [TABLE])
    assert "creator" not in described
    assert (described["license"], described["url"]) == ("No licence is stated.", "../index.html")


def test_croissant_describes_every_file_and_column(published):
    described = croissant(published, [TABLE])
    assert [
        (one["@id"], one["contentUrl"], one["encodingFormat"], one["contentSize"], one["sha256"])
        for one in described["distribution"]
    ] == [
        ("scores.csv", "scores.csv", "text/csv", "10 B", "a" * 64),
        ("scores.json", "scores.json", "application/json", "10 B", "a" * 64),
        ("scores.parquet", "scores.parquet", "application/vnd.apache.parquet", "10 B", "a" * 64),
    ]
    (records,) = described["recordSet"]
    assert (records["@id"], records["description"]) == ("scores", "One row per score.")
    assert [(one["@id"], one["dataType"]) for one in records["field"]] == [
        ("scores/run", "sc:Text"),
        ("scores/score", "sc:Float"),
        ("scores/rank", "sc:Integer"),
        ("scores/topics", "sc:Integer"),
        ("scores/official", "sc:Boolean"),
    ]
    assert records["field"][0]["description"] == "The run."
    for field in records["field"]:
        assert field["source"] == {
            "fileObject": {"@id": "scores.csv"},
            "extract": {"column": field["name"]},
        }
    assert {column.type for column in TABLE.columns.values()} == {
        pa.string(),
        pa.float64(),
        pa.int64(),
        pa.bool_(),
    }
