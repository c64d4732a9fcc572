"""The glossary: terms of evaluation that pages link to, each explained in a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping

from inexreport.model.assessment import Judged, Scale

_EVERYWHERE = {
    "Cohen’s kappa": "The agreement of two judges beyond chance, with each judge’s own distribution of "
    "grades: 1 is full agreement, 0 is chance level.",
    "confidence interval": "The middle 95% of the means that a run gets on random samples of the topics, "
    "drawn with replacement.",
    "difficulty": "The rank of a topic by the median score of the ranked runs; 1 is the hardest.",
    "effectiveness group": "Runs that are not significantly below the best run of the group.",
    "facet": "A property stated for runs, such as automatic or manual, by which they are grouped.",
    "Holm’s correction": "An increase of the p values of several tests, which keeps the probability of any "
    "false positive among them below the level of significance (twice that if scores choose the direction).",
    "Kendall’s tau": "A correlation of two rankings: pairs of runs in the same order minus pairs in opposite "
    "order, divided by all pairs; where scores tie (τ-b), by the geometric mean of the numbers of pairs that "
    "each ranking does not tie.",
    "Krippendorff’s alpha": "The agreement of judges beyond chance, with one distribution of grades for all "
    "of them: 1 is full agreement, 0 is chance level.",
    "official metric": "The metric that ranks the runs of a task.",
    "p value": "The probability of a difference at least this large if the runs did not differ.",
    "paired t-test": "A test of the mean difference between the scores of two runs on the same topics.",
    "randomisation test": "A test by chance: p is the share of random signs of the topics’ differences that "
    "give a mean difference at least as large.",
    "randomised Tukey HSD test": "A test of all runs at once: p is the share of random permutations of the "
    "scores in which the highest and the lowest mean differ by at least as much as the pair.",
    "rank interval": "The middle 95% of the ranks that a run gets on random samples of the topics, which are "
    "drawn with replacement and are the same for all runs.",
    "Spearman’s rho": "Pearson’s correlation of the ranks in two rankings.",
    "τ-AP": "A correlation of two rankings in which differences at the top weigh more.",
    "unranked run": "An evaluated run without a rank, such as a baseline or a reference run; medians, groups "
    "and tests leave it out.",
}
_IN_RANKINGS = {
    "Borda count": "The sum of the points that a result gets for its rank in each run.",
    "cut-off": "The rank, or the level of recall, at which a metric stops reading a ranking.",
    "judged": "Listed in the assessments, as relevant or not.",
    "leave-one-out test": "Scoring all runs again without the relevant results that only one participant, "
    "or run without a participant, contributed to the pool, as if it had not taken part.",
    "pool": "The first results of several runs for a topic, merged, which the assessor judges.",
    "pool depth": "The number of first results of each run that are in the pool.",
    "rare": "Returned by few runs: at most a tenth of them, but at least 1 and at most 5.",
    "unjudged": "Not listed in the assessments; most metrics count it as not relevant.",
}
_IN_TEXT = {
    "best entry point": "The place in a relevant article at which a reader should start, chosen by the "
    "assessor.",
    "exhaustivity": "The grade of how much an element says about the topic.",
    "highlighted text": "The text that the assessor marked as relevant.",
    "interpolated precision": "The highest precision at a level of recall or any higher level.",
    "overlap": "The percentage of results that share text with another one, such as a section and its "
    "paragraph.",
    "quantisation": "A rule that turns the grades of an element into one gain.",
    "specificity": "The grade of how much of an element is about the topic.",
}
_IN_DOCUMENTS = {
    "condensed list": "A ranking without its unjudged documents; later ones move up.",
    "residual": "The amount by which a score could rise if all unjudged documents were relevant.",
}
_IN_ANSWERS = {
    "nugget": "A fact that an answer to a topic should have: a vital one must be there, an okay one may be.",
}
GLOSSARY: Mapping[str, str] = _EVERYWHERE | _IN_RANKINGS | _IN_TEXT | _IN_DOCUMENTS | _IN_ANSWERS
"""The meaning of each term; some are used only where text, whole documents or answers were judged."""

_TO_THREE = (
    "0 says nothing of the topic, 1 (marginally) only mentions it, 2 (fairly) discusses it but not fully, "
    "3 (highly) discusses it fully."
)
_SHARE = "The share of an element’s text that is highlighted, from 0 to 1"
GRADES: Mapping[Scale, Mapping[str, str]] = {
    Scale.RELEVANCE_COVERAGE: {
        "grades of relevance": _TO_THREE,
        "grades of coverage": "N: the topic is no theme of the element; L (too large): only a minor one; "
        "S (too small): the main one, but the element alone is no meaningful unit; E (exact): the main one, "
        "and it is.",
    },
    Scale.GRADES: {
        "grades of exhaustivity": _TO_THREE,
        "grades of specificity": "The topic is 0 no theme of the element, 1 (marginally) a minor one, "
        "2 (fairly) a major one, 3 (highly) its only one.",
    },
    Scale.HIGHLIGHTED_GRADES: {
        "grades of exhaustivity": "0 says nothing of the query, 1 (partly) discusses few aspects of it, "
        "2 (highly) most or all; ? (too small) is relevant text that says too little alone.",
        "grades of specificity": f"{_SHARE}: S1 (marginally) up to a third, S2 (fairly) up to two thirds, "
        "S3 (highly) more.",
    },
    Scale.HIGHLIGHTED: {
        "grades of specificity": f"{_SHARE}: S1 up to a third, S2 up to two thirds, S3 more; exhaustivity "
        "was not graded.",
    },
}
"""What the grades of each scale mean, after Lalmas and Tombros (2007), section 2.3."""


def grade_sentences(scale: Scale | None) -> list[str]:
    """Return what the grades of a scale mean, a sentence for each dimension.

    Examples
    --------
    >>> grade_sentences(Scale.HIGHLIGHTED)[0][:63]
    'Grades of specificity: the share of an element’s text that is h'
    """
    meanings = {} if scale is None else GRADES[scale]
    return [f"{name.capitalize()}: {text[0].lower()}{text[1:]}" for name, text in meanings.items()]


def term_fragment(term: str) -> str:
    """Return the fragment of a term on the metrics guide.

    Examples
    --------
    >>> term_fragment("Kendall’s tau"), term_fragment("τ-AP")
    ('term-kendalls-tau', 'term-tau-ap')
    """
    return "term-" + re.sub(r"[^a-z0-9]+", "-", term.lower().replace("’", "").replace("τ", "tau"))


def glossary_of(
    judged: Judged, scale: Scale | None = None, *, only_relevant: bool
) -> list[tuple[str, str, str]]:
    """Return fragment, term and meaning of the terms of a campaign, in the order of the alphabet.

    Where the assessments list relevant items only, nobody knows what is unjudged. `scale` is that of judged
    elements.
    """
    of_kind = {Judged.DOCUMENTS: _IN_RANKINGS | _IN_DOCUMENTS, Judged.ANSWERS: _IN_ANSWERS}
    meanings = _EVERYWHERE | of_kind.get(judged, _IN_RANKINGS | _IN_TEXT)
    meanings |= {} if scale is None else GRADES[scale]
    if only_relevant:
        del meanings["unjudged"]
    return sorted((term_fragment(name), name, meaning) for name, meaning in meanings.items())
