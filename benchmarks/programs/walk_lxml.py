"""Walks through XML with lxml and does nothing else: `walk_lxml.py FILE...`, on all processors it may use."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor

from lxml import etree


def results(path: str) -> int:
    """Count the results of a file as they end, keeping none."""
    count = 0
    for _, element in etree.iterparse(path, tag="result"):
        count += 1
        element.clear()
    return count


if __name__ == "__main__":
    files = sys.argv[1:]
    cores = min(len(os.sched_getaffinity(0)), len(files))
    if cores == 1:
        total = sum(map(results, files))
    else:
        with ProcessPoolExecutor(cores) as pool:
            total = sum(pool.map(results, files))
    sys.stdout.write(f"{total}\n")
