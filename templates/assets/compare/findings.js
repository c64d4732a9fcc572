// The comparison of two runs in words, and the tables of their scores and tests.
window.comparisonFindings = function (about, now) {
  "use strict";

  const { isKnown, make, number, probability, score, SIDES, signed, TIED, topics: topicsOf } = wording;
  const element = (id) => document.getElementById(id);

  function show() {
    element("finding").textContent = [scores(), explained(), difference(), verdict()].join(" ");
    element("runs").replaceChildren(...now.runs.map(rowOfRun));
    const { tests, higher, lower } = now.result;
    element("tests").replaceChildren(...(tests ?? []).map(rowOfTest));
    element("tests").closest(".frame").hidden = !tests;
    element("untested").hidden = Boolean(tests);
    const ranks = [higher, lower].map((run) => now.part.ranks[run]);
    const ranked = ranks[0] === ranks[1] ? "listed first of two equal ranks" : "the higher-ranked run";
    if (tests) element("tested").textContent = `Whether ${named(higher)}, ${ranked}, is better than ${named(lower)}.`;
    fillFacts();
  }

  function named(run) {
    return `${SIDES[now.runs.indexOf(run)]} (${about.runs[run].label})`;
  }

  function scores() {
    const [a, b] = now.result.means.map((mean) => score(mean, now.metric.unit));
    return `${named(now.runs[0])} scores ${a} and ${named(now.runs[1])} ${b} by ${now.metric.metric}.`;
  }

  function explained() {
    return explanation(now.result.topics.map(({ topic, difference }) => ({ topic: about.topics[topic].topic, difference })));
  }

  function difference() {
    const { mean, means, interval, topics } = now.result;
    if (!isKnown(mean)) return "";
    const ends = interval.map(signed).join(" to ");
    const isOfAll = Math.abs(means[0] - means[1] - mean) <= TIED;
    return `${isOfAll ? "The" : `Over the ${topicsOf(topics.length)} with scores of both, the`} mean difference is ${signed(mean)}${isKnown(interval[0]) ? ` (${about.method.confidence}% interval ${ends})` : ""}.`;
  }

  function verdict() {
    if (!now.result.tests) return "";
    const { test, p, corrected } = now.result.tests[0];
    if (test !== "t") return isKnown(p) ? `The difference has p ${written(p)} in the ${about.tests[test]} of all pairs.` : `The ${about.tests[test]} does not include this pair.`;
    if (!isKnown(p)) return "The t-test is undefined for this pair.";
    const better = `The difference has p ${written(p)} in the one-tailed t-test that ${SIDES[now.runs.indexOf(now.result.higher)]} is better`;
    return `${better}${isKnown(corrected) ? `, p′ ${written(corrected)} after correction for all pairs of the task` : ""}.`;
  }

  function written(p) {
    const text = probability(p);
    return text.startsWith("<") ? text : `= ${text}`;
  }

  function rowOfRun(run, side) {
    const { label, link } = about.runs[run];
    const { ranks, means, counts } = now.result;
    const head = make("th", { scope: "row" }, make("span", { className: `side side-${SIDES[side].toLowerCase()}` }, SIDES[side]), " ", make("a", { href: link }, label));
    const mean = number(means[side], score(means[side], now.metric.unit));
    const values = [ranks[side] ?? "–", mean, side ? counts.losses : counts.wins];
    return make("tr", {}, head, ...values.map((value) => make("td", { className: "number" }, value)));
  }

  function rowOfTest({ test, p, corrected }) {
    const name = about.tests[test];
    const values = [p, corrected].map((value) => {
      const text = number(value, probability(value));
      return make("td", { className: "number" }, value < about.method.level ? make("b", {}, text) : text);
    });
    return make("tr", { id: `test-${test}` }, make("th", { scope: "row" }, name[0].toUpperCase() + name.slice(1)), ...values);
  }

  function fillFacts() {
    const { topics: compared, counts, mean, interval, effectSize } = now.result;
    const [low, high] = interval.map((end) => number(end, signed(end)));
    element("compared-topics").textContent = String(compared.length);
    element("equal-topics").textContent = String(counts.ties);
    element("mean-difference").replaceChildren(number(mean, signed(mean)));
    element("effect-size").replaceChildren(number(effectSize, signed(effectSize)));
    element("interval").replaceChildren(...(isKnown(interval[0]) ? [low, " to ", high] : ["–"]));
  }

  return { show };
};
