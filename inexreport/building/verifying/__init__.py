"""Tells whether a published site is as it was published, and whether its inputs still give its numbers."""
