"""Whoever does the work: the same results in the same order, the same errors, and deaths are survived."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import numpy as np
import pytest

import inexreport
from inexreport.errors import InputChangedError, UsageError, WorkersLostError
from inexreport.workers import InProcess, Workers, open_workers, process_pool
from workers import pieces
from workers.local_cluster import LocalCluster, is_alive, paths, wait_until


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    pytest.importorskip("distributed")
    local = LocalCluster()
    yield local
    local.close()


@contextmanager
def another_thread() -> Iterator[None]:
    """Let this process have a thread that could hold a lock."""
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()


@pytest.fixture(params=["forked", "from a server"])
def pool(request: pytest.FixtureRequest) -> Iterator[Workers]:
    """Processes forked from this one, or from a server as in a process with threads."""
    if request.param == "forked" and (sys.platform != "linux" or threading.active_count() > 1):
        pytest.skip("Processes are forked on Linux alone, from a process without further threads.")
    with (
        another_thread() if request.param == "from a server" else nullcontext(),
        open_workers(count=2) as opened,
    ):
        yield opened


@pytest.fixture(params=["in process", "pool", "cluster"])
def workers(request: pytest.FixtureRequest) -> Iterator[Workers]:
    if request.param == "cluster":
        with open_workers(cluster=request.getfixturevalue("cluster").address) as opened:
            yield opened
    else:
        with open_workers(count=1 if request.param == "in process" else 2) as opened:
            yield opened


def test_results_come_in_the_order_of_the_items(workers: Workers) -> None:
    assert list(workers.map(pieces.add, 1000, range(40))) == list(range(1000, 1040))


def test_others_begin_before_a_result_is_asked_for(workers: Workers, tmp_path: Path) -> None:
    results = workers.map(pieces.tell_and_wait, tmp_path, range(3))
    if isinstance(workers, InProcess):
        assert not list(tmp_path.iterdir())
    else:
        wait_until(lambda: (tmp_path / "2").exists())
    assert list(results) == [0, 1, 2]


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
        assert isinstance(workers, InProcess)
        assert set(workers.map(pieces.process, None, range(4))) == {os.getpid()}


def test_a_killed_process_loses_no_result(pool: Workers, tmp_path: Path) -> None:
    assert list(pool.map(pieces.die_once, tmp_path, range(12))) == list(range(12))
    assert (tmp_path / "died").exists()


def test_a_killed_process_loses_no_result_of_other_work(pool: Workers, tmp_path: Path) -> None:
    told = tmp_path / "told"
    told.mkdir()
    others = pool.map(pieces.tell_and_wait, told, range(6))
    assert list(pool.map(pieces.die_once, tmp_path, range(12))) == list(range(12))
    assert list(others) == list(range(6))
    assert (tmp_path / "died").exists()


def test_processes_that_are_killed_again_and_again_are_told(pool: Workers) -> None:
    with pytest.raises(WorkersLostError, match="--workers 1"):
        list(pool.map(pieces.die, None, range(4)))
    assert list(pool.map(pieces.add, 1000, range(3))) == [1000, 1001, 1002]


def test_processes_stay_and_forget_what_is_no_longer_worked_on(pool: Workers) -> None:
    processes = set(pool.map(pieces.process, None, range(40)))
    work = pool.map(pieces.count_of_kinds, "one", range(20))
    assert set(work) <= {1, 2}
    assert set(pool.map(pieces.count_of_kinds, "two", range(20))) == {1}
    assert set(pool.map(pieces.process, None, range(40))) == processes


def test_what_is_at_hand_reaches_each_process_once(pool: Workers) -> None:
    large = pieces.Large(np.arange(100))
    pool.keep_at_hand(large)
    first = dict(pool.map(pieces.identity, large, range(20)))
    second = dict(pool.map(pieces.identity_in_others, ("with", large), range(20)))
    assert all(second[one] == first[one] for one in first.keys() & second.keys())
    other = pieces.Large(np.arange(100))
    found = dict(pool.map(pieces.identity, other, range(20)))
    assert all(found[one] != second[one] for one in found.keys() & second.keys())


def test_what_stays_at_hand_does_not_travel_again(pool: Workers) -> None:
    first, second = pieces.Large(np.arange(100)), pieces.Large(np.arange(100))
    pool.keep_at_hand(first)
    before = dict(pool.map(pieces.identity, first, range(20)))
    pool.keep_at_hand(first, second)
    after = dict(pool.map(pieces.identity, first, range(20)))
    assert all(after[one] == before[one] for one in after.keys() & before.keys())
    other = dict(pool.map(pieces.identity, second, range(20)))
    again = dict(pool.map(pieces.identity_in_others, ("with", second), range(20)))
    assert all(other[one] == again[one] for one in other.keys() & again.keys())


def test_what_is_at_hand_changes_no_result(workers: Workers) -> None:
    large = pieces.Large(np.arange(100))
    workers.keep_at_hand(large)
    for _ in range(2):
        assert len(list(workers.map(pieces.identity_in_others, ("with", large), range(4)))) == 4


def test_processes_that_have_worked_for_long_are_followed_by_others(
    pool: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_pool, "RENEWED_AFTER", 0.0)
    begun = pool.map(pieces.process, None, range(10))
    together = set(pool.map(pieces.process, None, range(10))) | set(begun)
    assert len(together) <= 2  # not as long as there is work in hand
    assert together.isdisjoint(pool.map(pieces.process, None, range(10)))


def test_one_process_loads_while_there_is_no_work_what_will_be_needed() -> None:
    program = (
        "import sys; from workers import pieces; from inexreport.workers import *\n"
        "if __name__ == '__main__':\n"
        "    with open_workers(count=2, modules=['this']) as workers:\n"
        "        workers.get_ready()\n"
        "        print(set(workers.map(pieces.has_loaded, 'this', range(40))), 'this' in sys.modules)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": paths()},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.endswith("{False, True} False\n")


def test_workers_that_see_the_same_file_are_accepted(workers: Workers, tmp_path: Path) -> None:
    (tmp_path / "campaign.toml").write_text("year = 2006")
    workers.refuse_without(tmp_path / "campaign.toml")


def test_a_cluster_that_does_not_see_the_campaign_is_refused(
    cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_workers(cluster=cluster.address) as workers:
        # Workers of this machine see all its files: that they do not is only told from here.
        monkeypatch.setattr(workers, "_client", Elsewhere())
        (tmp_path / "campaign.toml").write_text("year = 2006")
        with pytest.raises(UsageError, match="file system that all share"):
            workers.refuse_without(tmp_path / "campaign.toml")


class Elsewhere:
    """A cluster none of whose workers has any file."""

    def run(self, function: object, path: str, **_: object) -> dict[str, str]:
        assert callable(function)
        return {"tcp://elsewhere:1": function(f"/nowhere{path}")}


def test_a_worker_of_a_cluster_that_is_killed_loses_no_result(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    local = LocalCluster()
    try:
        with open_workers(cluster=local.address) as workers:
            assert workers.count == 2
            results = workers.map(pieces.tell_and_wait, tmp_path, range(12))
            first = next(results)
            local.workers[0].kill()
            assert [first, *results] == list(range(12))
            assert workers.count == 1
    finally:
        local.close()
    processes = {int(file.read_text()) for file in tmp_path.iterdir()}
    assert local.workers[1].pid in processes


def test_a_process_that_is_killed_leaves_no_workers_behind(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from workers import pieces; from inexreport.workers import *\n"
        "if __name__ == '__main__':\n"
        "    with open_workers(count=2) as workers:\n"
        "        list(workers.map(pieces.tell_and_wait, Path(sys.argv[1]), range(1000)))\n"
    )
    script = tmp_path / "parent.py"
    script.write_text(program)
    told = tmp_path / "told"
    told.mkdir()
    parent = subprocess.Popen(
        [sys.executable, str(script), str(told)],
        env={**os.environ, "PYTHONPATH": paths()},
    )
    wait_until(lambda: len(list(told.iterdir())) >= 4)
    parent.kill()
    parent.wait()
    workers = {int(text) for text in (file.read_text() for file in told.iterdir()) if text}
    wait_until(lambda: not any(map(is_alive, workers)))


HANDLING = {"ends": "signal.default_int_handler", "ignored": "signal.SIG_IGN"}
"""How a command meets Ctrl-C in the foreground of a terminal, and in the background."""


def printed(handling: str, program: str, *arguments: str) -> str:
    """What a program of its own prints, which handles Ctrl-C so and not as the tests do."""
    preamble = (
        "import multiprocessing, signal, sys, threading, time; from pathlib import Path\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from workers import pieces; from inexreport.workers import *\n"
        "from inexreport.workers import process_pool\n"
        f"signal.signal(signal.SIGINT, {HANDLING[handling]})\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", preamble + program, *arguments],
        env={**os.environ, "PYTHONPATH": paths()},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return told.stdout.strip()


@pytest.mark.parametrize("handling", HANDLING)
def test_workers_of_a_server_are_born_to_be_ended_by_ctrl_c_without_a_word(handling: str) -> None:
    program = (
        "context = multiprocessing.get_context(process_pool._without_fork(()))\n"
        "with ProcessPoolExecutor(1, mp_context=context) as pool:\n"
        "    print(pool.submit(signal.getsignal, signal.SIGINT).result().name)\n"
    )
    assert printed(handling, program) == ("SIG_DFL" if handling == "ends" else "SIG_IGN")


@pytest.mark.parametrize("handling", HANDLING)
@pytest.mark.parametrize("threads", [0, 1])
def test_ctrl_c_ends_workers_without_a_word_unless_it_is_ignored(handling: str, threads: int) -> None:
    program = (
        "end = threading.Event()\n"
        f"for _ in range({threads}): threading.Thread(target=end.wait).start()\n"
        "with open_workers(count=2) as workers:\n"
        "    print(set(workers.map(pieces.when_interrupted, None, range(4))))\n"
        "print(signal.pthread_sigmask(signal.SIG_BLOCK, ()))\n"
        "end.set()\n"
    )
    assert printed(handling, program) == f"{{({handling == 'ends'}, False)}}\nset()"


@pytest.mark.parametrize("threads", [0, 1])
@pytest.mark.parametrize("asked", [True, False])
def test_a_process_that_is_killed_while_it_sends_a_result_is_noticed(
    tmp_path: Path, threads: int, asked: bool
) -> None:
    program = (
        "end = threading.Event(); folder = Path(sys.argv[1])\n"
        f"for _ in range({threads}): threading.Thread(target=end.wait).start()\n"
        "with open_workers(count=2) as workers:\n"
        "    results = workers.map(pieces.die_once_while_sending, folder, range(12))\n"
        "    while not (folder / 'died').exists(): time.sleep(0.01)\n"
        f"    print([len(set(one)) * one[0] for one in results] if {asked} else 'not asked')\n"
        "end.set()\n"
    )
    found = printed("ends", program, str(tmp_path))
    assert found == (str(list(range(12))) if asked else "not asked")


def test_an_interrupted_process_ends_at_once(tmp_path: Path) -> None:
    program = (
        "import signal, sys; from pathlib import Path; from workers import pieces; "
        "from inexreport.workers import *\n"
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
    told = tmp_path / "told"
    told.mkdir()
    parent = subprocess.Popen(
        [sys.executable, str(script), str(told)],
        env={**os.environ, "PYTHONPATH": paths()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: len(list(told.iterdir())) >= 4)
    os.killpg(parent.pid, signal.SIGINT)  # as a terminal does: the workers get it too
    output, errors = parent.communicate(timeout=60)
    assert (output, errors) == ("interrupted\n", "")
    assert len(list(told.iterdir())) < 1000


def test_an_address_where_nothing_answers_is_a_mistake_of_use(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("inexreport.workers.cluster.ANSWER_WITHIN", 0.2)
    with (
        pytest.raises(UsageError, match="No Dask scheduler answers"),
        open_workers(cluster="tcp://127.0.0.1:9"),
    ):
        pass


def test_a_cluster_of_another_version_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    package = Path(inexreport.__file__).parent
    shutil.copytree(package, tmp_path / "inexreport", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "inexreport" / "version.py").open("a") as file:
        file.write("# changed\n")
    local = LocalCluster(code=tmp_path)
    try:
        with pytest.raises(UsageError, match="another version"), open_workers(cluster=local.address):
            pass
    finally:
        local.close()
