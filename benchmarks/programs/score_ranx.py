"""Article measures by ranx: `score_ranx.py QRELS RUN...`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ranx import Qrels, Run, evaluate

NAMES = {"map": "AP", "precision@10": "P@10", "r-precision": "Rprec"}

qrels = Qrels.from_file(sys.argv[1], kind="trec")
found = {}
for name in sys.argv[2:]:
    # The topics of a run that are not assessed have to be left out, which is what this option does.
    means = evaluate(qrels, Run.from_file(name, kind="trec"), list(NAMES), make_comparable=True)
    found[Path(name).stem] = {NAMES[measure]: float(value) for measure, value in means.items()}
sys.stdout.write(json.dumps(found) + "\n")
