"""The sample campaigns as evaluated, once for all tests of a process, which only read what they get."""

from __future__ import annotations

from functools import cache

from inexreport.building.evaluation import evaluate_campaign

evaluated_sample = cache(evaluate_campaign)
