// Line charts: the line nearest to the pointer, or chosen in the legend, is highlighted; lines can be hidden.
window.lineCharts = (function () {
  "use strict";

  const FEW_RANKS = 10; // which have a tick each, since Vega would add ticks between them
  const COLOURS = 10; // of lines, in the style sheet
  const SOLID = 5; // lines; further ones are dashed
  const NEAR = 32; // pixels
  const NAMED_ENDS = 6; // lines that have room for a name at their end
  const NAME_HEIGHT = 14; // pixels
  const NAME_SIZE = 12;
  const WIDE = 480; // pixels
  const LEADER = 28; // pixels between the plot and a name
  const STUB = 14; // of them in the line's colour beside the name, which tells lines that end together apart
  const MOVED = 3 * NAME_HEIGHT; // at most, from the end of its line
  const SVG = "http://www.w3.org/2000/svg";
  const states = new Map();

  function make(name, attributes, ...content) {
    const element = document.createElement(name);
    Object.assign(element, attributes);
    element.append(...content);
    return element;
  }

  // Before a chart is drawn: its controls, made once, and what the reader has set by them.
  function prepare(place, content, redraw) {
    if (!states.has(place)) states.set(place, setUp(place, content, redraw));
    const state = states.get(place);
    showLegend(content.datasets.rows.filter((row) => row.front), state);
    if (state.all) rankByAll(content, place.clientWidth);
    if (!content.usermeta.byRank) return;
    const { axis, scale } = content.encoding.x;
    const [first, last] = scale.domain;
    if (state.logarithmic) scale.type = "log";
    if (last - first > FEW_RANKS) return;
    axis.values = Array.from({ length: last - first + 1 }, (_, place) => first + place);
    axis.format = "d";
  }

  // Ranks under all metrics instead of the two chosen ones.
  function rankByAll(content, width) {
    const metrics = [...content.usermeta.columns.keys()];
    for (const row of content.datasets.rows) Object.assign(row, { x: metrics, y: row.ranks });
    content.transform = content.transform.filter((step) => !step.calculate);
    const { x } = content.encoding;
    x.scale.domain = [0, metrics.length - 1];
    const labels = { labelExpr: "labels[datum.value]", labelAlign: "left", labelAngle: -45, labelLimit: 200 };
    Object.assign(x.axis, { values: metrics, tickCount: metrics.length, labelOverlap: width < NAME_HEIGHT * metrics.length, ...labels });
  }

  function attach(place, view, content) {
    const state = states.get(place);
    state.view = view;
    state.rows = content.datasets.rows;
    choose(place, view);
  }

  // The hidden lines and the chosen one.
  function choose(place, view) {
    const state = states.get(place);
    view.signal("off", [...state.off]);
    if (state.chosen) view.signal("left", state.chosen[0]).signal("right", state.chosen[1]);
    return view.runAsync();
  }

  // Names at the ends of a few lines that all reach the right edge, in a wide picture and in no more than a third of it.
  function nameEnds(place, content) {
    const rows = content.datasets.rows.filter((row) => row.front);
    if (content.usermeta.lines !== "curves" || rows.length === 0 || rows.length > NAMED_ENDS) return;
    const { x, y } = content.encoding;
    const font = getComputedStyle(place).fontFamily;
    const room = LEADER + Math.max(...rows.map((row) => textWidth(row.end ?? row.run, font)));
    const reach = rows.every((row) => row.x.at(-1) === x.scale.domain[1] && row.y.at(-1) != null);
    if (!reach || place.clientWidth < WIDE || 3 * room > place.clientWidth) return;
    const height = (row) => content.height * (1 - row.y.at(-1) / y.scale.domain[1]);
    const ends = apart(rows.map((row) => ({ name: row.name, text: row.end ?? row.run, from: height(row) })), content.height);
    if (ends.some((end) => Math.abs(end.at - end.from) > MOVED)) return;
    content.datasets.ends = ends;
    content.layer.push(...endLayers(content, font));
  }

  function textWidth(text, font) {
    const context = document.createElement("canvas").getContext("2d");
    context.font = `${NAME_SIZE}px ${font}`;
    return Math.ceil(context.measureText(text).width);
  }

  // Moves names down where they would overlap, then up where the lowest would leave the plot.
  function apart(ends, height) {
    ends.sort((one, other) => one.from - other.from);
    let above = -Infinity;
    for (const end of ends) above = end.at = Math.max(end.from, above + NAME_HEIGHT);
    let below = height + NAME_HEIGHT;
    for (const end of ends.toReversed()) below = end.at = Math.min(end.at, below - NAME_HEIGHT);
    return ends;
  }

  function endLayers(content, font) {
    const shown = { data: { name: "ends" }, transform: [{ filter: "indexof(off, datum.name) < 0" }] };
    const pixel = (field) => ({ field, type: "quantitative", scale: null, axis: null });
    const opacity = content.layer[1].encoding.opacity;
    const right = (further) => ({ value: { expr: `width + ${further}` } });
    const color = content.layer[1].encoding.color;
    return [
      { ...shown, mark: { type: "rule" }, encoding: { x: right(1), x2: right(LEADER - STUB), y: pixel("from"), y2: { field: "at" }, color, opacity } },
      { ...shown, mark: { type: "rule", strokeWidth: 2 }, encoding: { x: right(LEADER - STUB), x2: right(LEADER - 3), y: pixel("at"), color, opacity } },
      {
        ...shown,
        mark: { type: "text", style: ["tick"], align: "left", baseline: "middle", font, fontSize: NAME_SIZE },
        encoding: { x: right(LEADER), y: pixel("at"), text: { field: "text" }, opacity },
      },
    ];
  }

  function hidden(place) {
    return states.get(place).off;
  }

  function setUp(place, content, redraw) {
    const about = content.usermeta;
    const state = { off: new Set(), columns: about.columns, chosen: about.chosen, all: false, logarithmic: false, hot: null };
    if (about.byRank) place.before(logarithmSwitch(state, redraw));
    if (about.columns) place.before(metricChoices(place, state, redraw));
    state.reading = make("p", { className: "reading" });
    state.reading.setAttribute("aria-hidden", "true");
    state.legend = make("ul", { className: "legend" });
    state.legend.setAttribute("aria-label", "Lines of the chart: point one out, or press to hide and show it");
    place.after(state.reading, state.legend);
    place.addEventListener("pointermove", (event) => point(state, nearest(place, state, event)));
    place.addEventListener("pointerleave", () => point(state, null));
    place.addEventListener("pointerdown", () => (state.before = state.hot));
    place.addEventListener("click", (event) => {
      const line = nearest(place, state, event);
      // On touch screens the first touch highlights a line, the second follows its link.
      const meant = event.pointerType === "mouse" || state.before === line?.row.name;
      if (line?.row.link && meant) location.href = line.row.link;
      else point(state, line);
    });
    return state;
  }

  function logarithmSwitch(state, redraw) {
    const box = make("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      state.logarithmic = box.checked;
      redraw();
    });
    return make("label", { className: "controls" }, box, " Log scale");
  }

  function metricChoices(place, state, redraw) {
    const { columns } = state;
    const first = [...state.chosen];
    const summary = document.getElementById(`${place.id}-summary`);
    const sentence = summary.textContent;
    // It is about the two metrics that are drawn at first.
    const summarise = () => (summary.textContent = state.all || state.chosen.some((one, side) => one !== first[side]) ? "" : sentence);
    const selects = state.chosen.map((chosen, side) => {
      const select = make("select", {}, ...columns.map((column) => new Option(column)));
      select.selectedIndex = chosen;
      select.setAttribute("aria-label", side ? "Ranks on the right by" : "Ranks on the left by");
      select.addEventListener("change", () => {
        state.chosen[side] = select.selectedIndex;
        state.view.signal(side ? "right" : "left", select.selectedIndex).runAsync();
        summarise();
      });
      return select;
    });
    const sides = make("div", { className: "controls sides" }, ...selects);
    if (columns.length <= selects.length) return sides;
    const box = make("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      state.all = box.checked;
      sides.hidden = state.all;
      summarise();
      redraw();
    });
    const all = make("div", { className: "controls" }, make("label", {}, box, ` All ${columns.length} metrics`));
    return make("div", {}, all, sides);
  }

  function swatch(i, dashed) {
    const picture = document.createElementNS(SVG, "svg");
    const line = document.createElementNS(SVG, "line");
    picture.setAttribute("class", `swatch series-${(i % COLOURS) + 1}`);
    picture.setAttribute("viewBox", "0 0 24 8");
    for (const [name, value] of Object.entries({ x1: 0, y1: 4, x2: 24, y2: 4, ...(dashed && { "stroke-dasharray": "6 3" }) })) {
      line.setAttribute(name, value);
    }
    picture.append(line);
    return picture;
  }

  function showLegend(rows, state) {
    const shown = JSON.stringify(rows.map((row) => row.run));
    if (shown === state.shown) return;
    state.shown = shown;
    state.off.clear();
    state.legend.replaceChildren(...rows.map((row, i) => make("li", {}, legendButton(row, i, state))));
  }

  function legendButton(row, i, state) {
    const button = make("button", { type: "button" }, swatch(i, row.dashed ?? (i >= SOLID || !row.link)), make("span", {}, row.run));
    button.setAttribute("aria-pressed", "true");
    for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => point(state, { row }));
    for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => point(state, null));
    button.addEventListener("click", () => {
      const hide = !state.off.delete(row.name);
      if (hide) state.off.add(row.name);
      button.setAttribute("aria-pressed", String(!hide));
      state.view.signal("off", [...state.off]);
      point(state, hide ? null : { row });
    });
    return button;
  }

  function point(state, line) {
    const name = line && !state.off.has(line.row.name) ? line.row.name : null;
    state.hot = name;
    state.reading.textContent = name === null ? "" : (line.said ? `${line.said}: ` : "") + line.row.run;
    state.view?.signal("hot", name).runAsync();
  }

  function pointsOf(row, state) {
    return state.chosen && !state.all ? { x: [0, 1], y: state.chosen.map((column) => row.ranks[column]) } : row;
  }

  function readingOf({ y }, at, value, { chosen, all, columns }) {
    if (!chosen) return `${value.toFixed(4)} at ${+at.toPrecision(3)}`;
    return all ? `${y[Math.round(at)] ?? "no rank"} by ${columns[Math.round(at)]}` : y.join(" and ");
  }

  // The interpolated height of a line; nothing outside of its points.
  function heightAt({ x, y }, at) {
    const after = x.findIndex((one) => one >= at);
    if (after < 0) return undefined;
    if (after === 0) return x[0] - at < 1e-9 ? y[0] : undefined;
    if (y[after] == null || y[after - 1] == null) return undefined;
    return y[after - 1] + ((y[after] - y[after - 1]) * (at - x[after - 1])) / (x[after] - x[after - 1]);
  }

  function nearest(place, state, event) {
    const picture = place.querySelector("svg");
    if (!picture || !state.view) return null;
    const box = picture.getBoundingClientRect();
    const [left, top] = state.view.origin();
    const padding = state.view.padding();
    const at = state.view.scale("x").invert(event.clientX - box.left - left - padding.left);
    const height = event.clientY - box.top - top - padding.top;
    const scale = state.view.scale("y");
    let found = null;
    let distance = NEAR;
    for (const row of state.rows) {
      if (state.off.has(row.name)) continue;
      const points = pointsOf(row, state);
      const value = heightAt(points, at);
      if (value === undefined || Math.abs(scale(value) - height) >= distance) continue;
      distance = Math.abs(scale(value) - height);
      found = { row, said: readingOf(points, at, value, state) };
    }
    place.classList.toggle("pointing", Boolean(found?.row.link));
    return found;
  }

  return { prepare, nameEnds, attach, choose, hidden, COLOURS };
})();
