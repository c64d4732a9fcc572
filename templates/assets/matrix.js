// The matrix of significant differences: its test and order, and a link from each sign to the two runs.
(function () {
  "use strict";

  const FINDINGS = {
    "+": "is significantly better than",
    "−": "is significantly worse than",
    "=": "is not significantly different from",
    "?": "could not be tested against",
  };
  const CLASSES = { "+": "up", "−": "down" };
  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  const table = document.getElementById("matrix-table");
  const element = (name) => document.getElementById(`matrix-${name}`);
  const body = table.tBodies[0];
  const headRow = table.tHead.rows[0];
  const FACTS = headRow.cells.length - body.rows.length; // columns before the signs
  const BETTER = FACTS - 2; // the column with the number of runs beaten; the number of better runs follows
  const heads = [...headRow.cells].slice(FACTS);
  const runs = [...body.rows].map((row, place) => ({
    place,
    row,
    head: heads[place],
    cells: [...row.cells].slice(FACTS),
    run: row.dataset.run,
    title: heads[place].textContent,
    participant: row.dataset.participant ?? "",
    signs: row.dataset.signs.split("|"),
  }));
  const count = (text, sign) => text.split(sign).length - 1;
  const collator = new Intl.Collator("en", { numeric: true });
  const ORDERS = {
    place: (a, b) => a.place - b.place,
    title: (a, b) => collator.compare(a.title, b.title) || a.place - b.place,
    participant: (a, b) => (a.participant === "") - (b.participant === "") || collator.compare(a.participant, b.participant) || a.place - b.place,
    better: (a, b) => b.better - a.better || a.place - b.place,
  };

  function addLinks() {
    for (const { run, cells, place } of runs) {
      runs.forEach((other) => {
        if (other.place === place) return;
        const link = document.createElement("a");
        link.href = `${body.dataset.compare}#${new URLSearchParams({ a: run, b: other.run })}`;
        link.tabIndex = -1;
        cells[other.place].replaceChildren(link);
      });
    }
  }

  function draw() {
    const test = element("test").selectedIndex;
    element("test-name").textContent = element("test").selectedOptions[0].dataset.name;
    for (const one of runs) {
      const signs = one.signs[test];
      one.better = count(signs, "+");
      one.row.cells[BETTER].textContent = one.better;
      one.row.cells[BETTER + 1].textContent = count(signs, "−");
      one.cells.forEach((cell, i) => {
        cell.className = CLASSES[signs[i]] ?? "";
        const link = cell.firstElementChild;
        if (!link) return;
        link.textContent = signs[i];
        const sentence = `${one.title} ${FINDINGS[signs[i]]} ${runs[i].title}`;
        link.setAttribute("aria-label", sentence);
        link.dataset.tip = sentence;
      });
    }
    const order = [...runs].sort(ORDERS[element("order").value]);
    headRow.append(...order.map(({ head }) => head));
    for (const one of order) one.row.append(...order.map(({ place }) => one.cells[place]));
    body.append(...order.map(({ row }) => row));
    enter(body.querySelector("td > a"));
  }

  // One link of the matrix is reached by the tabulator key; the arrow keys move from there.
  function enter(link) {
    body.querySelector('td > a[tabindex="0"]')?.setAttribute("tabindex", "-1");
    link.tabIndex = 0;
  }

  function move(event) {
    const step = STEPS[event.key];
    const cell = event.target.closest("td");
    if (!step || !cell) return;
    event.preventDefault();
    let row = cell.parentElement.sectionRowIndex;
    let column = cell.cellIndex;
    let link = null;
    do {
      row += step[0];
      column += step[1];
      const next = column < FACTS ? undefined : body.rows[row]?.cells[column];
      if (!next) return;
      link = next.firstElementChild; // the diagonal has none
    } while (!link);
    enter(link);
    link.focus();
  }

  addLinks();
  draw();
  element("controls").addEventListener("change", draw);
  body.addEventListener("keydown", move);
  element("controls").hidden = element("help").hidden = false;
})();
