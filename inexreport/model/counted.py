"""Numbers with their nouns, as pages, messages and captions write them."""

from __future__ import annotations


def counted(number: int, noun: str, none: str = "") -> str:
    """Return a number with its noun.

    Parameters
    ----------
    number : int
    noun : str
        In the singular; an s makes its plural.
    none : str, optional
        The word for zero, such as ``no`` or ``No``.

    Examples
    --------
    >>> counted(0, "run"), counted(1, "run"), counted(1500, "run")
    ('0 runs', '1 run', '1,500 runs')
    >>> counted(0, "run", "No")
    'No runs'
    """
    amount = none if none and number == 0 else f"{number:,}"
    return f"{amount} {noun}{'' if number == 1 else 's'}"


def have(number: int, noun: str) -> str:
    """Return a number with its noun and verb.

    Examples
    --------
    >>> have(1, "run"), have(2, "run")
    ('1 run has', '2 runs have')
    """
    return f"{counted(number, noun)} {'has' if number == 1 else 'have'}"
