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
