// A scatter plot of runs by scores or ranks under two metrics that the reader chooses; a cell of a matrix of metrics chooses too.
window.scatterCharts = (function () {
  "use strict";

  const chosenBy = new Map();

  // Before a chart is drawn: its controls, made once, the two metrics that they name, and whether ranks are asked for.
  function prepare(place, content, redraw) {
    const about = content.usermeta.scatter;
    if (!chosenBy.has(place)) setUp(place, about, redraw);
    const [across, up, ranked] = chosenBy.get(place);
    const rows = content.datasets.rows;
    const last = Math.max(...rows.flatMap((row) => [row.ranks[across], row.ranks[up]]));
    for (const row of rows) {
      const numbers = ranked ? row.ranks : row.scores;
      row.x = numbers[across];
      row.y = numbers[up];
      row.across = said(row, across);
      row.up = said(row, up);
    }
    content.datasets.rows = rows.filter((row) => row.x !== null && row.y !== null);
    for (const [channel, column] of [["x", across], ["y", up]]) {
      const { axis, scale } = content.encoding[channel];
      axis.title = ranked ? `Rank by ${about.columns[column]}` : about.columns[column];
      scale.domain = ranked ? [0.5, last + 0.5] : domain(rows, about.ranges[column], column);
      if (ranked) {
        axis.tickMinStep = 1;
        scale.reverse = true;
      }
    }
  }

  function said(row, column) {
    return row.scores[column] === null ? "" : `${row.scores[column].toFixed(4)}, rank ${row.ranks[column]}`;
  }

  function domain(rows, [lowest, highest], column) {
    const most = Math.max(...rows.map((row) => row.scores[column] ?? lowest));
    const parts = [0.02, 0.05, 0.1, 0.2, 0.5].map((part) => part * highest);
    return [lowest, lowest === 0 ? (parts.find((end) => most <= end) ?? Math.max(highest, most)) : Math.max(highest, most)];
  }

  function setUp(place, about, redraw) {
    const chosen = [...about.chosen, false];
    chosenBy.set(place, chosen);
    const controls = document.createElement("div");
    controls.className = "controls";
    const reading = document.createElement("p");
    reading.className = "note";
    reading.setAttribute("role", "status");

    function tell() {
      const [rho, tau] = [about.spearman, about.kendall].map((values) => values[chosen[0]][chosen[1]]);
      reading.textContent =
        rho === null ? "These two have no correlation." : `Spearman’s ρ ${written(rho)}, Kendall’s τ-b ${written(tau)}.`;
    }

    const selects = ["x axis", "y axis"].map((name, side) => {
      const label = document.createElement("label");
      const select = document.createElement("select");
      select.id = `${place.id}-${side}`;
      label.htmlFor = select.id;
      label.textContent = name;
      for (const column of about.columns) select.append(new Option(column));
      select.selectedIndex = chosen[side];
      select.addEventListener("change", () => choose(side, select.selectedIndex));
      controls.append(label, select);
      return select;
    });

    const box = document.createElement("input");
    box.type = "checkbox";
    box.addEventListener("change", () => {
      chosen[2] = box.checked;
      redraw();
    });
    const label = document.createElement("label");
    label.append(box, " Ranks");
    controls.append(label);

    function choose(side, column) {
      chosen[side] = column;
      selects[side].selectedIndex = column;
      tell();
      redraw();
    }

    function followAddress() {
      const pair = /^#pair-(\d+)-(\d+)$/.exec(location.hash)?.slice(1).map(Number);
      if (!pair || pair.some((column) => column >= about.columns.length)) return;
      pair.forEach((column, side) => choose(side, column));
      controls.scrollIntoView();
    }

    tell();
    place.before(controls);
    place.after(reading);
    addEventListener("hashchange", followAddress);
    queueMicrotask(followAddress);
  }

  function written(value) {
    return value.toFixed(2).replace("-", "−");
  }

  return { prepare };
})();
