// What is chosen of a table, in the page's address: order, text, facts of rows, and columns. Only the fragment
// is used, since browsers forbid pages from disk to change any other part.
window.tableAddress = function (name, data, keys, columns, filters) {
  "use strict";

  const key = (part) => `${name}.${part}`;
  const isOwn = (part) => part.startsWith(`${name}.`);

  function given() {
    const fragment = location.hash.slice(1);
    return new URLSearchParams(fragment.includes("=") ? fragment : "");
  }

  function shown() {
    return data.columns().visible().toArray();
  }

  function choices() {
    const [order] = data.order();
    const visible = shown();
    return [
      ["sort", order && order[1] ? `${keys[order[0]]}:${order[1]}` : ""],
      ["find", data.search()],
      ...filters.map(({ title, select }) => [`only.${title}`, select.value && select.selectedOptions[0].text]),
      ["columns", visible.join() === columns.first.join() ? "" : keys.filter((_, place) => visible[place]).join(",")],
    ].filter(([, value]) => value);
  }

  function write() {
    const parts = given();
    const before = parts.toString();
    for (const part of [...parts.keys()].filter(isOwn)) parts.delete(part);
    for (const [part, value] of choices()) parts.set(key(part), value);
    const after = parts.toString();
    if (after === before) return;
    const readable = after.replace(/%(?:40|3A|2C)/g, decodeURIComponent);
    history.replaceState(history.state, "", after ? `#${readable}` : location.href.split("#")[0]);
  }

  // Whether the address says something of this table. What it does not know is left out.
  function restore() {
    const parts = given();
    if (![...parts.keys()].some(isOwn)) return false;
    const [, column, direction] = /^(.*):(asc|desc)$/s.exec(parts.get(key("sort")) ?? "") ?? [];
    data.order(keys.includes(column) ? [[keys.indexOf(column), direction]] : []);
    data.search(parts.get(key("find")) ?? "");
    for (const { title, select } of filters) {
      const value = parts.get(key(`only.${title}`));
      const option = [...select.options].find((one) => one.value && one.text === value);
      select.value = option ? option.value : "";
    }
    const named = parts.get(key("columns"))?.split(",");
    columns.show(named ? (place) => place === 0 || named.includes(keys[place]) : (place) => columns.first[place]);
    data.draw();
    filters[0]?.select.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  return { restore, write };
};
