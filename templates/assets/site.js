(function () {
  "use strict";

  const root = document.documentElement;

  function setUpThemes() {
    const control = document.querySelector(".theme");

    function mark() {
      for (const input of control.querySelectorAll("input")) input.checked = input.value === siteSettings.shownTheme();
    }

    function follow(theme) {
      siteSettings.showTheme(theme);
      mark();
    }

    control.addEventListener("change", (event) => {
      siteSettings.showTheme(event.target.value);
      siteSettings.keep("theme", event.target.value);
    });
    // Pages open elsewhere, and those that the browser kept to go back to, take the choice over.
    addEventListener("storage", (event) => event.key === "theme" && follow(event.newValue));
    addEventListener("pageshow", (event) => event.persisted && follow(siteSettings.kept("theme")));
    mark();
    control.hidden = false;
  }

  function numberIn(cell, missing) {
    const text = String(cell).replace(/<[^>]*>/g, "").replace("&lt;", "").replaceAll(",", "").replace("−", "-");
    const value = parseFloat(text);
    return Number.isNaN(value) ? missing : value;
  }

  const FIRST_ROWS = 25;

  // Every row stays in the page: long tables only hide theirs, and print them all.
  function setUpTables() {
    if (typeof DataTable === "undefined") return;
    DataTable.ext.type.order["score-pre"] = (cell) => numberIn(cell, -Infinity);
    DataTable.ext.type.order["rank-pre"] = (cell) => numberIn(cell, Infinity);
    for (const table of document.querySelectorAll("table.sortable")) {
      const frame = table.closest(".frame");
      const data = new DataTable(table, {
        autoWidth: false,
        columnDefs: [
          { targets: "ranked", type: "rank" },
          { targets: "number", type: "score" },
          { targets: "unsorted", orderable: false },
        ],
        info: false,
        language: { search: "Filter", searchPlaceholder: "", zeroRecords: "No row matches." },
        layout: { topStart: "search", topEnd: null, bottomStart: null, bottomEnd: null },
        order: [],
        paging: false,
      });
      const search = frame.querySelector(".dt-search");
      if (search) frame.before(search);
      setUpFilters(table, data);
      shorten(table, frame, data);
    }
  }

  // A long table shows its first rows in the order and by the filter that are chosen, until all are asked for.
  function shorten(table, frame, data) {
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
  function setUpFilters(table, data) {
    const controls = document.querySelector(`[data-filters="${table.id}"]`);
    if (!table.id || !controls) return;
    const filters = [...controls.querySelectorAll("select")];
    data.search.fixed("facts", (text, cells, row) => {
      const places = data.row(row).node().dataset.places.split(" ");
      return filters.every((filter, i) => filter.value === "" || filter.value === places[i]);
    });
    controls.addEventListener("change", () => data.draw());
    controls.hidden = false;
  }

  // Explanations of metrics, shown to the pointer and to the keyboard alike.
  function setUpTips() {
    const tip = document.createElement("div");
    tip.className = "tip";
    tip.id = "tip";
    tip.setAttribute("role", "tooltip");
    tip.hidden = true;
    document.body.append(tip);

    function show(event) {
      const term = event.target.closest("[data-tip]");
      if (!term) return;
      tip.textContent = term.dataset.tip;
      tip.hidden = false;
      term.setAttribute("aria-describedby", "tip");
      const place = term.getBoundingClientRect();
      const left = Math.min(place.left, innerWidth - tip.offsetWidth - 8);
      const below = place.bottom + tip.offsetHeight + 8 < innerHeight;
      tip.style.left = `${Math.max(8, left)}px`;
      tip.style.top = `${below ? place.bottom + 6 : place.top - tip.offsetHeight - 6}px`;
    }

    function hide() {
      tip.hidden = true;
      document.querySelector("[aria-describedby='tip']")?.removeAttribute("aria-describedby");
    }

    document.addEventListener("mouseover", show);
    document.addEventListener("focusin", show);
    document.addEventListener("mouseout", hide);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  }

  // Text made for copying. Where a page may not use the clipboard, the text is at least selected.
  function setUpCopying() {
    for (const block of document.querySelectorAll(".copyable")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "Copy";
      button.setAttribute("aria-live", "polite");
      button.addEventListener("click", async () => {
        getSelection().selectAllChildren(block);
        try {
          await navigator.clipboard.writeText(block.textContent);
          button.textContent = "Copied";
        } catch {
          button.textContent = "Selected, ready to be copied";
        }
      });
      block.after(button);
    }
  }

  // A link to a section of this page leads to no other page, which would close the list.
  function setUpPages() {
    const list = document.getElementById("pages");
    list?.addEventListener("click", (event) => {
      if (event.target.closest("a") && list.matches(":popover-open")) list.hidePopover();
    });
  }

  setUpThemes();
  setUpPages();
  setUpTables();
  setUpCopying();
  setUpTips();
  if (!document.querySelector("script[data-chart]")) root.classList.add("settled");
})();
