// SPDX-License-Identifier: Apache-2.0
// What a timed simulation observed. The report has the lines
//
//   cycles N CHANGES                   cycles after reset, and changes of nets in them
//   worst REGISTER PS CYCLE            settled runs: the shortest period at which the register captures correctly, and when
//   path NET PS ..                     settled runs: the changes that led to the largest of these, from the register backwards
//   wrong N CYCLE REGISTER             captures that differ from the input's later value, and the first of them
//   unknown N                          bits of outputs that were X
//
// The file of states has eight bytes for each cycle: a digest of what all registers captured.

#ifndef FAIRHASH_TIMED_REPORT_H
#define FAIRHASH_TIMED_REPORT_H

#include <cinttypes>
#include <random>

#include "timed_netlist.h"

class Report {
public:
  Report(const Run &run, const Netlist &netlist)
      : path(run.report), netlist(netlist), worst(netlist.registers.size()), at_cycle(netlist.registers.size()),
        keys(netlist.registers.size()), driver(netlist.nets, nullptr),
        states(run.states.empty() ? nullptr : std::fopen(run.states.c_str(), "wb")) {
    if (!run.states.empty() && states == nullptr) fail(run.states, "cannot be written");
    std::mt19937_64 draw(1);
    for (std::uint64_t &key : keys) key = draw();
    for (const Table &table : netlist.tables) driver[table.out] = &table;
  }
  Report(const Report &) = delete;
  Report &operator=(const Report &) = delete;

  ~Report() {
    if (states != nullptr && std::fclose(states) != 0) fail(path, "the states cannot be written");
    std::FILE *file = std::fopen(path.c_str(), "w");
    if (file == nullptr) fail(path, "cannot be written");
    std::fprintf(file, "cycles %" PRIu64 " %" PRIu64 "\n", cycles, changes);
    for (std::size_t r = 0; r < worst.size(); ++r)
      if (worst[r] > 0) std::fprintf(file, "worst %zu %d %" PRIu64 "\n", r, worst[r], at_cycle[r]);
    if (!path_steps.empty()) std::fprintf(file, "path");
    for (const auto &[net, time] : path_steps) std::fprintf(file, " %u %d", net, time);
    if (!path_steps.empty()) std::fprintf(file, "\n");
    if (wrong > 0) std::fprintf(file, "wrong %" PRIu64 " %" PRIu64 " %zu\n", wrong, wrong_cycle, wrong_register);
    std::fprintf(file, "unknown %" PRIu64 "\n", unknown);
    if (std::fclose(file) != 0) fail(path, "cannot be written");
  }

  bool exceeds(std::size_t r, std::int32_t time) const { return time > worst[r]; }

  // The last change of what register `r` would take, as a function of the time of the clock edge; `index` and `own` are the
  // values at the start of the period.
  void record(std::size_t r, Index index, std::uint8_t own, const Period &period) {
    const Register &reg = netlist.registers[r];
    Arriving arriving[REGISTER_INPUTS];
    unsigned active = 0;
    std::size_t most = 1;
    for (unsigned k = 0; k < reg.inputs; ++k)
      if (const std::uint32_t count = period.count(reg.net[k])) {
        arriving[active++] = {period.of(reg.net[k]), reg.delay[k], k};
        most += count;
      }
    index.set(reg.inputs, own);
    if (merged.size() < most) merged.resize(most);
    const std::int32_t *end = merge<false>(reg.table, index, arriving, active, merged.data());
    if (end == merged.data() || end[-1] <= worst[r]) return;
    worst[r] = end[-1];
    at_cycle[r] = cycles;
    if (worst[r] <= slowest) return;
    slowest = worst[r];
    trace(reg, period);
  }

  void wrong_capture(std::size_t r) {
    if (wrong++ > 0) return;
    wrong_cycle = cycles;
    wrong_register = r;
  }

  void unknown_output() { ++unknown; }

  void state(std::size_t r, std::uint8_t old_value, std::uint8_t new_value) {
    if (old_value == new_value) return;
    // exclusive or of a key for each register that is 1, and of another for each that is X
    digest ^= part(r, old_value) ^ part(r, new_value);
  }

  void end_of_period(const Period &period, bool counted) {
    counting = counted;
    if (!counted) return;
    changes += period.used - period.active;
  }

  void end_of_cycle() {
    if (!counting) return;
    ++cycles;
    if (states != nullptr) std::fwrite(&digest, sizeof digest, 1, states);
  }

private:
  std::uint64_t part(std::size_t r, std::uint8_t value) const {
    return value == 0 ? 0 : value == 1 ? keys[r] : keys[r] * 0x9E3779B97F4A7C15u;
  }

  void trace(const Register &reg, const Period &period) {
    path_steps.clear();
    std::int32_t time = slowest;
    const std::uint32_t *nets = reg.net;
    const std::int32_t *delays = reg.delay;
    unsigned inputs = reg.inputs;
    for (bool found = true; found;) {
      found = false;
      for (unsigned k = 0; k < inputs && !found; ++k) {
        if (!changes_at(period, nets[k], time - delays[k])) continue;
        time -= delays[k];
        path_steps.emplace_back(nets[k], time);
        const Table *table = driver[nets[k]];
        found = table != nullptr;
        if (!found) return;
        nets = table->net;
        delays = table->delay;
        inputs = table->inputs;
        break;
      }
    }
  }

  static bool changes_at(const Period &period, std::uint32_t net, std::int32_t time) {
    const std::int32_t *first = period.of(net);
    return std::binary_search(first, first + period.count(net), time);
  }

  std::string path;
  const Netlist &netlist;
  std::vector<std::int32_t> worst;
  std::vector<std::uint64_t> at_cycle, keys;
  std::vector<const Table *> driver;
  std::vector<std::int32_t> merged;
  std::vector<std::pair<std::uint32_t, std::int32_t>> path_steps;
  std::FILE *states;
  std::int32_t slowest = 0;
  std::uint64_t cycles = 0, changes = 0, digest = 0, unknown = 0, wrong = 0, wrong_cycle = 0;
  std::size_t wrong_register = 0;
  bool counting = false;
};

#endif
