"""Atomic publication: a new site replaces the old one as a whole, by one build at a time."""
