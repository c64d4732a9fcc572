"""What one participant may see of a campaign before its release."""
