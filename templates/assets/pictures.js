// Draws the charts of a page from the specifications it holds, in the reader's colours.
(function () {
  "use strict";

  const root = document.documentElement;
  // No style sheets but the site's, and no function made from text: pages allow neither.
  const EMBEDDED = { actions: false, ast: true, defaultStyle: false, renderer: "svg", tooltip: { disableDefaultStyle: true, theme: "custom" } };
  const drawn = new Map();
  const turns = new Map();
  let chosenRuns = null; // addresses of the runs that the reader chose in a table

  // A chart in the page refers to the colours of the style sheet, and so follows the theme, also in print.
  const references = (names) => names.map((name) => `var(--${name})`);

  // A chart saved as a file has the colours themselves, always the light ones.
  function lightColours(names) {
    const probe = document.createElement("span");
    probe.style.colorScheme = "light";
    document.body.append(probe);
    const found = names.map((name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return found;
  }

  function isNarrow(width) {
    return width < 560;
  }

  function chartConfig(width, colours = references) {
    const [paper, ink, soft, line, quiet, accent, span, gain, loss] = colours([
      "paper", "ink", "soft", "line", "quiet", "accent", "span", "gain", "loss",
    ]);
    const series = colours(Array.from({ length: lineCharts.COLOURS }, (_, i) => `series-${i + 1}`));
    const font = getComputedStyle(document.body).fontFamily;
    const narrow = isNarrow(width);
    const text = { labelColor: soft, titleColor: ink, labelFont: font, titleFont: font, labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal" };
    return {
      background: "transparent",
      aria: false,
      view: { stroke: null },
      axis: { ...text, gridColor: line, domainColor: line, tickColor: line },
      axisX: { tickCount: narrow ? 4 : 10 },
      axisY: { labelLimit: narrow ? 120 : 320 },
      legend: text,
      // Of relevance: relevant, in a relevant article, not relevant, not judged.
      range: { category: series, ordinal: [accent, span, soft, quiet] },
      style: {
        accent: { color: accent, opacity: 1 },
        span: { color: span },
        gain: { color: gain },
        loss: { color: loss },
        quiet: { color: quiet, strokeWidth: 1.2, opacity: 1 },
        series: { strokeWidth: 2 },
        pointed: { color: ink, strokeWidth: 3.5 },
        tick: { color: ink },
        halo: { color: paper, stroke: paper, strokeWidth: 4 },
        interval: { color: accent, opacity: 0.45, strokeWidth: 2 },
        bracket: { color: soft, thickness: 2, opacity: 1 },
      },
    };
  }

  // The picture's own markup is hidden from assistive software, which reads the summary and the table instead.
  function canvasOf(place) {
    let canvas = place.firstElementChild;
    if (!canvas) {
      canvas = document.createElement("div");
      canvas.setAttribute("aria-hidden", "true");
      place.append(canvas);
    }
    return canvas;
  }

  // The page lists labels and links of its runs once; rows, and lines of one grid, refer to such lists.
  const names = JSON.parse(document.getElementById("names")?.textContent ?? "[]");

  // A chart may be specified as an earlier one. Where there is little room for labels, a row may name its run without the participant.
  function contentOf(script, narrow) {
    const { like } = script.dataset;
    const shared = like && JSON.parse(document.querySelector(`[data-chart="${like}"]`).textContent);
    const content = { ...shared, ...JSON.parse(script.textContent) };
    for (const row of content.datasets.rows) {
      if (row.name !== undefined) [row.run, row.link] = names[row.name];
      if (narrow && row.title !== undefined) row.run = row.title;
      if (content.usermeta.grids) row.x = content.usermeta.grids[row.x];
    }
    return content;
  }

  function preparedContent(script, place, narrow) {
    const content = contentOf(script, narrow);
    if (content.usermeta.comparison) comparison.prepare(place, content);
    if (content.usermeta.lines) lineCharts.prepare(place, content, () => drawChart(script));
    if (content.usermeta.scatter) scatterCharts.prepare(place, content, () => drawChart(script));
    return content;
  }

  async function drawChart(script) {
    const place = document.getElementById(script.dataset.chart);
    if (place.closest("[hidden]")) return;
    const content = preparedContent(script, place, isNarrow(place.clientWidth));
    const about = content.usermeta;
    if (about.lines) lineCharts.nameEnds(place, content);
    try {
      drawn.get(place)?.finalize();
      const result = await vegaEmbed(canvasOf(place), { ...content, config: chartConfig(place.clientWidth) }, EMBEDDED);
      drawn.set(place, result);
      showChosen(place, result);
      if (about.lines) lineCharts.attach(place, result.view, content);
      if (about.comparison) comparison.attach(place, result.view, content);
      chartSaving.offer(place, () => drawForPrint(script, place), about.lines || about.scatter);
    } catch (error) {
      place.textContent = "The chart could not be drawn; its numbers are in the table.";
      console.error(error);
    }
  }

  function showChosen(place, { view, spec }) {
    if (!spec.usermeta.runs && !spec.usermeta.lines) return;
    view.signal("chosenRuns", chosenRuns).runAsync();
    place.classList.toggle("fading", chosenRuns !== null);
  }

  async function drawForPrint(script, place) {
    const content = preparedContent(script, place, false);
    const lines = Boolean(content.usermeta.lines);
    if (lines) chartSaving.withLegend(content, lineCharts.hidden(place));
    const config = chartSaving.inPrint(chartConfig(chartSaving.WIDTH, lightColours));
    const apart = document.createElement("div");
    const result = await vegaEmbed(apart, { ...content, width: chartSaving.WIDTH, config }, EMBEDDED);
    if (lines) await lineCharts.choose(place, result.view);
    const svg = await result.view.toSVG();
    result.finalize();
    return svg;
  }

  // Drawings of a chart are queued, so that the last one requested is shown.
  function drawInTurn(script) {
    const turn = (turns.get(script) ?? Promise.resolve()).then(() => drawChart(script));
    turns.set(script, turn);
    return turn;
  }

  function drawCharts(within = document) {
    return Promise.all([...within.querySelectorAll("script[data-chart]")].map(drawInTurn));
  }

  // Of several charts of a kind one is shown; without scripts all are.
  function setUpChoices() {
    for (const [i, group] of document.querySelectorAll(".choice").entries()) {
      const parts = [...group.children];
      if (parts.length < 2) continue;
      const controls = document.createElement("div");
      const label = document.createElement("label");
      const select = document.createElement("select");
      controls.className = "controls";
      label.textContent = group.dataset.label;
      label.htmlFor = select.id = `choice-${i}`;
      controls.append(label, select);
      for (const part of parts) select.append(new Option(part.dataset.name));
      function show() {
        parts.forEach((part, place) => (part.hidden = place !== select.selectedIndex));
      }
      select.addEventListener("change", () => {
        show();
        drawCharts(parts[select.selectedIndex]);
      });
      show();
      group.prepend(controls);
    }
  }

  setUpChoices();
  drawCharts().then(() => root.classList.add("settled"));
  document.addEventListener("runschosen", ({ detail }) => {
    chosenRuns = detail;
    for (const [place, result] of drawn) showChosen(place, result);
  });
  document.addEventListener("chartchange", (event) => drawCharts(event.target));
})();
