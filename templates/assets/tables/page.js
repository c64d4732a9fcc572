// All tables of a page that are sorted and filtered. Every row stays in the page: long tables only hide theirs,
// and print them all.
(function () {
  "use strict";

  const FIRST_ROWS = 25;

  const NARROW = matchMedia("(max-width: 34rem)"); // where columns are hidden at first that wide screens have room for
  const FEW_COLUMNS = 4; // which are not chosen from

  // Names of columns by their heads, each different from the others.
  function nameColumns(heads, keys) {
    const seen = new Map();
    for (const head of heads) {
      const name = head.dataset.name ?? head.textContent.trim().replace(/\s+/g, " ");
      seen.set(name, (seen.get(name) ?? 0) + 1);
      keys.set(head, seen.get(name) === 1 ? name : `${name} ${seen.get(name)}`);
    }
  }

  function count(number, noun) {
    return `${number.toLocaleString("en")} ${number === 1 ? noun.replace(/s$/, "") : noun}`;
  }

  // What is copied and saved: rows and columns as they are shown, numbers as they are published.
  function copies(table, keys) {
    const exportOptions = {
      columns: ":visible",
      modifier: { order: "applied", search: "applied" },
      orthogonal: "sort",
      format: { header: (_text, _place, head) => keys.get(head) },
    };
    const page = decodeURIComponent(location.pathname).split("/").pop().replace(/\.html$/, "");
    const shared = { exportOptions, footer: false, title: null, messageTop: null, messageBottom: null };
    return [
      { extend: "copyHtml5", text: "Copy", titleAttr: "Copy the shown rows and columns, for a spreadsheet", ...shared },
      { extend: "csvHtml5", text: "CSV", titleAttr: "Download the shown rows and columns", filename: `${page}-${table.dataset.address ?? "table"}`, ...shared },
    ];
  }

  function setUp(table) {
    const frame = table.closest(".frame");
    const noun = table.dataset.rows ?? "rows";
    const named = new Map();
    const data = new DataTable(table, {
      autoWidth: false,
      columnDefs: [
        { targets: "ranked", type: "rank", orderSequence: ["asc", "desc", ""] },
        { targets: "number", type: "score", orderSequence: ["desc", "asc", ""] },
        { targets: "unsorted", orderable: false },
        { targets: NARROW.matches ? ["further", "wide"] : "further", visible: false },
      ],
      infoCallback: (_settings, _start, _end, all, found) =>
        found === all ? count(all, noun) : `${found.toLocaleString("en")} of ${count(all, noun)}`,
      language: {
        buttons: { copyTitle: "Copied", copySuccess: { 1: "1 row", _: "%d rows" } },
        search: "Filter",
        searchPlaceholder: "",
        zeroRecords: "No row matches.",
      },
      layout: { topStart: ["search", "info"], topEnd: { buttons: copies(table, named) }, bottomStart: null, bottomEnd: null },
      order: [],
      paging: false,
    });
    nameColumns(data.columns().header().toArray(), named);
    const keys = [...named.values()];
    const tools = frame.querySelector(".dt-layout-row");
    tools.classList.add("table-tools");
    frame.before(tools);
    const columns = columnChoice(data, keys);
    if (keys.length > FEW_COLUMNS) tools.querySelector(".dt-buttons").before(columns.element);
    shorten(frame, data);
    return { table, data, keys, columns, tools };
  }

  // A long table shows its first rows in the order and by the filter that are chosen, until all are asked for.
  function shorten(frame, data) {
    if (data.rows().count() <= 2 * FIRST_ROWS) return;
    const button = document.createElement("button");
    button.type = "button";

    let short = true;

    function show() {
      const rows = data.rows({ order: "applied", search: "applied" }).nodes().toArray();
      rows.forEach((row, place) => row.classList.toggle("beyond", short && place >= FIRST_ROWS));
      button.hidden = rows.length <= FIRST_ROWS;
      button.textContent = short ? `Show all ${rows.length.toLocaleString("en")} rows` : `Show the first ${FIRST_ROWS} rows`;
    }

    const line = document.createElement("p");
    line.className = "controls";
    line.append(button);
    frame.after(line);
    button.addEventListener("click", () => {
      short = !short;
      show();
    });
    data.on("draw", show);
    show();
  }

  // Rows with the chosen facts; a row says where its facts are among the choices of each filter.
  function setUpFilters(controls, tables) {
    const selects = [...controls.querySelectorAll("select")];
    for (const { data } of tables) {
      data.search.fixed("facts", (_text, _cells, row) => {
        const places = data.row(row).node().dataset.places.split(" ");
        return selects.every((select, i) => select.value === "" || select.value === places[i]);
      });
    }
    controls.addEventListener("change", () => tables.forEach(({ data }) => data.draw()));
    controls.hidden = false;
    return selects.map((select) => ({ title: select.labels[0].textContent, select }));
  }

  const tables = [...document.querySelectorAll("table.sortable")].map(setUp);
  const filters = new Map(); // by the first table that is filtered, in whose name the address has them
  for (const controls of document.querySelectorAll("[data-filters]")) {
    const ids = controls.dataset.filters.split(" ");
    const filtered = tables.filter(({ table }) => ids.includes(table.id));
    if (filtered.length) filters.set(filtered[0].table, setUpFilters(controls, filtered));
  }
  tickedRuns(tables);

  const printing = matchMedia("print");
  let following = false;

  const addresses = tables
    .filter(({ table }) => table.dataset.address)
    .map(({ table, data, keys, columns, tools }) => {
      const address = tableAddress(table.dataset.address, data, keys, columns, filters.get(table) ?? []);
      data.on("draw column-visibility", () => following || printing.matches || address.write());
      return { tools, address };
    });

  function follow() {
    following = true;
    const [named] = addresses.filter(({ address }) => address.restore());
    following = false;
    if (!named) return;
    const above = named.tools.previousElementSibling;
    (above?.matches("[data-filters]") ? above : named.tools).scrollIntoView({ behavior: "instant" });
  }

  addEventListener("hashchange", follow);
  follow();
})();
