// What the charts of two runs show: called for each chart before and after it is drawn.
window.comparisonCharts = function (about, now, page) {
  "use strict";

  const { isKnown, make, score, SIDES, signed, TIED } = wording;
  const TABLE_STEPS = 20;
  const views = new Map();

  function rowsOfTopics() {
    return now.result.topics.map(({ topic, a, b, difference }, place) => {
      const { topic: id, title, link } = about.topics[topic];
      return { topic: id, title, link, place, a, b, difference, x: a, y: b };
    });
  }

  function differences(content, _, place) {
    const [low, high] = now.result.interval;
    content.datasets.rows = rowsOfTopics();
    content.datasets.mean = [{ mean: now.result.mean, ...(isKnown(low) && { low, high }) }];
    const shown = [0, low, high, ...now.result.topics.map(({ difference }) => difference)].filter(isKnown);
    const domain = shown.some((height) => height !== 0) ? [Math.min(...shown), Math.max(...shown)] : [-1, 1];
    for (const { encoding } of content.layer) {
      encoding.y.scale.domain = domain;
      if (encoding.y.axis) encoding.y.axis.title = `A − B, ${now.metric.byTopic}`;
    }
    say(place, [who(), gainOf("A", now.result.topics[0], 1), gainOf("B", now.result.topics.at(-1), -1)].join(" "));
  }

  function who() {
    return `${now.runs.slice(0, 2).map((run, side) => `${SIDES[side]} is ${about.runs[run].label}`).join(", ")}.`;
  }

  // The topic on which a run gains most, and how many others are equal.
  function gainOf(side, row, sign) {
    if (!(row?.difference * sign > 0)) return `${side} gains on no topic.`;
    const others = now.result.topics.filter(({ difference }) => Math.abs(difference - row.difference) <= TIED).length - 1;
    const same = others ? ` and ${others} ${others === 1 ? "other" : "others"}` : "";
    return `${side} gains most on topic ${about.topics[row.topic].topic}${same} (${signed(row.difference)}).`;
  }

  function scatter(content, _, place) {
    const { wins, losses, ties } = now.result.counts;
    const [low, high] = now.part.domain;
    content.datasets.rows = rowsOfTopics();
    // The topics on which each run gains most are named.
    for (const row of [content.datasets.rows[0], content.datasets.rows.at(-1)]) if (row?.difference) row.label = row.topic;
    content.datasets.diagonal = [{ x: low, y: low }, { x: high, y: high }];
    for (const { encoding } of content.layer) {
      encoding.x.axis.title = `A, ${now.metric.byTopic}`;
      encoding.y.axis.title = `B, ${now.metric.byTopic}`;
      encoding.x.scale.domain = encoding.y.scale.domain = now.part.domain;
    }
    say(place, `${who()} ${wins} of ${now.result.topics.length} points are below the diagonal (A is better), ${losses} above it and ${ties} on it.`);
  }

  function curves(content, wanted, place) {
    const kind = about.curves[wanted.place];
    const part = page.loaded(kind.script, `curves ${kind.curve}`, () => redraw(place));
    if (!part) return;
    content.datasets.rows = now.runs.map((run, side) => {
      const [grid, y] = part.lines[run] ?? [];
      const { label, link } = about.runs[run];
      return { name: side, front: true, run: `${SIDES[side]}: ${label}`, link, x: part.grids[grid] ?? [], y: y ?? [] };
    });
    content.encoding.x.scale.domain = part.x;
    content.encoding.y.scale.domain = part.y;
    say(place, content.datasets.rows.map(course).join(" "));
    fillCurveTable(place, content.datasets.rows);
  }

  function course({ x, y }, side) {
    const ends = [0, y.length - 1].map((place) => `${score(y[place])} at ${x[place]}`);
    return y.length ? `${SIDES[side]} goes from ${ends[0]} to ${ends[1]}.` : `${SIDES[side]} has no curve.`;
  }

  function fillCurveTable(place, lines) {
    const heights = lines.map(({ x, y }) => new Map(x.map((at, i) => [at, y[i]])));
    const points = [...new Set(lines.flatMap(({ x }) => x))].sort((one, other) => one - other);
    const step = Math.max(1, Math.floor((points.length - 1) / TABLE_STEPS));
    const rows = points
      .filter((_, i) => i % step === 0)
      .map((at) => {
        const head = make("th", { scope: "row" }, String(at));
        return make("tr", {}, head, ...heights.map((height) => make("td", {}, score(height.get(at)))));
      });
    const body = document.getElementById(`${place.id}-table`);
    const heads = lines.map((_, side) => make("th", { scope: "col" }, SIDES[side]));
    const head = body.closest("table").tHead.rows[0];
    head.replaceChildren(head.cells[0], ...heads);
    body.replaceChildren(...rows);
  }

  function say(place, text) {
    document.getElementById(`${place.id}-summary`).textContent = text;
  }

  function prepare(place, content) {
    const wanted = content.usermeta.comparison;
    if (!now.result) return;
    ({ differences, scatter, curves })[wanted.chart](content, wanted, place);
    const chosen = content.params.find(({ name }) => name === "chosen");
    if (chosen) chosen.value = picked();
  }

  function attach(place, view, content) {
    const { chart } = content.usermeta.comparison;
    if (chart === "curves") return;
    views.set(chart, view);
    if (chart === "scatter") view.addSignalListener("brush", (_, { x, y }) => page.select(x && y ? within(x, y) : [], "brush"));
  }

  function within(x, y) {
    const inside = (value, [one, other]) => Math.min(one, other) <= value && value <= Math.max(one, other);
    return now.result.topics.filter(({ a, b }) => inside(a, x) && inside(b, y)).map(({ topic }) => topic);
  }

  function picked() {
    return [...now.selected].map((topic) => about.topics[topic].topic);
  }

  // Makes the selected topics stand out.
  function show() {
    for (const view of views.values()) view.signal("chosen", picked()).runAsync();
  }

  function redraw(place) {
    place.closest("figure").dispatchEvent(new Event("chartchange", { bubbles: true }));
  }

  return { prepare, attach, show, redraw };
};
