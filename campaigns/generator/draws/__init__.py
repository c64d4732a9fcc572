"""Generates campaigns: a collection, topics, what is relevant, runs, and the files that say so."""
