"""Rankings in the formats in which participants submitted runs."""
