"""A topic: the statement of an information need."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """The statement of an information need, as its file gives it (plain text, whitespace folded).

    Attributes
    ----------
    id : str
        Its identifier, also in assessments and runs unless it has a `name`, e.g. ``"2009001"``.
    candidate_number : str
        The file's ``ct_no``, by which some submissions name the topic; may be empty.
    query_type : str
        ``"CO"``, ``"CAS"``, ``"CO+S"`` or empty where the year does not distinguish.
    castitle : str
        The NEXI query; empty where the topic has none.
    target_elements : str
        Names or paths of the elements that a topic of 2002 asks for (``<te>``), with commas between them.
    further : tuple of (str, str)
        Name and text of each further part of the statement.
    file, line
        Where the statement stands; empty and 0 for a topic that was judged and has no statement.
    name : str
        What the files of its task call it, where topics of several tasks are called alike; else empty.
    tasks : tuple of str, or None
        The tasks that ask it; None for all.
    """

    id: str
    candidate_number: str = ""
    query_type: str = ""
    title: str = ""
    castitle: str = ""
    phrase_title: str = ""
    parent: str = ""
    description: str = ""
    narrative: str = ""
    keywords: str = ""
    initial_statement: str = ""
    target_elements: str = ""
    further: tuple[tuple[str, str], ...] = ()
    file: str = ""
    line: int = 0
    name: str = ""
    tasks: tuple[str, ...] | None = None

    def belongs_to(self, task: str) -> bool:
        return self.tasks is None or task in self.tasks
