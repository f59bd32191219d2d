// SPDX-License-Identifier: Apache-2.0
// What the explorer knows of one figure: its name, its values as text, its place in an order, and its page.
"use strict";

(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const root = script.dataset.root || "";
  /** @type {Record<string, number>} */
  const DIGITS = { ratio: 3, normalised_ratio: 2, normalised_throughput: 2, normalised_area: 2, clock: 1, energy: 2 };
  const STATUSES = ["known", "preliminary", "estimate"];
  const TEXTS = ["core", "status", "sources", "source", "note", "device", "recipe"];

  /** The records, which are written as columns, each text once. @param {PackedRecords} packed @returns {Figure[]} */
  function unpacked({ keys, text_keys: textKeys, texts, columns }) {
    const isText = new Set(textKeys);
    const values = columns.map((column, at) => column
      .flatMap((entry) => (Array.isArray(entry) ? new Array(entry[1]).fill(entry[0]) : [entry]))
      .map((value) => (typeof value === "number" && isText.has(keys[at]) ? texts[value] : value)));
    return Array.from(values[0] || [], (_first, id) => /** @type {Figure} */ (
      { id, ...Object.fromEntries(keys.map((key, at) => [key, values[at][id]])) }
    ));
  }

  /** What distinguishes a figure from all others. @param {Figure} record */
  const nameOf = (record) => `${record.core} ${record.device} ${record.comparison} ${record.source}`;

  /**
   * The values of a filter by which a record is found: a core also by the other algorithms that it computes.
   * @param {Figure} record @param {string} key @returns {Value[]}
   */
  const valuesOf = (record, key) => (key === "algorithm" ? [record.algorithm, ...record.also_computes.split(" ")] : [record[key]]);

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

  /** @param {Figure} record */
  function rankText(record) {
    if (record.rank === null) return "–";
    const limits = record.rank_lowest === null ? "" : ` (${record.rank_lowest} to ${record.rank_highest})`;
    return `${record.rank} of ${record.ranked}${limits}`;
  }

  /** Order of a status, known first. @param {Figure} record */
  const statusOrder = ({ status }) => (STATUSES.includes(status) ? STATUSES.indexOf(status) : STATUSES.length);

  /** @param {string} key */
  const isNumeric = (key) => !TEXTS.includes(key);

  /** Open a page, in a new tab with the control key. @param {string} page @param {MouseEvent} event */
  function openPage(page, event) {
    if (event.ctrlKey || event.metaKey) open(root + page); else location.href = root + page;
  }

  window.explorerValues = { root, unpacked, nameOf, valuesOf, format, rankText, statusOrder, isNumeric, openPage };
})();
