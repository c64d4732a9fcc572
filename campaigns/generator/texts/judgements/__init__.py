"""What assessors are given, what they highlight and how it is written down."""
