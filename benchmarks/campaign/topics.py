"""Topics of drawn words; those of INEX are written as those of the sample campaigns."""

from __future__ import annotations

from benchmarks.campaign.randomness import Part, generator
from campaigns.make_sample.topics.topic import Topic

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
        phrase_title="",
        description=f"Find what connects {' and '.join([first, *others])}.",
        narrative=f"I collect what is known about {title}. Text that deals with {first} alone is not "
        "relevant, however much of it there is.",
        relevant=(),
        assessed=True,
    )


def topic_file_of_trec(topics: list[Topic]) -> str:
    """All topics in one file, without narratives."""
    return "".join(
        f"<top>\n<num> Number: {topic.id}\n<title> {topic.title}\n"
        f"<desc> Description:\n{topic.description}\n</top>\n\n"
        for topic in topics
    )
