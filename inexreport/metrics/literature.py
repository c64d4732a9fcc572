"""The literature that the limits of metrics cite."""

from __future__ import annotations

from collections.abc import Iterable

WORKS = {
    "Buckley and Voorhees (2000)": "C. Buckley and E. M. Voorhees. Evaluating evaluation measure stability. "
    "SIGIR 2000, pp. 33–40.",
    "Buckley and Voorhees (2004)": "C. Buckley and E. M. Voorhees. Retrieval evaluation with incomplete "
    "information. SIGIR 2004, pp. 25–32.",
    "Chapelle et al. (2009)": "O. Chapelle, D. Metzler, Y. Zhang and P. Grinspan. Expected reciprocal rank "
    "for graded relevance. CIKM 2009, pp. 621–630.",
    "Fuhr (2017)": "N. Fuhr. Some common mistakes in IR evaluation, and how they can be avoided. "
    "SIGIR Forum 51(3), 2017, pp. 32–41.",
    "Järvelin and Kekäläinen (2002)": "K. Järvelin and J. Kekäläinen. Cumulated gain-based evaluation of IR "
    "techniques. ACM Transactions on Information Systems 20(4), 2002, pp. 422–446.",
    "Kazai et al. (2004)": "G. Kazai, M. Lalmas and A. P. de Vries. The overlap problem in content-oriented "
    "XML retrieval evaluation. SIGIR 2004, pp. 72–79.",
    "Moffat and Zobel (2008)": "A. Moffat and J. Zobel. Rank-biased precision for measurement of retrieval "
    "effectiveness. ACM Transactions on Information Systems 27(1), 2008, pp. 2:1–2:27.",
    "Yilmaz and Aslam (2006)": "E. Yilmaz and J. A. Aslam. Estimating average precision with incomplete and "
    "imperfect judgments. CIKM 2006, pp. 102–111.",
}
"""Works by the form in which texts cite them, in the order of their first authors."""


def works_cited(texts: Iterable[str]) -> list[str]:
    """Return the full references of the works that texts cite, in the order of their first authors.

    Examples
    --------
    >>> works_cited(["It depends on p: Moffat and Zobel (2008)."])[0][:22]
    'A. Moffat and J. Zobel'
    >>> works_cited(["It cites nothing."])
    []
    """
    together = "\n".join(texts)
    return [reference for cited, reference in WORKS.items() if cited in together]
