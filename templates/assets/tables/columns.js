// The list of columns in which the reader chooses those that are shown; the first one always is.
window.columnChoice = function (table) {
  "use strict";

  const initiallyHidden = [...table.hidden];
  const choice = document.createElement("details");
  choice.className = "column-choice";
  const summary = document.createElement("summary");
  const list = document.createElement("div");
  choice.append(summary, list);
  const boxes = new Map(); // by column
  const groupBoxes = []; // with their columns

  function box(text, change) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "checkbox";
    input.addEventListener("change", () => change(input.checked));
    label.append(input, " ", text);
    return [label, input];
  }

  function setVisible(columns, visible) {
    const others = [...table.hidden].filter((column) => !columns.includes(column));
    table.hide(visible ? others : [...others, ...columns]);
  }

  function addGroup(name, columns) {
    const group = document.createElement(columns.length > 1 ? "fieldset" : "div");
    if (columns.length > 1) {
      const [label, input] = box(name, (visible) => setVisible(columns, visible));
      const legend = document.createElement("legend");
      legend.append(label);
      group.append(legend);
      groupBoxes.push([input, columns]);
    }
    for (const column of columns) {
      const [label, input] = box(table.names[column], (visible) => setVisible([column], visible));
      boxes.set(column, input);
      group.append(label);
    }
    list.append(group);
  }

  function addButton(text, hidden) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", () => table.hide(hidden));
    return button;
  }

  function update() {
    for (const [column, input] of boxes) input.checked = table.isVisible(column);
    for (const [input, columns] of groupBoxes) {
      const visible = columns.filter((column) => table.isVisible(column)).length;
      input.checked = visible === columns.length;
      input.indeterminate = visible > 0 && visible < columns.length;
    }
    const all = table.heads.length;
    summary.textContent = table.hidden.size ? `Columns: ${all - table.hidden.size} of ${all}` : "Columns";
  }

  const otherwise = table.heads.some((head) => head.dataset.group) ? "Other columns" : "All columns";
  const groups = new Map();
  table.heads.slice(1).forEach((head, place) => {
    const name = head.dataset.group ?? otherwise;
    groups.set(name, [...(groups.get(name) ?? []), place + 1]);
  });
  for (const [name, columns] of groups) addGroup(name, columns);
  const buttons = document.createElement("p");
  buttons.append(addButton("All", []), " ", addButton("Reset", initiallyHidden));
  list.prepend(buttons);
  choice.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !choice.open) return;
    choice.open = false;
    summary.focus();
  });
  document.addEventListener("click", (event) => {
    if (!choice.contains(event.target)) choice.open = false;
  });
  table.element.addEventListener("drawn", update);
  update();
  return choice;
};
