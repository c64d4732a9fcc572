// Runs ticked in the tables of a page, and the link to the page that compares them.
window.tickedRuns = function (tables) {
  "use strict";

  const MOST_COMPARED = 8; // side by side

  const runs = tables.filter(({ element }) => element.dataset.compare);
  if (!runs.length) return;
  const { compare } = runs[0].element.dataset;
  const bar = document.createElement("div");
  bar.className = "ticked";
  bar.setAttribute("role", "status");
  bar.hidden = true;
  const link = document.createElement("a");
  const hint = document.createElement("span");
  const clear = document.createElement("button");
  clear.type = "button";
  clear.textContent = "Clear";
  bar.append(link, hint, " ", clear);

  const titleOf = (row) => row.querySelector("a").textContent;

  const boxes = runs.flatMap(({ rows }) =>
    rows
      .filter((row) => row.dataset.run)
      .map((row) => {
        const box = document.createElement("input");
        box.type = "checkbox";
        box.value = row.dataset.run;
        box.setAttribute("aria-label", `Compare ${titleOf(row)}`);
        box.addEventListener("change", () => tick(box.value, box.checked));
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
    tell();
  }

  function tell() {
    const ticked = boxes.filter((box) => box.checked);
    const chosen = [...new Set(ticked.map((box) => box.value))];
    bar.hidden = chosen.length === 0;
    link.hidden = chosen.length < 2;
    link.textContent =
      chosen.length > MOST_COMPARED ? `Compare the first ${MOST_COMPARED} of ${chosen.length} runs` : `Compare ${chosen.length} runs`;
    link.href = `${compare}#${addressOf(chosen)}`;
    announce();
    hint.textContent = chosen.length === 1 ? `${titleOf(ticked[0].closest("tr"))} is ticked. Tick another run to compare them.` : "";
  }

  // Charts of the page show the ticked runs, else those that match the filter, before the others.
  function announce() {
    const ticked = boxes.filter((box) => box.checked).map((box) => box.closest("tr"));
    const [{ matching, rows }] = runs;
    const chosen = ticked.length ? ticked : matching.length < rows.length ? matching : null;
    const detail = chosen && [...new Set(chosen.map((row) => row.querySelector("a").getAttribute("href")))];
    document.dispatchEvent(new CustomEvent("runschosen", { detail }));
  }

  // As the page that compares runs names them.
  function addressOf(chosen) {
    return new URLSearchParams(chosen.slice(0, MOST_COMPARED).map((run, place) => [["a", "b"][place] ?? "run", run]));
  }

  clear.addEventListener("click", () => {
    boxes.filter((box) => box.checked).forEach((box) => tick(box.value, false));
  });
  document.querySelector("main").append(bar);
  runs[0].element.addEventListener("drawn", announce);
  tell();
};
