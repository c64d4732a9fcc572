// The state of a table in the page's address: order, filter text, facets, and columns. Only the fragment is used,
// because browsers let pages opened from disk change no other part.
window.tableAddress = function (table, filters) {
  "use strict";

  const prefix = `${table.element.dataset.address}.`;
  const { names } = table;
  const initiallyHidden = [...table.hidden];

  function parameters() {
    const fragment = location.hash.slice(1);
    return new URLSearchParams(fragment.includes("=") ? fragment : "");
  }

  function state() {
    const { order, query, hidden } = table;
    const isInitial = hidden.size === initiallyHidden.length && initiallyHidden.every((column) => hidden.has(column));
    return [
      ["sort", order && `${names[order.column]}:${order.direction}`],
      ["find", query],
      ...filters.map(({ title, select }) => [`only.${title}`, select.value && select.selectedOptions[0].text]),
      ["columns", isInitial ? "" : names.filter((_, column) => table.isVisible(column)).join(",")],
    ].filter(([, value]) => value);
  }

  function write() {
    const parts = parameters();
    const before = parts.toString();
    for (const part of [...parts.keys()].filter((part) => part.startsWith(prefix))) parts.delete(part);
    for (const [part, value] of state()) parts.set(prefix + part, value);
    const after = parts.toString();
    if (after === before) return;
    const readable = after.replace(/%(?:40|3A|2C)/g, decodeURIComponent);
    history.replaceState(history.state, "", after ? `#${readable}` : location.href.split("#")[0]);
  }

  // Returns whether the address names this table. Unknown columns and options are ignored.
  function restore() {
    const parts = parameters();
    if (![...parts.keys()].some((part) => part.startsWith(prefix))) return false;
    const [, name, direction] = /^(.*):(asc|desc)$/s.exec(parts.get(`${prefix}sort`) ?? "") ?? [];
    table.order = names.includes(name) ? { column: names.indexOf(name), direction } : null;
    table.query = parts.get(`${prefix}find`) ?? "";
    for (const { title, select } of filters) {
      const value = parts.get(`${prefix}only.${title}`);
      const option = [...select.options].find((one) => one.value && one.text === value);
      select.value = option ? option.value : "";
    }
    const visible = parts.get(`${prefix}columns`)?.split(",");
    table.hide(visible ? [...names.keys()].filter((column) => column > 0 && !visible.includes(names[column])) : initiallyHidden);
    table.draw();
    filters[0]?.select.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  return { restore, write };
};
