// SPDX-License-Identifier: Apache-2.0
// The explorer: filters the records of the page, and shows them as chart, table and downloads. Its parts are in the
// scripts explorer_*.js, which are loaded before; explorer.d.ts has their types.
"use strict";

(() => {
  const { unpacked, nameOf, valuesOf } = window.explorerValues;
  const { hideTooltip } = window.explorerChart;
  const files = window.explorerFiles;
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @param {string} id */
  const textOf = (id) => byId(id).textContent || "";
  const records = unpacked(JSON.parse(textOf("records")));
  /** @type {Record<string, Value>} */
  const provenance = JSON.parse(textOf("provenance"));
  /** @type {Column[]} */
  const columns = JSON.parse(textOf("columns"));
  const form = /** @type {HTMLFormElement} */ (byId("filters"));
  const moreFilters = /** @type {HTMLDetailsElement} */ (byId("more-filters"));
  /** @param {string} key */
  const field = (key) => /** @type {HTMLInputElement} */ (form.elements.namedItem(key));
  /** @param {string} key */
  const choice = (key) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(key));
  const values = /** @type {RadioNodeList} */ (form.elements.namedItem("values"));
  const FILTERS = ["device", "comparison", "digest_bits", "algorithm", "architecture", "width", "in_flight", "memory", "status", "sources", "source"];
  // number fields: the key of the record, and whether a figure's value must be at least or at most the number
  /** @type {Record<string, [key: NumberKey, sign: 1 | -1]>} */
  const BOUNDS = { min_throughput: ["throughput", 1], max_area: ["area", -1], max_latency: ["latency", -1] };
  const ALL = "";
  const NORMALISED = "normalised";
  // known figures first, the best of them at the top
  /** @type {Sort} */
  const FIRST_ORDER = { column: "status", dir: "asc" };
  /** @type {Set<string>} */
  const hidden = new Set();
  /** @type {Figure[]} */
  let shown = [];
  let sort = { ...FIRST_ORDER };
  let isRestoring = false; // the address was changed by hand or by a link to another view

  // ---- state: the form, the hidden rows and the order of the table, kept in the address

  /** What is chosen in the form. @returns {[key: string, value: string][]} */
  const choices = () => [...new FormData(form)].map(([key, value]) => [key, String(value)]);

  function writeAddress() {
    const state = new URLSearchParams();
    for (const [key, value] of choices()) {
      const initial = key === "values" ? "absolute" : key === "comparison" ? "chosen" : ALL;
      if (value !== initial || key === "device") state.set(key, value);
    }
    if (sort.column !== FIRST_ORDER.column || sort.dir !== FIRST_ORDER.dir) state.set("sort", `${sort.column}.${sort.dir}`);
    for (const record of records) if (hidden.has(nameOf(record))) state.append("hide", nameOf(record));
    history.replaceState(null, "", `#${state}`);
  }

  function readAddress() {
    const state = new URLSearchParams(location.hash.slice(1));
    for (const key of [...FILTERS, ...Object.keys(BOUNDS), "text", "values"]) {
      const value = state.get(key);
      const target = key === "values" ? values : field(key);
      if (value === null || !target) continue;
      if (target instanceof HTMLSelectElement && ![...target.options].some((option) => option.value === value)) continue;
      target.value = value;
      if (key === "device") fillChoices();
    }
    const [column, dir] = (state.get("sort") || "").split(".");
    // the table also has a column of the devices
    if (["device", ...columns.map(({ key }) => key)].includes(column) && (dir === "asc" || dir === "desc")) sort = { column, dir };
    const known = new Set(records.map(nameOf));
    for (const entry of state.getAll("hide")) if (known.has(entry)) hidden.add(entry);
  }

  // ---- filters

  // keeps what is chosen, if the device has it, unless the `initial` values are requested
  function fillChoices(wantsInitial = false) {
    const device = choice("device").value;
    const among = device === ALL ? records : records.filter((record) => record.device === device);
    for (const key of FILTERS.slice(1)) {
      const select = choice(key);
      const before = select.value;
      const offered = [...new Set(among.flatMap((record) => valuesOf(record, key)).filter((value) => value !== null && value !== ""))];
      offered.sort((one, other) => (typeof one === "number" && typeof other === "number" ? one - other : String(one) < String(other) ? -1 : 1));
      select.replaceChildren();
      if (key !== "comparison") select.append(new Option("all", ALL));
      for (const value of offered) {
        select.append(new Option(key === "comparison" && value === "chosen" ? "chosen by rule" : String(value), String(value)));
      }
      const initial = key === "comparison" ? "chosen" : ALL;
      select.value = !wantsInitial && offered.map(String).includes(before) ? before : initial;
    }
  }

  function matching() {
    const chosen = Object.fromEntries(choices());
    const text = chosen.text.toLowerCase();
    const bounds = Object.entries(BOUNDS).filter(([bound]) => chosen[bound])
      .map(([bound, [key, sign]]) => ({ key, sign, limit: Number(chosen[bound]) }));
    /** A figure without the value is not known to meet the bound. @param {Figure} record */
    const meets = (record) => bounds.every(({ key, sign, limit }) => {
      const value = record[key];
      return value !== null && sign * (value - limit) >= 0;
    });
    return records.filter((record) => FILTERS.every((key) => !chosen[key] || valuesOf(record, key).map(String).includes(chosen[key]))
      && meets(record) && (!text || `${record.core} ${record.also_computes} ${record.note}`.toLowerCase().includes(text)));
  }

  /** How the figures are shown. @returns {ExplorerView} */
  function view() {
    const isAll = choice("device").value === ALL;
    return {
      isAll, isRelative: isAll || values.value === NORMALISED, hasOwn: records.some((record) => record.source !== "committed"),
      selection: [choice("device").value, choice("comparison").value].join(),
    };
  }

  // ---- everything together

  const draw = () => window.explorerChart.draw(shown, view());

  /** @param {string} key @param {boolean} isHidden */
  function setHidden(key, isHidden) {
    if (isHidden) hidden.add(key); else hidden.delete(key);
    update();
  }

  /** @param {Figure[]} candidates */
  function listHidden(candidates) {
    const place = byId("hidden-cores");
    const hadFocus = place.contains(document.activeElement);
    place.replaceChildren();
    const entries = candidates.filter((record) => hidden.has(nameOf(record)));
    if (entries.length) place.append("Hidden, select to show again: ");
    for (const record of entries) {
      const device = view().isAll ? ` on ${record.device}` : "";
      const name = `${record.core}${device}${record.source === "yours" ? " (yours)" : ""}`;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "chip";
      button.textContent = `${name} ✕`;
      button.setAttribute("aria-label", `show ${name}`);
      button.addEventListener("click", () => setHidden(nameOf(record), false));
      place.append(button, " ");
    }
    place.hidden = !entries.length;
    // the pressed button is gone: the focus goes to the next control
    if (hadFocus) (place.querySelector("button") || byId("save-csv")).focus();
  }

  // the device of the same family with most known figures, if the chosen one has few
  function suggestDevice() {
    const place = byId("family-hint");
    place.hidden = true;
    const device = choice("device").value;
    const own = records.find((record) => record.device === device);
    if (!own) return;
    const counts = new Map();
    for (const record of records) {
      if (record.device_family === own.device_family && record.comparison === "chosen" && record.status === "known") {
        counts.set(record.device, (counts.get(record.device) || 0) + 1);
      }
    }
    const [best, most] = [...counts].sort((one, other) => other[1] - one[1])[0] || ["", 0];
    const known = counts.get(device) || 0;
    if (best === device || most < 2 * known + 2) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chip";
    button.textContent = `Show ${best}`;
    button.addEventListener("click", () => {
      choice("device").value = best;
      fillChoices();
      update();
    });
    place.replaceChildren(`Known figures: ${known} on ${device}, ${most} on ${best} of the same family. Areas are comparable within a family; the clock depends on the speed grade. `, button);
    place.hidden = false;
  }

  function hideUselessFilters() {
    for (const key of ["source", "sources", "memory", "in_flight"]) {
      if (new Set(records.map((record) => record[key])).size < 2) /** @type {HTMLElement} */ (choice(key).closest(".field")).hidden = true;
    }
  }

  function legend() {
    const kinds = [["core", "core"], ["reference", "SHA-2 reference"], ["preliminary", "preliminary"], ...(records.some((r) => r.source === "yours") ? [["yours", "your own results"]] : [])];
    byId("legend").replaceChildren(...kinds.map(([kind, title]) => {
      const entry = document.createElement("span");
      entry.className = `key key-${kind}`;
      entry.textContent = title;
      return entry;
    }));
  }

  // opened where one of its filters is set, also by a link
  function countMoreFilters() {
    const fields = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (moreFilters.querySelectorAll("select, input"));
    const set = [...fields].filter((each) => each.value && !(each.name === "comparison" && each.value === "chosen")).length;
    byId("more-set").textContent = set ? ` (${set} set)` : "";
    if (set) moreFilters.open = true;
  }

  // a preset keeps the device
  function linkPresets() {
    const device = new URLSearchParams({ device: choice("device").value });
    for (const link of byId("presets").querySelectorAll("a")) link.href = `#${device}&${link.dataset.view}`;
  }

  function update() {
    const { isAll } = view();
    for (const radio of values) /** @type {HTMLInputElement} */ (radio).disabled = isAll;
    // areas of different families must not be compared
    if (isAll) field("max_area").value = "";
    field("max_area").disabled = isAll;
    const candidates = matching();
    shown = candidates.filter((record) => !hidden.has(nameOf(record)));
    window.explorerTable.show(shown, view(), sort);
    countMoreFilters();
    linkPresets();
    listHidden(candidates);
    /** @param {string} status */
    const counts = (status) => shown.filter((record) => record.status === status).length;
    const [device, recipe] = [choice("device").value, choice("comparison").value];
    const all = records.filter((record) => (!device || record.device === device) && record.comparison === recipe);
    byId("message").textContent = `${shown.length} of ${all.length} figures: ${counts("known")} known, ${counts("preliminary")} preliminary, the notes say why.`;
    suggestDevice();
    writeAddress();
    draw();
  }

  function connect() {
    form.addEventListener("input", (event) => {
      if (event.target === field("device")) fillChoices();
      update();
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(() => {
      hidden.clear();
      sort = { ...FIRST_ORDER };
      moreFilters.open = false;
      fillChoices(true);
      if (isRestoring) readAddress();
      isRestoring = false;
      update();
    }));
    /** @param {string} suffix */
    const fileName = (suffix) => `fairhash-${choice("device").value || "all"}.${suffix}`;
    /** @param {string} suffix @param {string} type @param {() => string | Promise<string>} contents */
    const saveBy = (suffix, type, contents) => byId(`save-${suffix}`).addEventListener("click", async () => {
      const text = await contents();
      if (text) files.download(text, type, fileName(suffix));
    });
    const { figures, visibleColumns } = window.explorerTable;
    saveBy("csv", "text/csv", () => files.csv(figures(), provenance));
    saveBy("json", "application/json", () => files.json(figures(), provenance));
    saveBy("svg", "image/svg+xml", window.explorerChart.toSVG);
    saveBy("png", "image/png", window.explorerChart.toPNG);
    addEventListener("fairhash-theme", draw);
    addEventListener("beforeprint", () => files.fillPrintTable(figures(), visibleColumns()));
    addEventListener("afterprint", files.removePrintTable);
    for (const event of ["scroll", "pagehide", "blur"]) addEventListener(event, hideTooltip);
    byId("chart").addEventListener("pointerleave", hideTooltip);
    addEventListener("keydown", (event) => { if (event.key === "Escape") hideTooltip(); });
    let width = innerWidth;
    addEventListener("resize", () => {
      if (innerWidth === width) return;
      width = innerWidth;
      draw();
      window.explorerTable.redraw();
    });
    addEventListener("hashchange", () => {
      // the link that skips to the content leads to an element, not to another view
      if (document.getElementById(location.hash.slice(1))) {
        writeAddress();
        return;
      }
      isRestoring = true;
      form.reset();
    });
  }

  function start() {
    choice("device").append(new Option("all devices (divided by SHA-2)", ALL));
    fillChoices();
    legend();
    hideUselessFilters();
    readAddress();
    for (const id of ["presets", "filters", "live-table", "downloads"]) byId(id).hidden = false;
    window.explorerTable.start(columns, sort, {
      hide: (name) => setHidden(name, true),
      sorted: (order) => {
        if (order.column === sort.column && order.dir === sort.dir) return;
        sort = order;
        writeAddress();
      },
      built: () => {
        connect();
        update();
        document.documentElement.dataset.ready = "explorer";
        performance.mark("explorer-interactive");
      },
    });
  }

  start();
})();
