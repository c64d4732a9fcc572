// Runs before the first paint, so that a chosen theme does not flash.
(function () {
  document.documentElement.classList.add("scripted");
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // Storage may be forbidden; the system's theme holds then.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();
