// What two runs say about each other, in a sentence and two tables.
window.comparisonFindings = function (about, now) {
  "use strict";

  const { isKnown, make, number, probability, score, signed } = wording;
  const SIDES = ["A", "B"];
  const element = (id) => document.getElementById(id);

  function show() {
    element("finding").textContent = [scores(), explained(), difference(), verdict()].join(" ");
    for (const place of document.querySelectorAll("[data-metric]")) {
      place.replaceChildren(make("a", { className: "metric", href: now.metric.guide }, now.metric.metric));
    }
    element("runs").replaceChildren(...now.runs.map(rowOfRun));
    element("tests").replaceChildren(...now.result.tests.map(rowOfTest));
    element("tested").textContent = `${named(now.result.higher)} is ranked higher; tested is whether it is better than ${named(now.result.lower)}.`;
    fillFacts();
  }

  function named(run) {
    return `${SIDES[now.runs.indexOf(run)]}, ${about.runs[run].label},`.replace(/,$/, "");
  }

  function scores() {
    const [a, b] = now.result.means.map((mean) => score(mean, now.metric.unit));
    return `A, ${about.runs[now.runs[0]].label}, scores ${a} and B, ${about.runs[now.runs[1]].label}, ${b} by ${now.metric.metric}.`;
  }

  function explained() {
    return explanation(now.result.topics.map(({ topic, difference }) => ({ topic: about.topics[topic].topic, difference })));
  }

  function difference() {
    const { mean, interval } = now.result;
    if (!isKnown(mean)) return "";
    const ends = interval.map(signed).join(" to ");
    return `The mean difference is ${signed(mean)}${isKnown(interval[0]) ? `, its ${about.method.confidence}% interval ${ends}` : ""}.`;
  }

  function verdict() {
    const { test, p, corrected } = now.result.tests[0];
    if (test !== "t") return isKnown(p) ? `Their difference has p ${probability(p)} in the ${about.tests[test]} of all pairs.` : `The ${about.tests[test]} was not made for them.`;
    if (!isKnown(p)) return "The t test is not defined for them.";
    const better = `That ${SIDES[now.runs.indexOf(now.result.higher)]} is better has p ${probability(p)} in the t test`;
    return `${better}${isKnown(corrected) ? `, ${probability(corrected)} corrected for all pairs of the task` : ""}.`;
  }

  function rowOfRun(run, side) {
    const { label, link } = about.runs[run];
    const { ranks, means, counts } = now.result;
    const head = make("th", { scope: "row" }, make("span", { className: `side side-${SIDES[side].toLowerCase()}` }, SIDES[side]), " ", make("a", { href: link }, label));
    const mean = number(means[side], score(means[side], now.metric.unit));
    const values = [ranks[side] ?? "–", mean, side ? counts.losses : counts.wins];
    return make("tr", {}, head, ...values.map((value) => make("td", { className: "number" }, value)));
  }

  function rowOfTest({ test, statistic, p, corrected }) {
    const name = about.tests[test];
    const values = [statistic, p, corrected].map((value, place) => {
      const text = number(value, place ? probability(value) : score(value));
      return make("td", { className: "number" }, place && value < about.method.level ? make("b", {}, text) : text);
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
