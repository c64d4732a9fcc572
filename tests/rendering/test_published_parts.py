"""What the last build has left is taken over only where it is just that, and only within the site."""

from pathlib import Path

import pytest

from inexreport.cache.folder import Cache
from inexreport.rendering.checksums import published_file
from inexreport.rendering.published_parts import (
    PublishedParts,
    keep_published_parts,
    load_published_parts,
)
from inexreport.rendering.site_parts import Written


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "site" / "tasks").mkdir(parents=True)
    (tmp_path / "site" / "tasks" / "Focused.html").write_text("a page")
    (tmp_path / "new").mkdir()
    return tmp_path / "site"


def kept(site: Path, path: str) -> PublishedParts:
    """What a build remembers that has left one file there."""
    cache = Cache(site.parent / "cache")
    written = Written((published_file(path, b"a page"),))
    keep_published_parts(cache, site, {"key": written}, PublishedParts())
    return load_published_parts(cache, site)


def test_a_part_that_stands_there_has_a_second_name(site: Path) -> None:
    parts, new = kept(site, "tasks/Focused.html"), site.parent / "new"
    assert parts.taken_over("another key", site, new) is None
    assert parts.taken_over("key", site, new) == parts.parts["key"]
    assert (new / "tasks" / "Focused.html").samefile(site / "tasks" / "Focused.html")


def test_what_lies_elsewhere_is_not_taken_over(site: Path) -> None:
    new = site.parent / "new" / "inner"
    new.mkdir()
    (site.parent / "secret.html").write_text("a page")
    assert kept(site, "tasks/Focused.html").has("key", site)
    for path in ("../secret.html", "tasks/../../secret.html", str(site.parent / "secret.html")):
        parts = kept(site, path)
        assert parts == PublishedParts()
        assert parts.taken_over("key", site, new) is None
    assert not list(site.parent.glob("new/**/*.html"))


def test_a_link_to_the_file_is_not_taken_over(site: Path) -> None:
    page = site / "tasks" / "Focused.html"
    page.rename(site / "moved.html")
    page.symlink_to(site / "moved.html")
    assert kept(site, "tasks/Focused.html").taken_over("key", site, site.parent / "new") is None


def test_a_part_whose_file_is_gone_is_not_taken_over(site: Path) -> None:
    parts = kept(site, "tasks/Focused.html")
    (site / "tasks" / "Focused.html").unlink()
    assert parts.taken_over("key", site, site.parent / "new") is None
    assert kept(site, "tasks/Focused.html").taken_over("key", site, site.parent / "new") is None
