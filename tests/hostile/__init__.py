"""Hostile inputs: what each is, where it is put into a campaign, and what must come of it."""
