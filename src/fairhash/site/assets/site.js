// SPDX-License-Identifier: Apache-2.0
// Theme switch, search, and links to headings. Every page is complete without it.
"use strict";

(() => {
  const root = document.currentScript.dataset.root;
  const page = document.documentElement;

  function stored(value) {
    // file:// pages of some browsers have no storage
    try {
      if (value) localStorage.setItem("theme", value);
      return localStorage.getItem("theme");
    } catch {
      return value || null;
    }
  }

  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const theme = () => page.dataset.theme || (prefersDark.matches ? "dark" : "light");
  if (stored()) page.dataset.theme = stored();

  const button = document.querySelector("button.theme");
  button.hidden = false;
  button.addEventListener("click", () => {
    page.dataset.theme = theme() === "dark" ? "light" : "dark";
    stored(page.dataset.theme);
    dispatchEvent(new Event("fairhash-theme"));
  });
  prefersDark.addEventListener("change", () => dispatchEvent(new Event("fairhash-theme")));

  // ---- search: the index is made in the browser, only on the page of the search

  const field = document.getElementById("search-field");
  if (!field) return;

  const load = (name) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${root}assets/${name}`;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`assets/${name} is missing`));
    document.head.append(script);
  });

  // a name with hyphens is also found without them: sha-256 as sha256
  const withJoinedNames = (text) => `${text} ${(text.match(/[a-z]+\d*(?:-[a-z]?\d+)+/gi) || []).map((name) => name.replaceAll("-", "")).join(" ")}`;

  function excerpt(text, words) {
    const low = text.toLowerCase();
    const found = words.map((word) => low.indexOf(word)).filter((index) => index >= 0);
    const start = Math.max(0, (found.length ? Math.min(...found) : 0) - 60);
    return (start ? "…" : "") + text.slice(start, start + 200) + (start + 200 < text.length ? "…" : "");
  }

  async function start() {
    await Promise.all([load("elasticlunr.js"), load("search-data.js")]);
    const entries = window.SEARCH_DATA;
    const index = window.elasticlunr(function define() {
      this.addField("title");
      this.addField("text");
      this.setRef("id");
      this.saveDocument(false);
    });
    entries.forEach((entry, id) => index.addDoc({ id, title: withJoinedNames(entry.title), text: withJoinedNames(entry.text) }));
    const list = document.getElementById("search-results");
    const message = document.getElementById("search-message");

    function search() {
      const query = field.value.trim();
      history.replaceState(null, "", query ? `#${new URLSearchParams({ q: query })}` : "#");
      const found = query
        ? index.search(query, { fields: { title: { boost: 4 }, text: { boost: 1 } }, bool: "AND", expand: true }).slice(0, 40)
        : [];
      const words = query.toLowerCase().split(/\s+/);
      list.replaceChildren(...found.map(({ ref }) => {
        const entry = entries[ref];
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = root + entry.path;
        link.textContent = entry.title;
        const text = document.createElement("p");
        text.textContent = excerpt(entry.text, words);
        item.append(link, text);
        return item;
      }));
      message.textContent = query ? `${found.length}${found.length === 40 ? " or more" : ""} found` : "";
    }

    field.value = new URLSearchParams(location.hash.slice(1)).get("q") || "";
    field.addEventListener("input", search);
    document.getElementById("search-form").addEventListener("submit", (event) => event.preventDefault());
    search();
    page.dataset.ready = "search";
    field.focus();
  }

  document.getElementById("search-form").hidden = false;
  start();
})();
