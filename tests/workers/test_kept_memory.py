"""Memory goes back to the system when others need it."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

PROGRAM = """
import numpy as np
from pathlib import Path
from inexreport.workers.kept_memory import give_back_memory, keep_freed_memory

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

keep_freed_memory()  # so that what follows lies in one heap
pieces = [np.ones(size, dtype=np.uint8) for _ in range(200) for size in (500_000, 1_000)]
del pieces[::2]
before = resident()
give_back_memory()
print(before - resident())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="GNU's C library alone can be asked for it")
def test_what_lies_between_things_in_use_is_given_back_too() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 80_000_000
