"use strict";
// Searching and filtering the entries of a report. Without it all of them are shown.
(function () {
  const tools = document.getElementById("tools");
  const search = document.getElementById("search");
  const shown = document.getElementById("shown");
  const none = document.getElementById("none");
  const buttons = Array.from(document.querySelectorAll(".filters button"));
  const entries = Array.from(document.querySelectorAll(".entry"), function (element) {
    const words = Array.from(element.querySelectorAll("[data-s]"), function (part) { return part.textContent; });
    return { element: element, words: fold(words.join(" ")), marks: element.dataset.marks.split(" ") };
  });

  function fold(text) {
    return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  }

  function show() {
    const wanted = fold(search.value).split(/\s+/).filter(Boolean);
    const marks = buttons.filter(function (button) { return button.getAttribute("aria-pressed") === "true"; })
      .map(function (button) { return button.dataset.mark; });
    let count = 0;
    entries.forEach(function (entry) {
      const fits = wanted.every(function (word) { return entry.words.includes(word); }) &&
        (!marks.length || marks.some(function (mark) { return entry.marks.includes(mark); }));
      entry.element.hidden = !fits;
      count += fits ? 1 : 0;
    });
    shown.textContent = count === entries.length ? "" : count + " of " + entries.length + " entries";
    none.hidden = count > 0 || !entries.length;
  }

  buttons.forEach(function (button) {
    button.addEventListener("click", function () {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      show();
    });
  });
  search.addEventListener("input", show);
  document.addEventListener("keydown", function (event) {
    if (event.key === "/" && document.activeElement !== search && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      search.focus();
    }
  });
  tools.hidden = false;
  show();
})();
