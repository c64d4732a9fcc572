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


@pytest.fixture
def published(campaign: Path, tmp_path: Path) -> Path:
    """An archive with the campaign."""
    build(campaign, tmp_path / "published")
    return tmp_path / "published"


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


def test_links_and_litter_in_the_output_folder_are_neither_followed_nor_published(
    campaign: Path, published: Path, elsewhere: Path, tmp_path: Path
) -> None:
    """Of a site in the campaign directory, but not among its inputs."""
    out = campaign / "site"
    links = {
        ".inexreport-lock": tmp_path / "made by the lock",
        ".inexreport-building-x": elsewhere,
        ".inexreport-building-y/old": elsewhere / "old",
        ".inexreport-building-z/old/secret": elsewhere / "old" / "secret",
        ".inexreport-discarded-x": elsewhere,
        ".inexreport-discarded-y": elsewhere / "missing",
        "linked-campaign": published / "c2009",
        "linked-folder/data": published / "c2009" / "data",
        "linked-record/data/campaign.json": published / "c2009" / "data" / "campaign.json",
    }
    for place, target in links.items():
        (out / place).parent.mkdir(parents=True, exist_ok=True)
        (out / place).symlink_to(target)
    (out / ".inexreport-building-file").write_text("")
    assert not is_moved_aside(out / "secret")
    build(campaign, out)
    assert not (tmp_path / "made by the lock").exists()
    of_others = {"linked-campaign", "linked-folder", "linked-record"}
    assert {path.name for path in out.iterdir()} - of_others == {"archive", "assets", "c2009", "index.html"}
    front = (out / "index.html").read_text()
    assert "c2009/index.html" in front
    assert "linked" not in front


@pytest.mark.skipif(os.name != "posix", reason="Other systems have no such permissions.")
def test_the_next_build_brings_back_what_was_moved_aside_or_linked_with_its_own_permissions(
    campaign: Path, out: Path, tmp_path: Path
) -> None:
    before = os.umask(0o077)
    try:
        build(campaign, out)
        assert permissions(out / "assets") == {0o700, 0o600}
        # What a killed build had moved aside, and a link among the assets.
        (out / ".inexreport-building-x" / "old").mkdir(parents=True)
        (out / "c2009").rename(out / ".inexreport-building-x" / "old" / "c2009")
        assert is_moved_aside(out / "c2009")
        [asset] = (out / "assets").glob("site-*.css")
        content = asset.read_bytes()
        asset.rename(tmp_path / "site.css")
        asset.symlink_to(tmp_path / "site.css")
        os.umask(0o022)
        build(campaign.rename(campaign.with_name("c2010")), out)
    finally:
        os.umask(before)
    assert (out / "c2009" / "index.html").is_file()
    assert not asset.is_symlink()
    assert asset.read_bytes() == content
    for folder in ("assets", "c2010", "archive"):
        assert permissions(out / folder) == {0o755, 0o644}
    assert permissions(out / "index.html") == {0o644}


def test_links_in_the_place_of_folders_are_refused(
    campaign: Path, out: Path, elsewhere: Path, published: Path
) -> None:
    for name in ("c2009", "archive", "assets"):
        for target in (elsewhere / "old", elsewhere / "missing", published / name):
            (out / name).symlink_to(target)
            with pytest.raises(UsageError, match=f"{name} is a symbolic link"):
                build(campaign, out)
            assert listed(out) == [name]
            (out / name).unlink()


def permissions(path: Path) -> set[int]:
    return {stat.S_IMODE(one.stat().st_mode) for one in (path, *path.rglob("*"))}
