"""Reads runs as a build does: `read_inexreport.py FILE...`; prints how many results they have."""

from __future__ import annotations

import sys
from pathlib import Path

from inexreport.formats.file_content import read_stored
from inexreport.formats.run_reading import read_by_itself
from inexreport.model.problem import ProblemLog

total = 0
for name in sys.argv[1:]:
    stored = read_stored(Path(name), ProblemLog(name))
    assert stored is not None
    content = read_by_itself(stored).content
    assert content is not None
    total += len(content.results)
sys.stdout.write(f"{total}\n")
