// SPDX-License-Identifier: Apache-2.0
// The explorer: filters the records of the page, and shows them as chart, table and downloads.
"use strict";

/**
 * @typedef {string | number | null} Value
 * @typedef {"status" | "core" | "device" | "device_family" | "comparison" | "source" | "sources" | "recipe" | "unit" | "note"
 *   | "page" | "algorithm" | "also_computes"} TextKey
 * @typedef {"throughput" | "throughput_lower" | "throughput_upper" | "area" | "area_lower" | "area_upper" | "clock"
 *   | "clock_lower" | "clock_upper" | "latency" | "ratio" | "normalised_ratio" | "normalised_throughput" | "normalised_area" | "rank"
 *   | "ranked" | "rank_lowest" | "rank_highest" | "first_share"} NumberKey
 * @typedef {Record<string, Value> & Record<TextKey, string> & Record<NumberKey, number | null> & {id: number, seeds: number}} Figure
 * @typedef {{keys: string[], text_keys: string[], texts: string[], rows: (number | null)[][]}} PackedRecords
 * @typedef {{key: string, title: string, tip: string}} Column
 * @typedef {Record<string, Value | boolean> & {key: string, page: string}} Dot
 *
 * What is used of Tabulator:
 * @typedef {"asc" | "desc"} Direction
 * @typedef {{getData: () => Figure}} TableRow
 * @typedef {{getData: () => Figure, getField: () => string, getValue: () => Value}} TableCell
 * @typedef {{getField: () => string, isVisible: () => boolean, show: () => void, hide: () => void,
 *   setWidth: (pixels: number) => void}} TableColumn
 * @typedef {{tableBuilt: () => void, rowMouseEnter: (event: MouseEvent, row: TableRow) => void, rowMouseLeave: () => void,
 *   rowClick: (event: MouseEvent, row: TableRow) => void,
 *   dataSorted: (sorters: {field: string, dir: Direction}[]) => void}} TableEvents
 * @typedef {{getColumn: (key: string) => TableColumn, getColumns: () => TableColumn[], getData: (rows: "active") => Figure[],
 *   setSort: (key: string, direction: Direction) => void, replaceData: (rows: Figure[]) => Promise<void>,
 *   on: <E extends keyof TableEvents>(event: E, listener: TableEvents[E]) => void}} Table
 * @typedef {{Tabulator: new (selector: string, options: object) => Table}} TableScript
 *
 * What is used of vega-embed:
 * @typedef {(event: MouseEvent, item: {datum?: {page?: string}} | null) => void} ChartListener
 * @typedef {{view: {toSVG: () => Promise<string>, toImageURL: (type: "png", scale: number) => Promise<string>,
 *   addEventListener: (type: "click", listener: ChartListener) => void}, finalize: () => void}} Chart
 * @typedef {{width: number, height: number, background: string, datasets: {dots?: Dot[]}, config: {aria?: boolean}}} ChartSpec
 * @typedef {{vegaEmbed: (selector: string, spec: ChartSpec, options: object) => Promise<Chart>}} ChartScript
 */

(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const root = script.dataset.root || "";
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @param {string} id */
  const buttonById = (id) => /** @type {HTMLButtonElement} */ (byId(id));
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
  /** @type {Record<string, number>} */
  const DIGITS = { ratio: 3, normalised_ratio: 2, normalised_throughput: 2, normalised_area: 2, clock: 1, energy: 2 };
  const STATUSES = ["known", "preliminary", "estimate"];
  // known figures first, the best of them at the top
  /** @type {{column: string, dir: Direction}} */
  const FIRST_ORDER = { column: "status", dir: "asc" };
  // what a downloaded file calls a value: its unit is in the name
  /** @type {Record<string, string>} */
  const SAVED_NAMES = {
    throughput: "throughput_mbit_s", throughput_lower: "throughput_lower_mbit_s", throughput_upper: "throughput_upper_mbit_s",
    clock: "clock_mhz", clock_lower: "clock_lower_mhz", clock_upper: "clock_upper_mhz", ratio: "throughput_per_area_mbit_s",
    latency: "one_block_ns", energy: "energy_pj_per_bit", unit: "area_unit", width: "word_bits", seeds: "seed_count",
  };
  /** @type {Set<string>} */
  const hidden = new Set();
  /** @type {Table} */
  let table;
  /** @type {Figure[]} */
  let shown = [];
  let sort = { ...FIRST_ORDER };
  /** @type {Chart | null} */
  let embedded = null;
  let isRelative = false; // whether the values shown are divided by those of SHA-2
  let fitted = ""; // what the widths of the columns were computed for
  /** @type {string[]} */
  let drawn = []; // keys of the dots, in the order of the chart
  let drawing = 0;
  /** @type {Promise<unknown> | null} */
  let vegaLoading = null;
  let isRestoring = false; // the address was changed by hand or by a link to another view

  // ---- state: the form, the hidden rows and the order of the table, kept in the address

  /** The records, which are written with each key and each text once. @param {PackedRecords} packed @returns {Figure[]} */
  function unpacked({ keys, text_keys: textKeys, texts, rows }) {
    const isText = keys.map((key) => textKeys.includes(key));
    return rows.map((row, id) => {
      /** @param {Value} value @param {number} at @returns {[string, Value]} */
      const entry = (value, at) => [keys[at], isText[at] && typeof value === "number" ? texts[value] : value];
      return /** @type {Figure} */ ({ id, ...Object.fromEntries(row.map(entry)) });
    });
  }

  /** @param {Figure} record */
  const name = (record) => `${record.core} ${record.device} ${record.comparison} ${record.source}`;

  /** What is chosen in the form. @returns {[key: string, value: string][]} */
  const choices = () => [...new FormData(form)].map(([key, value]) => [key, String(value)]);

  function writeAddress() {
    const state = new URLSearchParams();
    for (const [key, value] of choices()) {
      const initial = key === "values" ? "absolute" : key === "comparison" ? "chosen" : ALL;
      if (value !== initial || key === "device") state.set(key, value);
    }
    if (sort.column !== FIRST_ORDER.column || sort.dir !== FIRST_ORDER.dir) state.set("sort", `${sort.column}.${sort.dir}`);
    for (const record of records) if (hidden.has(name(record))) state.append("hide", name(record));
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
    if (columns.some(({ key }) => key === column) && (dir === "asc" || dir === "desc")) sort = { column, dir };
    const known = new Set(records.map(name));
    for (const entry of state.getAll("hide")) if (known.has(entry)) hidden.add(entry);
  }

  // ---- filters

  /**
   * The values of a filter by which a record is found: a core also by the other algorithms that it computes.
   * @param {Figure} record @param {string} key @returns {Value[]}
   */
  const valuesOf = (record, key) => (key === "algorithm" ? [record.algorithm, ...record.also_computes.split(" ")] : [record[key]]);

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

  const normalised = () => choice("device").value === ALL || values.value === NORMALISED;

  // ---- table

  // one object for each number of decimals: to make one takes longer than to use it a hundred times
  /** @type {Intl.NumberFormat[]} */
  const numberFormats = [];
  /** @param {number} digits */
  const numberFormat = (digits) => (numberFormats[digits] ||= new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }));

  /** @param {string} key @param {Value} value */
  function format(key, value) {
    if (value === null || value === "") return "–";
    if (typeof value === "string") return value;
    return numberFormat(DIGITS[key] || 0).format(value);
  }

  /** @param {TableCell} cell */
  function coreCell(cell) {
    const { core, page } = cell.getData();
    if (!page) return Object.assign(document.createElement("span"), { textContent: core });
    return Object.assign(document.createElement("a"), { textContent: core, href: root + page });
  }

  /** @param {TableCell} cell */
  function hideCell(cell) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "hide";
    button.textContent = "hide";
    button.setAttribute("aria-label", `hide ${cell.getData().core}`);
    button.addEventListener("click", () => setHidden(name(cell.getData()), true));
    return button;
  }

  /** @param {Figure} record */
  function rankText(record) {
    if (record.rank === null) return "–";
    const limits = record.rank_lowest === null ? "" : ` (${record.rank_lowest} to ${record.rank_highest})`;
    return `${record.rank} of ${record.ranked}${limits}`;
  }

  /** @param {TableCell} cell */
  function plainCell(cell) {
    const span = document.createElement("span");
    const key = cell.getField();
    const record = cell.getData();
    span.textContent = key === "rank" ? rankText(record) : format(key, cell.getValue());
    if (key === "rank" && record.first_share !== null) span.title = `first in ${Math.round(100 * record.first_share)} % of the draws`;
    if (key === "status" || key === "sources") span.className = `status status-${record[key].replace(/[^a-z]+/g, "-")}`;
    if (key === "note") span.title = record.note;
    return span;
  }

  /**
   * The title in a heading, whose unit depends on the device. The browser's own tooltip cannot outlast the pointer.
   * @param {string} key @param {string} title @param {string} tip
   */
  function heading(key, title, tip) {
    const span = document.createElement("span");
    span.textContent = title;
    span.title = tip;
    span.dataset.heading = key;
    return span;
  }

  /** @param {string} key */
  const headingOf = (key) => /** @type {HTMLElement} */ (byId("live-table").querySelector(`[data-heading=${key}]`));

  /** @param {string} unit */
  const unitName = (unit) => (unit === "cell" ? "cells" : unit);

  function writeUnits() {
    const units = [...new Set(shown.map((record) => record.unit))];
    const titles = { area: units.length === 1 ? `area, ${unitName(units[0])}` : "area", ratio: `Mbit/s/${units.length === 1 ? units[0] : "area"}` };
    for (const [key, title] of Object.entries(titles)) headingOf(key).textContent = title;
    return units.join();
  }

  /** @param {Figure} record */
  const statusOrder = ({ status }) => (STATUSES.includes(status) ? STATUSES.indexOf(status) : STATUSES.length);
  /** @param {Figure} record */
  const quality = (record) => (isRelative ? record.normalised_ratio : record.ratio) ?? -1;
  /** @param {string} key */
  const isNumeric = (key) => !["core", "status", "sources", "source", "note", "device", "recipe"].includes(key);

  /** @param {Value} _one @param {Value} _other @param {TableRow} row @param {TableRow} otherRow */
  function byStatus(_one, _other, row, otherRow) {
    const [first, second] = [row.getData(), otherRow.getData()];
    return statusOrder(first) - statusOrder(second) || quality(second) - quality(first);
  }

  function tableColumns() {
    /** @param {Column} column */
    const make = ({ key, title, tip }) => ({
      field: key, title, titleFormatter: () => heading(key, title, tip), formatter: key === "core" ? coreCell : plainCell,
      hozAlign: isNumeric(key) ? "right" : "left", headerHozAlign: isNumeric(key) ? "right" : "left",
      sorter: key === "status" ? byStatus : isNumeric(key) ? "number" : "string", sorterParams: { alignEmptyValues: "bottom" },
      headerSortStartingDir: isNumeric(key) && key !== "rank" ? "desc" : "asc", frozen: key === "core" && innerWidth > 700,
      ...(key === "note" ? { width: 420, headerSort: false } : {}),
    });
    /** @type {object[]} */
    const list = columns.map(make);
    list.splice(1, 0, make({ key: "device", title: "device", tip: "What the core is placed on." }));
    const hideTip = "Removes the core from the table, the chart and the downloads.";
    list.splice(1, 0, { title: "hide", titleFormatter: () => heading("id", "hide", hideTip), formatter: hideCell, headerSort: false, field: "id", width: 66 });
    return list;
  }

  function showColumns() {
    const relative = normalised();
    const absolute = ["throughput", "area", "ratio", "luts", "flip_flops", "memory_bits"];
    /** @param {string} key */
    const empty = (key) => shown.every((record) => record[key] === null || record[key] === 0);
    /** @type {Record<string, boolean>} */
    const visible = {
      device: choice("device").value === ALL,
      normalised_throughput: relative, normalised_area: relative, energy: !empty("energy"),
      source: records.some((record) => record.source !== "committed"),
    };
    for (const key of absolute) visible[key] = !relative;
    for (const [key, isVisible] of Object.entries(visible)) {
      const column = table.getColumn(key);
      if (isVisible && !column.isVisible()) column.show();
      if (!isVisible && column.isVisible()) column.hide();
    }
  }

  // Tabulator gives two nested elements the role of a group of rows, and its scrolling element none
  function makeAccessible() {
    const place = byId("live-table");
    place.setAttribute("aria-label", "Figures");
    place.querySelector(".tabulator-header")?.setAttribute("role", "presentation");
    place.querySelector(".tabulator-tableholder")?.setAttribute("role", "rowgroup");
    place.querySelector(".tabulator-table")?.setAttribute("role", "presentation");
    for (const head of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(".tabulator-col.tabulator-sortable"))) {
      head.tabIndex = 0;
      head.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        head.click();
      });
    }
  }

  // ---- chart

  /** @returns {Dot[]} */
  function dots() {
    const relative = normalised();
    /** @param {number | null} value @param {number} factor */
    const scaled = (value, factor) => (value === null ? null : value * factor);
    /** @param {number | null} value */
    const clock = (value) => `${format("clock", value)} MHz`;
    return shown.filter(({ status }) => status === "known" || status === "preliminary").flatMap((record) => {
      const { throughput, area } = record;
      if (!throughput || !area || (relative && !record.normalised_ratio)) return [];
      const x = relative ? (record.normalised_area ?? 0) / area : 1;
      const y = relative ? (record.normalised_throughput ?? 0) / throughput : 1;
      const isReference = /^sha-(256|512)\/highspeed$/.test(record.core);
      const short = record.core.replace(/\/highspeed$/, "");
      return [{ name: choice("device").value === ALL ? `${short} on ${record.device}` : short, key: name(record), page: record.page,
        device: record.device, recipe: record.recipe, seeds: String(record.seeds), clock: clock(record.clock), rank: rankText(record), status: record.status,
        quartiles: record.clock_lower === null ? "–" : `${format("clock", record.clock_lower)} to ${clock(record.clock_upper)}`,
        x: area * x, x_lower: scaled(record.area_lower, x), x_upper: scaled(record.area_upper, x),
        y: throughput * y, y_lower: scaled(record.throughput_lower, y), y_upper: scaled(record.throughput_upper, y),
        preliminary: record.status === "preliminary",
        kind: record.source === "yours" ? "yours" : isReference ? "reference" : "core" }];
    });
  }

  /** A chart's description with the colours of the theme. @param {string} text */
  function themed(text) {
    const style = getComputedStyle(document.documentElement);
    /** @param {string} variable */
    const colour = (variable) => style.getPropertyValue(variable).trim();
    /** @type {Record<string, string>} */
    const theme = { "#1f2933": "--ink", "#dfe4e9": "--line", "#8793a0": "--faint", "#ffffff": "--page", "#0b6e99": "--accent", "#b4430b": "--second", "#2b7a3d": "--third" };
    return text.replace(/#[0-9a-f]{6}/g, (value) => (theme[value] ? colour(theme[value]) : value));
  }

  function loadVega() {
    vegaLoading ||= new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = `${root}assets/vega.js`;
      element.onload = resolve;
      element.onerror = () => reject(new Error("assets/vega.js is missing"));
      document.head.append(element);
    });
    return vegaLoading;
  }

  // Vega's tooltip stays when its dot is removed under the pointer
  function hideTooltip() {
    byId("vg-tooltip-element")?.classList.remove("visible");
  }

  async function draw() {
    hideTooltip();
    const mine = (drawing += 1);
    const points = dots();
    const relative = normalised();
    byId("chart-section").hidden = !points.length;
    buttonById("save-svg").disabled = buttonById("save-png").disabled = !points.length;
    if (!points.length) return;
    await loadVega();
    if (mine !== drawing) return;
    /** @type {Record<string, string>} */
    const units = { cell: "logic cells", GE: "gate equivalents" };
    const unit = units[shown[0].unit] || shown[0].unit;
    const text = themed(textOf(relative ? "relative-spec" : "spec"));
    /** @type {ChartSpec} */
    const spec = JSON.parse(text.replaceAll("AREA_UNIT", () => JSON.stringify(unit).slice(1, -1)));
    spec.width = Math.max(240, Math.min(1080, byId("chart-section").clientWidth - 90));
    spec.height = Math.round(Math.min(520, Math.max(280, spec.width * 0.6)));
    spec.background = getComputedStyle(document.body).backgroundColor; // a saved picture is legible anywhere
    spec.datasets.dots = points;
    spec.config.aria = false;
    embedded?.finalize();
    embedded = await /** @type {typeof window & ChartScript} */ (window).vegaEmbed("#chart", spec, { actions: false, renderer: "svg", ast: false });
    drawn = points.map((dot) => dot.key);
    // the chart is one picture for screen readers, named below; the table has its values
    for (const part of byId("chart").querySelectorAll("svg, svg *")) {
      for (const attribute of ["role", "aria-roledescription", "aria-label", "aria-hidden"]) part.removeAttribute(attribute);
    }
    embedded.view.addEventListener("click", (event, item) => {
      if (item?.datum?.page) openCore(item.datum.page, event);
    });
    byId("chart").setAttribute("role", "img");
    byId("chart").setAttribute("aria-label", `Throughput over area of ${points.length} cores; the table below has the values`);
    byId("chart-caption").textContent = `Medians; bars reach from quartile to quartile of the seeds. On a dashed line throughput per area is ${
      relative ? "that many times that of SHA-2" : `equal, in Mbit/s per ${unit.replace(/s$/, "")}`}; the steps are the Pareto front: no other known core shown has both more throughput and less area. A hollow dot: preliminary, the note says why; it has no bars. Point at a dot for its device, clock, seeds and recipe; select it to open the core's page.`;
  }

  /** @param {string} page @param {MouseEvent} event */
  function openCore(page, event) {
    hideTooltip();
    if (event.ctrlKey || event.metaKey) open(root + page); else location.href = root + page;
  }

  /** Emphasise the dot of the row under the pointer; null for none. @param {Figure | null} record */
  function emphasise(record) {
    const index = record ? drawn.indexOf(name(record)) : -1;
    byId("chart").querySelectorAll(".mark-symbol path").forEach((dot, at) => dot.classList.toggle("emphasised", at === index));
  }

  // ---- everything together

  /** @param {string} key @param {boolean} isHidden */
  function setHidden(key, isHidden) {
    if (isHidden) hidden.add(key); else hidden.delete(key);
    update();
  }

  /** @param {Figure[]} candidates */
  function listHidden(candidates) {
    const place = byId("hidden-cores");
    place.replaceChildren();
    const entries = candidates.filter((record) => hidden.has(name(record)));
    if (entries.length) place.append("Hidden, select to show again: ");
    for (const record of entries) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "chip";
      button.textContent = `${record.core} ✕`;
      button.setAttribute("aria-label", `show ${record.core}`);
      button.addEventListener("click", () => setHidden(name(record), false));
      place.append(button, " ");
    }
    place.hidden = !entries.length;
    byId("chart-section").after(place);
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
    place.replaceChildren(`${device} has ${known} known figures, ${best} of the same family has ${most}. Areas are comparable within a family; the clock depends on the speed grade. `, button);
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

  /** A function that returns the width in pixels of a text of the table. @returns {(text: string, weight: number) => number} */
  function textMeasure() {
    const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    const { fontSize, fontFamily } = getComputedStyle(byId("live-table"));
    return (text, weight) => {
      pen.font = `${weight} ${fontSize} ${fontFamily}`;
      return pen.measureText(text).width;
    };
  }

  /**
   * The width in pixels of a column: its title with the arrow, or its longest value, also of rows that are out of sight.
   * @param {string} key @param {string} title @param {ReturnType<typeof textMeasure>} width
   */
  function columnWidth(key, title, width) {
    let longest = "–";
    if (key === "rank") {
      longest = shown.map(rankText).reduce((one, other) => (other.length > one.length ? other : one), longest);
    } else if (isNumeric(key)) {
      longest = format(key, shown.reduce((most, record) => Math.max(most, Number(record[key] ?? 0)), 0));
    } else {
      for (const text of new Set(shown.map((record) => record[key]))) if (text && width(String(text), 400) > width(longest, 400)) longest = String(text);
    }
    // the heading has 4 px on both sides and 25 px for its arrow, a cell 8 px on both sides
    return Math.ceil(Math.max(width(title, 600) + 34, width(longest, 400) + 20));
  }

  // the widths and units of the columns, once the rows of another device, recipe or unit are shown
  function fitColumns() {
    const key = [choice("device").value, choice("comparison").value, isRelative, writeUnits()].join();
    if (key === fitted || !shown.length) return;
    fitted = key;
    const visible = table.getColumns().filter((column) => column.isVisible() && !["note", "id"].includes(column.getField()));
    const width = textMeasure();
    const widths = visible.map((column) => columnWidth(column.getField(), headingOf(column.getField()).textContent || "", width));
    visible.forEach((column, at) => column.setWidth(widths[at]));
  }

  function update() {
    const isAll = choice("device").value === ALL;
    isRelative = normalised();
    for (const radio of values) /** @type {HTMLInputElement} */ (radio).disabled = isAll;
    // areas of different families must not be compared
    if (isAll) field("max_area").value = "";
    field("max_area").disabled = isAll;
    const candidates = matching();
    shown = candidates.filter((record) => !hidden.has(name(record)));
    // before the rows: they are sorted at once, and report the order of the table as a new request
    table.setSort(sort.column, sort.dir);
    table.replaceData(shown).then(fitColumns);
    showColumns();
    countMoreFilters();
    linkPresets();
    listHidden(candidates);
    /** @param {string} status */
    const counts = (status) => shown.filter((record) => record.status === status).length;
    byId("message").textContent = `${shown.length} of ${records.length} figures: ${counts("known")} known, ${counts("preliminary")} preliminary, the notes say why.`;
    suggestDevice();
    writeAddress();
    draw();
  }

  /** @param {string} text @param {string} type @param {string} suffix */
  function download(text, type, suffix) {
    const link = document.createElement("a");
    link.href = text.startsWith("data:") ? text : URL.createObjectURL(new Blob([text], { type }));
    link.download = `fairhash-${choice("device").value || "all"}.${suffix}`;
    link.click();
    if (!text.startsWith("data:")) setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** A spreadsheet would run a text that begins like a formula. @param {string} value */
  const csvText = (value) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
  /** @param {Value} value */
  const csvCell = (value) => (value === null ? "" : typeof value === "string" ? `"${csvText(value).replaceAll('"', '""')}"` : String(value));

  /** @returns {Record<string, Value>[]} */
  function rowsToSave() {
    return table.getData("active").map(({ id: _id, page: _page, ...record }) => Object.fromEntries(Object.entries(record).map(([key, value]) => [SAVED_NAMES[key] || key, value])));
  }

  // all rows of the table on paper, of which the screen has only those in sight
  function fillPrintTable() {
    const visible = table.getColumns().filter((column) => column.isVisible() && column.getField() !== "id").map((column) => column.getField());
    const printed = document.createElement("table");
    /** @param {HTMLTableSectionElement} parent @param {string[]} texts @param {"th" | "td"} tag */
    const add = (parent, texts, tag) => {
      const row = parent.insertRow();
      for (const text of texts) row.append(Object.assign(document.createElement(tag), { textContent: text }));
    };
    add(printed.createTHead(), visible.map((key) => headingOf(key).textContent || ""), "th");
    const body = printed.createTBody();
    for (const record of table.getData("active")) add(body, visible.map((key) => (key === "rank" ? rankText(record) : format(key, record[key]))), "td");
    byId("print-table").replaceChildren(printed);
    byId("print-table").hidden = false;
  }

  function removePrintTable() {
    byId("print-table").hidden = true;
    byId("print-table").replaceChildren();
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
    byId("save-csv").addEventListener("click", () => {
      const rows = rowsToSave().map((row) => ({ ...row, ...provenance }));
      const keys = Object.keys(rows[0] || { core: "" });
      const lines = [keys.join(","), ...rows.map((row) => keys.map((key) => csvCell(row[key])).join(",")), ""];
      download(lines.join("\r\n"), "text/csv", "csv");
    });
    byId("save-json").addEventListener("click", () => download(JSON.stringify({ provenance, figures: rowsToSave() }, null, 1), "application/json", "json"));
    byId("save-svg").addEventListener("click", async () => {
      if (embedded) download(await embedded.view.toSVG(), "image/svg+xml", "svg");
    });
    byId("save-png").addEventListener("click", async () => {
      if (embedded) download(await embedded.view.toImageURL("png", 2), "image/png", "png");
    });
    byId("copy-link").addEventListener("click", async () => {
      await navigator.clipboard.writeText(location.href).then(() => { byId("message").textContent = "Link copied."; },
        () => { byId("message").textContent = `Copy this address: ${location.href}`; });
    });
    addEventListener("fairhash-theme", draw);
    addEventListener("beforeprint", fillPrintTable);
    addEventListener("afterprint", removePrintTable);
    for (const event of ["scroll", "pagehide", "blur"]) addEventListener(event, hideTooltip);
    byId("chart").addEventListener("pointerleave", hideTooltip);
    addEventListener("keydown", (event) => { if (event.key === "Escape") hideTooltip(); });
    let width = innerWidth;
    addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; draw(); } });
    addEventListener("hashchange", () => {
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
    byId("static-tables").remove();
    for (const id of ["presets", "filters", "live-table", "downloads"]) byId(id).hidden = false;
    table = new (/** @type {typeof window & TableScript} */ (window).Tabulator)("#live-table", {
      data: [], columns: tableColumns(), index: "id", height: "34rem", layout: "fitDataFill", placeholder: "No figure matches. Reset the filters.",
      columnDefaults: { resizable: false }, renderHorizontal: "basic", initialSort: [{ ...sort }],
    });
    table.on("tableBuilt", () => {
      makeAccessible();
      connect();
      update();
      table.on("rowMouseEnter", (_event, row) => emphasise(row.getData()));
      table.on("rowMouseLeave", () => emphasise(null));
      table.on("rowClick", (event, row) => {
        const { page } = row.getData();
        const isControl = event.target instanceof Element && event.target.closest("a, button");
        if (page && !isControl && !getSelection()?.toString()) openCore(page, event);
      });
      table.on("dataSorted", (sorters) => {
        if (!sorters.length || (sorters[0].field === sort.column && sorters[0].dir === sort.dir)) return;
        sort = { column: sorters[0].field, dir: sorters[0].dir };
        writeAddress();
      });
      document.documentElement.dataset.ready = "explorer";
      performance.mark("explorer-interactive");
    });
  }

  start();
})();
