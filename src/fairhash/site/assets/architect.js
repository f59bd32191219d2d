// SPDX-License-Identifier: Apache-2.0
// The calculator of the architect's page: the closed form of studies/system/closed_form.py with the page's presets.
// docs/system.md derives the formulas; a test compares both.
"use strict";

/**
 * @typedef {{clock_mhz: number, width_bits: number, burst_bytes: number, overhead_bytes: number,
 *   turnaround_cycles: number, latency_ns: number, title: string}} Bus
 * @typedef {{pad_ns: number, pad_ns_per_kb: number, notify_ns: number, complete_ns: number,
 *   batches_in_flight: number, title: string}} Host
 * @typedef {{mb_s: number, access_us: number, block_bytes: number, title: string}} Disk
 * @typedef {{clock_mhz: number, block_bytes: number, header_bytes: number, digest_bytes: number, setup: number,
 *   load: number, block: number, final: number, unload: number, messages_in_flight: number, padding_bytes: number,
 *   extra_blocks: number, least_blocks: number}} Core
 * @typedef {{host: Host, bus: Bus, core: Core, cores: number, buffer_bytes: number, interleaved: boolean,
 *   batch: number, disk: Disk | null}} Machine
 * @typedef {{ns_per_byte: number, text: string}} Change
 * @typedef {{computers: {id: string, title: string, bus: string, host: string}[], buses: Record<string, Bus>,
 *   hosts: Record<string, Host>, disks: Record<string, Disk>, cores: Record<string, Core>, buffer_bytes: number,
 *   factor: number, tie: number, least_gain: number, limits: Record<string, string>}} Presets
 */

(() => {
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @type {Presets} */
  const parameters = JSON.parse(byId("parameters").textContent || "");
  const LIMITS = parameters.limits;

  // ---- the closed form; all times in nanoseconds

  /** @param {Bus} bus @param {number} bytes */
  function burstCycles(bus, bytes) {
    const width = bus.width_bits / 8;
    return bus.turnaround_cycles + Math.ceil(bus.overhead_bytes / width) + Math.ceil(bytes / width);
  }

  /** Time in which the bus moves data in bursts without pauses. @param {Bus} bus @param {number} bytes */
  function busTime(bus, bytes) {
    const rest = bytes % bus.burst_bytes;
    const full = (bytes - rest) / bus.burst_bytes;
    const cycles = full * burstCycles(bus, bus.burst_bytes) + (rest ? burstCycles(bus, rest) : 0);
    return 1000 * cycles / bus.clock_mhz;
  }

  /** Blocks of a message after padding. @param {Core} core @param {number} bytes */
  function blocksOf(core, bytes) {
    return Math.max(core.least_blocks, Math.ceil((bytes + core.padding_bytes) / core.block_bytes) + core.extra_blocks);
  }

  /**
   * Times of one batch of equal messages.
   * @param {Machine} machine @param {number} bytes of each message
   */
  function closedForm(machine, bytes) {
    const { core, bus, host, disk, batch } = machine;
    /** @param {number} count */
    const cycles = (count) => 1000 * count / core.clock_mhz;
    const units = machine.cores * core.messages_in_flight;
    const blocks = blocksOf(core, bytes);
    const stream = blocks * core.block_bytes + core.header_bytes;
    const firstBytes = Math.min(stream, core.block_bytes + core.header_bytes);
    const burst = Math.min(bus.burst_bytes, stream);
    const step = cycles(Math.max(core.block, core.load));
    const rounds = Math.ceil(batch / units);
    const message = Math.max(
      blocks * cycles(core.block) + cycles(core.final), cycles(core.setup + blocks * core.load),
    );
    const afterLastWord = cycles((core.load ? 1 : 0) + core.block + core.final);
    const digest = 1000 * burstCycles(bus, core.digest_bytes) / bus.clock_mhz;
    const output = cycles(core.unload) + digest;
    /** End of a message whose first block is loaded at `ready` and that never lacks words. @param {number} ready */
    const processed = (ready) => ready + (blocks - 1) * step + cycles(core.block + core.final);

    function interleaved() {
      const streams = Math.min(batch, units);
      const turn = streams * busTime(bus, burst);
      const header = bus.latency_ns + turn;
      const first = bus.latency_ns + Math.ceil(firstBytes / burst) * turn;
      const ready = Math.max(first + cycles(1), header + cycles(core.setup + core.load));
      const byCores = processed(ready) + (rounds - 1) * message;
      const moved = bus.latency_ns + batch * busTime(bus, stream);
      const queue = (streams - 1) * Math.max(0, Math.max(cycles(core.unload), digest) - busTime(bus, burst));
      const unread = Math.min(stream, machine.buffer_bytes) / core.block_bytes * step;
      return [Math.max(moved, byCores - unread), Math.max(byCores, moved + afterLastWord) + queue + output];
    }

    function oneAfterAnother() {
      let moved = bus.latency_ns;
      const free = new Array(units).fill(0);
      const excess = stream - machine.buffer_bytes;
      const readBlocks = Math.max(0, (excess - core.header_bytes) / core.block_bytes);
      for (let number = 0; number < batch; number += 1) {
        const unit = number % units;
        const first = moved + busTime(bus, firstBytes);
        const begin = moved + busTime(bus, burst);
        const ready = Math.max(first + cycles(1), begin + cycles(core.setup + core.load), free[unit]);
        moved += busTime(bus, stream);
        if (excess > 0) moved = Math.max(moved, ready + (readBlocks - 1) * step);
        free[unit] = Math.max(processed(ready), moved + afterLastWord);
      }
      return [moved, free.reduce((last, each) => Math.max(last, each)) + output];
    }

    const [moved, end] = machine.interleaved ? interleaved() : oneAfterAnother();
    const read = disk ? 1000 * (disk.access_us + Math.ceil(bytes / disk.block_bytes) * disk.block_bytes / disk.mb_s) : 0;
    const parts = {
      DISK: batch * read,
      PADDING: batch * (host.pad_ns + host.pad_ns_per_kb * bytes / 1000),
      NOTIFICATION: host.notify_ns + host.complete_ns,
    };
    const hostTime = parts.DISK + parts.PADDING + parts.NOTIFICATION;
    const coreTime = rounds * message;
    const collector = batch * Math.max(cycles(core.unload), digest);
    const toCores = bus.latency_ns + batch * busTime(bus, stream);
    const isBlocking = !machine.interleaved && units > 1;
    const period = host.batches_in_flight === 1
      ? hostTime + end
      : Math.max(hostTime, moved, coreTime, collector, (hostTime + end) / host.batches_in_flight);
    const accelerator = {
      CORE: coreTime, BUS: Math.max(toCores, collector), BUFFER: isBlocking ? moved - toCores : 0,
    };
    const largest = largestPart(parts);
    const isHost = period === hostTime || largest.time > end;
    return {
      ns_per_byte: period / (batch * bytes),
      limit: LIMITS[isHost ? largest.name : largestPart(accelerator).name],
    };
  }

  /** The first of the largest parts. @param {Record<string, number>} parts */
  function largestPart(parts) {
    return Object.entries(parts)
      .map(([name, time]) => ({ name, time }))
      .reduce((best, each) => (each.time > best.time ? each : best));
  }

  /**
   * Machines with one part changed, settings of the host first, as advice.py has them. More cores get no larger batch.
   * @param {Machine} machine
   * @returns {[string, Machine][]}
   */
  function variants(machine) {
    const { factor } = parameters;
    const { host, bus, core, disk } = machine;
    const batch = 4 * machine.batch;
    const cores = factor * machine.cores;
    const buffer = 4 * machine.buffer_bytes;
    /** @type {[string, Machine][]} */
    const all = [[`${batch} messages at once`, { ...machine, batch }]];
    if (host.batches_in_flight === 1) {
      all.push(["a host that prepares a batch while another is hashed", { ...machine, host: { ...host, batches_in_flight: 2 } }]);
    }
    if (!machine.interleaved) all.push(["interleaved transfer", { ...machine, interleaved: true }]);
    all.push(
      [`${cores} cores`, { ...machine, cores }],
      [`cores with ${factor} times the clock`, { ...machine, core: { ...core, clock_mhz: factor * core.clock_mhz } }],
      ["padding in hardware", { ...machine, host: { ...host, pad_ns: 0, pad_ns_per_kb: 0 } }],
      [`a bus with ${factor} times the clock`, { ...machine, bus: { ...bus, clock_mhz: factor * bus.clock_mhz } }],
    );
    if (machine.interleaved) all.push([`buffers of ${buffer} bytes`, { ...machine, buffer_bytes: buffer }]);
    if (disk) {
      const faster = { ...disk, mb_s: factor * disk.mb_s, access_us: disk.access_us / factor };
      all.push([`a disk ${factor} times as fast`, { ...machine, disk: faster }]);
    }
    return all;
  }

  /**
   * What a computer achieves, and the single change that gains most, if one gains enough.
   * @param {Machine} machine @param {number} bytes
   */
  function calculate(machine, bytes) {
    const now = closedForm(machine, bytes);
    /** @type {Change[]} */
    const changes = variants(machine).map(([text, other]) => ({ text, ns_per_byte: closedForm(other, bytes).ns_per_byte }));
    const fastest = Math.min(...changes.map((change) => change.ns_per_byte));
    const best = changes.find((change) => change.ns_per_byte <= parameters.tie * fastest);
    return { ...now, change: best && now.ns_per_byte / best.ns_per_byte >= parameters.least_gain ? best : null };
  }

  Object.assign(window, { fairhashCalculator: { calculate } });

  // ---- the form, kept in the address

  const form = /** @type {HTMLFormElement} */ (byId("calculator"));

  /** @param {string} name */
  const field = (name) => /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name));
  const names = [...new Set([...form.elements].map((each) => /** @type {HTMLInputElement} */ (each).name).filter(Boolean))];

  /** The computer of the form, or a text that says what is wrong. @returns {Machine | string} */
  function machineOfForm() {
    /** @param {string} name */
    const value = (name) => field(name).value;
    /** @param {string} name */
    const number = (name) => Number(value(name));
    for (const name of names) {
      if (!field(name).checkValidity()) return `${field(name).labels?.[0].textContent}: ${field(name).validationMessage}`;
    }
    const host = { ...parameters.hosts[value("host")] };
    if (value("padding") === "hardware") Object.assign(host, { pad_ns: 0, pad_ns_per_kb: 0 });
    if (number("messages") === 1) host.batches_in_flight = 1;
    const bus = { ...parameters.buses[value("bus")], clock_mhz: number("bus_clock") };
    const core = { ...parameters.cores[value("core")], clock_mhz: number("clock") };
    const least = core.block_bytes + core.header_bytes + bus.burst_bytes;
    if (number("buffer") < least) return `A buffer needs at least ${least} bytes: a block and a burst.`;
    return {
      host, bus, core,
      cores: number("cores"),
      batch: number("messages"),
      buffer_bytes: number("buffer"),
      interleaved: value("transfer") === "interleaved",
      disk: parameters.disks[value("disk")] || null,
    };
  }

  /** @param {number} value */
  const rounded = (value) => (value >= 1000 ? value.toFixed(0) : value.toPrecision(4));
  /** @param {number} nsPerByte */
  const rate = (nsPerByte) => `${rounded(nsPerByte)} ns per byte (${rounded(1000 / nsPerByte)} MB/s)`;

  function show() {
    const machine = machineOfForm();
    const problem = typeof machine === "string" ? machine : "";
    byId("problem").textContent = problem;
    byId("result").hidden = Boolean(problem);
    if (typeof machine === "string") return;
    const bytes = Number(field("bytes").value);
    const { ns_per_byte: time, limit, change } = calculate(machine, bytes);
    byId("time").textContent = rate(time);
    byId("limit").textContent = limit;
    byId("change").textContent = change
      ? `${change.text}: ${rate(change.ns_per_byte)}, ${(time / change.ns_per_byte).toFixed(2)} times as fast`
      : `no single change gains ${((parameters.least_gain - 1) * 100).toFixed(0)} %`;
  }

  // a link to a section of the page stays in the address until the form is used
  function writeAddress() {
    const state = new URLSearchParams(names.map((name) => [name, field(name).value]));
    history.replaceState(null, "", `#${state}`);
  }

  /** Fill in the values of what was chosen. @param {string} name */
  function fill(name) {
    if (name === "computer") {
      const chosen = parameters.computers.find(({ id }) => id === field("computer").value);
      if (!chosen) return;
      field("bus").value = chosen.bus;
      field("host").value = chosen.host;
    }
    if (name === "computer" || name === "bus") field("bus_clock").value = String(parameters.buses[field("bus").value].clock_mhz);
    if (name === "core") field("clock").value = String(parameters.cores[field("core").value].clock_mhz);
  }

  function readAddress() {
    const state = new URLSearchParams(location.hash.slice(1));
    for (const name of names) {
      const value = state.get(name);
      const target = field(name);
      if (value === null) continue;
      if (target instanceof HTMLSelectElement && ![...target.options].some((option) => option.value === value)) continue;
      target.value = value;
      fill(name);
    }
  }

  form.addEventListener("input", (event) => {
    fill(/** @type {HTMLInputElement} */ (event.target).name);
    show();
    writeAddress();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => { readAddress(); show(); });
  // site.js, which is loaded later, copies the address
  byId("copy-link").addEventListener("click", writeAddress);
  byId("calculator-section").hidden = false;
  byId("no-calculator").hidden = true;
  fill("computer");
  fill("core");
  readAddress();
  show();
  document.documentElement.dataset.ready = "architect";
})();
