// SPDX-License-Identifier: Apache-2.0
// Theme switch, the button that copies a page's address, and search. Every page is complete without it.
"use strict";

/**
 * @typedef {{title: string, text: string, path: string}} SearchEntry
 * @typedef {{search: (query: string, options: object) => {ref: string}[], addDoc: (document: object) => void,
 *   addField: (name: string) => void, setRef: (name: string) => void, saveDocument: (isSaved: boolean) => void}} SearchIndex
 * @typedef {{elasticlunr: (define: (this: SearchIndex) => void) => SearchIndex, SEARCH_DATA: SearchEntry[]}} SearchScripts
 */

(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const root = script.dataset.root;
  const page = document.documentElement;

  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const theme = () => page.dataset.theme || (prefersDark.matches ? "dark" : "light");

  const button = /** @type {HTMLButtonElement} */ (document.querySelector("button.theme"));
  button.hidden = false;
  button.addEventListener("click", () => {
    page.dataset.theme = theme() === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("theme", page.dataset.theme);
    } catch {
      // file:// pages of some browsers have no storage: the theme lasts for this page
    }
    dispatchEvent(new Event("fairhash-theme"));
  });
  prefersDark.addEventListener("change", () => dispatchEvent(new Event("fairhash-theme")));

  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

  document.getElementById("copy-link")?.addEventListener("click", async () => {
    // a page that was loaded over HTTP without TLS has no clipboard
    try {
      await navigator.clipboard.writeText(location.href);
      byId("copied").textContent = "copied";
    } catch {
      byId("copied").textContent = "copy the address of this page";
    }
  });

  // ---- search: the index is made in the browser, only on the page of the search

  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("search-field"));
  if (!field) return;

  /** @param {string} name @returns {Promise<unknown>} */
  const load = (name) => new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = `${root}assets/${name}`;
    element.onload = resolve;
    element.onerror = () => reject(new Error(`assets/${name} is missing`));
    document.head.append(element);
  });

  /** A name with hyphens is also found without them: sha-256 as sha256. @param {string} text */
  const withJoinedNames = (text) => `${text} ${(text.match(/[a-z]+\d*(?:-[a-z]?\d+)+/gi) || []).map((name) => name.replaceAll("-", "")).join(" ")}`;

  /** The part of a text around the first of the words. @param {string} text @param {string[]} words */
  function excerpt(text, words) {
    const low = text.toLowerCase();
    const found = words.map((word) => low.indexOf(word)).filter((index) => index >= 0);
    const first = Math.max(0, (found.length ? Math.min(...found) : 0) - 60);
    return `${first ? "…" : ""}${text.slice(first, first + 200)}${first + 200 < text.length ? "…" : ""}`;
  }

  /** @param {HTMLInputElement} input */
  async function start(input) {
    await Promise.all([load("elasticlunr.js"), load("search-data.js")]);
    const { elasticlunr, SEARCH_DATA: entries } = /** @type {typeof window & SearchScripts} */ (window);
    const index = elasticlunr(function define() {
      this.addField("title");
      this.addField("text");
      this.setRef("id");
      this.saveDocument(false);
    });
    entries.forEach((entry, id) => index.addDoc({ id, title: withJoinedNames(entry.title), text: withJoinedNames(entry.text) }));
    const list = byId("search-results");
    const message = byId("search-message");

    function search() {
      const query = input.value.trim();
      history.replaceState(null, "", query ? `#${new URLSearchParams({ q: query })}` : "#");
      const found = query
        ? index.search(query, { fields: { title: { boost: 4 }, text: { boost: 1 } }, bool: "AND", expand: true }).slice(0, 40)
        : [];
      const words = query.toLowerCase().split(/\s+/);
      list.replaceChildren(...found.map(({ ref }) => {
        const entry = entries[Number(ref)];
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

    input.value = new URLSearchParams(location.hash.slice(1)).get("q") || "";
    input.addEventListener("input", search);
    byId("search-form").addEventListener("submit", (event) => event.preventDefault());
    search();
    page.dataset.ready = "search";
    input.focus();
  }

  byId("search-form").hidden = false;
  start(field);
})();
