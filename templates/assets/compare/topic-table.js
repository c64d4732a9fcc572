// The table of topics: a row for each, which can be selected.
window.topicTable = function (about, now, select) {
  "use strict";

  const { make, number, score, signed } = wording;
  const table = document.getElementById("topics");
  const boxes = new Map();
  const only = document.getElementById("only");
  let narrowed = false;

  function rowOf({ topic, a, b, difference }) {
    const { topic: id, title, link } = about.topics[topic];
    const box = make("input", { type: "checkbox" });
    box.setAttribute("aria-label", `Select topic ${id}`);
    box.addEventListener("change", () => {
      if (!now.selected.delete(topic)) now.selected.add(topic);
      select([...now.selected]);
    });
    boxes.set(topic, box);
    const cells = [score(a), score(b), signed(difference)].map((text, place) => {
      const value = [a, b, difference][place];
      const cell = make("td", { className: "number" }, number(value, text));
      cell.dataset.order = value; // as published, for sorting and files
      return cell;
    });
    const head = make("th", { scope: "row" }, box, " ", link ? make("a", { href: link }, id) : id);
    return make("tr", {}, head, make("td", {}, title), ...cells);
  }

  function fill() {
    boxes.clear();
    const rows = now.result.topics.map(rowOf);
    const [a, b] = now.runs.map((run) => `${about.runs[run].run} ${now.metric.metric}`);
    [a, b, `${a} − ${b}`].forEach((name, place) => (table.tHead.rows[0].cells[place + 2].dataset.name = name));
    // The first rows are there before sorting and filtering are set up.
    const sortable = window.SortableTable?.of(table);
    if (sortable) sortable.replaceRows(rows);
    else table.tBodies[0].replaceChildren(...rows);
    show();
  }

  // Marks the selected topics.
  function show() {
    for (const [topic, box] of boxes) {
      box.checked = now.selected.has(topic);
      box.closest("tr").classList.toggle("picked", box.checked);
    }
    narrow();
  }

  function narrow() {
    const sortable = window.SortableTable?.of(table);
    const isNarrow = only.checked && now.selected.size > 0;
    if (!sortable || !(isNarrow || narrowed)) return;
    narrowed = isNarrow;
    sortable.filters[0] = (row) => !narrowed || row.classList.contains("picked");
    sortable.draw();
  }

  only.addEventListener("change", show);
  return { fill, show };
};
