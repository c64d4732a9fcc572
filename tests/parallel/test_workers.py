"""Whoever does the work: the same results in the same order, the same errors, and deaths are survived."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import inexreport
from inexreport.errors import InputChangedError, UsageError, WorkersLostError
from inexreport.parallel import Serial, Workers, open_workers
from inexreport.version import DOCUMENTATION
from parallel import pieces
from parallel.local_cluster import LocalCluster, is_alive, paths, wait_until


@pytest.fixture(scope="module")
def pool() -> Iterator[Workers]:
    with open_workers(count=2) as opened:
        yield opened


@pytest.fixture(scope="module", params=["in process", "pool", "cluster"])
def workers(request: pytest.FixtureRequest) -> Iterator[Workers]:
    if request.param == "cluster":
        with open_workers(cluster=request.getfixturevalue("cluster").address) as opened:
            yield opened
    else:
        with open_workers(count=1 if request.param == "in process" else 2) as opened:
            yield opened


def test_results_come_in_the_order_of_the_items(workers: Workers) -> None:
    assert list(workers.map(pieces.add, 1000, range(40))) == list(range(1000, 1040))


def test_what_nobody_asks_for_is_not_begun_any_more(pool: Workers, tmp_path: Path) -> None:
    results = pool.map(pieces.tell_and_wait, tmp_path, range(40))
    assert next(results) == 0
    del results
    assert list(pool.map(pieces.add, 1000, range(3))) == [1000, 1001, 1002]
    assert len(list(tmp_path.iterdir())) < 10


def test_no_item_is_no_work(workers: Workers) -> None:
    assert list(workers.map(pieces.add, 1000, [])) == []


def test_what_the_function_raises_is_raised_here(workers: Workers) -> None:
    results = workers.map(pieces.refuse_three, None, range(6))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(InputChangedError, match=r"^runs/Focused/three\.xml was changed while"):
        next(results)


def test_a_pool_works_elsewhere_and_a_single_process_here() -> None:
    with open_workers(count=2) as workers:
        assert os.getpid() not in set(workers.map(pieces.process, None, range(4)))
    with open_workers(count=1) as workers:
        assert isinstance(workers, Serial)
        assert set(workers.map(pieces.process, None, range(4))) == {os.getpid()}


def test_a_killed_process_loses_no_result_of_its_own_or_other_work(pool: Workers, tmp_path: Path) -> None:
    reported = tmp_path / "reported"
    reported.mkdir()
    others = pool.map(pieces.tell_and_wait, reported, range(6))
    assert list(pool.map(pieces.die_once, tmp_path, range(12))) == list(range(12))
    assert list(others) == list(range(6))
    assert (tmp_path / "died").exists()


def test_processes_that_are_killed_again_and_again_are_reported(pool: Workers) -> None:
    with pytest.raises(WorkersLostError, match="--workers 1"):
        list(pool.map(pieces.die, None, range(4)))
    assert list(pool.map(pieces.add, 1000, range(3))) == [1000, 1001, 1002]


def test_an_item_of_which_processes_die_is_left_out_alone(pool: Workers) -> None:
    assert list(pool.map(pieces.die_of_two, None, range(6), lambda item: -item)) == [0, 1, -2, 3, 4, 5]


def test_processes_stay_and_forget_what_is_no_longer_worked_on(pool: Workers) -> None:
    processes = set(pool.map(pieces.process, None, range(40)))
    work = pool.map(pieces.count_of_kinds, "one", range(20))
    assert set(work) == {1}
    assert set(pool.map(pieces.count_of_kinds, "two", range(20))) == {1}
    assert set(pool.map(pieces.process, None, range(40))) == processes


def test_workers_that_see_the_same_file_are_accepted(workers: Workers, tmp_path: Path) -> None:
    (tmp_path / "campaign.toml").write_text("year = 2006")
    workers.check_sees(tmp_path / "campaign.toml")


def test_a_cluster_that_does_not_see_the_campaign_is_refused(
    cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_workers(cluster=cluster.address) as workers:
        # Workers of this machine see all its files; the test simulates that they do not.
        monkeypatch.setattr(workers, "_client", Elsewhere())
        (tmp_path / "campaign.toml").write_text("year = 2006")
        with pytest.raises(UsageError, match="file system that all share"):
            workers.check_sees(tmp_path / "campaign.toml")


class Elsewhere:
    """A cluster none of whose workers has any file."""

    def run(self, function: object, path: str, **_: object) -> dict[str, str]:
        assert callable(function)
        return {"tcp://elsewhere:1": function(f"/nowhere{path}")}


def test_processes_that_are_killed_leave_no_workers_behind(tmp_path: Path) -> None:
    """Whether or not the workers listen at that moment."""
    program = (
        "import sys; from pathlib import Path; from parallel import pieces\n"
        "from inexreport.parallel import *\n"
        "if __name__ == '__main__':\n"
        "    with open_workers(count=2) as workers:\n"
        "        list(workers.map(getattr(pieces, sys.argv[1]), Path(sys.argv[2]), range(1000)))\n"
    )
    script = tmp_path / "parent.py"
    script.write_text(program)
    parents, reported = [], []
    for work in (pieces.tell_and_wait, pieces.tell_and_keep_the_lock):
        reported.append(tmp_path / work.__name__)
        reported[-1].mkdir()
        command = [sys.executable, str(script), work.__name__, str(reported[-1])]
        parents.append(subprocess.Popen(command, env={**os.environ, "PYTHONPATH": paths()}))
    for folder in reported:
        wait_until(lambda folder=folder: len([one for one in folder.iterdir() if one.read_text()]) >= 2)
    time.sleep(0.5)  # the second kind of work has begun its long call
    for parent in parents:
        parent.kill()
        parent.wait()
    killed = time.monotonic()
    texts = [one.read_text() for folder in reported for one in folder.iterdir()]
    workers = {int(text) for text in texts if text}
    assert len(workers) >= 4
    wait_until(lambda: not any(map(is_alive, workers)))
    assert time.monotonic() - killed < pieces.LONG_CALL / 2


HANDLING = {"ends": "signal.default_int_handler", "ignored": "signal.SIG_IGN"}
"""How a command meets Ctrl-C in the foreground of a terminal, and in the background."""


def printed(handling: str, program: str, *arguments: str) -> str:
    """What a program of its own prints, which handles Ctrl-C so and not as the tests do."""
    preamble = (
        "import multiprocessing, signal, sys, threading, time; from pathlib import Path\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from parallel import pieces; from inexreport.parallel import *\n"
        f"signal.signal(signal.SIGINT, {HANDLING[handling]})\n"
    )
    reported = subprocess.run(
        [sys.executable, "-c", preamble + program, *arguments],
        env={**os.environ, "PYTHONPATH": paths()},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return reported.stdout.strip()


@pytest.mark.parametrize("handling", HANDLING)
def test_ctrl_c_ends_workers_without_a_word_unless_it_is_ignored(handling: str) -> None:
    """Whether or not there is another thread."""
    program = (
        "end = threading.Event()\n"
        "for threads in range(2):\n"
        "    for _ in range(threads): threading.Thread(target=end.wait).start()\n"
        "    with open_workers(count=2) as workers:\n"
        "        print(set(workers.map(pieces.when_interrupted, None, range(4))))\n"
        "    print(signal.pthread_sigmask(signal.SIG_BLOCK, ()))\n"
        "end.set()\n"
    )
    assert printed(handling, program).splitlines() == [f"{{({handling == 'ends'}, False)}}", "set()"] * 2


def test_a_message_between_processes_is_never_cut_off() -> None:
    with open_workers(count=2) as own:  # whose processes die of long messages
        results = own.map(pieces.send_short_messages, None, range(12))
        assert [set(one) for one in results] == [{item} for item in range(12)]


def test_an_interrupted_process_ends_at_once(tmp_path: Path) -> None:
    program = (
        "import signal, sys; from pathlib import Path; from parallel import pieces; "
        "from inexreport.parallel import *\n"
        "if __name__ == '__main__':\n"
        "    signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "    with open_workers(count=2) as workers:\n"
        "        try:\n"
        "            list(workers.map(pieces.tell_and_wait, Path(sys.argv[1]), range(1000)))\n"
        "        except KeyboardInterrupt:\n"
        "            print('interrupted')\n"
    )
    script = tmp_path / "parent.py"
    script.write_text(program)
    reported = tmp_path / "reported"
    reported.mkdir()
    parent = subprocess.Popen(
        [sys.executable, str(script), str(reported)],
        env={**os.environ, "PYTHONPATH": paths()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: len(list(reported.iterdir())) >= 4)
    os.killpg(parent.pid, signal.SIGINT)  # as a terminal does: the workers get it too
    output, errors = parent.communicate(timeout=60)
    assert (output, errors) == ("interrupted\n", "")
    assert len(list(reported.iterdir())) < 1000


def test_an_address_where_nothing_answers_is_a_mistake_of_use(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("inexreport.parallel.cluster.TIMEOUT", 0.2)
    with (
        pytest.raises(UsageError, match="No Dask scheduler answers"),
        open_workers(cluster="tcp://127.0.0.1:9"),
    ):
        pass


def test_a_cluster_of_another_version_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    package = Path(inexreport.__file__).parent
    shutil.copytree(package, tmp_path / "inexreport", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(DOCUMENTATION, tmp_path / "docs")
    with (tmp_path / "inexreport" / "version.py").open("a") as file:
        file.write("# changed\n")
    local = LocalCluster(code=tmp_path, workers=1)
    try:
        with pytest.raises(UsageError, match="another version"), open_workers(cluster=local.address):
            pass
    finally:
        local.close()
