// Completes the one field that asks. Without it everything works.
"use strict";
(() => {
  const field = document.getElementById("q");
  const list = document.getElementById("may");
  if (!field || !list) return;
  const base = new URL("../", document.currentScript ? document.currentScript.src : location.href);
  let wait = 0, asked = 0, at = -1;

  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", "may");
  field.setAttribute("aria-expanded", "false");
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "What the line may become");

  const close = () => {
    list.hidden = true;
    at = -1;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };
  const take = (line) => {
    field.value = line;
    close();
    field.focus();
  };
  const show = (lines) => {
    list.replaceChildren(...lines.map((line, i) => {
      const item = document.createElement("li");
      item.id = "may-" + i;
      item.setAttribute("role", "option");
      item.textContent = line;
      item.addEventListener("mousedown", (e) => { e.preventDefault(); take(line); });
      return item;
    }));
    at = -1;
    list.hidden = lines.length === 0;
    field.setAttribute("aria-expanded", String(!list.hidden));
  };
  const move = (by) => {
    const items = list.children;
    if (list.hidden || items.length === 0) return false;
    if (at >= 0) items[at].removeAttribute("aria-selected");
    at = (at + by + items.length) % items.length;
    items[at].setAttribute("aria-selected", "true");
    field.setAttribute("aria-activedescendant", items[at].id);
    return true;
  };
  const ask = async () => {
    const mine = ++asked;
    if (field.value.trim() === "") return close();
    try {
      const response = await fetch(new URL("api/complete?q=" + encodeURIComponent(field.value), base));
      const lines = response.ok ? await response.json() : [];
      if (mine === asked) show(lines.filter((line) => line !== field.value));
    } catch (e) {
      close();
    }
  };
  field.addEventListener("input", () => {
    clearTimeout(wait);
    wait = setTimeout(ask, 120);
  });
  field.addEventListener("keydown", (e) => {
    if (e.key === "ArrowDown" && move(1) || e.key === "ArrowUp" && move(-1)) e.preventDefault();
    else if (e.key === "Escape") close();
    else if (e.key === "Enter" && at >= 0) { e.preventDefault(); take(list.children[at].textContent); }
  });
  field.addEventListener("blur", close);
})();
