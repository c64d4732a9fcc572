// Runs ticked in the tables of a page, which its address keeps, and the links to the pages that compare them: one for
// the runs of each task.
window.tickedRuns = function (tables) {
  "use strict";

  const MOST_COMPARED = 8; // side by side

  const comparable = tables.filter(({ element }) => element.dataset.compare);
  if (!comparable.length) return;
  const bar = document.createElement("div");
  bar.className = "ticked";
  bar.setAttribute("role", "status");
  bar.hidden = true;
  const clear = document.createElement("button");
  clear.type = "button";
  clear.textContent = "Clear";
  const titleOf = (row) => row.querySelector("a").textContent;

  // The tables with runs of one task, which are compared by one page.
  function groupOf(compare, runs) {
    const { task, topic } = runs[0].element.dataset;
    const named = task ? `ticked.${task}` : "ticked"; // in the address
    const link = document.createElement("a");
    const hint = document.createElement("span");
    bar.append(link, hint);

    const boxes = runs.flatMap(({ rows }) =>
      rows
        .filter((row) => row.dataset.run)
        .map((row) => {
          const box = document.createElement("input");
          box.type = "checkbox";
          box.value = row.dataset.run;
          box.setAttribute("aria-label", `Compare ${titleOf(row)}`);
          box.addEventListener("change", () => {
            tick(box.value, box.checked);
            tell();
          });
          const label = document.createElement("label");
          label.className = "tick";
          label.append(box);
          row.cells[0].prepend(label);
          return box;
        }),
    );

    // A run has a row in several tables.
    function tick(run, ticked) {
      for (const box of boxes) {
        if (box.value !== run) continue;
        box.checked = ticked;
        box.closest("tr").classList.toggle("picked", ticked);
      }
    }

    const ticked = () => boxes.filter((box) => box.checked);
    const chosenRuns = () => new Set(ticked().map((box) => box.value));

    function restore(parts) {
      const chosen = parts.getAll(named);
      for (const box of boxes) tick(box.value, chosen.includes(box.value));
    }

    function write(parts) {
      parts.delete(named);
      for (const run of chosenRuns()) parts.append(named, run);
    }

    function update() {
      const chosen = [...chosenRuns()];
      const of = groups.length > 1 ? ` of ${task}` : "";
      link.hidden = chosen.length < 2;
      link.textContent =
        chosen.length > MOST_COMPARED ? `Compare the first ${MOST_COMPARED} of ${chosen.length} runs${of}` : `Compare ${chosen.length} runs${of}`;
      link.href = `${compare}#${addressOf(chosen)}`;
      hint.hidden = chosen.length !== 1;
      hint.textContent = hint.hidden ? "" : `${titleOf(ticked()[0].closest("tr"))} is ticked. Tick another run${of} to compare them.`;
    }

    // As the page that compares runs names them.
    function addressOf(chosen) {
      const named = chosen.slice(0, MOST_COMPARED).map((run, place) => [["a", "b"][place] ?? "run", run]);
      return new URLSearchParams(topic ? [...named, ["topic", topic]] : named);
    }

    return { ticked, restore, write, clear: () => ticked().forEach((box) => tick(box.value, false)), update };
  }

  function tell() {
    const parts = pageAddress.read();
    for (const { write } of groups) write(parts);
    pageAddress.write(parts);
    for (const { update } of groups) update();
    bar.hidden = groups.every(({ ticked }) => !ticked().length);
    announce();
  }

  // Charts of the page show the ticked runs, else those that match the filter, before the others.
  function announce() {
    const ticked = groups.flatMap((group) => group.ticked()).map((box) => box.closest("tr"));
    const [{ matching, rows }] = comparable;
    const chosen = ticked.length ? ticked : matching.length < rows.length ? matching : null;
    const detail = chosen && [...new Set(chosen.map((row) => row.querySelector("a").getAttribute("href")))];
    document.dispatchEvent(new CustomEvent("runschosen", { detail }));
  }

  const addresses = [...new Set(comparable.map(({ element }) => element.dataset.compare))];
  const groups = addresses.map((one) =>
    groupOf(
      one,
      comparable.filter(({ element }) => element.dataset.compare === one),
    ),
  );
  clear.addEventListener("click", () => {
    groups.forEach((group) => group.clear());
    tell();
  });
  bar.append(clear);
  document.querySelector("main").append(bar);
  comparable[0].element.addEventListener("drawn", announce);

  function restore() {
    const parts = pageAddress.read();
    for (const group of groups) group.restore(parts);
    tell();
  }

  addEventListener("hashchange", restore);
  restore();
};
