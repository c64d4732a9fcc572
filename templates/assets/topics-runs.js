// The map of scores by run and topic, and means and ranks over the chosen topics, which stand in the address. Groups and intervals are the
// published ones, of all topics.
(function () {
  "use strict";

  const about = JSON.parse(document.getElementById("topics-runs").textContent);
  const { isKnown, make, score, signed, number, compareIds, topics: topicsOf } = wording;
  const element = (id) => document.getElementById(id);
  const size = about.topics.length;
  const BY_HAND = "hand";
  const SHARES = { "hardest half": 0.5, "easiest half": 0.5, "hardest quarter": 0.25, "easiest quarter": 0.25 };
  // Of more runs the best are shown at first: tens of thousands of cells keep the page from opening at once.
  const MOST_ROWS = 200;
  const FIRST_ROWS = 100;
  const CHOICES = ["subset", "order", "shown", "marked"];
  const BEST = "best";
  const now = { metric: about.metrics[0], subset: "all", hand: [], order: "id", shown: "scores", marked: BEST, all: about.runs.length <= MOST_ROWS };
  const drawStrips = topicStrips(about);

  const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

  // As in the published ranking, scores are equal if ten decimals are.
  const comparable = (value) => Number(value.toFixed(10));

  function medianOf(values) {
    if (!values.length) return NaN;
    const ascending = Float64Array.from(values).sort();
    const middle = (ascending.length - 1) / 2;
    return (ascending[Math.floor(middle)] + ascending[Math.ceil(middle)]) / 2;
  }

  function scoresOf(part) {
    const octets = Uint8Array.from(atob(part.scores), (one) => one.charCodeAt(0));
    const all = new Float64Array(octets.buffer);
    return about.runs.map((_, run) => all.subarray(run * size, (run + 1) * size));
  }

  // What does not depend on the chosen topics: scores, medians of topics, and topics from hard to easy.
  function prepared(part) {
    const scores = scoresOf(part);
    const ranked = scores.filter((_, run) => part.ranks[run] !== null);
    const medians = about.topics.map((_, topic) => medianOf(ranked.map((run) => run[topic]).filter(isKnown)));
    const scored = [...about.topics.keys()].filter((topic) => scores.some((run) => isKnown(run[topic])));
    const key = (topic) => (isKnown(medians[topic]) ? comparable(medians[topic]) : Infinity);
    const byDifficulty = [...scored].sort((one, other) => (key(one) === key(other) ? one - other : key(one) - key(other)));
    return { part, scores, medians, scored, byDifficulty };
  }

  function chosenTopics({ scored, byDifficulty }) {
    if (now.subset === BY_HAND) return new Set(now.hand.filter((topic) => scored.includes(topic)));
    if (now.subset in SHARES) {
      const count = Math.ceil(byDifficulty.length * SHARES[now.subset]);
      return new Set(now.subset.startsWith("hardest") ? byDifficulty.slice(0, count) : byDifficulty.slice(byDifficulty.length - count));
    }
    const subset = about.subsets.find((one) => nameOf(one) === now.subset);
    return new Set(subset ? scored.filter((topic) => subset.topics.includes(about.topics[topic].topic)) : scored);
  }

  const nameOf = ({ kind, name }) => `${kind}: ${name}`;

  // Runs in the order of their means over the chosen topics, those without a rank last. Means and ranks over all topics are the published ones.
  function ranking({ part, scores, scored }, chosen) {
    const isWhole = chosen.size === scored.length;
    const rows = scores.map((run, place) => {
      const values = [...chosen].map((topic) => run[topic]).filter(isKnown);
      const mean = isWhole ? part.means[place] : meanOf(values);
      const ranked = part.ranks[place] !== null && isKnown(mean);
      return { place, mean, topics: values.length, key: ranked ? comparable(mean) : -Infinity, ranked };
    });
    for (const row of rows) {
      row.rank = row.ranked ? 1 + rows.filter((other) => other.key > row.key).length : null;
      if (isWhole) row.rank = part.ranks[row.place];
    }
    return rows.sort((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity) || one.place - other.place);
  }

  const hasPublished = ({ scored }, chosen) => now.metric.metric === about.official && chosen.size === scored.length;

  function columns({ scores, scored, byDifficulty }) {
    if (now.order === "id") return [...scored].sort((one, other) => compareIds(about.topics[one].topic, about.topics[other].topic));
    if (now.order === "difficulty") return byDifficulty;
    const means = new Map(scored.map((topic) => [topic, comparable(meanOf(scores.map((run) => run[topic]).filter(isKnown)))]));
    return [...scored].sort((one, other) => means.get(other) - means.get(one) || one - other);
  }

  function headOf(topic) {
    const { topic: id, title, link } = about.topics[topic];
    return make("th", { scope: "col", className: "topic", title }, make("span", {}, link ? make("a", { href: link }, id) : id));
  }

  const shownOf = (value, median) => (now.shown === "differences" ? value - median : value);
  const textOf = (value) => (now.shown === "differences" ? signed(value) : score(value, now.metric.unit));

  // The number is read aloud and copied; it is seen below the map when the cell is pointed at.
  function cellOf(value, median, topic, highest) {
    const shown = shownOf(value, median);
    const { link } = about.topics[topic];
    const cell = make("td", { className: "cell" }, make("a", { ...(link && { href: link }), tabIndex: -1 }, textOf(shown)));
    if (isKnown(shown)) {
      cell.classList.add(shown < 0 ? "below" : "above");
      cell.style.setProperty("--share", `${Math.round(5 + (95 * Math.min(Math.abs(shown), highest)) / highest)}%`);
    }
    return cell;
  }

  const FACTS = ["rank", "topics", "mean", "group", "low", "high"];
  const PUBLISHED = ["group", "low", "high"];
  const HEADS = ["Run", "Rank", "Topics", "Mean", "Group", `${about.confidence}% from`, "to"];

  // The table as it is before topics are chosen: a change of the choice keeps its cells.
  let table = {};

  function tableOf({ part, scores, medians }, order) {
    const key = JSON.stringify([now.metric.metric, now.order, now.shown]);
    if (table.key === key) return table;
    const heads = HEADS.map((text, place) => make("th", { scope: "col", className: place ? `number ${FACTS[place - 1]}` : "" }, text));
    element("heat").tHead.replaceChildren(make("tr", {}, ...heads, ...order.map(headOf)));
    const highest = part.domain[1] || 1;
    const left = order.map(() => false);
    const rows = [];
    const rowOf = (place) => (rows[place] ??= made(place));
    function made(place) {
      const { title, participant, badge, link } = about.runs[place];
      const facts = Object.fromEntries(FACTS.map((name) => [name, make("td", { className: `number ${name}` })]));
      const cells = order.map((topic) => cellOf(scores[place][topic], medians[topic], topic, highest));
      cells.forEach((cell, column) => cell.classList.toggle("left-out", left[column]));
      const head = make("th", { scope: "row" }, make("a", { href: link }, title), ...(badge ? [" ", make("span", { className: "tag" }, badge)] : []), ...(participant ? [" ", make("small", {}, participant)] : []));
      const row = make("tr", {}, head, ...Object.values(facts), ...cells);
      row.dataset.run = place;
      return { row, facts, cells };
    }
    element("heat").tBodies[0].replaceChildren();
    table = { key, rows, rowOf, left, order };
    return table;
  }

  function fill(known, chosen, order, ranked) {
    const { rows, rowOf, left } = tableOf(known, order);
    order.forEach((topic, column) => {
      if (left[column] === !chosen.has(topic)) return;
      left[column] = !left[column];
      rows.forEach(({ cells }) => cells[column].classList.toggle("left-out", left[column]));
    });
    const { unit } = now.metric;
    const published = hasPublished(known, chosen);
    let above;
    const ordered = ranked.slice(0, now.all ? ranked.length : FIRST_ROWS).map(({ place, rank, topics, mean }) => {
      const { row, facts } = rowOf(place);
      const { group, interval } = about.runs[place];
      const [low, high] = interval.map((end) => number(end, score(end, unit)));
      const texts = { rank: rank ?? "–", topics, mean: number(mean, score(mean, unit)), group: group ?? "–", low, high };
      for (const name of FACTS) facts[name].replaceChildren(texts[name]);
      for (const name of PUBLISHED) facts[name].hidden = !published;
      row.dataset.rank = rank ?? "";
      row.classList.toggle("opens", published && above !== undefined && group !== above);
      above = group;
      return row;
    });
    for (const name of PUBLISHED) element("heat").tHead.querySelector(`.${name}`).hidden = !published;
    const body = element("heat").tBodies[0];
    ordered.forEach((row, place) => body.rows[place] === row || body.insertBefore(row, body.rows[place] ?? null));
    while (body.rows.length > ordered.length) body.lastElementChild.remove();
    if (!stop?.isConnected) stopAt(linksOf(body)[0]);
    thinHeads();
  }

  const linksOf = (row) => row.querySelectorAll(".cell > a");

  // The tab key leads to one cell; from there the arrow keys lead on.
  let stop = null;

  function stopAt(link) {
    if (stop) stop.tabIndex = -1;
    stop = link;
    stop.tabIndex = 0;
  }

  // Of ids that are higher than their columns are wide, some are shown; the others are in the reading below.
  function thinHeads() {
    const heads = [...element("heat").tHead.querySelectorAll(".topic > span")];
    const width = heads[0]?.parentElement.clientWidth;
    const step = width ? Math.ceil(14 / width) : 1;
    heads.forEach((head, place) => (head.hidden = place % step !== 0));
  }

  let told = null;

  // What the cell that is pointed at or focused stands for, and what is known of its run: narrow pages have no room for all columns.
  function tell(link) {
    if (!link || told === link) return;
    told = link;
    const cell = link.parentElement;
    const run = Number(cell.parentElement.dataset.run);
    const { scores, medians } = window.compared[`scores ${now.metric.metric}`].prepared;
    const topic = table.order[cell.cellIndex - HEADS.length];
    const { topic: id, title, link: page } = about.topics[topic];
    const { facts } = table.rows[run];
    const [value, median] = [scores[run][topic], medians[topic]];
    const means = `rank ${facts.rank.textContent}, mean ${facts.mean.textContent}`;
    const published = facts.low.hidden ? "" : `, ${about.confidence}% interval ${facts.low.textContent} to ${facts.high.textContent}, group ${facts.group.textContent}`;
    element("cell").replaceChildren(
      make("b", {}, score(value, now.metric.unit)),
      ` by ${about.runs[run].label} on topic `,
      page ? make("a", { href: page }, id) : id,
      title ? ` (${title})` : "",
      `; median ${score(median, now.metric.unit)}, difference ${signed(value - median)}. The run: ${means}${published}.`,
    );
  }

  const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -Infinity], End: [0, Infinity] };

  function moveBy(event) {
    const [link, step] = [event.target.closest(".cell > a"), STEPS[event.key]];
    if (!link || !step) return;
    event.preventDefault();
    const rows = element("heat").tBodies[0].rows;
    const within = (place, count) => Math.max(0, Math.min(count - 1, place));
    const row = rows[within(link.closest("tr").sectionRowIndex + step[0], rows.length)];
    const links = linksOf(row);
    const next = links[within(link.parentElement.cellIndex - HEADS.length + step[1], links.length)];
    stopAt(next);
    next.focus();
  }

  function show() {
    const metric = now.metric;
    const part = window.compared?.[`scores ${metric.metric}`];
    if (!part) {
      const source = make("script", { src: metric.script });
      source.addEventListener("load", () => now.metric === metric && show());
      source.addEventListener("error", () => complain(`The scores could not be loaded from ${metric.script}.`));
      document.head.append(source);
      return;
    }
    const known = (part.prepared ??= prepared(part));
    const chosen = chosenTopics(known);
    const [order, ranked] = [columns(known), ranking(known, chosen)];
    fill(known, chosen, order, ranked);
    const best = ranked[0].rank === null ? -1 : ranked[0].place; // without topics no run is the best
    const marked = now.marked === BEST ? best : about.runs.findIndex(({ label }) => label === now.marked);
    drawStrips(element("strips"), known, { order, chosen, marked, unit: metric.unit });
    const [low, high] = known.part.domain.map((end) => score(end, metric.unit));
    const thick = marked < 0 ? "" : `, the thick line ${about.runs[marked].label}, with its score below`;
    element("strips-basis").textContent =
      `${metric.metric}, from ${low} (left) to ${high} (right). Each line is a run; the line in the colour of the text is the median${thick}.`;
    element("chosen").textContent = `Chosen: ${chosen.size} of ${topicsOf(known.scored.length)}.`;
    for (const box of element("boxes").querySelectorAll("input")) {
      box.checked = chosen.has(Number(box.dataset.topic));
      box.parentElement.hidden = !known.scored.includes(Number(box.dataset.topic));
    }
    told = null;
    element("cell").replaceChildren();
    now.chosen = chosen;
    element("metric").value = metric.metric;
    for (const name of CHOICES) element(name).value = now[name];
    const ids = [...chosen].map((topic) => about.topics[topic].topic).sort(compareIds);
    const choice = chosen.size === known.scored.length ? "" : ` (${element("subset").selectedOptions[0].text}): ${ids.join(", ")}`;
    element("printed").textContent = `${metric.metric}; ${chosen.size} of ${topicsOf(known.scored.length)}${choice}.`;
  }

  function complain(...problems) {
    element("complaint").textContent = problems.join(" ");
    element("complaint").hidden = problems.length === 0;
  }

  // Address

  function address() {
    const given = new URLSearchParams({ metric: now.metric.metric, topics: now.subset, order: now.order, cells: now.shown, run: now.marked });
    if (now.subset === BY_HAND) for (const topic of now.hand) given.append("topic", about.topics[topic].topic);
    return `#${given}`;
  }

  function followAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    const problems = [];
    // What the address does not name, or names wrongly, is the first of the list.
    for (const [name, id] of [["metric", "metric"], ["topics", "subset"], ["order", "order"], ["cells", "shown"], ["run", "marked"]]) {
      const values = [...element(id).options].map((option) => option.value);
      const value = given.get(name) ?? values[0];
      if (!values.includes(value)) problems.push(`There is no choice “${value}” of ${name}.`);
      const chosen = values.includes(value) ? value : values[0];
      if (id === "metric") now.metric = about.metrics.find((one) => one.metric === chosen);
      else now[id] = chosen;
    }
    const named = given.getAll("topic").map((id) => [id, about.topics.findIndex(({ topic }) => topic === id)]);
    for (const [id, place] of named) if (place < 0) problems.push(`This task has no topic named “${id}”.`);
    now.hand = [...new Set(named.map(([, place]) => place).filter((place) => place >= 0))].sort((a, b) => a - b);
    complain(...problems);
    show();
  }

  function setUpControls() {
    for (const { metric } of about.metrics) element("metric").append(new Option(metric));
    const all = new Option("All", "all");
    const shares = Object.keys(SHARES).map((name) => new Option(name[0].toUpperCase() + name.slice(1), name));
    const subsets = about.subsets.map((one) => new Option(nameOf(one), nameOf(one)));
    element("marked").append(new Option("Best run over the chosen topics", BEST), ...about.runs.map(({ label }) => new Option(label)));
    element("subset").append(all, ...subsets, ...shares, new Option("Chosen by hand", BY_HAND));
    element("metric").addEventListener("change", (event) => {
      now.metric = about.metrics[event.target.selectedIndex];
      location.hash = address();
    });
    for (const name of CHOICES) {
      element(name).addEventListener("change", (event) => {
        if (event.target.value === BY_HAND && name === "subset") now.hand = [...now.chosen];
        now[name] = event.target.value;
        location.hash = address();
      });
    }
    about.topics.forEach(({ topic, title }, place) => {
      const box = make("input", { type: "checkbox" });
      box.dataset.topic = place;
      box.setAttribute("aria-label", `Choose topic ${topic}`);
      element("boxes").append(make("label", { title }, box, " ", topic));
    });
    element("boxes").addEventListener("change", ({ target }) => {
      const topic = Number(target.dataset.topic);
      chooseByHand((one) => now.chosen.has(one) !== (one === topic));
    });
    element("all").addEventListener("click", () => {
      now.subset = "all";
      location.hash = address();
    });
    element("none").addEventListener("click", () => chooseByHand(() => false));
    element("invert").addEventListener("click", () => chooseByHand((topic) => !now.chosen.has(topic)));
    const body = element("heat").tBodies[0];
    body.addEventListener("pointerover", ({ target }) => tell(target.closest(".cell > a")));
    body.addEventListener("focusin", ({ target }) => tell(target.closest(".cell > a")));
    body.addEventListener("keydown", moveBy);
    // Without a pointer that hovers, the first touch shows the number and the link.
    body.addEventListener("click", (event) => {
      if (event.target.closest(".cell") && matchMedia("(hover: none)").matches) event.preventDefault();
    });
    new ResizeObserver(thinHeads).observe(element("heat"));
    addEventListener("hashchange", followAddress);
    element("all-runs").textContent = `Show all ${about.runs.length.toLocaleString("en")} runs`;
    element("all-runs").hidden = now.all;
    element("all-runs").addEventListener("click", showAll);
    addEventListener("beforeprint", showAll);
  }

  function chooseByHand(isChosen) {
    const hand = window.compared[`scores ${now.metric.metric}`].prepared.scored.filter(isChosen);
    Object.assign(now, { subset: BY_HAND, hand: hand.sort((a, b) => a - b) });
    location.hash = address();
  }

  function showAll() {
    if (now.all) return;
    now.all = true;
    element("all-runs").hidden = true;
    show();
  }

  setUpControls();
  element("choosing").hidden = false;
  followAddress();
})();
