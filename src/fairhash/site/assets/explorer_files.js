// SPDX-License-Identifier: Apache-2.0
// The explorer's downloads, and the table of its printed page.
"use strict";

(() => {
  const { format, rankText } = window.explorerValues;
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  // what a downloaded file calls a value: its unit is in the name
  /** @type {Record<string, string>} */
  const SAVED_NAMES = {
    throughput: "throughput_mbit_s", throughput_lower: "throughput_lower_mbit_s", throughput_upper: "throughput_upper_mbit_s",
    clock: "clock_mhz", clock_lower: "clock_lower_mhz", clock_upper: "clock_upper_mhz", ratio: "throughput_per_area_mbit_s",
    latency: "one_block_ns", energy: "energy_pj_per_bit", unit: "area_unit", width: "word_bits", seeds: "seed_count",
  };

  /** @param {string} text @param {string} type @param {string} name */
  function download(text, type, name) {
    const link = document.createElement("a");
    link.href = text.startsWith("data:") ? text : URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    if (!text.startsWith("data:")) setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** A spreadsheet would run a text that begins like a formula. @param {string} value */
  const csvText = (value) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
  /** @param {Value} value */
  const csvCell = (value) => (value === null ? "" : typeof value === "string" ? `"${csvText(value).replaceAll('"', '""')}"` : String(value));

  /** @param {Figure[]} figures @returns {Record<string, Value>[]} */
  function rowsToSave(figures) {
    return figures.map(({ id: _id, page: _page, ...record }) => Object.fromEntries(Object.entries(record).map(([key, value]) => [SAVED_NAMES[key] || key, value])));
  }

  /** @param {Figure[]} figures @param {Record<string, Value>} provenance */
  function csv(figures, provenance) {
    const rows = rowsToSave(figures).map((row) => ({ ...row, ...provenance }));
    const keys = Object.keys(rows[0] || { core: "" });
    return [keys.join(","), ...rows.map((row) => keys.map((key) => csvCell(row[key])).join(",")), ""].join("\r\n");
  }

  /** @param {Figure[]} figures @param {Record<string, Value>} provenance */
  const json = (figures, provenance) => JSON.stringify({ provenance, figures: rowsToSave(figures) }, null, 1);

  /**
   * All rows of the table on paper, of which the screen has only those in sight.
   * @param {Figure[]} figures @param {{key: string, title: string}[]} columns
   */
  function fillPrintTable(figures, columns) {
    const printed = document.createElement("table");
    /** @param {HTMLTableSectionElement} parent @param {string[]} texts @param {"th" | "td"} tag */
    const add = (parent, texts, tag) => {
      const row = parent.insertRow();
      for (const text of texts) row.append(Object.assign(document.createElement(tag), { textContent: text }));
    };
    add(printed.createTHead(), columns.map(({ title }) => title), "th");
    const body = printed.createTBody();
    for (const record of figures) add(body, columns.map(({ key }) => (key === "rank" ? rankText(record) : format(key, record[key]))), "td");
    byId("print-table").replaceChildren(printed);
    byId("print-table").hidden = false;
  }

  function removePrintTable() {
    byId("print-table").hidden = true;
    byId("print-table").replaceChildren();
  }

  window.explorerFiles = { download, csv, json, fillPrintTable, removePrintTable };
})();
