"""Builds a small site over another while everything goes wrong, and takes down what is left.

A program of its own, since it forks before each fault: ``publishing_faults.py FOLDER``; it prints JSON.
"""

from __future__ import annotations

import errno
import gc
import json
import os
import random
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import vl_convert

from inexreport.building import build as building
from inexreport.building.build import build
from inexreport.errors import NotWrittenError
from inexreport.model.campaign import Participant
from inexreport.rendering import archive, assets, site
from inexreport.rendering.addresses import campaign_addresses, recorded_pages
from inexreport.rendering.data_files import json_bytes
from inexreport.rendering.publishing import publication
from inexreport.rendering.site_files import checksum_lines, write_file
from inexreport.report.audience import PUBLIC
from inexreport.report.campaign_record import campaign_record
from inexreport.report.campaign_view import view_campaign
from inexreport.subjects.archive import Records, archive_pages
from rendering.invented_campaign import invented_metrics, invented_outcome
from rendering.unreliable_disk import UnreliableDisk

Files = Mapping[str, bytes]
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
CHANGES = ("open", "os.mkdir", "os.rmdir", "os.remove", "os.rename")
KILLED = 9
At = Callable[[int, str, tuple[str, ...]], None]


# A small site


def page(text: str) -> bytes:
    links = "".join(f'<link href="../assets/{name}">' for name in sorted(assets.asset_names().values()))
    return f"{links}{text}".encode()


made_archives: dict[str, Any] = {}


def archive_pages_once(records: Records, *_: object) -> Any:
    """The archive's pages, made once of the same records; one campaign shares no topics."""
    key = repr(records)
    if key not in made_archives:
        made_archives[key] = archive_pages(records)
    return made_archives[key]


about_page_once = cache(archive.about_page)

rendered: dict[Any, bytes] = {}
render = archive._render


def render_once(template: str, made_from: Any, *others: Any) -> bytes:
    """A page of the archive, made once of the same content, which `..._once` keep."""
    key = (template, id(made_from), repr(others))
    if key not in rendered:
        rendered[key] = render(template, made_from, *others)
    return rendered[key]


class Edition:
    """A campaign's site as one of two versions of the program would write it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.assets = {asset: (f"both-{asset}", asset.encode()) for asset in assets.asset_contents()}
        self.assets["site.js"] = (f"{name}-site.js", name.encode())
        self.outcome = invented_outcome(runs=3 if name == "old" else 4, slug="c")
        names = {"12": f"Group of the {name} edition", "p/../9": "Another group"}
        participants = {one: Participant(name=group) for one, group in names.items()}
        self.outcome = replace(
            self.outcome, campaign=replace(self.outcome.campaign, participants=participants)
        )
        record = campaign_record(self.outcome, invented_metrics())
        pages = recorded_pages(campaign_addresses(view_campaign(self.outcome, invented_metrics())))
        self.record = json_bytes(record | {"pages": pages})
        self.site = site.public_site(self.outcome, invented_metrics(), PUBLIC)

    def select(self) -> None:
        """Be the version that builds."""
        assets.asset_contents = lambda *_: self.assets
        evaluated = self.outcome, SimpleNamespace(metrics=invented_metrics())
        building.evaluate_campaign = lambda *_: evaluated
        site.public_site = lambda *_: self.site
        site.write_campaign = self.write
        archive.archive_pages = archive_pages_once
        archive.about_page = about_page_once
        archive._render = render_once

    def write(self, _: Any, folder: Path, *__: Any) -> None:
        texts = {
            "index.html": page(self.name),
            "same.html": b"the same in both",
            f"runs/{self.name}.html": page(f"a run of the {self.name} one"),
            "runs/both.html": page(f"a run of both, {self.name}"),
            "data/campaign.json": self.record,
        }
        written = [write_file(folder, address, content) for address, content in texts.items()]
        write_file(folder, "checksums.sha256", checksum_lines(written))


class Bench:
    """An archive with the old edition, and what a build of the new one makes of it."""

    def __init__(self, base: Path) -> None:
        self.base, self.out = base, base / "out"
        self.campaign, other = base / "c", base / "other"
        for directory in (self.campaign, other):
            directory.mkdir()
            (directory / "campaign.toml").write_text("")
        self.old, self.new = Edition("old"), Edition("new")
        self.build(self.old)
        shutil.copytree(self.out / "c", self.out / "other")
        self.build(self.old)
        shutil.copytree(self.out, base / "before")
        self.before = contents(self.out)
        self.build(self.new)
        self.after = contents(self.out)

    def build(self, edition: Edition) -> None:
        edition.select()
        build(self.campaign, self.out)

    def reset(self) -> None:
        shutil.rmtree(self.out)
        shutil.copytree(self.base / "before", self.out)

    def become(self, files: Files) -> None:
        """Let the archive hold this."""
        shutil.rmtree(self.out)
        for name, content in files.items():
            path = self.out / name
            (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
            if not name.endswith("/"):
                path.write_bytes(content)

    def state(self) -> str:
        """What a reader finds: the old or the new edition, or which part is of which one."""
        return self.state_of(contents(self.out))

    def state_of(self, files: Files) -> str:
        found = {name: content for name, content in files.items() if name[0] != "."}
        pages = {name: content for name, content in found.items() if not name.startswith("assets/")}
        for name, content in found.items():
            if name.startswith("assets/") and content not in (self.before.get(name), self.after.get(name)):
                return f"a broken asset: {name}"
        missing = {name for name in self.before if name.startswith("assets/") and name not in found}
        if missing:
            return f"an asset is gone: {missing}"
        reported = []
        for unit in ("c/", "archive/", "index.html", "other/"):
            of_unit = of(pages, unit)
            if of_unit == of(self.before, unit):
                reported.append("old" if unit != "other/" else "")
            elif of_unit == of(self.after, unit):
                reported.append("new")
                linked = [name for name in self.after if name.startswith("assets/")]
                if not all(name in found for name in linked):
                    return f"{unit} lacks its assets"
            else:
                return f"a mixture in {unit}: {sorted(of_unit)}" if of_unit else f"no {unit}"
        if len(pages) != sum(len(of(pages, unit)) for unit in ("c/", "archive/", "index.html", "other/")):
            return f"more than there should be: {sorted(pages)}"
        return reported[0] if len(set(reported[:3])) == 1 else " ".join(reported[:3])

    def mended(self) -> str:
        """Whether the next build gives exactly the new edition and leaves no other file."""
        try:
            self.build(self.new)
        except Exception as problem:
            return f"the next build fails: {problem!r}"
        found = contents(self.out)
        return "new" if found == self.after else f"another one: {sorted(set(found) ^ set(self.after))}"


def contents(folder: Path) -> Files:
    """Every file, and folders without any."""
    found = {}
    for place, folders, files in os.walk(folder):
        at = Path(place).relative_to(folder)
        for name in files:
            found[(at / name).as_posix()] = (Path(place) / name).read_bytes()
        if not folders and not files and Path(place) != folder:
            found[f"{at.as_posix()}/"] = b""
    return found


def of(files: Files, unit: str) -> Files:
    return {name: content for name, content in files.items() if name.startswith(unit)}


# Faults


class Operations:
    """Hears of every change of a file or folder of an archive before it is made.

    What waits for the disk is heard of, too, and is not waited for: it takes time and changes nothing here.

    Attributes
    ----------
    at : callable or None
        Called with the number of the change, its name, and its paths; it may raise.
    portable : bool
        Whether folders cannot change places in one step.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._count = 0
        self.at: At | None = None
        self.portable = False
        for name in ("exchange", "write_through", "write_entries_through"):
            setattr(publication, name, self._heard(name, getattr(publication, name)))
        sys.addaudithook(self._hear)

    @contextmanager
    def heard(self, at: At, *, portable: bool = False) -> Iterator[None]:
        self.at, self.portable, self._count = at, portable, 0
        try:
            yield
        finally:
            self.at, self.portable = None, False

    def _heard(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*paths: Path) -> Any:
            if name == "exchange" and self.portable:
                return False
            self._tell(name, *map(str, paths))
            result = function(*paths) if name == "exchange" else None
            self._tell(f"after {name}", *map(str, paths))
            return result

        return call

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.at is None or event not in CHANGES or not isinstance(arguments[0], (str, bytes, os.PathLike)):
            return
        path = os.fsdecode(arguments[0])
        if event in ("os.rmdir", "os.remove") and arguments[-1] != -1:
            path = str(Path(f"/proc/self/fd/{arguments[-1]}").readlink() / path)
        if not path.startswith(self._folder) or (event == "open" and not arguments[2] & WRITING):
            return
        more = (os.fsdecode(arguments[1]),) if event == "os.rename" else ()
        self._tell(event.removeprefix("os."), path, *more)

    def _tell(self, name: str, *paths: str) -> None:
        at = self.at
        if at is None:
            return
        self._count += 1
        self.at = None  # changes there are not recorded
        try:
            at(self._count, name, paths)
        finally:
            self.at = at


def torn(path: str) -> None:
    """Leave a file as one that was being written when something happened."""
    Path(path).write_bytes(b"half of")


class Fault:
    """Something that happens at one change.

    Attributes
    ----------
    met : tuple of str
        Name and paths of the change, once it was reached.
    """

    def __init__(self, point: int) -> None:
        self.point = point
        self.met: tuple[str, ...] = ()

    def __call__(self, number: int, name: str, paths: tuple[str, ...]) -> None:
        if number == self.point:
            self.met = (name, *paths)
        if self.met:
            self.strike(name, paths, first=number == self.point)

    def strike(self, name: str, paths: tuple[str, ...], *, first: bool) -> None:
        raise NotImplementedError


class FullDisk(Fault):
    """From here on nothing that needs space succeeds; anything else fails once."""

    def strike(self, name: str, paths: tuple[str, ...], *, first: bool) -> None:
        if first or name in ("open", "mkdir", "write_through"):
            if name == "open":
                torn(paths[0])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), *paths[:1])


class Interruption(Fault):
    """Ctrl-C."""

    def strike(self, name: str, paths: tuple[str, ...], *, first: bool) -> None:
        if first:
            raise KeyboardInterrupt


class Killing(Fault):
    """The process ends without a chance to do anything."""

    def strike(self, name: str, paths: tuple[str, ...], *, first: bool) -> None:
        if name == "open":
            torn(paths[0])
        os._exit(KILLED)


def outcome_of(bench: Bench, heard: Operations, fault: Fault, *, portable: bool) -> str:
    """How a build of the new edition ends in which this happens."""
    if isinstance(fault, Killing):
        child = os.fork()
        if child:
            ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            return "killed" if ended == KILLED else "built"
    try:
        with heard.heard(fault, portable=portable):
            bench.build(bench.new)
    except NotWrittenError as reported:
        return f"told: {reported.reason}"
    except KeyboardInterrupt:
        return "interrupted"
    if isinstance(fault, Killing):
        os._exit(0)
    return "built"


def changes_of_a_build(bench: Bench, heard: Operations, *, portable: bool) -> list[tuple[str, ...]]:
    """Every change that a build makes when nothing happens."""
    changes: list[tuple[str, ...]] = []
    bench.reset()
    with heard.heard(lambda _, name, paths: changes.append((name, *paths)), portable=portable):
        bench.build(bench.new)
    return changes


def injected(bench: Bench, heard: Operations) -> Iterator[dict[str, Any]]:
    """Let each fault happen at every change, one build after the other."""
    for portable in (False, True):
        changes = changes_of_a_build(bench, heard, portable=portable)
        names = [name for name, *_ in changes]
        # Without the step that only some systems offer, it is the moment of replacing alone that differs.
        first = names.index("after write_through") + 1
        last = len(names) - names[::-1].index("write_entries_through")
        for point in range(first, last + 1) if portable else range(1, len(names) + 1):
            for kind in (FullDisk, Interruption, Killing):
                # While files are written and removed one moment is like the next.
                if kind is not Killing and not first <= point <= last and point % 3:
                    continue
                bench.reset()
                ended = outcome_of(bench, heard, kind(point), portable=portable)
                yield {
                    "fault": kind.__name__,
                    "portable": portable,
                    "change": names[point - 1],
                    "ended": ended,
                    "state": bench.state(),
                    "mended": bench.mended(),
                }


def power_losses(bench: Bench, heard: Operations) -> Iterator[dict[str, Any]]:
    """Let the power fail at every change; what nobody waited for is there or not."""
    for portable in (False, True):
        bench.reset()
        disk = UnreliableDisk(bench.out)
        with heard.heard(disk, portable=portable):
            bench.build(bench.new)
        draw = random.Random(1)
        reported = set()
        for number, files in enumerate(disk.left(draw)):
            state = bench.state_of(files)
            # The next build is tried after some of the many, and after each kind that is seldom.
            is_tried = state not in reported or number % 40 == 0
            reported.add(state)
            if is_tried:
                bench.become(files)
            yield {"portable": portable, "state": state, "mended": bench.mended() if is_tried else None}


if __name__ == "__main__":
    vl_convert.javascript_bundle = str  # of assets only the names count
    gc.disable()  # a forked process would copy all that a collection touches
    bench = Bench(Path(sys.argv[1]))
    heard = Operations(bench.out)
    json.dump(
        {"power losses": list(power_losses(bench, heard)), "injected": list(injected(bench, heard))},
        sys.stdout,
        indent=1,
    )
