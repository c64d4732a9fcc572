"""Measures inexreport against other tools, on generated campaigns of any size."""
