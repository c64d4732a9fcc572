"""What changed between two editions of a campaign's results."""
