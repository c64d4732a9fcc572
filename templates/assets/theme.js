// Runs before the first paint, so that a chosen theme does not flash.
window.siteSettings = (function () {
  "use strict";

  const root = document.documentElement;

  // Storage may be blocked: a choice then applies to its page only.
  function kept(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }

  function keep(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      return;
    }
  }

  function showTheme(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  }

  function shownTheme() {
    return root.dataset.theme || "system";
  }

  root.classList.add("scripted");
  showTheme(kept("theme"));
  return { kept, keep, showTheme, shownTheme };
})();

// What a reader chose on a page, in its address. Only the fragment is used, because browsers let pages opened from disk
// change no other part.
window.pageAddress = (function () {
  "use strict";

  function read() {
    const fragment = location.hash.slice(1);
    return new URLSearchParams(fragment.includes("=") ? fragment : "");
  }

  function write(parts) {
    const after = parts.toString();
    if (after === read().toString()) return;
    const readable = after.replace(/%(?:40|3A|2C)/g, decodeURIComponent);
    history.replaceState(history.state, "", after ? `#${readable}` : location.href.split("#")[0]);
  }

  return { read, write };
})();
