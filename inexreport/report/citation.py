"""How a campaign's results are cited: in words, and as a BibTeX entry."""

from __future__ import annotations

import re

from inexreport.model.campaign import Campaign
from inexreport.version import __version__

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")

# BibTeX counts even escaped braces, so that a brace within a field is written as a command.
_IN_LATEX = str.maketrans(
    {
        "\\": r"{\textbackslash}",
        "{": r"{\textbraceleft}",
        "}": r"{\textbraceright}",
        "~": r"{\textasciitilde}",
        "^": r"{\textasciicircum}",
        "<": r"{\textless}",
        ">": r"{\textgreater}",
        "|": r"{\textbar}",
    }
    | {character: f"\\{character}" for character in "%&_#$"}
)


def campaign_citation(campaign: Campaign, inputs_sha256: str) -> dict[str, str]:
    """Return a campaign's citation; it names no author, since campaign.toml names none.

    `text` are the organisers' words, or title and year. `origin` says which version computed the results from
    which inputs, `version` the same in short: equal versions are equal results. `bibtex` is the entry, ending
    with a line feed.
    """
    origin = f"Results computed by inexreport {__version__} from inputs with the SHA-256 {inputs_sha256}"
    version = f"{__version__}+{inputs_sha256[:12]}"
    title = latex(campaign.title)
    fields = {
        "key": title,
        "title": f"{{{title}}}",
        "year": str(campaign.year),
        "version": latex(version),
        "howpublished": latex(origin),
        "note": latex(campaign.citation),
        "copyright": latex(campaign.licence),
    }
    lines = [f"  {name:<12} = {{{value}}}" for name, value in fields.items() if value]
    entry = ",\n".join([f"@misc{{{_key(campaign.slug)}", *lines])
    return {
        "text": " ".join(campaign.citation.split()) or f"{campaign.title} ({campaign.year}).",
        "origin": origin,
        "version": version,
        "bibtex": f"{entry}\n}}\n",
    }


def latex(text: str) -> str:
    r"""Return text for a BibTeX field: on one line, special characters escaped, accents unchanged.

    Examples
    --------
    >>> latex("100 % of École_2, R&D}")
    '100 \\% of École\\_2, R\\&D{\\textbraceright}'
    """
    return " ".join(_CONTROLS.sub(" ", text).split()).translate(_IN_LATEX)


def _key(slug: str) -> str:
    """A citation key without characters that are special in LaTeX or BibTeX."""
    return re.sub(r"[^A-Za-z0-9:.-]+", "-", slug).strip("-") or "campaign"
