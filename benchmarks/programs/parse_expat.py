"""Parses XML with bare expat and does nothing else: `parse_expat.py FILE...`."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.parsers import expat

for name in sys.argv[1:]:
    expat.ParserCreate().Parse(Path(name).read_bytes(), True)
