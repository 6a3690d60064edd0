// Shows the standings anew when they change. Without it they are as they were
// when the page was loaded.
"use strict";
(() => {
  const main = document.getElementById("main");
  const source = main && main.dataset.live;
  if (!source || !window.EventSource) return;
  const events = new EventSource(source);
  let shown = null;
  events.onmessage = async (e) => {
    if (shown === null || shown === e.data) {
      shown = e.data;
      return;
    }
    shown = e.data;
    try {
      const response = await fetch(location.href, { cache: "no-cache" });
      if (!response.ok || main.contains(document.activeElement)) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById("main");
      if (fresh) main.replaceChildren(...fresh.childNodes);
      document.dispatchEvent(new Event("fresh"));
    } catch (e) {
      // The next event tries again.
    }
  };
})();
