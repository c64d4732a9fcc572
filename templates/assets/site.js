(function () {
  "use strict";

  const root = document.documentElement;

  function chosenTheme() {
    return root.dataset.theme || "system";
  }

  function chooseTheme(theme) {
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // The choice then holds for this page only.
    }
    drawCharts();
  }

  function setUpThemes() {
    const control = document.querySelector(".theme");
    for (const input of control.querySelectorAll("input")) {
      input.checked = input.value === chosenTheme();
      input.addEventListener("change", () => chooseTheme(input.value));
    }
    control.hidden = false;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawCharts);
  }

  // Colours as the page's style sheet has them now: a custom property may depend on the theme.
  function colours(names) {
    const probe = document.createElement("span");
    document.body.append(probe);
    const found = names.map((name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return found;
  }

  function chartConfig(width) {
    const [ink, soft, line, quiet, accent, span, gain, loss] = colours([
      "ink", "soft", "line", "quiet", "accent", "span", "gain", "loss",
    ]);
    const series = colours([1, 2, 3, 4, 5].map((i) => `series-${i}`));
    const font = getComputedStyle(document.body).fontFamily;
    const narrow = width < 560;
    const text = { labelColor: soft, titleColor: ink, labelFont: font, titleFont: font, labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal" };
    return {
      background: "transparent",
      aria: false,
      view: { stroke: null },
      axis: { ...text, gridColor: line, domainColor: line, tickColor: line },
      axisX: { tickCount: narrow ? 4 : 10 },
      axisY: { labelLimit: narrow ? 120 : 320 },
      legend: { ...text, orient: "bottom", columns: narrow ? 1 : 2, labelLimit: narrow ? width - 60 : width / 2 - 60, symbolStrokeWidth: 2.5 },
      range: { category: [...series, ...series] },
      style: {
        accent: { color: accent, opacity: 1 },
        span: { color: span },
        gain: { color: gain },
        loss: { color: loss },
        quiet: { color: quiet, strokeWidth: 1.2, opacity: 1 },
        series: { strokeWidth: 2 },
        tick: { color: ink },
      },
    };
  }

  // The picture's own markup is hidden from assistive software, which reads the summary and the table instead.
  function canvasOf(place) {
    let canvas = place.firstElementChild;
    if (!canvas) {
      canvas = document.createElement("div");
      canvas.setAttribute("aria-hidden", "true");
      place.append(canvas);
    }
    return canvas;
  }

  function drawChart(script) {
    const place = document.getElementById(script.dataset.chart);
    const specification = JSON.parse(script.textContent);
    specification.config = chartConfig(place.clientWidth);
    return vegaEmbed(canvasOf(place), specification, {
      actions: false,
      ast: true,
      defaultStyle: false,
      renderer: "svg",
      tooltip: { disableDefaultStyle: true, theme: "custom" },
    }).catch((error) => {
      place.textContent = "The chart could not be drawn; its numbers are in the table.";
      console.error(error);
    });
  }

  function drawCharts() {
    if (typeof vegaEmbed === "undefined") return;
    return Promise.all([...document.querySelectorAll("script[data-chart]")].map(drawChart));
  }

  function numberIn(cell, missing) {
    const text = String(cell).replace(/<[^>]*>/g, "").replaceAll(",", "").replace("−", "-");
    const value = parseFloat(text);
    return Number.isNaN(value) ? missing : value;
  }

  // Every row stays in the page, so that printing and searching it find them all.
  function setUpTables() {
    if (typeof DataTable === "undefined") return;
    DataTable.ext.type.order["score-pre"] = (cell) => numberIn(cell, -Infinity);
    DataTable.ext.type.order["rank-pre"] = (cell) => numberIn(cell, Infinity);
    for (const table of document.querySelectorAll("table.sortable")) {
      const frame = table.closest(".frame");
      new DataTable(table, {
        autoWidth: false,
        columnDefs: [
          { targets: "ranked", type: "rank" },
          { targets: "number", type: "score" },
        ],
        info: false,
        language: { search: "Filter", searchPlaceholder: "", zeroRecords: "No row matches." },
        layout: { topStart: "search", topEnd: null, bottomStart: null, bottomEnd: null },
        order: [],
        paging: false,
      });
      const search = frame.querySelector(".dt-search");
      if (search) frame.before(search);
    }
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

  root.classList.add("scripted");
  setUpThemes();
  setUpTables();
  setUpTips();
  Promise.resolve(drawCharts()).then(() => root.classList.add("settled"));
})();
