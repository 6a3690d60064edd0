// Sorts tables by the column whose head is pressed, up and down in turn. Without it
// they stand in the order in which they were made.
"use strict";
(() => {
  const value = (row, at) => (row.cells[at]?.dataset.v ?? row.cells[at]?.querySelector("time")?.dateTime ?? row.cells[at]?.textContent ?? "").trim();
  const number = (text) => /^[+-]?[\d.,]+(e[+-]?\d+)?%?$/.test(text) ? Number(text.replace(/[,%]/g, "")) : NaN;
  const order = (a, b) => {
    const x = number(a), y = number(b);
    if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
    return a.localeCompare(b, undefined, { numeric: true });
  };
  const sort = (head) => {
    const table = head.closest("table"), body = table.tBodies[0], at = head.cellIndex;
    const down = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down > 0 ? "ascending" : "descending");
    body.append(...[...body.rows].sort((a, b) => down * order(value(a, at), value(b, at))));
  };
  // Heads that are links sort without a script as well; a table that is on one page need
  // not be asked for again.
  const linked = (table) => {
    for (const link of table.querySelectorAll("thead a.sort")) {
      if (table.dataset.whole === undefined || link.dataset.ready) continue;
      link.dataset.ready = "yes";
      link.addEventListener("click", (e) => {
        e.preventDefault();
        sort(link.closest("th"));
      });
    }
  };
  const prepare = () => {
    for (const table of document.querySelectorAll("main table")) {
      if (table.querySelector("thead a.sort")) {
        linked(table);
        continue;
      }
      if (!table.tHead || table.tBodies[0].rows.length < 3 || table.querySelector("thead button")) continue;
      for (const head of table.tHead.rows[0].cells) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "sort";
        button.append(...head.childNodes);
        if (button.querySelector("a") || button.textContent.trim() === "") {
          head.append(...button.childNodes);
          continue;
        }
        button.addEventListener("click", () => sort(head));
        head.append(button);
      }
    }
  };
  prepare();
  document.addEventListener("fresh", prepare); // what other scripts put into the page
})();
