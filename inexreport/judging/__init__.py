"""Joins rankings with judgements: places in the text, validity rules, and the vectors that metrics read."""
