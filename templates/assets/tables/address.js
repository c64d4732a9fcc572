// The state of a table in the page's address: order, filter text, facets, and columns.
window.tableAddress = function (table, filters) {
  "use strict";

  const prefix = `${table.element.dataset.address}.`;
  const { names } = table;
  const initiallyHidden = [...table.hidden];

  function state() {
    const { order, query, hidden } = table;
    const isInitial = hidden.size === initiallyHidden.length && initiallyHidden.every((column) => hidden.has(column));
    return [
      ["sort", order && `${names[order.column]}:${order.direction}`],
      ["find", query],
      ...filters.map(({ title, select }) => [`only.${title}`, select.value && select.selectedOptions[0].text]),
      ...names.filter((_, column) => !isInitial && table.isVisible(column)).map((name) => ["columns", name]),
    ].filter(([, value]) => value);
  }

  function write() {
    const parts = pageAddress.read();
    for (const part of [...parts.keys()].filter((part) => part.startsWith(prefix))) parts.delete(part);
    for (const [part, value] of state()) parts.append(prefix + part, value);
    pageAddress.write(parts);
  }

  // Returns whether the address names this table. Unknown columns and options are ignored.
  function restore() {
    const parts = pageAddress.read();
    if (![...parts.keys()].some((part) => part.startsWith(prefix))) return false;
    const [, name, direction] = /^(.*):(asc|desc)$/s.exec(parts.get(`${prefix}sort`) ?? "") ?? [];
    table.order = names.includes(name) ? { column: names.indexOf(name), direction } : null;
    table.query = parts.get(`${prefix}find`) ?? "";
    for (const { title, select } of filters) {
      const value = parts.get(`${prefix}only.${title}`);
      const option = [...select.options].find((one) => one.value && one.text === value);
      select.value = option ? option.value : "";
    }
    const visible = parts.getAll(`${prefix}columns`).filter((name) => names.includes(name));
    table.hide(visible.length ? [...names.keys()].filter((column) => column > 0 && !visible.includes(names[column])) : initiallyHidden);
    table.draw();
    filters[0]?.select.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  return { restore, write };
};
