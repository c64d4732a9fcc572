"""The retrieval systems of the invented participants: small, honest, and different from each other."""
