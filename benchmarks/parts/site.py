"""Writing the site, against bare Jinja2 and against site generators."""

from __future__ import annotations

import shutil
from pathlib import Path

from benchmarks.measuring.comparison import Block, Candidate, Row, in_turns, row
from benchmarks.measuring.process import MeasurementError, measure
from benchmarks.settings import Settings
from benchmarks.site_sources import write_sources

GENERATORS = {"mkdocs-material": "material", "Pelican": "pelican", "Sphinx": "sphinx"}
"""Name of each generator and the module it installs."""

OUTPUTS = ("site", "output", "_build")
"""What the generators call the folder they write to."""

BARE = "Jinja2, the same page data"
PAGES = "inexreport, all pages from the same page data"
OURS = "inexreport, the whole site"


def measure_site(settings: Settings) -> list[Block]:
    """Compare the writing of a site from scores in memory with what else makes as many pages."""
    folder = settings.work / "site"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    campaign = settings.campaign("inex-2006")
    kept, out = folder / "outcome", folder / "ours"
    measure([*settings.program("site_outcome"), campaign, kept], settings.cores)
    ours = Candidate(
        OURS,
        [*settings.program("write_site"), kept, out],
        settings.cores,
        before=lambda: shutil.rmtree(out, ignore_errors=True),
    )
    bare = Candidate(BARE, [*settings.program("render_bare"), kept, folder / "bare"], settings.cores)
    drawn = Candidate(
        PAGES,
        [*settings.program("write_pages"), kept, folder / "pages"],
        settings.cores,
        before=lambda: shutil.rmtree(folder / "pages", ignore_errors=True),
    )
    against_jinja = in_turns([bare, drawn, ours], settings.turns)
    written = out / campaign.name
    _check_same_pages(folder / "pages" / "again", written)
    pages = sum(1 for _ in written.rglob("*.html"))
    cores = f"{len(settings.cores)} processors"
    jinja = Block(
        "5 site and jinja",
        "Writing the site, against bare Jinja2",
        f"{pages} pages of {settings.runs} runs and {settings.topics} topics, {cores}; Jinja2 renders the "
        "pages alone; of inexreport once all that makes files of page data, once all that makes a site of "
        "scores",
        tuple(row(name, turns, pages) for name, turns in against_jinja.items()),
    )
    sources = write_sources(written, folder / "sources")
    missing = [name for name, module in GENERATORS.items() if not settings.has_peer(module)]
    generators = [one for one in _generators(settings, sources) if one.name not in missing]
    measured = in_turns([ours, *generators], settings.turns)
    for one in generators:
        _check_pages(sources / one.name, pages)
    rows = [row(name, turns, pages) for name, turns in measured.items()]
    rows += [Row(name, note="is not installed") for name in missing]
    return [
        jinja,
        Block(
            "6 site and generators",
            "Writing the site, against site generators",
            f"{pages} pages with the same headings, paragraphs and tables, {cores}",
            tuple(rows),
        ),
    ]


def _generators(settings: Settings, sources: Path) -> list[Candidate]:
    """Every generator with an empty output folder, all of it made anew."""
    python, cores = settings.peers, settings.cores
    commands = {
        "mkdocs-material": ["mkdocs", "build", "--quiet", "--clean"],
        "Pelican": ["pelican", "--quiet"],
        "Sphinx": ["sphinx", "-b", "html", "-q", "-E", "-j", str(len(cores)), ".", "_build"],
    }
    return [
        Candidate(
            name,
            [python, "-m", *command],
            cores,
            directory=sources / name,
            before=lambda name=name: _clear(sources / name),
        )
        for name, command in commands.items()
    ]


def _check_same_pages(pages: Path, site: Path) -> None:
    """Make sure that pages made of page data in memory are those of the site."""
    for page in site.rglob("*.html"):
        same = pages / page.relative_to(site)
        if not same.is_file() or same.read_bytes() != page.read_bytes():
            raise MeasurementError(f"{same.name} is not the page of the site")


def _check_pages(folder: Path, pages: int) -> None:
    """Make sure that a generator has written every page."""
    made = sum(1 for output in OUTPUTS for _ in (folder / output).rglob("*.html"))
    if made < pages:
        raise MeasurementError(f"{folder.name} has written {made} of {pages} pages")


def _clear(folder: Path) -> None:
    for made in OUTPUTS:
        shutil.rmtree(folder / made, ignore_errors=True)
