"""Fixtures that any test may use: the sample campaigns and the official data."""

from __future__ import annotations

import fcntl
import gc
import os
import pickle
import shutil
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from edition_folders import keep_edition, name_editions
from hypothesis import HealthCheck, Phase, settings

from inexreport.rendering.publishing import file_system

# The time that an example takes depends on the machine's load. Each run of the tests tries other examples.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=30
)
# Before a release, and after a change of what properties are about.
settings.register_profile("thorough", settings.get_profile("any machine"), max_examples=500)
# For mutation testing, which runs thousands of times and only asks whether a test fails.
settings.register_profile(
    "mutants",
    settings.get_profile("any machine"),
    max_examples=10,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile(os.environ.get("INEXREPORT_HYPOTHESIS", "any machine"))

# Else each process that a test starts, and each of those that share the tests, compiles everything anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

ROOT = Path(__file__).parents[1]

MEMORY = Path("/dev/shm")
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 4 * 2**30:
    # Thousands of folders are written, moved and deleted, which a disk makes everyone wait for.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

LONGEST = (
    *("test_sentence_numbers.py", "test_every_field.py", "test_killed_workers.py", "test_incremental.py"),
    "test_every_kind_of_page.py",  # by a process that has the sites of the sentences
    "test_transcripts.py",  # whose commands build samples again
)
"""Files that begin first, so that no process is left alone with one at the end."""


def pytest_collection_finish() -> None:
    """Modules and tests live to the end: they are not searched again and again for what can be freed."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.name, len(places)))


@pytest.fixture(scope="session", autouse=True)
def _own_caches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Commands of all processes cache results in a temporary folder, never in the user's."""
    folder = shared_folder(tmp_path_factory) / "caches"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield


@pytest.fixture(scope="session", autouse=True)
def _pictures_drawn_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Each picture is drawn once by all processes of a run of tests, since the same sites are built again."""
    import vl_convert

    folder = shared_folder(tmp_path_factory) / "pictures"
    folder.mkdir(exist_ok=True)

    def once(draw: Callable[[str], str | bytes]) -> Callable[[str], str | bytes]:
        def drawn(source: str) -> str | bytes:
            file = folder / sha256(f"{draw.__name__} {source}".encode()).hexdigest()
            if not file.exists():
                new = file.with_suffix(f".{os.getpid()}")
                new.write_bytes(pickle.dumps(draw(source)))
                new.rename(file)
            found: str | bytes = pickle.loads(file.read_bytes())
            return found

        return drawn

    with pytest.MonkeyPatch.context() as patch:
        for name in ("vegalite_to_svg", "svg_to_png", "javascript_bundle"):
            patch.setattr(vl_convert, name, once(getattr(vl_convert, name)))
        yield


_of_the_c_library = file_system._of_the_c_library


@pytest.fixture(scope="session", autouse=True)
def _no_wait_for_the_disk() -> Iterator[None]:
    """Sites of tests need not be safe from a power failure; what is on the disk is also slow to delete."""

    def but_for_one(name: str) -> Any:
        return (lambda opened: 0) if name == "syncfs" else _of_the_c_library(name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_system, "_of_the_c_library", but_for_one)
        yield


@pytest.fixture
def wait_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds wait for the disk after all, for tests of publication."""
    monkeypatch.setattr(file_system, "_of_the_c_library", _of_the_c_library)


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def sample_campaign() -> Path:
    """The sample campaign's directory. Read only."""
    return ROOT / "campaigns" / "sample-2009"


@pytest.fixture(scope="session")
def sample_campaigns() -> tuple[Path, ...]:
    """The directories of all sample campaigns, that of documents last. Read only."""
    return tuple(ROOT / "campaigns" / f"sample-{year}" for year in (2004, 2006, 2009, 2026, 2025))


@pytest.fixture(scope="session")
def second_edition(tmp_path_factory: pytest.TempPathFactory, sample_campaigns: tuple[Path, ...]) -> Path:
    """The last sample campaign with a corrected grade, as the second edition of its results. Read only."""
    # Most tests need no site, and none of what makes one.
    from evaluated_samples import cached

    from inexreport.building.build import build

    first, last = tmp_path_factory.mktemp("first-edition"), sample_campaigns[-1]
    build(last, first, resources=cached())
    corrected = Path(shutil.copytree(last, tmp_path_factory.mktemp("corrected") / last.name))
    keep_edition(corrected, first / last.name, "2025-12-01")
    name_editions(corrected, ("2025-12-01", ""), ("2026-03-15", "A document was judged again."))
    (qrels,) = (corrected / "assessments" / "official").iterdir()
    qrels.write_text(qrels.read_text("utf-8").replace(" 3\n", " 1\n", 1), "utf-8")
    return corrected


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """The folder of all processes of a run of tests."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Callable[[Path], object]], Path]:
    """Makes a folder of a name once for all processes of a run of tests, by a function that fills it."""
    shared = shared_folder(tmp_path_factory)

    def made(name: str, fill: Callable[[Path], object]) -> Path:
        folder = shared / name
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                new = tmp_path_factory.mktemp(name)
                fill(new)
                new.rename(folder)
        return folder

    return made


@pytest.fixture(scope="session")
def sample_sites(
    made_once: Callable[..., Path], sample_campaigns: tuple[Path, ...], request: pytest.FixtureRequest
) -> Path:
    """An archive of all sample campaigns, the last one in its second edition. Read only."""
    from built_archives import build_archive
    from evaluated_samples import cached

    def fill(out: Path) -> None:
        campaigns = (*sample_campaigns[:-1], request.getfixturevalue("second_edition"))
        build_archive(campaigns, out, cached())

    return made_once("sample-sites", fill)


@pytest.fixture(scope="session")
def real_sites(made_once: Callable[..., Path], real_data: Path) -> Path:
    """INEX 2009 and a quarter of the runs of TREC-COVID, without the name of any participant. Read only."""
    from built_archives import build_archive
    from evaluated_samples import cached

    def fill(out: Path) -> None:
        whole, part = real_data / "trec-covid-round1", out / "campaign" / "trec-covid-round1"
        for name in ("topics", "assessments"):
            shutil.copytree(whole / name, part / name)
        (part / "runs" / "adhoc").mkdir(parents=True)
        shutil.copy(whole / "campaign.toml", part)
        runs = sorted((whole / "runs" / "adhoc").iterdir())[::4]
        for run in runs:
            shutil.copy(run, part / "runs" / "adhoc")
        head, *rows = (whole / "runs.csv").read_text("utf-8").splitlines(keepends=True)
        names = {run.name.removesuffix(".gz") for run in runs}
        kept = [row for row in rows if names & set(row.split(","))]
        (part / "runs.csv").write_text("".join((head, *kept)), "utf-8")
        build_archive((real_data / "inex-2009-adhoc", part), out, cached())
        shutil.rmtree(out / "campaign")

    return made_once("real-sites", fill)


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of official data; tests that use it are marked `real_data`."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the official data are not there (../shared/data, beside the repository)")
    return folder


@pytest.fixture(scope="session")
def cluster() -> Iterator[Any]:
    """A Dask cluster of this machine, whose workers must live on."""
    pytest.importorskip("distributed")
    from parallel.local_cluster import LocalCluster

    local = LocalCluster()
    yield local
    local.close()


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which packages are installed for the duration of a test."""
    from extension_packages import WITH_PACKAGES

    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    known = set(sys.modules)
    for function in WITH_PACKAGES:
        function.cache_clear()
    yield folder
    for function in WITH_PACKAGES:
        function.cache_clear()
    for name in set(sys.modules) - known:
        if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]
