// SPDX-License-Identifier: Apache-2.0
// The explorer's table: its columns, their widths and units, the order of its rows, and its events.
"use strict";

(() => {
  const { format, isNumeric, nameOf, openPage, rankText, root, statusOrder } = window.explorerValues;
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @type {Table} */
  let table;
  /** @type {Figure[]} */
  let shown = [];
  let isRelative = false; // whether the values shown are divided by those of SHA-2
  let selection = ""; // the device and recipe of the rows before
  /** @type {Record<string, number>} */
  let widths = {}; // of the columns of the selection, in pixels
  /** @type {number | null} */
  let refocused = null; // position of the row whose button was pressed and went with it

  /** @param {TableCell} cell */
  function coreCell(cell) {
    const { core, page } = cell.getData();
    if (!page) return Object.assign(document.createElement("span"), { textContent: core });
    return Object.assign(document.createElement("a"), { textContent: core, href: root + page });
  }

  /** @param {(name: string) => void} hide @returns {(cell: TableCell) => HTMLElement} */
  const hideCell = (hide) => (cell) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "hide";
    button.textContent = "hide";
    button.setAttribute("aria-label", `hide ${cell.getData().core}`);
    button.addEventListener("click", () => {
      refocused = table.getRows("active").findIndex((row) => row.getData().id === cell.getData().id);
      hide(nameOf(cell.getData()));
    });
    return button;
  };

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
  }

  /** @param {Figure} record */
  const quality = (record) => (isRelative ? record.normalised_ratio : record.ratio) ?? -1;

  /** @param {Value} _one @param {Value} _other @param {TableRow} row @param {TableRow} otherRow */
  function byStatus(_one, _other, row, otherRow) {
    const [first, second] = [row.getData(), otherRow.getData()];
    return statusOrder(first) - statusOrder(second) || quality(second) - quality(first);
  }

  /** @param {Column[]} columns @param {(name: string) => void} hide */
  function tableColumns(columns, hide) {
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
    list.splice(1, 0, { title: "hide", titleFormatter: () => heading("id", "hide", hideTip), formatter: hideCell(hide), headerSort: false, field: "id", width: 66 });
    return list;
  }

  /** @param {ExplorerView} view */
  function showColumns({ isAll, hasOwn }) {
    const absolute = ["throughput", "area", "ratio", "luts", "flip_flops", "memory_bits"];
    /** @param {string} key */
    const empty = (key) => shown.every((record) => record[key] === null || record[key] === 0);
    /** @type {Record<string, boolean>} */
    const visible = {
      device: isAll,
      normalised_throughput: isRelative, normalised_area: isRelative, energy: !empty("energy"),
      source: hasOwn,
    };
    for (const key of absolute) visible[key] = !isRelative;
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
    let texts = shown.map((record) => String(record[key] ?? ""));
    if (key === "rank") {
      texts = [shown.map(rankText).reduce((one, other) => (other.length > one.length ? other : one), "")];
    } else if (isNumeric(key)) {
      texts = [format(key, shown.reduce((most, record) => Math.max(most, Number(record[key] ?? 0)), 0))];
    }
    const longest = [...new Set(texts)].reduce((most, text) => Math.max(most, width(text, 400)), 0);
    // the heading has 4 px on both sides and 25 px for its arrow, a cell 8 px on both sides
    return Math.ceil(Math.max(width(title, 600) + 34, longest + 20));
  }

  /** Fit the columns to the rows: for another device or recipe anew, else they only grow. @param {string} selected */
  function fitColumns(selected) {
    writeUnits();
    if (selected !== selection) widths = {};
    selection = selected;
    const visible = table.getColumns().filter((column) => column.isVisible() && !["note", "id"].includes(column.getField()));
    const measure = textMeasure();
    // all are measured before one is set, which makes the browser lay out the page
    const needed = visible.map((column) => columnWidth(column.getField(), headingOf(column.getField()).textContent || "", measure));
    visible.forEach((column, at) => {
      const key = column.getField();
      if (needed[at] <= (widths[key] ?? 0)) return;
      widths[key] = needed[at];
      column.setWidth(needed[at]);
    });
  }

  /** Give the focus to the row that is now where a button was pressed, or else to the list of hidden cores. */
  function restoreFocus() {
    if (refocused === null) return;
    const rows = table.getRows("active");
    const row = rows[Math.min(refocused, rows.length - 1)];
    refocused = null;
    /** @type {HTMLButtonElement | null} */
    const button = (row ? row.getElement() : byId("hidden-cores")).querySelector("button");
    button?.focus();
  }

  /**
   * Make the table.
   * @param {Column[]} columns @param {Sort} order @param {TableListeners} listeners
   */
  function start(columns, order, { hide, built, sorted }) {
    table = new (/** @type {typeof window & TableScript} */ (window).Tabulator)("#live-table", {
      data: [], columns: tableColumns(columns, hide), index: "id", height: "34rem", layout: "fitDataFill", placeholder: "No figure matches. Reset the filters.",
      columnDefaults: { resizable: false }, renderHorizontal: "basic", initialSort: [{ ...order }],
      // else Tabulator makes all rows again as the table scrolls into sight, and the button just reached by Tab loses the focus
      autoResize: false,
    });
    table.on("tableBuilt", () => {
      makeAccessible();
      table.on("rowMouseEnter", (_event, row) => window.explorerChart.emphasise(row.getData()));
      table.on("rowMouseLeave", () => window.explorerChart.emphasise(null));
      table.on("rowClick", (event, row) => {
        const { page } = row.getData();
        const isControl = event.target instanceof Element && event.target.closest("a, button");
        if (page && !isControl && !getSelection()?.toString()) openPage(page, event);
      });
      table.on("dataSorted", (sorters) => {
        if (sorters.length) sorted({ column: sorters[0].field, dir: sorters[0].dir });
      });
      built();
    });
  }

  /** @param {Figure[]} figures @param {ExplorerView} view @param {Sort} order */
  function show(figures, view, order) {
    shown = figures;
    isRelative = view.isRelative;
    // before the rows: they are sorted at once, and report the order of the table as a new request
    table.setSort(order.column, order.dir);
    table.replaceData(shown).then(() => {
      fitColumns(view.selection);
      restoreFocus();
    });
    showColumns(view);
  }

  /** The columns in sight but that of the buttons. @returns {{key: string, title: string}[]} */
  function visibleColumns() {
    const keys = table.getColumns().filter((column) => column.isVisible() && column.getField() !== "id").map((column) => column.getField());
    return keys.map((key) => ({ key, title: headingOf(key).textContent || "" }));
  }

  window.explorerTable = { start, show, visibleColumns, figures: () => table.getData("active"), redraw: () => table.redraw(true) };
})();
