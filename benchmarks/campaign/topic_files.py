"""Topics in the formats of 2006, 2009 and TREC."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.campaign.randomness import Part, generator

WORDS = """
amber anchor archive balloon basalt beacon bridge canal candle castle cedar chart clay cliff clock cloud
compass copper coral cotton delta desert dome drum engine estuary ferry fossil fountain garden glacier
granite harbour harvest heather island ivory kiln lantern ledger lens locomotive loom magnet marble
meadow mill mirror mosaic orchard organ paper pearl pendulum plough quarry rail reef sail sextant signal
silk spire steam tapestry telescope tide timber tower tram tunnel valley violin weir
"""


@dataclass(frozen=True)
class TopicText:
    """The content of a topic file."""

    id: str
    candidate_number: int
    words: tuple[str, ...]

    @property
    def title(self) -> str:
        return " ".join(self.words)


def make_topic(number: int, first_id: int, seed: int) -> TopicText:
    """Return the topic of this number, counted from 0."""
    rng = generator(seed, Part.TOPIC, number, 1)
    words = rng.choice(WORDS.split(), size=int(rng.integers(2, 5)), replace=False).tolist()
    return TopicText(str(first_id + number), 11 + number, tuple(words))


def topic_file_of_2006(topic: TopicText) -> str:
    """A topic in a file of its own."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<inex_topic topic_id="{topic.id}" query_type="CO+S" ct_no="{topic.candidate_number}">\n'
        f"{_fields(topic, 'section')}</inex_topic>\n"
    )


def topic_file_of_2009(topics: list[TopicText]) -> str:
    """All topics in one file."""
    content = "".join(
        f'<topic id="{topic.id}" ct_no="{topic.candidate_number}">\n{_fields(topic, "sec")}</topic>\n'
        for topic in topics
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<inex-topic-file>\n{content}</inex-topic-file>\n'


def topic_file_of_trec(topics: list[TopicText]) -> str:
    """All topics in one file."""
    return "".join(
        f"<top>\n<num> Number: {topic.id}\n<title> {topic.title}\n"
        f"<desc> Description:\nFind what connects {' and '.join(topic.words)}.\n</top>\n\n"
        for topic in topics
    )


def _fields(topic: TopicText, section: str) -> str:
    first, *others = topic.words
    return (
        f"  <title>{topic.title}</title>\n"
        f"  <castitle>//article[about(., {first})]//{section}[about(., {' '.join(others)})]</castitle>\n"
        f"  <description>Find what connects {' and '.join(topic.words)}.</description>\n"
        f"  <narrative>I collect what is known about {topic.title}. Text that deals with {first} alone is "
        "not relevant, however much of it there is.</narrative>\n"
    )
