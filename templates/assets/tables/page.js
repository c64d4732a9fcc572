// All sortable tables of a page, with the tools above each: filter, count, choice of columns, copy, CSV.
(function () {
  "use strict";

  const FIRST_ROWS = 25; // of a long table; sortable-tables.css hides the others
  const FEW_COLUMNS = 4; // no choice of columns
  const NARROW = matchMedia("(max-width: 34rem)");

  function count(number, noun) {
    return `${number.toLocaleString("en")} ${number === 1 ? noun.replace(/s$/, "") : noun}`;
  }

  function make(name, attributes, ...content) {
    const element = document.createElement(name);
    Object.assign(element, attributes);
    element.append(...content);
    return element;
  }

  function makeButton(text, title, click) {
    const button = make("button", { type: "button", title }, text);
    button.addEventListener("click", () => click(button));
    return button;
  }

  function filterField(table) {
    const input = make("input", { type: "search" });
    input.addEventListener("input", () => {
      table.query = input.value;
      table.draw();
    });
    table.element.addEventListener("drawn", () => {
      if (input.value !== table.query) input.value = table.query;
    });
    return make("label", { className: "table-filter" }, "Filter ", input);
  }

  function rowCount(table) {
    const noun = table.element.dataset.rows ?? "rows";
    const status = make("span", { className: "table-count" });
    status.setAttribute("role", "status");
    function update() {
      const [found, all] = [table.matching.length, table.rows.length];
      status.textContent = found === all ? count(all, noun) : `${found.toLocaleString("en")} of ${count(all, noun)}`;
    }
    table.element.addEventListener("drawn", update);
    update();
    return status;
  }

  // What paper does not show otherwise: which rows the reader chose, and their order.
  function printedChoice(table) {
    const note = make("p", { className: "printed" });
    table.element.addEventListener("drawn", () => {
      const { matching, rows, query, order, names } = table;
      const of = matching.length < rows.length ? `${matching.length.toLocaleString("en")} of ${count(rows.length, table.element.dataset.rows ?? "rows")}` : "";
      const by = order ? `ordered by ${names[order.column]}, ${order.direction === "asc" ? "lowest" : "highest"} first` : "";
      const chosen = [of, query && `with “${query}”`, by].filter(Boolean);
      note.textContent = chosen.length ? `As chosen: ${chosen.join(", ")}.` : "";
    });
    return note;
  }

  function copyButton(table) {
    const button = makeButton("Copy", "Copy the rows and columns shown, for a spreadsheet", async () => {
      const text = table.contents().map((cells) => cells.join("\t")).join("\n");
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = `Copied ${count(table.matching.length, "rows")}`;
      } catch {
        button.textContent = "This browser does not allow copying: use CSV";
      }
    });
    button.setAttribute("aria-live", "polite");
    table.element.addEventListener("drawn", () => {
      button.textContent = "Copy";
    });
    return button;
  }

  function csvButton(table) {
    const quoted = (cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    return makeButton("CSV", "Download the rows and columns shown", () => {
      const lines = table.contents().map((cells) => `${cells.map(quoted).join()}\r\n`);
      const page = decodeURIComponent(location.pathname).split("/").pop().replace(/\.html$/, "");
      const link = make("a", {
        href: URL.createObjectURL(new Blob(lines, { type: "text/csv" })),
        download: `${page}-${table.element.dataset.address ?? "table"}.csv`,
      });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    });
  }

  function setUp(element) {
    const table = new SortableTable(element);
    const first = (head) => !head.classList.contains("further") && !(NARROW.matches && head.classList.contains("wide"));
    table.hide([...table.heads.keys()].filter((column) => !first(table.heads[column])));
    const found = make("div", {}, filterField(table), rowCount(table));
    const buttons = make("div", {}, copyButton(table), csvButton(table));
    if (table.heads.length > FEW_COLUMNS) buttons.prepend(columnChoice(table));
    const tools = make("div", { className: "table-tools" }, found, buttons);
    const frame = element.closest(".frame");
    frame.before(tools);
    frame.after(printedChoice(table));
    element.classList.toggle("long", table.rows.length > 2 * FIRST_ROWS); // scripts add rows too
    if (element.matches(".long")) frame.after(make("p", { className: "controls" }, allRowsButton(table)));
    return { table, tools };
  }

  function allRowsButton(table) {
    const { classList } = table.element;
    const button = makeButton("", "", () => {
      classList.toggle("all-rows");
      update();
    });
    function update() {
      const all = table.matching.length;
      button.hidden = all <= FIRST_ROWS;
      button.textContent = classList.contains("all-rows") ? `Show the first ${FIRST_ROWS} rows` : `Show all ${all.toLocaleString("en")} rows`;
    }
    table.element.addEventListener("drawn", update);
    update();
    return button;
  }

  // Facets that the reader chooses. Each row says which option of each facet is its own.
  function setUpFilters(controls, tables) {
    const selects = [...controls.querySelectorAll("select")];
    for (const table of tables) {
      table.filters.push((row) => {
        const places = row.dataset.places.split(" ");
        return selects.every((select, i) => select.value === "" || select.value === places[i]);
      });
    }
    controls.addEventListener("change", () => tables.forEach((table) => table.draw()));
    controls.hidden = false;
    return selects.map((select) => ({ title: select.labels[0].textContent, select }));
  }

  const all = [...document.querySelectorAll("table.sortable")].map(setUp);
  const tables = all.map(({ table }) => table);
  const filters = new Map(); // by the first table that they filter, whose name they have in the address
  for (const controls of document.querySelectorAll("[data-filters]")) {
    const ids = controls.dataset.filters.split(" ");
    const filtered = tables.filter(({ element }) => ids.includes(element.id));
    if (filtered.length) filters.set(filtered[0], setUpFilters(controls, filtered));
  }
  tickedRuns(tables);

  let restoring = false;

  const addresses = all
    .filter(({ table }) => table.element.dataset.address)
    .map(({ table, tools }) => {
      const address = tableAddress(table, filters.get(table) ?? []);
      table.element.addEventListener("drawn", () => restoring || address.write());
      return { tools, address };
    });

  function restore() {
    restoring = true;
    const [named] = addresses.filter(({ address }) => address.restore());
    restoring = false;
    if (!named) return;
    const above = named.tools.previousElementSibling;
    (above?.matches("[data-filters]") ? above : named.tools).scrollIntoView({ behavior: "instant" });
  }

  addEventListener("hashchange", restore);
  restore();
})();
