// Three and more runs side by side: their scores by every metric, the pairs that were tested, and their scores by topic.
window.severalRuns = function (about, now, page) {
  "use strict";

  const { isKnown, list, make, number, probability, score, SIDES, signed, TIED, topics: topicsOf } = wording;
  const element = (id) => document.getElementById(id);
  const numberCell = (...content) => make("td", { className: "number" }, ...content);

  function letterOf(place) {
    const mark = make("span", { className: "side" }, SIDES[place]);
    mark.style.borderColor = `var(--series-${place + 1})`;
    return mark;
  }

  function linkOf(run) {
    const { label, link } = about.runs[run];
    return make("a", { href: link }, label);
  }

  const nameOf = (run) => `${SIDES[now.runs.indexOf(run)]} (${about.runs[run].title})`;
  const headsOfRuns = () => now.runs.map((run, place) => make("th", { scope: "col", className: "number", title: about.runs[run].label }, letterOf(place)));

  function show() {
    const byTopic = page.scores(now.part, now.runs);
    const common = about.topics.map((_, topic) => topic).filter((topic) => byTopic.every((scores) => isKnown(scores[topic])));
    const best = new Map(common.map((topic) => [topic, Math.max(...byTopic.map((scores) => scores[topic]))]));
    const leads = byTopic.map((scores) => common.filter((topic) => best.get(topic) - scores[topic] <= TIED).length);
    element("several-finding").textContent = `${meansSentence()} ${topicsSentence(common.length, leads)}`;
    element("several-runs").replaceChildren(...now.runs.map((run, place) => rowOfRun(run, place, leads[place])));
    showMetrics();
    showPairs(byTopic);
    showTopics(byTopic);
  }

  function meansSentence() {
    const known = now.runs.filter((run) => isKnown(now.part.means[run]));
    if (known.length < 2) return "Fewer than two of the runs have a mean.";
    const ordered = [...known].sort((one, other) => now.part.means[other] - now.part.means[one]);
    const mean = (run) => score(now.part.means[run], now.metric.unit);
    const [first, last] = [ordered[0], ordered.at(-1)];
    if (now.part.means[first] - now.part.means[last] <= TIED) return `All have the same mean by ${now.metric.metric}, ${mean(first)}.`;
    const all = (run) => ordered.filter((other) => Math.abs(now.part.means[other] - now.part.means[run]) <= TIED).map(nameOf);
    const [highest, lowest] = [first, last].map((run) => list(all(run)));
    const have = all(first).length > 1 ? "have" : "has";
    return `${highest} ${have} the highest mean by ${now.metric.metric}, ${mean(first)}, and ${lowest} the lowest, ${mean(last)}.`;
  }

  function topicsSentence(common, leads) {
    if (!common) return "No topic has scores of all these runs.";
    const most = Math.max(...leads);
    const leading = [...leads.keys()].filter((place) => leads[place] === most).map((place) => SIDES[place]);
    const who = `${list(leading)}${leading.length > 1 ? " each" : ""}`;
    return `Most often best: ${who}, on ${most} of ${topicsOf(common)}, shared first places included.`;
  }

  function rowOfRun(run, place, leads) {
    const { ranks, means } = now.part;
    const remove = make("button", { type: "button" }, "Remove");
    remove.setAttribute("aria-label", `Remove ${about.runs[run].label}`);
    remove.addEventListener("click", () => page.remove(place));
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, letterOf(place), " ", linkOf(run)),
      numberCell(String(ranks[run] ?? "–")),
      numberCell(number(means[run], score(means[run], now.metric.unit))),
      numberCell(String(leads)),
      make("td", {}, remove),
    );
  }

  // The numbers of each metric are in a script of its own, which is loaded the first time.
  function showMetrics() {
    element("several-metrics").tHead.replaceChildren(make("tr", {}, make("th", { scope: "col" }, "Metric"), ...headsOfRuns()));
    const rows = about.metrics.map((metric) => make("tr", {}, make("th", { scope: "row" }, make("a", { className: "metric", href: metric.guide }, metric.metric))));
    element("several-metrics").tBodies[0].replaceChildren(...rows);
    about.metrics.forEach((metric, place) => fillMetric(metric, rows[place], now.runs));
  }

  function fillMetric(metric, row, runs) {
    if (!row.isConnected) return; // other runs were chosen before the script was there
    const part = page.loaded(metric.script, `scores ${metric.metric}`, () => fillMetric(metric, row, runs));
    if (!part) return;
    const highest = Math.max(...runs.map((run) => part.means[run]).filter(isKnown));
    const cells = runs.map((run) => {
      const mean = part.means[run];
      const text = number(mean, score(mean, metric.unit));
      const shown = isKnown(mean) && highest - mean <= TIED ? make("strong", {}, text) : text;
      return numberCell(shown, isKnown(part.ranks[run]) ? ` (${part.ranks[run]})` : "");
    });
    row.append(...cells);
  }

  function showPairs(byTopic) {
    const isTested = Boolean(now.pairsOf);
    element("several-test").closest(".controls").hidden = !isTested;
    element("several-untested").hidden = isTested;
    const test = Object.keys(about.tests)[Math.max(0, element("several-test").selectedIndex)];
    element("several-pairs").tHead.replaceChildren(make("tr", {}, make("th", { scope: "col" }, "Run"), ...headsOfRuns()));
    const rows = now.runs.map((run, place) => {
      const cells = now.runs.map((other, column) => (run === other ? numberCell() : cellOfPair(test, byTopic, place, column)));
      return make("tr", {}, make("th", { scope: "row" }, letterOf(place), " ", linkOf(run)), ...cells);
    });
    element("several-pairs").tBodies[0].replaceChildren(...rows);
  }

  function cellOfPair(test, byTopic, place, column) {
    const [run, other] = [now.runs[place], now.runs[column]];
    const differences = Array.from(byTopic[place], (one, topic) => one - byTopic[column][topic]).filter(isKnown);
    const mean = differences.length ? differences.reduce((sum, one) => sum + one, 0) / differences.length : NaN;
    const link = make("a", { href: page.address([run, other]) }, number(mean, signed(mean)));
    link.setAttribute("aria-label", `${signed(mean)}: ${SIDES[place]} and ${SIDES[column]} topic by topic`);
    if (!now.pairsOf) return numberCell(link);
    const p = page.published(now.pairsOf, run, other)?.tests.find((one) => one.test === test).corrected;
    if (!isKnown(p)) return numberCell(link, make("br"), "not tested");
    const text = number(p, probability(p));
    return numberCell(link, make("br"), "p′ ", p < about.method.level ? make("b", {}, text) : text);
  }

  // A row for each topic, those on which the runs differ most first.
  function showTopics(byTopic) {
    const rows = about.topics.map((topic, place) => {
      const scores = byTopic.map((one) => one[place]);
      const known = scores.filter(isKnown);
      return { topic, place, scores, highest: Math.max(...known), spread: known.length ? Math.max(...known) - Math.min(...known) : -1 };
    });
    const shown = rows.filter(({ spread }) => spread >= 0).sort((one, other) => other.spread - one.spread || one.place - other.place);
    const heads = ["Topic", "Title"].map((text) => make("th", { scope: "col" }, text));
    const spreadHead = make("th", { scope: "col", className: "number" }, "Highest − lowest");
    element("several-topics").tHead.replaceChildren(make("tr", {}, ...heads, ...headsOfRuns(), spreadHead));
    element("several-topics").tBodies[0].replaceChildren(...shown.map(rowOfTopic));
  }

  function rowOfTopic({ topic, scores, highest, spread }) {
    const top = now.part.domain[1] || 1;
    const cells = scores.map((one) => {
      const text = number(one, score(one, now.metric.unit));
      const cell = numberCell(highest - one <= TIED ? make("strong", {}, text) : text);
      if (isKnown(one)) {
        cell.classList.add("above");
        cell.style.setProperty("--share", `${Math.round((40 * Math.min(Math.abs(one), top)) / top)}%`);
      }
      return cell;
    });
    const head = make("th", { scope: "row" }, topic.link ? make("a", { href: topic.link }, topic.topic) : topic.topic);
    return make("tr", {}, head, make("td", {}, topic.title), ...cells, numberCell(number(spread, score(spread, now.metric.unit))));
  }

  for (const name of Object.values(about.tests)) element("several-test").append(new Option(name[0].toUpperCase() + name.slice(1)));
  element("several-test").addEventListener("change", () => showPairs(page.scores(now.part, now.runs)));

  return { show, most: SIDES.length };
};
