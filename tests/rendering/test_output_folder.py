"""Files in the output folder that belong to no site: links and litter are neither followed nor published."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from inexreport.building import build as building
from inexreport.building.build import build, build_several
from inexreport.errors import UsageError
from inexreport.rendering import site
from inexreport.rendering.publishing.publication import is_moved_aside
from inexreport.rendering.site import write_site
from rendering.invented_campaign import invented_metrics, invented_outcome


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign directory with every folder of inputs; what is built of it is invented, its pages empty."""
    directory = tmp_path / "c2009"
    for folder in ("runs/Focused/10", "topics", "assessments/official", "pools", "documents"):
        (directory / folder).mkdir(parents=True)
    (directory / "campaign.toml").write_text("")

    def evaluate(directory: Path, *_: object) -> object:
        return invented_outcome(runs=3, slug=directory.name), SimpleNamespace(metrics=invented_metrics())

    monkeypatch.setattr(building, "evaluate_campaign", evaluate)
    monkeypatch.setattr(site, "page_file", lambda _, page, *__: {page.address: ""})
    for others in ("task_files", "run_files"):
        monkeypatch.setattr(site, others, lambda *_: {})
    return directory


@pytest.fixture
def out(tmp_path: Path) -> Path:
    (tmp_path / "site").mkdir()
    return tmp_path / "site"


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with a campaign. Read only."""
    out = tmp_path_factory.mktemp("published")
    write_site(invented_outcome(runs=3, slug="c2009"), invented_metrics(), out)
    return out


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Path]:
    """A folder with files of somebody else, which stay as they are."""
    folder = tmp_path / "elsewhere"
    (folder / "old" / "secret").mkdir(parents=True)
    (folder / "old" / "secret" / "file").write_text("not to be published")
    before = listed(folder)
    yield folder
    assert listed(folder) == before


def listed(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.mark.parametrize(
    "place",
    ["", "runs", "runs/Focused/10", "runs/new", "topics", "assessments/official", "pools/site", "documents"],
)
def test_a_site_among_the_inputs_is_refused_and_nothing_is_written(campaign: Path, place: str) -> None:
    before = listed(campaign)
    with pytest.raises(UsageError, match="Choose another --out"):
        build(campaign, campaign / place)
    with pytest.raises(UsageError, match="Choose another --out"):
        build_several([campaign], campaign / place, lambda *_: None, lambda: None)
    assert listed(campaign) == before


def test_a_site_among_the_inputs_is_refused_by_whichever_way_it_is_named(
    campaign: Path, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(campaign / "runs")
    (campaign / "topics").rmdir()
    (campaign / "topics").symlink_to("documents")
    for place in (tmp_path / "link" / "x", campaign / "x" / ".." / "pools", campaign / "topics" / "x"):
        with pytest.raises(UsageError, match="among the inputs"):
            build(campaign, place)


def test_a_site_elsewhere_in_the_campaign_directory_is_built(campaign: Path) -> None:
    build(campaign, campaign / "site")
    assert (campaign / "site" / "c2009" / "index.html").is_file()


def test_a_link_in_the_place_of_the_lock_is_not_followed(campaign: Path, out: Path, tmp_path: Path) -> None:
    (out / ".inexreport-lock").symlink_to(tmp_path / "made by the lock")
    build(campaign, out)
    assert not (tmp_path / "made by the lock").exists()
    assert not os.path.lexists(out / ".inexreport-lock")


def test_links_in_the_place_of_unfinished_builds_are_removed_and_not_followed(
    campaign: Path, out: Path, elsewhere: Path
) -> None:
    (out / ".inexreport-building-x").symlink_to(elsewhere)
    (out / ".inexreport-building-y").mkdir()
    (out / ".inexreport-building-y" / "old").symlink_to(elsewhere / "old")
    (out / ".inexreport-building-z" / "old").mkdir(parents=True)
    (out / ".inexreport-building-z" / "old" / "secret").symlink_to(elsewhere / "old" / "secret")
    (out / ".inexreport-building-file").write_text("")
    (out / ".inexreport-discarded-x").symlink_to(elsewhere)
    (out / ".inexreport-discarded-y").symlink_to(elsewhere / "missing")
    assert not is_moved_aside(out / "secret")
    build(campaign, out)
    assert sorted(path.name for path in out.iterdir()) == ["archive", "assets", "c2009", "index.html"]


def test_what_a_killed_build_had_moved_aside_still_comes_back(campaign: Path, out: Path) -> None:
    build(campaign, out)
    (out / ".inexreport-building-x" / "old").mkdir(parents=True)
    (out / "c2009").rename(out / ".inexreport-building-x" / "old" / "c2009")
    assert is_moved_aside(out / "c2009")
    other = campaign.rename(campaign.with_name("c2010"))
    build(other, out)
    assert (out / "c2009" / "index.html").is_file()


@pytest.mark.parametrize("name", ["c2009", "archive", "assets"])
@pytest.mark.parametrize("target", ["old", "missing", "published"])
def test_links_in_the_place_of_folders_are_refused(
    campaign: Path, out: Path, elsewhere: Path, published: Path, name: str, target: str
) -> None:
    (out / name).symlink_to(published / name if target == "published" else elsewhere / target)
    with pytest.raises(UsageError, match=f"{name} is a symbolic link"):
        build(campaign, out)
    assert listed(out) == [name]


@pytest.mark.parametrize("linked", ["", "data", "data/campaign.json"])
def test_campaigns_that_links_lead_to_are_not_published_with_the_archive(
    campaign: Path, out: Path, published: Path, linked: str
) -> None:
    link, target = out / "linked" / linked, published / "c2009" / linked
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target)
    build(campaign, out)
    front = (out / "index.html").read_text()
    assert "c2009/index.html" in front
    assert "linked" not in front


def test_a_link_among_the_assets_is_replaced_by_the_file(campaign: Path, out: Path, tmp_path: Path) -> None:
    build(campaign, out)
    [asset] = (out / "assets").glob("site-*.css")
    content = asset.read_bytes()
    asset.rename(tmp_path / "site.css")
    asset.symlink_to(tmp_path / "site.css")
    build(campaign, out)
    assert not asset.is_symlink()
    assert asset.read_bytes() == content


@pytest.mark.skipif(os.name != "posix", reason="Other systems have no such permissions.")
def test_permissions_are_those_of_the_build_that_publishes(campaign: Path, out: Path) -> None:
    before = os.umask(0o077)
    try:
        build(campaign, out)
        assert permissions(out / "assets") == {0o700, 0o600}
        os.umask(0o022)
        build(campaign, out)
    finally:
        os.umask(before)
    assert permissions(out / "assets") == {0o755, 0o644}
    assert permissions(out / "c2009") == permissions(out / "archive") == {0o755, 0o644}
    assert permissions(out / "index.html") == {0o644}


def permissions(path: Path) -> set[int]:
    return {stat.S_IMODE(one.stat().st_mode) for one in (path, *path.rglob("*"))}
