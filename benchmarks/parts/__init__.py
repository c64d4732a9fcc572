"""What is measured; each part gives blocks of rows."""
