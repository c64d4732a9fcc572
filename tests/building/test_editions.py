"""A campaign that replaces an edition publishes what changed: as a page, a table and a feed."""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pandas as pd
import pytest
from edition_folders import keep_edition, name_editions
from evaluated_samples import cached
from lxml import etree, html

from inexreport.building.build import build
from inexreport.building.resources import Resources
from inexreport.building.site_changes import site_changes
from inexreport.building.verifying.verify import verify
from inexreport.cache import Cache
from inexreport.errors import CampaignRefusedError
from inexreport.report.audience import parse_audience
from tests.hostile.campaigns import HONEST, write_campaign

from .test_every_field import content

DATES = ("2025-12-01", "2026-03-15", "2026-11-20")
REASONS = ("Topic 2009002 was judged again.", "A run of <b>participant 7</b> & its results came late.")
RUNS = "runs/Focused"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with three editions, and the archive of each: first, second, third. Read only."""
    place = tmp_path_factory.mktemp("editions")
    campaign = write_campaign(place / "c2009", "2009")
    with (campaign / "campaign.toml").open("a") as settings:
        settings.write('[tasks.Focused]\nmetrics = ["iP@0.01", "MAiP", "char_prec"]\n')
    (campaign / RUNS / "other.txt").write_text("2009001 Q0 851 1 1.0 Other 10 13\n")
    build(campaign, place / "first", resources=cached())

    keep_edition(campaign, place / "first" / "c2009", DATES[0])
    name_editions(campaign, (DATES[0], ""), (DATES[1], REASONS[0]))
    qrels = next((campaign / "assessments" / "official").iterdir())
    qrels.write_text(qrels.read_text().replace("2009002 Q0 13 7 80 0 3:7", "2009002 Q0 13 7 80 0 50:7"))
    shutil.copytree(place / "first", place / "second")
    build(campaign, place / "second", resources=cached())

    keep_edition(campaign, place / "second" / "c2009", DATES[1])
    name_editions(campaign, (DATES[2], REASONS[1]))
    (campaign / RUNS / "late.txt").write_text(HONEST.replace("Honest", "Late"))
    build(campaign, place / "third", resources=cached())
    return place


def errata(site: Path) -> list[dict[str, str]]:
    with (site / "data" / "errata.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def scores(site: Path) -> pd.Series[float]:
    table = pd.read_parquet(site / "data" / "scores.parquet")
    return table.set_index(["task", "run", "metric", "topic"])["score"]


def test_the_first_edition_has_no_errata(place: Path) -> None:
    assert not [name for name in content(place / "first" / "c2009") if "errata" in name]
    assert b"errata" not in (place / "first" / "c2009" / "index.html").read_bytes()


def test_the_table_has_every_score_that_changed(place: Path) -> None:
    before, after = scores(place / "first" / "c2009"), scores(place / "second" / "c2009")
    both = pd.concat([before, after], axis=1, keys=["old", "new"])
    changed = both[both["old"] != both["new"]]
    assert len(changed)
    rows = [row for row in errata(place / "second" / "c2009") if row["kind"] == "score"]
    assert {(row["task"], row["run"], row["metric"], row["topic"]) for row in rows} == set(changed.index)
    for row in rows:
        old, new = changed.loc[row["task"], row["run"], row["metric"], row["topic"]]
        assert (float(row["old"]), float(row["new"])) == (old, new)
        assert float(row["difference"]) == new - old
        assert (row["edition"], row["change"]) == (DATES[1], "changed")


def test_each_edition_is_compared_with_the_one_before(place: Path) -> None:
    rows = errata(place / "third" / "c2009")
    assert list(dict.fromkeys(row["edition"] for row in rows)) == [DATES[2], DATES[1]]
    assert [row for row in rows if row["edition"] == DATES[1]] == errata(place / "second" / "c2009")
    latest = [row for row in rows if row["edition"] == DATES[2] and row["kind"] in ("run", "score")]
    assert [(row["kind"], row["change"], row["run"]) for row in latest] == [("run", "added", "late")]
    files = {
        row["name"]: row["change"] for row in rows if row["edition"] == DATES[2] and row["kind"] == "input"
    }
    assert files == {"campaign.toml": "changed", f"{RUNS}/late.txt": "added"}


def test_errata_are_what_diff_says_of_the_results(place: Path) -> None:
    (found,) = site_changes(place / "first" / "c2009", place / "second" / "c2009")
    told = found.changes[found.changes["kind"] != "file"].drop(columns="difference")
    rows = errata(place / "second" / "c2009")
    assert told.to_dict("records") == [{name: row[name] for name in told} for row in rows]


def test_the_page_has_dates_reasons_and_changes(place: Path) -> None:
    site = place / "third" / "c2009"
    page = html.parse(site / "errata.html")
    assert [one.text_content() for one in page.iterfind(".//h2")] == [
        f"Edition of {date}" for date in DATES[:0:-1]
    ]
    text = (site / "errata.html").read_text("utf-8")
    assert "A run of &lt;b&gt;participant 7&lt;/b&gt; &amp; its results came late." in text
    assert page.xpath('//th/a[@href="runs/Focused/late.html"]')
    for name in ("index.html", "errata.html"):
        (feed,) = html.parse(site / name).xpath('//link[@type="application/atom+xml"]')
        assert (feed.get("rel"), feed.get("href")) == ("alternate", "errata.atom")
    front = html.parse(site / "index.html")
    assert front.xpath('//main//a[@href="errata.html"]')
    assert html.parse(place / "third" / "index.html").xpath('//main//a[@href="c2009/errata.html"]')


def feed_of(site: Path) -> Any:
    return etree.parse(site / "errata.atom").getroot()


def test_the_feed_is_valid(place: Path) -> None:
    """What RFC 4287 requires of a feed and its entries."""
    feed = feed_of(place / "third" / "c2009")
    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == 2
    for element in (feed, *entries):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"{ATOM}{name}")) == 1
        assert urlsplit(element.findtext(f"{ATOM}id")).scheme == "urn"
        assert re.fullmatch(
            r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", element.findtext(f"{ATOM}id")
        )
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", element.findtext(f"{ATOM}updated"))
        (link,) = element.findall(f"{ATOM}link")
        assert link.get("rel") == "alternate"
    # An author of the feed is the author of entries that name none.
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "A campaign"
    assert len({one.findtext(f"{ATOM}id") for one in (feed, *entries)}) == 3
    assert [one.findtext(f"{ATOM}updated") for one in (feed, *entries)] == [
        f"{date}T00:00:00Z" for date in (DATES[2], DATES[2], DATES[1])
    ]
    contents = [one.find(f"{ATOM}content") for one in entries]
    assert [one.get("type") for one in contents] == ["text", "text"]
    assert [one.text.split("\n")[0] for one in contents] == [REASONS[1], REASONS[0]]
    assert "Runs: 1 added." in contents[0].text


def test_links_of_the_feed_lead_to_editions(place: Path) -> None:
    site = place / "third" / "c2009"
    page = html.parse(site / "errata.html")
    for link in feed_of(site).iter(f"{ATOM}link"):
        address, _, fragment = link.get("href").partition("#")
        assert address == "errata.html"
        assert not fragment or page.xpath(f'//*[@id="{fragment}"]')


def test_identifiers_of_the_feed_never_change(place: Path) -> None:
    second, third = (feed_of(place / name / "c2009") for name in ("second", "third"))
    assert second.findtext(f"{ATOM}id") == third.findtext(f"{ATOM}id")
    (before,) = second.findall(f"{ATOM}entry")
    assert etree.tostring(before) == etree.tostring(third.findall(f"{ATOM}entry")[1])


def test_a_changed_reason_reaches_page_feed_and_record_only(place: Path, tmp_path: Path) -> None:
    """Whatever stood in the archive before is no input of an edition."""
    campaign = Path(shutil.copytree(place / "c2009", tmp_path / "c2009"))
    out, clean = (Path(shutil.copytree(place / "first", tmp_path / name)) for name in ("site", "clean"))
    resources = Resources(cache=Cache(tmp_path / "cache"))
    assert [build(campaign, out, resources=resources).written for _ in range(2)] == [True, False]
    assert content(out) == content(place / "third")

    settings = campaign / "campaign.toml"
    settings.write_text(settings.read_text().replace("judged again", "judged by another judge"))
    build(campaign, out, resources=resources)
    build(campaign, clean)
    assert content(out) == content(clean)
    site, before = out / "c2009", content(place / "third" / "c2009")
    for name in before:
        if name.startswith("data/scores."):
            assert (site / name).read_bytes() == before[name]
    for name in ("errata.html", "errata.atom", "data/campaign.json"):
        assert b"judged by another judge" in (site / name).read_bytes()


def test_verification_recomputes_errata(place: Path, tmp_path: Path) -> None:
    found, archive = verify(place / "third", [place / "c2009"])
    assert (found.differences, archive.differences) == ((), ())
    # A forged edition is a changed input, and its errata are others.
    campaign = Path(shutil.copytree(place / "c2009", tmp_path / "c2009"))
    table = campaign / "editions" / DATES[0] / "scores.csv"
    table.write_text(re.sub(r"[0-9.]+\n\Z", "0.125\n", table.read_text()))
    found, _ = verify(place / "third", [campaign])
    assert {one.file for one in found.differences if one.file.endswith("csv")} == {
        f"editions/{DATES[0]}/scores.csv",
        "data/errata.csv",
    }


def test_an_edition_that_is_not_there_refuses_the_build_and_keeps_the_site(
    place: Path, tmp_path: Path
) -> None:
    campaign = Path(shutil.copytree(place / "c2009", tmp_path / "c2009"))
    shutil.rmtree(campaign / "editions" / DATES[1])
    out = Path(shutil.copytree(place / "second", tmp_path / "site"))
    before = content(out)
    with pytest.raises(CampaignRefusedError) as refused:
        build(campaign, out, resources=cached())
    assert [(one.code, one.file) for one in refused.value.problems if one.is_error] == [
        ("edition-missing", f"editions/{DATES[1]}")
    ]
    assert content(out) == before


def test_a_participant_gets_no_errata(place: Path, tmp_path: Path) -> None:
    """They would tell scores of others before the release."""
    campaign = Path(shutil.copytree(place / "c2009", tmp_path / "c2009"))
    folder = campaign / RUNS / "12"
    folder.mkdir()
    shutil.move(campaign / RUNS / "late.txt", folder / "late.txt")
    build(campaign, tmp_path / "site", audience=parse_audience("participant:12"), resources=cached())
    files = content(tmp_path / "site")
    assert not [name for name in files if "errata" in name]
    assert not [name for name, data in files.items() if DATES[1].encode() in data]


def test_the_date_of_the_edition_is_that_of_the_dataset(place: Path) -> None:
    crate = (place / "third" / "c2009" / "ro-crate-metadata.json").read_text("utf-8")
    assert f'"datePublished": "{DATES[2]}"' in crate
    assert '"datePublished": "2009"' in (place / "first" / "c2009" / "ro-crate-metadata.json").read_text(
        "utf-8"
    )
    assert '"encodingFormat": "application/atom+xml"' in crate
