"""How a campaign's results are cited: in words, and as a BibTeX entry."""

from __future__ import annotations

import re
from urllib.parse import quote

from inexreport.model.campaign import Campaign
from inexreport.version import __version__

_ADDRESS = re.compile(r"https?://[\w.-]+(?::\d+)?(?:[/?#][\w.~/?#&=+:@,;-]*)?", re.ASCII)
"""None of these characters ends a BibTeX field, and LaTeX's ``\\url`` prints all as they are."""

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
    """Return a campaign's citation.

    `text` are the organisers' words, or else the authors whom campaign.toml names, title, year and DOI.
    `origin` says which version computed the results from which inputs, `version` the same in short: equal
    versions are equal results. `bibtex` is the entry, ending with a line feed; where campaign.toml names no
    author, it is the campaign.
    """
    origin = f"Results computed by inexreport {__version__} from inputs with the SHA-256 {inputs_sha256}"
    version = f"{__version__}+{inputs_sha256[:12]}"
    title = latex(campaign.title)
    authors = " and ".join(_bibtex_name(author.name) for author in campaign.authors)
    fields = {
        "author": authors or f"{{{title}}}",
        "title": f"{{{title}}}",
        "year": str(campaign.year),
        "publisher": latex(campaign.publisher),
        "doi": latex(campaign.doi),
        "url": url if is_address(url := campaign.url.strip()) else "",
        "version": latex(version),
        "howpublished": latex(origin),
        "note": latex(campaign.citation),
        "copyright": latex(campaign.licence),
    }
    lines = [f"  {name:<12} = {{{value}}}" for name, value in fields.items() if value]
    entry = ",\n".join([f"@misc{{{_key(campaign.slug)}", *lines])
    return {
        "text": " ".join(campaign.citation.split()) or _in_words(campaign),
        "origin": origin,
        "version": version,
        "bibtex": f"{entry}\n}}\n",
    }


def _in_words(campaign: Campaign) -> str:
    *others, last = [author.name for author in campaign.authors] or [""]
    authors = f"{', '.join(others)} and {last}" if others else last
    doi = f" {doi_address(campaign.doi)}" if campaign.doi else ""
    return f"{f'{authors}: ' if authors else ''}{campaign.title} ({campaign.year}).{doi}"


def is_address(text: str) -> bool:
    """Whether a text is nothing but an address on the web.

    Examples
    --------
    >>> is_address("https://creativecommons.org/licenses/by/4.0/"), is_address("See https://a.example/")
    (True, False)
    """
    return _ADDRESS.fullmatch(text) is not None


def doi_address(doi: str) -> str:
    """Return the address that leads to what has the DOI."""
    return f"https://doi.org/{quote(doi, safe='/:;().-_')}"


def orcid_address(orcid: str) -> str:
    """Return the address that identifies a person by the ORCID iD."""
    return f"https://orcid.org/{orcid}"


def _bibtex_name(name: str) -> str:
    """A name in which BibTeX finds no further name, as it does where a word is "and"."""
    return f"{{{latex(name)}}}" if re.search(r"\band\b", name, re.IGNORECASE) else latex(name)


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
