// The choice of columns: a list of all, by group, of which the first stays.
window.columnChoice = function (data, keys) {
  "use strict";

  const heads = data.columns().header().toArray();
  const first = heads.map((_, column) => data.column(column).visible());
  const choice = document.createElement("details");
  choice.className = "column-choice";
  const summary = document.createElement("summary");
  const list = document.createElement("div");
  choice.append(summary, list);
  const boxes = new Map(); // by column
  const all = []; // the boxes of whole groups, each with its columns

  function box(text, change) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "checkbox";
    input.addEventListener("change", () => change(input.checked));
    label.append(input, " ", text);
    return [label, input];
  }

  function addGroup(name, columns) {
    const group = document.createElement(columns.length > 1 ? "fieldset" : "div");
    if (columns.length > 1) {
      const [label, input] = box(name, (shown) => data.columns(columns).visible(shown));
      const legend = document.createElement("legend");
      legend.append(label);
      group.append(legend);
      all.push([input, columns]);
    }
    for (const column of columns) {
      const [label, input] = box(keys[column], (shown) => data.column(column).visible(shown));
      boxes.set(column, input);
      group.append(label);
    }
    list.append(group);
  }

  function addButton(text, shown) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", () => show(shown));
    return button;
  }

  function show(shown) {
    const columns = heads.map((_, column) => column);
    data.columns(columns.filter((column) => shown(column))).visible(true);
    data.columns(columns.filter((column) => !shown(column))).visible(false);
  }

  function tell() {
    for (const [column, input] of boxes) input.checked = data.column(column).visible();
    for (const [input, columns] of all) {
      const shown = columns.filter((column) => boxes.get(column).checked).length;
      input.checked = shown === columns.length;
      input.indeterminate = shown > 0 && shown < columns.length;
    }
    const shown = data.columns().visible().toArray().filter(Boolean).length;
    summary.textContent = shown === heads.length ? "Columns" : `Columns: ${shown} of ${heads.length}`;
  }

  const otherwise = heads.some((head) => head.dataset.group) ? "Other columns" : "All columns";
  const groups = new Map();
  heads.slice(1).forEach((head, place) => {
    const name = head.dataset.group ?? otherwise;
    groups.set(name, [...(groups.get(name) ?? []), place + 1]);
  });
  for (const [name, columns] of groups) addGroup(name, columns);
  const buttons = document.createElement("p");
  buttons.append(addButton("All", () => true), " ", addButton("Reset", (column) => first[column]));
  list.prepend(buttons);
  choice.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !choice.open) return;
    choice.open = false;
    summary.focus();
  });
  document.addEventListener("click", (event) => {
    if (!choice.contains(event.target)) choice.open = false;
  });
  data.on("column-visibility", tell);
  tell();

  // All columns are printed, whatever the choice.
  let chosen = null;
  matchMedia("print").addEventListener("change", ({ matches }) => {
    if (matches) chosen = data.columns().visible().toArray();
    const wanted = matches ? () => true : (column) => chosen[column];
    show(wanted);
  });

  return { element: choice, first, show };
};
