"""What was computed before, kept by what it was computed from; it may be deleted at any time."""
