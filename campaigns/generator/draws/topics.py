"""Topics of drawn words."""

from __future__ import annotations

from ..topic import Topic
from .randomness import Part, generator

WORDS = """
amber anchor archive balloon basalt beacon bridge canal candle castle cedar chart clay cliff clock cloud
compass copper coral cotton delta desert dome drum engine estuary ferry fossil fountain garden glacier
granite harbour harvest heather island ivory kiln lantern ledger lens locomotive loom magnet marble
meadow mill mirror mosaic orchard organ paper pearl pendulum plough quarry rail reef sail sextant signal
silk spire steam tapestry telescope tide timber tower tram tunnel valley violin weir
"""


def make_topic(number: int, first_id: int, section: str, seed: int) -> Topic:
    """Return the topic of this number, counted from 0; its query names a section's element."""
    rng = generator(seed, Part.TOPIC, number, 1)
    first, *others = rng.choice(WORDS.split(), size=int(rng.integers(2, 5)), replace=False).tolist()
    title = " ".join([first, *others])
    return Topic(
        id=str(first_id + number),
        candidate_number=str(11 + number),
        title=title,
        castitle=f"//article[about(., {first})]//{section}[about(., {' '.join(others)})]",
        description=f"Find what connects {' and '.join([first, *others])}.",
        narrative=f"I collect what is known about {title}. Text that deals with {first} alone is not "
        "relevant, however much of it there is.",
    )
