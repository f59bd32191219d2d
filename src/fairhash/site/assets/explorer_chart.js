// SPDX-License-Identifier: Apache-2.0
// The explorer's chart of throughput over area: one dot for each figure with both.
"use strict";

(() => {
  const { format, nameOf, openPage, rankText, root } = window.explorerValues;
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @param {string} id */
  const buttonById = (id) => /** @type {HTMLButtonElement} */ (byId(id));
  /** @param {string} id */
  const textOf = (id) => byId(id).textContent || "";
  /** @type {ChartView | null} */
  let chart = null;
  /** @type {string[]} */
  let drawn = []; // names of the figures of the dots, in the order of the chart
  let drawing = 0;
  /** @type {Promise<unknown> | null} */
  let vegaLoading = null;

  /** @param {Figure[]} shown @param {boolean} isRelative @param {boolean} isAll @returns {Dot[]} */
  function dots(shown, isRelative, isAll) {
    /** @param {number | null} value @param {number} factor */
    const scaled = (value, factor) => (value === null ? null : value * factor);
    /** @param {number | null} value */
    const clock = (value) => `${format("clock", value)} MHz`;
    return shown.filter(({ status }) => status === "known" || status === "preliminary").flatMap((record) => {
      const { throughput, area } = record;
      if (!throughput || !area || (isRelative && !record.normalised_ratio)) return [];
      const x = isRelative ? (record.normalised_area ?? 0) / area : 1;
      const y = isRelative ? (record.normalised_throughput ?? 0) / throughput : 1;
      const isReference = /^sha-(256|512)\/highspeed$/.test(record.core);
      const short = record.core.replace(/\/highspeed$/, "");
      return [{ name: isAll ? `${short} on ${record.device}` : short, key: nameOf(record), page: record.page,
        device: record.device, recipe: record.recipe, seeds: String(record.seeds), clock: clock(record.clock), rank: rankText(record), status: record.status,
        quartiles: record.clock_lower === null ? "–" : `${format("clock", record.clock_lower)} to ${clock(record.clock_upper)}`,
        x: area * x, x_lower: scaled(record.area_lower, x), x_upper: scaled(record.area_upper, x),
        y: throughput * y, y_lower: scaled(record.throughput_lower, y), y_upper: scaled(record.throughput_upper, y),
        preliminary: record.status === "preliminary",
        kind: record.source === "yours" ? "yours" : isReference ? "reference" : "core" }];
    });
  }

  /** A specification with the values of the style sheet's variables, which a saved picture does not have. @param {string} text */
  function themed(text) {
    const style = getComputedStyle(document.documentElement);
    return text.replace(/var\((--[a-z]+)\)/g, (_all, variable) => style.getPropertyValue(variable).trim());
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

  /** @param {Figure[]} shown @param {ExplorerView} view */
  async function draw(shown, { isRelative, isAll }) {
    hideTooltip();
    const mine = (drawing += 1);
    const points = dots(shown, isRelative, isAll);
    byId("chart-section").hidden = !points.length;
    buttonById("save-svg").disabled = buttonById("save-png").disabled = !points.length;
    if (!points.length) return;
    await loadVega();
    if (mine !== drawing) return;
    /** @type {Record<string, string>} */
    const units = { cell: "logic cells", GE: "gate equivalents" };
    // the specification has it inside a string of an expression
    const unit = (units[shown[0].unit] || shown[0].unit).replace(/["\\\p{Cc}]/gu, "");
    const text = themed(textOf(isRelative ? "relative-spec" : "spec"));
    /** @type {ChartSpec} */
    const spec = JSON.parse(text.replaceAll("AREA_UNIT", () => unit));
    // the axis, and names that reach beyond the plot, take up to 105 pixels (measured on all devices, windows of 390 to 1300)
    spec.width = Math.max(240, Math.min(1080, byId("chart-section").clientWidth - 106));
    spec.height = Math.round(Math.min(520, Math.max(280, spec.width * 0.6)));
    spec.background = getComputedStyle(document.body).backgroundColor; // a saved picture is legible anywhere
    for (const data of spec.data) if (data.name === "dots") data.values = points;
    chart?.finalize();
    byId("chart").replaceChildren();
    const { Handler, View, parse } = /** @type {typeof window & ChartScript} */ (window).vega;
    chart = new View(parse(spec), { container: "#chart", renderer: "svg", hover: true, tooltip: new Handler().call });
    await chart.runAsync();
    if (mine !== drawing) return;
    drawn = points.map((dot) => dot.key);
    // the chart is one picture for screen readers, named below; the table has its values
    for (const part of byId("chart").querySelectorAll("svg, svg *")) {
      for (const attribute of ["role", "aria-roledescription", "aria-label", "aria-hidden"]) part.removeAttribute(attribute);
    }
    chart.addEventListener("click", (event, item) => {
      if (!item?.datum?.page) return;
      hideTooltip();
      openPage(item.datum.page, event);
    });
    byId("chart").setAttribute("role", "img");
    byId("chart").setAttribute("aria-label", `Throughput over area of ${points.length} cores; the table below has the values`);
    byId("chart-caption").textContent = `Medians; bars reach from quartile to quartile of the seeds. On a dashed line throughput per area is ${
      isRelative ? "that many times that of SHA-2" : `equal, in Mbit/s per ${unit.replace(/s$/, "")}`}; the steps are the Pareto front: no other known core shown has both more throughput and less area. A hollow dot: preliminary, the note says why; it has no bars. Point at a dot for its device, clock, seeds and recipe; select it to open the core's page.`;
  }

  /** Emphasise the dot of the row under the pointer; null for none. @param {Figure | null} record */
  function emphasise(record) {
    const index = record ? drawn.indexOf(nameOf(record)) : -1;
    byId("chart").querySelectorAll(".mark-symbol path").forEach((dot, at) => dot.classList.toggle("emphasised", at === index));
  }

  window.explorerChart = {
    draw,
    emphasise,
    hideTooltip,
    toSVG: async () => (chart ? chart.toSVG() : ""),
    toPNG: async () => (chart ? chart.toImageURL("png", 2) : ""),
  };
})();
