// Answers a form while it is filled in. Without it a button does.
"use strict";
(() => {
  const form = document.querySelector("form.fields");
  const result = document.getElementById("result");
  if (!form || !result) return;
  let wait = 0, asked = 0;

  // A row that is filled in makes room for another.
  const grow = (field) => {
    const row = field.closest(".row");
    if (!row || field.value === "" || row.nextElementSibling.classList.contains("row")) return;
    const fresh = row.cloneNode(true);
    for (const input of fresh.querySelectorAll("input, select")) input.value = "";
    for (const use of fresh.querySelectorAll(".use")) use.selectedIndex = 0;
    row.after(fresh);
  };
  // Sliders set the number beside them, and follow it.
  const follow = (field) => {
    for (const slider of form.querySelectorAll("input[type=range]")) {
      if (slider.dataset.of === field.id && field.value !== "") slider.value = field.value;
      if (slider === field) document.getElementById(slider.dataset.of).value = slider.value;
    }
  };
  for (const slider of form.querySelectorAll("input[type=range]")) {
    const of = document.getElementById(slider.dataset.of);
    if (of.value === "") slider.value = slider.min;
    slider.hidden = false;
  }
  // Long lists of names come when a field that wants them is entered.
  form.addEventListener("focusin", async (e) => {
    const name = e.target.dataset.names;
    if (!name || e.target.list) return;
    let list = document.getElementById("names-" + name);
    if (!list) {
      list = document.createElement("datalist");
      list.id = "names-" + name;
      form.append(list);
      try {
        const response = await fetch(form.dataset.names + name);
        for (const text of response.ok ? await response.json() : []) list.append(new Option(text, text));
      } catch (e) {
        list.remove();
      }
    }
    e.target.setAttribute("list", list.id);
  });

  // mark shows what is wrong with which field.
  const mark = (page) => {
    for (const field of form.querySelectorAll(".input")) {
      const fresh = page.querySelector('.input[data-field="' + CSS.escape(field.dataset.field) + '"]');
      const input = field.querySelector("input, select"), says = field.querySelector(".is");
      if (!fresh || !says) continue;
      says.replaceWith(fresh.querySelector(".is"));
      if (fresh.querySelector("[aria-invalid]")) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
      if (field.querySelector(".is").textContent) input.setAttribute("aria-describedby", "is-" + field.dataset.field);
    }
  };
  const ask = async () => {
    const mine = ++asked;
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) query.append(name, value);
    try {
      const response = await fetch(form.action + "?" + query);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById("result");
      if (mine !== asked || !fresh) return;
      result.replaceChildren(...fresh.childNodes);
      document.getElementById("figure")?.remove();
      const figure = page.getElementById("figure");
      if (figure) result.before(figure);
      document.dispatchEvent(new Event("fresh"));
      mark(page);
      if (response.ok) {
        history.replaceState(null, "", response.url);
        document.title = page.title;
      }
      if (response.status === 429) wait = setTimeout(ask, 1000 * (Number(response.headers.get("Retry-After")) || 60));
    } catch (e) {
      // The next change tries again.
    }
  };
  form.addEventListener("input", (e) => {
    follow(e.target);
    grow(e.target);
    clearTimeout(wait);
    wait = setTimeout(ask, 300);
  });
  form.querySelector(".go").classList.add("quiet");
})();
