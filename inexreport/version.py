"""The version that published data names as its maker."""

__version__ = "0.1.0"
