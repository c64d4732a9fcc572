"""Reads runs as a build does: `read_inexreport.py FILE...`; prints how many results they have."""

from __future__ import annotations

import sys
from pathlib import Path

from inexreport.formats.file_content import read_content
from inexreport.formats.runs import read_run_content
from inexreport.model.problem import ProblemLog

total = 0
for name in sys.argv[1:]:
    log = ProblemLog(name)
    file = read_content(Path(name), log)
    assert file is not None
    content = read_run_content(file.data, log)
    assert content is not None
    total += len(content.results)
sys.stdout.write(f"{total}\n")
