// SPDX-License-Identifier: Apache-2.0
// The explorer: filters the records of the page, and shows them as chart, table and downloads.
"use strict";

(() => {
  const root = document.currentScript.dataset.root;
  const byId = (id) => document.getElementById(id);
  const parse = (id) => JSON.parse(byId(id).textContent);
  const records = unpacked(parse("records"));
  const provenance = parse("provenance");
  const columns = parse("columns");
  const form = byId("filters");
  const FILTERS = ["device", "comparison", "digest_bits", "algorithm", "architecture", "width", "in_flight", "memory", "status", "sources", "source"];
  // number fields: the key of the record, and whether a figure's value must be at least or at most the number
  const BOUNDS = { min_throughput: ["throughput", 1], max_area: ["area", -1], max_latency: ["latency", -1] };
  const ALL = "";
  const NORMALISED = "normalised";
  const DIGITS = { ratio: 3, normalised_ratio: 2, normalised_throughput: 2, normalised_area: 2, clock: 1, energy: 2 };
  const STATUSES = ["known", "preliminary", "estimate"];
  // known figures first, the best of them at the top
  const FIRST_ORDER = { column: "status", dir: "asc" };
  // what a downloaded file calls a value: its unit is in the name
  const SAVED_NAMES = {
    throughput: "throughput_mbit_s", throughput_lower: "throughput_lower_mbit_s", throughput_upper: "throughput_upper_mbit_s",
    clock: "clock_mhz", clock_lower: "clock_lower_mhz", clock_upper: "clock_upper_mhz", ratio: "throughput_per_area_mbit_s",
    latency: "one_block_ns", energy: "energy_pj_per_bit", unit: "area_unit", width: "word_bits", seeds: "seed_count",
  };
  const hidden = new Set();
  let table = null;
  let shown = [];
  let sort = { ...FIRST_ORDER };
  let embedded = null; // the chart of vega-embed
  let isRelative = false; // whether the values shown are divided by those of SHA-2
  let fitted = ""; // what the widths of the columns were computed for
  let drawn = []; // keys of the dots, in the order of the chart
  let drawing = 0;
  let isRestoring = false; // the address was changed by hand or by a link to another view

  // ---- state: the form, the hidden rows and the order of the table, kept in the address

  // the records are written with each key and each text once
  function unpacked({ keys, text_keys: textKeys, texts, rows }) {
    const isText = keys.map((key) => textKeys.includes(key));
    return rows.map((row, id) => {
      const record = { id };
      keys.forEach((key, at) => { record[key] = isText[at] && row[at] !== null ? texts[row[at]] : row[at]; });
      return record;
    });
  }

  const name = (record) => `${record.core} ${record.device} ${record.comparison} ${record.source}`;

  function writeAddress() {
    const state = new URLSearchParams();
    for (const [key, value] of new FormData(form)) {
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
      const field = form.elements[key];
      if (value === null || !field) continue;
      if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value)) continue;
      field.value = value;
      if (key === "device") fillChoices();
    }
    const [column, dir] = (state.get("sort") || "").split(".");
    if (columns.some(({ key }) => key === column) && (dir === "asc" || dir === "desc")) sort = { column, dir };
    const known = new Set(records.map(name));
    for (const entry of state.getAll("hide")) if (known.has(entry)) hidden.add(entry);
  }

  // ---- filters

  // a core is also found by the other algorithms that it computes
  const choicesOf = (record, key) => (key === "algorithm" ? [record.algorithm, ...record.also_computes.split(" ")] : [record[key]]);

  // keeps what is chosen, if the device has it, unless the `initial` values are requested
  function fillChoices(wantsInitial = false) {
    const device = form.elements.device.value;
    const among = device === ALL ? records : records.filter((record) => record.device === device);
    for (const key of FILTERS.slice(1)) {
      const select = form.elements[key];
      const before = select.value;
      const values = [...new Set(among.flatMap((record) => choicesOf(record, key)).filter((value) => value !== null && value !== ""))];
      values.sort((one, other) => (typeof one === "number" ? one - other : one < other ? -1 : 1));
      select.replaceChildren();
      if (key !== "comparison") select.append(new Option("all", ALL));
      for (const value of values) {
        select.append(new Option(key === "comparison" && value === "chosen" ? "chosen by rule" : String(value), String(value)));
      }
      const initial = key === "comparison" ? "chosen" : ALL;
      select.value = !wantsInitial && values.map(String).includes(before) ? before : initial;
    }
  }

  function matching() {
    const choices = Object.fromEntries(new FormData(form));
    const text = choices.text.toLowerCase();
    const bounds = Object.entries(BOUNDS).filter(([field]) => choices[field])
      .map(([field, [key, sign]]) => ({ key, sign, limit: Number(choices[field]) }));
    // a figure without the value is not known to meet the bound
    const meets = (record) => bounds.every(({ key, sign, limit }) => record[key] !== null && sign * (record[key] - limit) >= 0);
    return records.filter((record) => FILTERS.every((key) => !choices[key] || choicesOf(record, key).map(String).includes(choices[key]))
      && meets(record) && (!text || `${record.core} ${record.also_computes} ${record.note}`.toLowerCase().includes(text)));
  }

  const normalised = () => form.elements.device.value === ALL || form.elements.values.value === NORMALISED;

  // ---- table

  // one object for each number of decimals: to make one takes longer than to use it a hundred times
  const numberFormats = [];
  const numberFormat = (digits) => (numberFormats[digits] ||= new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }));

  function format(key, value) {
    if (value === null || value === "") return "–";
    if (typeof value === "string") return value;
    return numberFormat(DIGITS[key] || 0).format(value);
  }

  function coreCell(cell) {
    const record = cell.getData();
    const link = document.createElement(record.page ? "a" : "span");
    link.textContent = record.core;
    if (record.page) link.href = root + record.page;
    return link;
  }

  function hideCell(cell) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "hide";
    button.textContent = "hide";
    button.setAttribute("aria-label", `hide ${cell.getData().core}`);
    button.addEventListener("click", () => setHidden(name(cell.getData()), true));
    return button;
  }

  function rankText(record) {
    if (record.rank === null) return "–";
    const limits = record.rank_lowest === null ? "" : ` (${record.rank_lowest} to ${record.rank_highest})`;
    return `${record.rank} of ${record.ranked}${limits}`;
  }

  function plainCell(cell) {
    const span = document.createElement("span");
    const key = cell.getField();
    span.textContent = key === "rank" ? rankText(cell.getData()) : format(key, cell.getValue());
    if (key === "rank" && cell.getData().first_share !== null) span.title = `first in ${Math.round(100 * cell.getData().first_share)} % of the draws`;
    if (key === "status" || key === "sources") span.className = `status status-${cell.getValue().replace(/[^a-z]+/g, "-")}`;
    if (key === "note") span.title = cell.getValue();
    return span;
  }

  // the title in a heading, whose unit depends on the device; the browser's own tooltip cannot outlast the pointer
  function heading(key, title, tip) {
    const span = document.createElement("span");
    span.textContent = title;
    span.title = tip;
    span.dataset.heading = key;
    return span;
  }

  const unitName = (unit) => ({ cell: "cells" })[unit] || unit;

  function writeUnits() {
    const units = [...new Set(shown.map((record) => record.unit))];
    const titles = { area: units.length === 1 ? `area, ${unitName(units[0])}` : "area", ratio: `Mbit/s/${units.length === 1 ? units[0] : "area"}` };
    for (const [key, title] of Object.entries(titles)) byId("live-table").querySelector(`[data-heading=${key}]`).textContent = title;
    return units.join();
  }

  const statusOrder = ({ status }) => (STATUSES.includes(status) ? STATUSES.indexOf(status) : STATUSES.length);
  const quality = (record) => (isRelative ? record.normalised_ratio : record.ratio) ?? -1;
  const isNumeric = (key) => !["core", "status", "sources", "source", "note", "device", "recipe"].includes(key);

  function byStatus(_one, _other, row, otherRow) {
    const [first, second] = [row.getData(), otherRow.getData()];
    return statusOrder(first) - statusOrder(second) || quality(second) - quality(first);
  }

  function tableColumns() {
    const make = ({ key, title, tip }) => ({
      field: key, title, titleFormatter: () => heading(key, title, tip), formatter: key === "core" ? coreCell : plainCell,
      hozAlign: isNumeric(key) ? "right" : "left", headerHozAlign: isNumeric(key) ? "right" : "left",
      sorter: key === "status" ? byStatus : isNumeric(key) ? "number" : "string", sorterParams: { alignEmptyValues: "bottom" },
      headerSortStartingDir: isNumeric(key) && key !== "rank" ? "desc" : "asc", frozen: key === "core" && innerWidth > 700,
      ...(key === "note" ? { width: 420, headerSort: false } : {}),
    });
    const list = columns.map(make);
    list.splice(1, 0, make({ key: "device", title: "device", tip: "What the core is placed on." }));
    const hideTip = "Removes the core from the table, the chart and the downloads.";
    list.splice(1, 0, { title: "hide", titleFormatter: () => heading("id", "hide", hideTip), formatter: hideCell, headerSort: false, field: "id", width: 66 });
    return list;
  }

  function showColumns() {
    const relative = normalised();
    const absolute = ["throughput", "area", "ratio", "luts", "flip_flops", "memory_bits"];
    const empty = (key) => shown.every((record) => record[key] === null || record[key] === 0);
    const visible = {
      device: form.elements.device.value === ALL,
      normalised_throughput: relative, normalised_area: relative, energy: !empty("energy"),
      source: records.some((record) => record.source !== "committed"),
    };
    for (const key of absolute) visible[key] = !relative;
    for (const [key, isVisible] of Object.entries(visible)) {
      const column = table.getColumn(key);
      if (column.isVisible() !== isVisible) isVisible ? column.show() : column.hide();
    }
  }

  // Tabulator gives two nested elements the role of a group of rows, and its scrolling element none
  function makeAccessible() {
    const place = byId("live-table");
    place.setAttribute("aria-label", "Figures");
    place.querySelector(".tabulator-header").setAttribute("role", "presentation");
    place.querySelector(".tabulator-tableholder").setAttribute("role", "rowgroup");
    place.querySelector(".tabulator-table").setAttribute("role", "presentation");
    for (const head of byId("live-table").querySelectorAll(".tabulator-col.tabulator-sortable")) {
      head.tabIndex = 0;
      head.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        head.click();
      });
    }
  }

  // ---- chart

  function dots() {
    const relative = normalised();
    const scale = (record, key) => (relative ? record[`normalised_${key}`] / record[key] : 1);
    return shown.filter((record) => ["known", "preliminary"].includes(record.status) && record.throughput && record.area
      && (!relative || record.normalised_ratio)).map((record) => {
      const [x, y] = [scale(record, "area"), scale(record, "throughput")];
      const isReference = /^sha-(256|512)\/highspeed$/.test(record.core);
      const scaled = (value, factor) => (value === null ? null : value * factor);
      const short = record.core.replace(/\/highspeed$/, "");
      const clock = (value) => `${format("clock", value)} MHz`;
      return { name: form.elements.device.value === ALL ? `${short} on ${record.device}` : short, key: name(record), page: record.page,
        device: record.device, recipe: record.recipe, seeds: String(record.seeds), clock: clock(record.clock), rank: rankText(record), status: record.status,
        quartiles: record.clock_lower === null ? "–" : `${format("clock", record.clock_lower)} to ${clock(record.clock_upper)}`,
        x: record.area * x, x_lower: scaled(record.area_lower, x), x_upper: scaled(record.area_upper, x),
        y: record.throughput * y, y_lower: scaled(record.throughput_lower, y), y_upper: scaled(record.throughput_upper, y),
        preliminary: record.status === "preliminary",
        kind: record.source === "yours" ? "yours" : isReference ? "reference" : "core" };
    });
  }

  function themed(text) {
    const style = getComputedStyle(document.documentElement);
    const colour = (variable) => style.getPropertyValue(variable).trim();
    const theme = { "#1f2933": "--ink", "#dfe4e9": "--line", "#8793a0": "--faint", "#ffffff": "--page", "#0b6e99": "--accent", "#b4430b": "--second", "#2b7a3d": "--third" };
    return text.replace(/#[0-9a-f]{6}/g, (value) => (theme[value] ? colour(theme[value]) : value));
  }

  function loadVega() {
    loadVega.script ||= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${root}assets/vega.js`;
      script.onload = resolve;
      script.onerror = () => reject(new Error("assets/vega.js is missing"));
      document.head.append(script);
    });
    return loadVega.script;
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
    byId("save-svg").disabled = byId("save-png").disabled = !points.length;
    if (!points.length) return;
    await loadVega();
    if (mine !== drawing) return;
    const unit = { cell: "logic cells", GE: "gate equivalents" }[shown[0].unit] || shown[0].unit;
    const text = themed(byId(relative ? "relative-spec" : "spec").textContent);
    const spec = JSON.parse(text.replaceAll("AREA_UNIT", () => JSON.stringify(unit).slice(1, -1)));
    spec.width = Math.max(240, Math.min(1080, byId("chart-section").clientWidth - 90));
    spec.height = Math.round(Math.min(520, Math.max(280, spec.width * 0.6)));
    spec.background = getComputedStyle(document.body).backgroundColor; // a saved picture is legible anywhere
    spec.datasets.dots = points;
    spec.config.aria = false;
    embedded?.finalize();
    embedded = await window.vegaEmbed("#chart", spec, { actions: false, renderer: "svg", ast: false });
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
    byId("chart-caption").textContent = "Medians; bars reach from quartile to quartile of the seeds. On a dashed line throughput per area is "
      + (relative ? "that many times that of SHA-2" : `equal, in Mbit/s per ${unit.replace(/s$/, "")}`) + "; the steps are the Pareto front: no other known core shown has both more throughput and less area. A hollow dot: preliminary, the note says why; it has no bars. Point at a dot for its device, clock, seeds and recipe; select it to open the core's page.";
  }

  function openCore(page, event) {
    hideTooltip();
    if (event.ctrlKey || event.metaKey) open(root + page); else location.href = root + page;
  }

  // the dot of the row under the pointer; null for none
  function emphasise(record) {
    const index = record ? drawn.indexOf(name(record)) : -1;
    byId("chart").querySelectorAll(".mark-symbol path").forEach((dot, at) => dot.classList.toggle("emphasised", at === index));
  }

  // ---- everything together

  function setHidden(key, isHidden) {
    if (isHidden) hidden.add(key); else hidden.delete(key);
    update();
  }

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
    const device = form.elements.device.value;
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
      form.elements.device.value = best;
      fillChoices();
      update();
    });
    place.replaceChildren(`${device} has ${known} known figures, ${best} of the same family has ${most}. Areas are comparable within a family; the clock depends on the speed grade. `, button);
    place.hidden = false;
  }

  function hideUselessFilters() {
    for (const key of ["source", "sources", "memory", "in_flight"]) {
      if (new Set(records.map((record) => record[key])).size < 2) form.elements[key].closest(".field").hidden = true;
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
    const more = byId("more-filters");
    const set = [...more.querySelectorAll("select, input")].filter((field) => field.value && !(field.name === "comparison" && field.value === "chosen")).length;
    byId("more-set").textContent = set ? ` (${set} set)` : "";
    if (set) more.open = true;
  }

  // a preset keeps the device
  function linkPresets() {
    const device = new URLSearchParams({ device: form.elements.device.value });
    for (const link of byId("presets").querySelectorAll("a")) link.href = `#${device}&${link.dataset.view}`;
  }

  // a function that gives the width in pixels of a text of the table
  function textMeasure() {
    const pen = document.createElement("canvas").getContext("2d");
    const { fontSize, fontFamily } = getComputedStyle(byId("live-table"));
    return (text, weight) => {
      pen.font = `${weight} ${fontSize} ${fontFamily}`;
      return pen.measureText(text).width;
    };
  }

  // The width in pixels of a column: its title with the arrow, or its longest value, also of rows that are out of sight.
  function columnWidth(key, title, width) {
    let longest = "–";
    if (key === "rank") {
      longest = shown.map(rankText).reduce((one, other) => (other.length > one.length ? other : one), longest);
    } else if (isNumeric(key)) {
      longest = format(key, shown.reduce((most, record) => Math.max(most, record[key] ?? 0), 0));
    } else {
      for (const text of new Set(shown.map((record) => record[key]))) if (text && width(text, 400) > width(longest, 400)) longest = text;
    }
    return Math.ceil(Math.max(width(title, 600) + 32, width(longest, 400) + 20));
  }

  // the widths and units of the columns, once the rows of another device, recipe or unit are shown
  function fitColumns() {
    const key = [form.elements.device.value, form.elements.comparison.value, isRelative, writeUnits()].join();
    if (key === fitted || !shown.length) return;
    fitted = key;
    const visible = table.getColumns().filter((column) => column.isVisible() && !["note", "id"].includes(column.getField()));
    const width = textMeasure();
    const title = (field) => byId("live-table").querySelector(`[data-heading=${field}]`).textContent;
    const widths = visible.map((column) => columnWidth(column.getField(), title(column.getField()), width));
    visible.forEach((column, at) => column.setWidth(widths[at]));
  }

  function update() {
    const isAll = form.elements.device.value === ALL;
    isRelative = normalised();
    for (const radio of form.elements.values) radio.disabled = isAll;
    // areas of different families must not be compared
    if (isAll) form.elements.max_area.value = "";
    form.elements.max_area.disabled = isAll;
    const candidates = matching();
    shown = candidates.filter((record) => !hidden.has(name(record)));
    // before the rows: they are sorted at once, and report the order of the table as a new request
    table.setSort(sort.column, sort.dir);
    table.replaceData(shown).then(fitColumns);
    showColumns();
    countMoreFilters();
    linkPresets();
    listHidden(candidates);
    const counts = (status) => shown.filter((record) => record.status === status).length;
    byId("message").textContent = `${shown.length} of ${records.length} figures: ${counts("known")} known, ${counts("preliminary")} preliminary, the notes say why.`;
    suggestDevice();
    writeAddress();
    draw();
  }

  function download(text, type, suffix) {
    const link = document.createElement("a");
    link.href = text.startsWith("data:") ? text : URL.createObjectURL(new Blob([text], { type }));
    link.download = `fairhash-${form.elements.device.value || "all"}.${suffix}`;
    link.click();
    if (!text.startsWith("data:")) setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // a spreadsheet would run a text that begins like a formula
  const csvText = (value) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
  const csvCell = (value) => (value === null ? "" : typeof value === "string" ? `"${csvText(value).replaceAll('"', '""')}"` : String(value));

  function rowsToSave() {
    return table.getData("active").map(({ id, page, ...record }) => Object.fromEntries(Object.entries(record).map(([key, value]) => [SAVED_NAMES[key] || key, value])));
  }

  // all rows of the table on paper, of which the screen has only those in sight
  function fillPrintTable() {
    const visible = table.getColumns().filter((column) => column.isVisible() && column.getField() !== "id").map((column) => column.getField());
    const printed = document.createElement("table");
    const add = (parent, texts, tag) => {
      const row = parent.insertRow();
      for (const text of texts) row.append(Object.assign(document.createElement(tag), { textContent: text }));
    };
    add(printed.createTHead(), visible.map((key) => byId("live-table").querySelector(`[data-heading=${key}]`).textContent), "th");
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
      if (event.target.name === "device") fillChoices();
      update();
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(() => {
      hidden.clear();
      sort = { ...FIRST_ORDER };
      byId("more-filters").open = false;
      fillChoices(true);
      if (isRestoring) readAddress();
      isRestoring = false;
      update();
    }));
    byId("save-csv").addEventListener("click", () => {
      const rows = rowsToSave().map((row) => ({ ...row, ...provenance }));
      const keys = Object.keys(rows[0] || { core: "" });
      download([keys.join(","), ...rows.map((row) => keys.map((key) => csvCell(row[key])).join(","))].join("\r\n") + "\r\n", "text/csv", "csv");
    });
    byId("save-json").addEventListener("click", () => download(JSON.stringify({ provenance, figures: rowsToSave() }, null, 1), "application/json", "json"));
    byId("save-svg").addEventListener("click", async () => download(await embedded.view.toSVG(), "image/svg+xml", "svg"));
    byId("save-png").addEventListener("click", async () => download(await embedded.view.toImageURL("png", 2), "image/png", "png"));
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
    form.elements.device.append(new Option("all devices (divided by SHA-2)", ALL));
    fillChoices();
    legend();
    hideUselessFilters();
    readAddress();
    byId("static-tables").remove();
    for (const id of ["presets", "filters", "live-table", "downloads"]) byId(id).hidden = false;
    table = new window.Tabulator("#live-table", {
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
        if (page && !event.target.closest("a, button") && !getSelection().toString()) openCore(page, event);
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
