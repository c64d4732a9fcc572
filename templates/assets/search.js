// The search field: a combobox whose list of links is made from what campaignSearch finds.
(function () {
  "use strict";

  const place = document.querySelector(".search");
  if (!place) return;
  const field = place.querySelector("input");
  const list = place.querySelector("[role=listbox]");
  const told = place.querySelector("[role=status]");
  const sources = place.dataset.indexes.split(" ").map((one) => new URL(one, document.baseURI).href);
  let options = [];
  let active = -1;
  let chosen = false; // by the arrows, rather than as the best that was found
  let asked = 0;

  function make(name, attributes, ...content) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...content);
    return element;
  }

  // Names may be in any language: their writing direction is isolated.
  function part(className, text) {
    return text ? [make("span", { class: className, dir: "auto" }, text), " "] : [];
  }

  function option(entry, id) {
    return make(
      "a",
      { role: "option", id, href: entry.address, tabindex: "-1", "aria-selected": "false" },
      ...part("title", entry.title),
      ...part("campaign", entry.campaign),
      ...part("detail", entry.detail),
    );
  }

  function group({ kind, count, entries }, number) {
    const shown = entries.length < count ? `${kind}, ${entries.length} of ${count}` : kind;
    const head = make("div", { class: "kind", id: `found-${number}`, role: "presentation" }, shown);
    return make(
      "div",
      { role: "group", "aria-labelledby": head.id },
      head,
      ...entries.map((entry, i) => option(entry, `found-${number}-${i}`)),
    );
  }

  function summary({ groups, missing }) {
    const count = groups.reduce((sum, one) => sum + one.count, 0);
    const said = [count ? `${count} found` : "Nothing found"];
    if (missing) said.push(`${missing} of ${sources.length} indexes cannot be read, so not all was searched`);
    return `${said.join("; ")}.`;
  }

  function show(found) {
    list.replaceChildren(...found.groups.map(group));
    options = [...list.querySelectorAll("[role=option]")];
    told.textContent = summary(found);
    list.hidden = !options.length;
    list.scrollTop = 0;
    place.classList.add("open");
    field.setAttribute("aria-expanded", String(!list.hidden));
    chosen = false;
    activate(0);
  }

  function close() {
    asked += 1;
    list.replaceChildren();
    list.hidden = true;
    told.textContent = "";
    options = [];
    place.classList.remove("open");
    field.setAttribute("aria-expanded", "false");
    activate(-1);
  }

  function activate(which) {
    list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    active = which;
    field.removeAttribute("aria-activedescendant");
    if (!options[active]) return;
    options[active].setAttribute("aria-selected", "true");
    field.setAttribute("aria-activedescendant", options[active].id);
    options[active].scrollIntoView({ block: "nearest" });
  }

  // The first search waits for the index; text typed meanwhile replaces the query.
  async function update() {
    if (!field.value.trim()) return close();
    const question = ++asked;
    const found = await campaignSearch.find(sources, field.value);
    if (question === asked) show(found);
  }

  function step(by) {
    chosen = true;
    activate((active + by + options.length) % options.length);
  }

  async function pressed(event) {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    const open = options.length > 0;
    if (event.key === "ArrowDown" && !open) {
      event.preventDefault();
      await update();
    } else if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    } else if (open && chosen && (event.key === "Home" || event.key === "End")) {
      event.preventDefault();
      activate(event.key === "Home" ? 0 : options.length - 1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (!open) await update();
      options[active]?.click();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (place.classList.contains("open")) close();
      else field.value = "";
    } else {
      chosen = false;
    }
  }

  // A key without a modifier can be in the way of speech input, so it can be switched off, as WCAG 2.1.4 asks.
  function setUpShortcut() {
    const choice = document.querySelector(".shortcut input");
    choice.checked = siteSettings.kept("shortcut") !== "off";
    choice.addEventListener("change", () => siteSettings.keep("shortcut", choice.checked ? "on" : "off"));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || !choice.checked || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
      event.preventDefault();
      field.focus();
      field.select();
    });
    choice.closest(".shortcut").hidden = false;
  }

  field.addEventListener("focus", () => (field.value ? update() : campaignSearch.find(sources, "")));
  field.addEventListener("input", update);
  field.addEventListener("keydown", pressed);
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
  field.addEventListener("blur", close);
  document.addEventListener("pointerdown", (event) => place.contains(event.target) || close());
  addEventListener("pagehide", close);
  setUpShortcut();
  place.hidden = false;
})();
