// Scores of ten results that the reader judges, by the definitions of the metrics guide.
window.metricFigures = (function () {
  "use strict";

  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const mean = (values) => sum(values) / values.length;
  const cumulated = (values) => values.map((_, i) => sum(values.slice(0, i + 1)));
  const descending = (values) => values.filter((value) => value > 0).sort((a, b) => b - a);

  function documents(chosen, missing) {
    const grades = chosen.map((value) => (value === "" ? null : Number(value)));
    const relevant = grades.map((grade) => (grade >= 1 ? 1 : 0));
    const total = sum(relevant) + missing;
    const found = cumulated(relevant);
    const first = relevant.indexOf(1);
    const others = grades.filter((grade) => grade === 0).length;
    const discounted = (gains) => sum(gains.slice(0, 10).map((gain, i) => gain / Math.log2(i + 2)));
    const ideal = discounted(descending([...grades, ...Array(missing).fill(1)]));
    const preferred = relevant.map((hit, i) => {
      const before = grades.slice(0, i).filter((grade) => grade === 0).length;
      return hit && before ? 1 - Math.min(before, total) / Math.min(total, others) : hit;
    });
    return {
      "P@5": mean(relevant.slice(0, 5)),
      "P@10": mean(relevant),
      "RR": first < 0 ? 0 : 1 / (first + 1),
      "AP": total ? sum(relevant.map((hit, i) => (hit * found[i]) / (i + 1))) / total : 0,
      "nDCG@10": ideal ? discounted(grades) / ideal : 0,
      "RBP(p=0.8)": sum(grades.map((grade, i) => (0.2 * 0.8 ** i * grade) / 3)),
      "Bpref": total ? sum(preferred) / total : 0,
    };
  }

  function elements(chosen, missing) {
    const gains = chosen.map(Number);
    const ideal = descending([...gains, ...Array(missing).fill(1)]);
    const best = cumulated([...ideal, ...Array(10).fill(0)]);
    const reached = cumulated(gains);
    const normalised = reached.map((gain, i) => gain / best[i]);
    // The linearly interpolated rank at which the ideal ranking reaches a gain.
    const position = (gain) => {
      const i = Math.min(best.findIndex((value) => value >= gain - 1e-9), ideal.length - 1);
      return i + Math.min((gain - (best[i - 1] ?? 0)) / ideal[i], 1);
    };
    const effort = reached.filter((_, i) => gains[i] > 0).map((gain) => position(gain));
    const ranks = gains.flatMap((gain, i) => (gain > 0 ? [i + 1] : []));
    const discounted = (values) => sum(values.slice(0, 10).map((gain, i) => gain / Math.max(Math.log2(i + 1), 1)));
    return {
      "nxCG@5": normalised[4],
      "nxCG@10": normalised[9],
      "MAnxCG@10": mean(normalised),
      "AEP": sum(effort.map((rank, i) => rank / ranks[i])) / ideal.length,
      "nDCG-elements@10": discounted(gains) / discounted(ideal),
    };
  }

  function passages(chosen, missing) {
    const length = 1000;
    const shares = chosen.map(Number);
    const found = cumulated(shares.map((share) => share * length));
    const total = found[9] + missing * length;
    const levels = found.map((text) => Math.floor(100 * (text / total)));
    const precisions = found.map((text, i) => text / (length * (i + 1)));
    const interpolated = (level) => Math.max(0, ...precisions.filter((_, i) => levels[i] >= level));
    const scores = shares.map((share) => (1.0625 * share) / (0.0625 * share + 1));
    const generalised = cumulated(scores).map((score, i) => score / (i + 1));
    const relevant = shares.filter((share) => share > 0).length + missing;
    const or = (value) => (total ? value : NaN);
    return {
      "iP@0.01": or(interpolated(1)),
      "iP@0.10": or(interpolated(10)),
      "AiP": or(mean(Array.from({ length: 101 }, (_, level) => interpolated(level)))),
      "gP(score=F,beta=0.25)@5": or(generalised[4]),
      "gP(score=F,beta=0.25)@10": or(generalised[9]),
      "AgP(score=F,beta=0.25)": sum(generalised.filter((_, i) => shares[i] > 0)) / relevant,
    };
  }

  const scores = { documents, elements, passages };

  function setUp(figure) {
    const results = [...figure.querySelectorAll("ol select")];
    const missing = figure.querySelector("[data-missing]");

    function show() {
      const found = scores[figure.dataset.results](results.map((one) => one.value), Number(missing.value));
      for (const row of figure.querySelectorAll("[data-measure]")) {
        const value = found[row.dataset.measure];
        row.querySelector("output").textContent = Number.isNaN(value) ? "–" : value.toFixed(4);
        row.querySelector("meter").value = value || 0;
      }
    }

    figure.addEventListener("change", show);
    show();
    figure.hidden = false;
  }

  document.querySelectorAll("[data-results]").forEach(setUp);
  document.getElementById("without-scripts")?.remove();
  return scores;
})();
