"""Puts what a build has written in the place of what stands there: as a whole, for good, by one at a time."""
