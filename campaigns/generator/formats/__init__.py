"""The files of a campaign, each format in one place.

The writers take topics and plain rows of names, paths, offsets and numbers, from texts or from draws. Runs
are written topic by topic, so that no run has to be in memory.
"""

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
