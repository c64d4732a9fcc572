"""Repeatable chance: every part of a campaign draws from a stream of its own."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Part(IntEnum):
    """What is drawn from a stream."""

    COLLECTION = 1
    TOPIC = 2
    JUDGE = 3
    PARTICIPANT = 4
    RUN = 5


def generator(seed: int, part: Part, *numbers: int) -> np.random.Generator:
    """Return the stream of a part, e.g. of the fifth run's third topic; the same for the same arguments."""
    return np.random.default_rng([seed, int(part), *numbers])
