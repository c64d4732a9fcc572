// A table that can be sorted and filtered and whose columns can be hidden. Its body contains the matching rows, in order.
window.SortableTable = (function () {
  "use strict";

  const NUMBER = /^[<\s]*[−-]?[\d.,]+$/;
  const MISSING = /^–?$/;
  const texts = new Intl.Collator("en", { numeric: true });
  const tables = new WeakMap();

  function textOf(cell) {
    return cell.textContent.trim().replace(/\s+/g, " ");
  }

  // As published, where the cell shows a rounded number.
  function valueOf(cell) {
    return cell.dataset.order ?? textOf(cell);
  }

  function numberIn(text) {
    return parseFloat(text.replace(/[<,\s]/g, "").replace("−", "-"));
  }

  // For searching: without case and diacritics.
  function plain(text) {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  }

  // Names of the columns; equal ones are numbered.
  function namesOf(heads) {
    const seen = new Map();
    return heads.map((head) => {
      const name = head.dataset.name ?? textOf(head);
      seen.set(name, (seen.get(name) ?? 0) + 1);
      return seen.get(name) === 1 ? name : `${name} ${seen.get(name)}`;
    });
  }

  return class SortableTable {
    #searched = new Map(); // text by row
    #style = new CSSStyleSheet();
    #buttons = new Map(); // by column

    constructor(element) {
      this.element = element;
      this.rows = [...element.tBodies[0].rows]; // as published
      this.matching = this.rows;
      this.heads = [...element.tHead.rows[0].cells];
      this.names = namesOf(this.heads);
      this.order = null; // or a column and a direction, "asc" or "desc"
      this.query = "";
      this.filters = []; // functions of a row
      this.hidden = new Set(); // columns
      element.id ||= `table-${document.adoptedStyleSheets.length}`;
      document.adoptedStyleSheets.push(this.#style);
      this.heads.forEach((head, column) => head.classList.contains("unsorted") || this.#addButton(head, column));
      tables.set(element, this);
    }

    static of(element) {
      return tables.get(element);
    }

    #addButton(head, column) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "order";
      button.setAttribute("aria-label", `Sort by ${this.names[column]}`);
      this.#buttons.set(column, button);
      head.append(button);
      head.addEventListener("click", ({ target }) => target.closest("a") || this.#sortNext(column));
    }

    // Scores from the highest, all else from the lowest; then in reverse; then as published.
    #sortNext(column) {
      const { classList } = this.heads[column];
      const directions = ["asc", "desc"];
      if (classList.contains("number") && !classList.contains("ranked")) directions.reverse();
      const next = this.order?.column === column ? directions.indexOf(this.order.direction) + 1 : 0;
      this.order = next < directions.length ? { column, direction: directions[next] } : null;
      this.draw();
    }

    replaceRows(rows) {
      this.rows = rows;
      this.#searched.clear();
      this.draw();
    }

    draw() {
      const words = plain(this.query).split(/\s+/);
      this.matching = this.#sorted(this.rows.filter((row) => this.filters.every((filter) => filter(row)) && this.#contains(row, words)));
      this.element.tBodies[0].replaceChildren(...(this.matching.length ? this.matching : [this.#emptyRow()]));
      this.heads.forEach((head, column) => {
        const direction = this.order?.column === column && { asc: "ascending", desc: "descending" }[this.order.direction];
        if (direction) head.setAttribute("aria-sort", direction);
        else head.removeAttribute("aria-sort");
      });
      this.element.dispatchEvent(new Event("drawn"));
    }

    #contains(row, words) {
      if (!this.#searched.has(row)) this.#searched.set(row, plain([...row.cells].map(textOf).join(" ")));
      return words.every((word) => this.#searched.get(row).includes(word));
    }

    // Equal values stay as published; missing ones are last in both directions.
    #sorted(rows) {
      if (!this.order) return rows;
      const { column, direction } = this.order;
      const values = new Map(rows.map((row) => [row, valueOf(row.cells[column])]));
      const known = rows.filter((row) => !MISSING.test(values.get(row)));
      const isNumeric = this.heads[column].classList.contains("number") || known.every((row) => NUMBER.test(values.get(row)));
      if (isNumeric) values.forEach((value, row) => values.set(row, numberIn(value)));
      const compare = isNumeric ? (one, other) => one - other : texts.compare;
      const isMissing = (value) => (isNumeric ? Number.isNaN(value) : MISSING.test(value));
      const sign = direction === "asc" ? 1 : -1;
      return rows.sort((row, otherRow) => {
        const [one, other] = [values.get(row), values.get(otherRow)];
        return isMissing(one) || isMissing(other) ? isMissing(one) - isMissing(other) : sign * compare(one, other);
      });
    }

    #emptyRow() {
      const row = document.createElement("tr");
      const cell = row.insertCell();
      cell.colSpan = this.heads.length;
      cell.textContent = "No row matches.";
      return row;
    }

    isVisible(column) {
      return !this.hidden.has(column);
    }

    // All columns are printed. One style rule is enough, however many rows there are.
    hide(columns) {
      this.hidden = new Set(columns);
      const cells = [...this.hidden].map((column) => `#${CSS.escape(this.element.id)} > * > tr > :nth-child(${column + 1})`);
      this.#style.replaceSync(cells.length ? `@media screen { ${cells.join()} { display: none; } }` : "");
      this.element.dispatchEvent(new Event("drawn"));
    }

    // Names of the visible columns, and the cells of the matching rows, with numbers as published.
    contents() {
      const columns = this.names.map((_, column) => column).filter((column) => this.isVisible(column));
      const cells = this.matching.map((row) => columns.map((column) => valueOf(row.cells[column])));
      const names = namesOf(this.heads); // those of runs change with the choice
      return [columns.map((column) => names[column]), ...cells];
    }
  };
})();
