"""A campaign's folder can be deposited: it is described whole, and its checksums are right."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from rocrate.rocrate import ROCrate

from inexreport.report.campaign_record import input_files
from inexreport.report.campaign_view import view_campaign
from inexreport.report.data import DESCRIPTION_FILES
from inexreport.report.research_object import research_object
from inexreport.version import __version__
from rendering.invented_campaign import MARKUP, METRICS, invented_metrics, invented_outcome

ISO_DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")


@pytest.fixture(scope="module")
def folder(invented_site: Path) -> Path:
    return invented_site


@pytest.fixture(scope="module")
def entities(folder: Path) -> dict[str, dict[str, Any]]:
    graph = json.loads((folder / "ro-crate-metadata.json").read_text("utf-8"))["@graph"]
    assert len({one["@id"] for one in graph}) == len(graph)
    return {one["@id"]: one for one in graph}


def paths_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def references(value: Any) -> Iterator[str]:
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            assert set(one) == {"@id"}  # flattened: entities are siblings, not nested
            yield one["@id"]


def test_checksums_name_every_file_but_their_own(folder: Path):
    lines = (folder / "checksums.sha256").read_text("ascii").splitlines()
    found = dict(reversed(line.split("  ", 1)) for line in lines)
    assert list(found) == sorted(paths_in(folder) - {"checksums.sha256"})
    for path, digest in found.items():
        assert hashlib.sha256((folder / path).read_bytes()).hexdigest() == digest


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="no sha256sum on the PATH")
def test_checksums_are_what_sha256sum_reads(folder: Path, tmp_path: Path):
    copy = shutil.copytree(folder, tmp_path / "copy")
    check = ["sha256sum", "--check", "--strict", "--quiet", "checksums.sha256"]
    assert subprocess.run(check, cwd=copy, check=False).returncode == 0
    (copy / "data" / "runs.csv").write_text("changed")
    assert subprocess.run(check, cwd=copy, check=False, capture_output=True).returncode == 1


def test_descriptor_and_root_have_what_the_specification_demands(folder: Path, entities):
    content = json.loads((folder / "ro-crate-metadata.json").read_text("utf-8"))
    assert content["@context"] == "https://w3id.org/ro/crate/1.1/context"
    descriptor = entities["ro-crate-metadata.json"]
    assert descriptor["@type"] == "CreativeWork"
    assert descriptor["conformsTo"] == {"@id": "https://w3id.org/ro/crate/1.1"}
    root = entities[descriptor["about"]["@id"]]
    assert (root["@id"], root["@type"]) == ("./", "Dataset")
    assert root["name"] == invented_outcome().campaign.title
    assert root["description"]
    assert ISO_DATE.fullmatch(root["datePublished"])
    assert entities[root["license"]["@id"]]["name"] == f"Free {MARKUP}"


def test_every_reference_is_described_and_every_term_is_known(entities):
    known = json.loads((files("rocrate") / "data" / "ro-crate.jsonld").read_text("utf-8"))["@context"]
    for entity in entities.values():
        types = entity["@type"]
        assert set(types if isinstance(types, list) else [types]) <= known.keys()
        for name, value in entity.items():
            assert name in known or name in ("@id", "@type")
            if name != "conformsTo":
                assert set(references(value)) <= set(entities)
            assert not isinstance(value, list) or len(value) > 1  # compacted
        assert not re.search(r"[\s\\<>\"{}|^`]", entity["@id"])
        if not entity["@id"].startswith("#"):
            assert ".." not in entity["@id"].split("/")


def test_every_file_is_part_of_the_crate_with_size_and_checksum(folder: Path, entities):
    def below(one: str) -> Iterator[str]:
        for part in references(entities[one].get("hasPart", [])):
            yield part
            yield from below(part)

    parts = list(below("./"))
    assert len(set(parts)) == len(parts)
    present = {unquote(part) for part in parts if entities[part]["@type"] == "File"}
    assert present == paths_in(folder) - {"ro-crate-metadata.json"}
    assert {part for part in parts if part not in present} == {
        f"{path.name}/" for path in folder.iterdir() if path.is_dir()
    }
    for part in present - {"checksums.sha256"}:
        content = (folder / part).read_bytes()
        assert entities[part]["contentSize"] == str(len(content))
        assert entities[part]["sha256"] == hashlib.sha256(content).hexdigest()
        assert "/" in entities[part]["encodingFormat"]


def test_the_evaluation_leads_from_inputs_to_results(entities):
    (action,) = (one for one in entities.values() if one["@type"] == "CreateAction")
    software = entities[action["instrument"]["@id"]]
    assert (software["@type"], software["name"], software["version"]) == (
        "SoftwareApplication",
        "inexreport",
        __version__,
    )
    assert software["url"]["@id"] in entities
    inputs = {entities[one]["name"]: entities[one]["sha256"] for one in references(action["object"])}
    assert inputs == {one.file: one.sha256 for one in input_files(invented_outcome())}
    assert {"data/", "index.html"} <= set(references(action["result"]))
    measured = [entities[one]["name"] for one in references(entities["./"]["variableMeasured"])]
    assert measured == list(METRICS)


def test_the_crate_follows_the_profile_of_runs_of_a_process(entities):
    # https://w3id.org/ro/wfrun/process/0.5; no endTime, since nothing published depends on the clock.
    profile = entities["./"]["conformsTo"]["@id"]
    assert profile == "https://w3id.org/ro/wfrun/process/0.5"
    assert (entities[profile]["name"], entities[profile]["version"]) == ("Process Run Crate", "0.5")
    assert entities[profile]["@type"] == "CreativeWork"
    action = entities[entities["./"]["mentions"]["@id"]]
    assert action["@type"] == "CreateAction"
    assert "inexreport build invented-2042" in action["description"]
    assert action["name"]
    software = entities[action["instrument"]["@id"]]
    assert {"name", "url", "version"} <= software.keys()
    for one in (*references(action["object"]), *references(action["result"])):
        assert entities[one]["@type"] in ("File", "Dataset")


def test_another_program_reads_the_crate(folder: Path):
    crate = ROCrate(folder)
    assert crate.version == "1.1"
    assert crate.name == invented_outcome().campaign.title
    assert crate.root_dataset["mentions"].type == "CreateAction"
    assert crate.get("data/scores.csv")["encodingFormat"] == "text/csv"
    files_of_crate = {unquote(one.id) for one in crate.data_entities if one.type == "File"}
    assert files_of_crate == paths_in(folder) - {"ro-crate-metadata.json"}


@pytest.mark.parametrize(
    ("licence", "identifier"),
    [
        ("", "#licence"),
        ("https://creativecommons.org/licenses/by/4.0/",) * 2,
        ("CC-BY-4.0", "https://spdx.org/licenses/CC-BY-4.0"),
        ("javascript:x", "#licence"),
    ],
)
def test_a_licence_is_always_described(licence: str, identifier: str):
    outcome = invented_outcome(runs=3)
    outcome = replace(outcome, campaign=replace(outcome.campaign, licence=licence))
    graph = research_object(view_campaign(outcome, invented_metrics()), tables=[], files=[])["@graph"]
    by_id = {one["@id"]: one for one in graph}
    assert by_id["./"]["license"] == {"@id": identifier}
    assert by_id[identifier]["name"] == (licence or "No licence is stated.")


def test_the_front_page_holds_the_citation_and_leads_to_the_dataset(folder: Path):
    html = (folder / "index.html").read_text("utf-8")
    (linked,) = re.findall(r'<link rel="alternate" type="application/ld\+json"[^>]* href="([^"]*)">', html)
    dataset = json.loads((folder / linked).read_text("utf-8"))
    assert dataset["name"] == invented_outcome().campaign.title
    for one in dataset["distribution"]:
        content = (folder / one["contentUrl"]).read_bytes()
        assert one["sha256"] == hashlib.sha256(content).hexdigest()
        assert one["contentSize"] == f"{len(content)} B"
    published = {one["contentUrl"] for one in dataset["distribution"]}
    about_all = {"data/campaign.json", *(f"data/{name}" for name in DESCRIPTION_FILES)}
    assert published == {path for path in paths_in(folder) if path.startswith("data/")} - about_all
    bibtex = (folder / "data" / "citation.bib").read_text("utf-8")
    assert bibtex.startswith("@misc{invented-2042,\n")
    assert "textless" in html


def test_croissant_names_the_tables_that_are_there(folder: Path):
    described = json.loads((folder / "data" / "croissant.json").read_text("utf-8"))
    for one in described["distribution"]:
        content = (folder / "data" / one["contentUrl"]).read_bytes()
        assert one["sha256"] == hashlib.sha256(content).hexdigest()
    distributed = {one["@id"] for one in described["distribution"]}
    for records in described["recordSet"]:
        header = (folder / "data" / f"{records['name']}.csv").read_text("utf-8").partition("\n")[0]
        assert [field["source"]["extract"]["column"] for field in records["field"]] == header.split(",")
        assert {field["source"]["fileObject"]["@id"] for field in records["field"]} <= distributed
    identifiers = [field["@id"] for records in described["recordSet"] for field in records["field"]]
    assert len(set(identifiers)) == len(identifiers)


def test_the_data_page_leads_to_every_description(folder: Path):
    html = (folder / "data.html").read_text("utf-8")
    for name, meaning in DESCRIPTION_FILES.items():
        assert f'href="data/{name}"' in html
        assert meaning in html
    assert "the checksums of its inputs. <code>sha256sum" in html
