"""Reads runs with inexreport's reader: `read_inexreport.py FILE...`; prints how many results they have."""

from __future__ import annotations

import sys
from pathlib import Path

from inexreport.formats.file_content import read_content
from inexreport.formats.run_text import read_text_run
from inexreport.formats.run_xml import read_xml_run
from inexreport.model.problem import ProblemLog

total = 0
for name in sys.argv[1:]:
    log = ProblemLog(name)
    file = read_content(Path(name), log)
    assert file is not None
    content = read_xml_run(file.data, log) if file.is_markup else read_text_run(file.data, log)
    assert content is not None
    total += len(content.results)
sys.stdout.write(f"{total}\n")
