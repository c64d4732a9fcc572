"""How a campaign's results are cited: in words, and as a BibTeX entry."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inexreport.model.campaign import Campaign
from inexreport.version import __version__

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")

# BibTeX counts braces, escaped or not: a brace within a field is written as a command.
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


@dataclass(frozen=True, slots=True)
class Citation:
    """A campaign's citation.

    Attributes
    ----------
    text : str
        The organisers' words, or title and year.
    origin : str
        By which version and from which inputs the results were computed.
    version : str
        The same in short: equal versions are equal results.
    bibtex : str
        The entry, ending with a line feed.
    """

    text: str
    origin: str
    version: str
    bibtex: str


def results_version(inputs_sha256: str) -> str:
    """The version of a campaign's results: that of the program, and the beginning of the inputs' checksum.

    Examples
    --------
    >>> results_version("3fa2c1d0e4b7" + 52 * "0").partition("+")[2]
    '3fa2c1d0e4b7'
    """
    return f"{__version__}+{inputs_sha256[:12]}"


def campaign_citation(campaign: Campaign, inputs_sha256: str) -> Citation:
    """Cite a campaign; nobody is named as an author, since campaign.toml names none."""
    origin = f"Results computed by inexreport {__version__} from inputs with the SHA-256 {inputs_sha256}"
    version = results_version(inputs_sha256)
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
    return Citation(
        text=" ".join(campaign.citation.split()) or f"{campaign.title} ({campaign.year}).",
        origin=origin,
        version=version,
        bibtex=f"{entry}\n}}\n",
    )


def latex(text: str) -> str:
    r"""Text as it stands in a BibTeX field: one line, accents as they are, nothing that means something.

    Examples
    --------
    >>> latex("100 % of École_2, R&D}")
    '100 \\% of École\\_2, R\\&D{\\textbraceright}'
    """
    return " ".join(_CONTROLS.sub(" ", text).split()).translate(_IN_LATEX)


def _key(slug: str) -> str:
    """A citation key: LaTeX and BibTeX give meaning to most other characters."""
    return re.sub(r"[^A-Za-z0-9:.-]+", "-", slug).strip("-") or "campaign"
