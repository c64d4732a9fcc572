"""What the metrics guide says about measures of documents, by the name that ir_measures gives them."""

from __future__ import annotations

from importlib.metadata import version

_RELEVANT = "A document is relevant from grade 1 on, or from the grade given as rel."

TITLES = {
    "nDCG": "Normalised discounted cumulated gain",
    "AP": "Average precision",
    "GMAP": "Geometric mean average precision",
    "P": "Precision of the first documents",
    "R": "Recall of the first documents",
    "Rprec": "R-precision",
    "RR": "Reciprocal rank of the first relevant document",
    "Bpref": "Binary preference",
    "infAP": "Inferred average precision",
    "Judged": "Share of judged documents among the first",
    "Success": "Whether a relevant document is among the first",
    "RBP": "Rank-biased precision",
    "ERR": "Expected reciprocal rank",
}

EXPLANATIONS = {
    "nDCG": "The gains of the documents, discounted by the logarithm of their rank, divided by those of an "
    "ideal ranking of all judged documents. The gain of a document is its grade, unless gains are "
    "given; unjudged documents gain nothing. With @k, both rankings end at rank k.",
    "AP": "The mean, over all relevant documents, of the precision at the rank of each; a document that is "
    "not found counts 0. Unjudged documents count as not relevant.",
    "GMAP": "As AP, but the mean over topics is the geometric one, so that topics with low values decide. "
    "A topic counts at least 0.00001.",
    "P": "The relevant share of the first k documents. A ranking with fewer than k documents is divided by "
    "k all the same; unjudged documents count as not relevant.",
    "R": "The share of the relevant documents that is among the first k.",
    "Rprec": "The relevant share of the first R documents, where R is the number of relevant documents of "
    "the topic.",
    "RR": "One divided by the rank of the first relevant document; 0 where none is found.",
    "Bpref": "For each relevant document, which share of the documents judged not relevant stands below it. "
    "Unjudged documents are passed over, as are those with a negative grade.",
    "infAP": "Average precision, estimated where only a sample of the pool was judged: the precision above "
    "each relevant document is that of the judged ones there.",
    "Judged": "The share of the first k documents that is judged, whatever the grade; of a ranking with "
    "fewer documents, the share of all. It says how far the other measures can be trusted.",
    "Success": "1 if a relevant document is among the first k, else 0.",
    "RBP": "The expected gain of each result that a reader sees who goes from one to the next with "
    "probability p. The gain of a document is its grade divided by the largest grade of the official "
    "assessments, or, with a relevance level, 1 from that grade on.",
    "ERR": "The expected reciprocal of the rank at which a reader stops, whom a document of grade g "
    "satisfies with probability (2^g - 1) / 2^m, where m is the largest grade of the official "
    "assessments. gdeval, which computes it at TREC and for ir_measures, always takes m = 4: its values "
    "differ where the largest grade is another.",
}

FORMULAS = {
    "nDCG": r"\mathrm{nDCG} = \frac{\sum_{i=1}^{k} g_i / \log_2(i + 1)}"
    r"{\sum_{i=1}^{k} g^*_i / \log_2(i + 1)}",
    "AP": r"\mathrm{AP} = \frac{1}{R} \sum_{i} r_i \cdot \frac{1}{i} \sum_{j \leq i} r_j",
    "GMAP": r"\mathrm{GMAP} = \exp \frac{1}{n} \sum_{t} \ln \max(\mathrm{AP}_t, 0.00001)",
    "P": r"\mathrm{P@}k = \frac{1}{k} \sum_{i=1}^{k} r_i",
    "R": r"\mathrm{R@}k = \frac{1}{R} \sum_{i=1}^{k} r_i",
    "Rprec": r"\mathrm{Rprec} = \frac{1}{R} \sum_{i=1}^{R} r_i",
    "RR": r"\mathrm{RR} = \frac{1}{\min \{ i : r_i = 1 \}}",
    "Bpref": r"\mathrm{Bpref} = \frac{1}{R} \sum_{i} r_i \left( 1 - \frac{\min(n_i, R)}{\min(N, R)} \right)",
    "infAP": r"\mathrm{infAP} = \frac{1}{R} \sum_{i} r_i \left( \frac{1}{i} + \frac{i - 1}{i} \cdot "
    r"\frac{p_i}{i - 1} \cdot \frac{s_i + \varepsilon}{s_i + n_i + 2 \varepsilon} \right)",
    "Judged": r"\mathrm{Judged@}k = \frac{1}{k} \sum_{i=1}^{k} j_i",
    "Success": r"\mathrm{Success@}k = \max_{i \leq k} r_i",
    "RBP": r"\mathrm{RBP} = (1 - p) \sum_{i} g_i \cdot p^{i-1}",
    "ERR": r"\mathrm{ERR} = \sum_{i} \frac{1}{i} R_i \prod_{j<i} (1 - R_j)",
}

SYMBOLS = {
    "nDCG": "g is the gain at rank i, g* that of the ideal ranking.",
    "AP": f"r is 1 for a relevant document, else 0; R is the number of relevant documents. {_RELEVANT}",
    "GMAP": f"n is the number of topics t. {_RELEVANT}",
    "P": f"r is 1 for a relevant document, else 0. {_RELEVANT}",
    "R": f"r is 1 for a relevant document, else 0; R is the number of relevant documents. {_RELEVANT}",
    "Rprec": f"r is 1 for a relevant document, else 0. {_RELEVANT}",
    "RR": f"r is 1 for a relevant document, else 0. {_RELEVANT}",
    "Bpref": "r is 1 for a relevant document, else 0; n counts the documents above rank i that are judged "
    f"not relevant, R and N all relevant and not relevant ones. {_RELEVANT}",
    "infAP": "r is 1 for a relevant document, else 0; above rank i, s counts the relevant documents, n "
    "those judged not relevant, and p these and the sampled but unjudged ones; R is the number of relevant "
    f"documents, ε = 0.00001. {_RELEVANT}",
    "Judged": "j is 1 for a judged document, else 0.",
    "Success": f"r is 1 for a relevant document, else 0. {_RELEVANT}",
}

_ORDER = "The order of the first k documents does not count"

LIMITS = {
    "nDCG": "The score depends on the gains, which are a choice, and on the cut-off: values with other "
    "gains or another k are not comparable, see Järvelin and Kekäläinen (2002). Because every topic is "
    "divided by its own ideal ranking, a topic with few relevant documents weighs as much as one with "
    "many. Unjudged documents gain nothing, although they may be relevant.",
    "AP": "Unjudged relevant documents count as not relevant, so runs that did not contribute "
    "to the pool can be understated: Buckley and Voorhees (2004). Grades do not count above the level of "
    "relevance, and for a topic with a single relevant document the score is one divided by its rank.",
    "GMAP": "Topics for which next to nothing is found weigh as much as many good ones: a rise from 0.00001 "
    "to 0.0001 counts as one from 0.05 to 0.5. It ranks no runs here, and no tests are made with it.",
    "P": f"{_ORDER}, nor does anything below rank k. A topic with fewer than k relevant documents cannot "
    "reach 1. Differences of means are less stable than those of AP: Buckley and Voorhees (2000).",
    "R": f"{_ORDER}, nor do irrelevant documents among them. A topic with more than k relevant documents "
    "cannot reach 1, and unjudged relevant documents are missing from the total.",
    "Rprec": "One rank decides: neither the order above it nor anything below it counts. R contains only "
    "relevant documents that were judged.",
    "RR": "Nothing after the first relevant document counts. The step from rank 1 to 2 costs as much as "
    "that from 2 to the end, so single topics can decide a mean; whether to average it at all is "
    "disputed: Fuhr (2017).",
    "Bpref": "Unjudged documents are passed over, so a run loses nothing by filling its first ranks with "
    "them. Only the order among judged documents counts, not their ranks, and documents judged not "
    "relevant stop counting after the first R: Buckley and Voorhees (2004). With few judged documents, "
    "few values are possible.",
    "infAP": "It is an estimate, and only as good as the random sample of the pool that was judged: with "
    "small samples, single topics vary widely: Yilmaz and Aslam (2006).",
    "Judged": "It measures the assessments, not the run: a high value does not mean a good ranking.",
    "Success": "The number of relevant documents among the first k does not count, nor does their order.",
    "RBP": "The score depends on p, which is a choice. It is not normalised: a topic with few relevant "
    "documents cannot reach 1. Unjudged documents leave a residual, the amount by which the score could "
    "be higher: Moffat and Zobel (2008).",
    "ERR": "After a document of a high grade, later ones hardly count, so the first ranks decide nearly "
    "everything: Chapelle et al. (2009). It is not normalised: what can be reached depends on the topic’s "
    "grades.",
}

SOURCES = {
    "RBP": "Moffat and Zobel (2008)",
    "ERR": "Chapelle, Metzler, Zhang and Grinspan (2009)",
}

TIES = (
    "The campaign sets the order of results: by descending score in single precision, with equal scores by "
    "descending document name, or the order of the file’s lines."
)

_MISSING = "A topic without results scores 0, or is left out where means are over answered topics only."

_PACKAGES = {"pytrec_eval": "pytrec-eval-terrier", "pyndeval": "pyndeval"}
"""Packages that providers of ir_measures are made from, where it is not ir_measures itself."""


def missing_topics(name: str) -> str:
    """Return how topics without results, and those without relevant documents, count."""
    if name == "Accuracy":
        return f"{_MISSING} So is a topic whose results that count are all relevant: it has no value."
    return _MISSING if name == "Judged" else f"{_MISSING} A topic without relevant documents scores 0."


def provided_by(provider: str) -> str:
    """Return the provider of a measure with the versions of the packages."""
    package = _PACKAGES.get(provider)
    made_from = f" ({package} {version(package)})" if package else ""
    return f"ir_measures {version('ir-measures')}, provider {provider}{made_from}"
