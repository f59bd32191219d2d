// SPDX-License-Identifier: Apache-2.0
// A routed netlist with delays, driven by the harness. Each clock period is simulated as a whole: in the order of the tables, the
// waveforms of a table's inputs are merged to that of its output. A net without a change costs nothing but a look.
//
// A change whose delay ends in the next period arrives there, so periods overlap correctly as long as the period is longer
// than any one delay. While rst is high, each period lasts until nothing changes any more: the clock under test begins after it.

#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <utility>

#include "dut.h"
#include "timed_memory.h"
#include "timed_netlist.h"
#include "timed_report.h"

namespace {

template <bool Unknown> class TimedDut : public Dut {
  static constexpr std::int32_t UNIT = SCALE<Unknown>;
  static constexpr std::int32_t SETTLED = (END - 1) / 8;

public:
  TimedDut(const Run &run, std::uint32_t seed)
      : run(run), netlist(run.program), now(netlist.nets), before(netlist.nets), table_index(netlist.tables.size()),
        register_index(netlist.registers.size()), late(netlist.registers.size() * REGISTER_INPUTS), value(netlist.nets),
        next(netlist.registers.size()), report(run, netlist) {
    if (!run.settled && run.period <= netlist.longest) fail(run.program, "the period is shorter than a single delay");
    for (Table &table : netlist.tables)
      for (std::int32_t &delay : table.delay) delay *= UNIT;
    for (Register &reg : netlist.registers) {
      reg.clock_to_q *= UNIT;
      for (std::int32_t &delay : reg.delay) delay *= UNIT;
    }
    for (ReadPort &port : netlist.reads)
      for (ReadBit &bit : port.bits) bit.delay *= UNIT;
    std::mt19937 draw(seed);
    for (std::size_t r = 0; r < netlist.registers.size(); ++r) value[netlist.registers[r].q] = next[r] = draw() >> 7 & 1;
    if (!netlist.memories.empty()) memories.emplace(netlist, draw, value);
    start();
  }

  Outputs settle(const Inputs &in) override {
    std::swap(now, before);
    counting = !in.rst;
    now.begin(in.rst || run.settled ? SETTLED : run.period * UNIT);
    // whether any change of the period before can arrive in this one
    overlaps = before.last + netlist.longest * UNIT >= before.length;
    launch(rst, in.rst);
    launch(in_valid, in.in_valid);
    launch(out_ready, in.out_ready);
    launch(in_data, in.in_data);
    for (std::size_t r = 0; r < netlist.registers.size(); ++r) {
      const Register &reg = netlist.registers[r];
      if (ticks[reg.clock]) launch(reg.q, next[r], reg.clock_to_q);
      else now.keep(reg.q);
    }
    if (memories)
      memories->edge(ticks, next, [this](std::uint32_t net, std::uint8_t bit, std::int32_t at) { launch(net, bit, at); });
    for (std::size_t t = 0; t < netlist.tables.size(); ++t) evaluate(netlist.tables[t], table_index[t]);
    before_waits = std::exchange(now_waits, false);
    for (std::size_t r = 0; r < netlist.registers.size(); ++r) capture(r);
    report.end_of_period(now, counting);
    Outputs outputs;
    outputs.in_ready = read(in_ready) != 0;
    outputs.out_valid = read(out_valid) != 0;
    outputs.out_data = read(out_data);
    return outputs;
  }

  void edge(bool both) override {
    ticks[0] = both;
    ticks[1] = true;
    for (std::size_t r = 0; r < netlist.registers.size(); ++r)
      if (ticks[netlist.registers[r].clock]) report.state(r, value[netlist.registers[r].q], next[r]);
    report.end_of_cycle();
  }

  bool may_follow() const override { return false; }

private:
  // All nets at rest, with the registers' first values and all inputs 0.
  void start() {
    for (std::size_t t = 0; t < netlist.tables.size(); ++t) {
      const Table &table = netlist.tables[t];
      for (unsigned k = 0; k < table.inputs; ++k) table_index[t].set(k, value[table.net[k]]);
      value[table.out] = look_up<Unknown>(table.table, table_index[t]);
    }
    for (std::size_t r = 0; r < netlist.registers.size(); ++r)
      for (unsigned k = 0; k < netlist.registers[r].inputs; ++k)
        register_index[r].set(k, value[netlist.registers[r].net[k]]);
    now.begin(SETTLED);
  }

  void launch(const std::vector<PortBit> &port, std::uint64_t word) {
    for (const PortBit &bit : port) {
      if (bit.net >= 0) launch(static_cast<std::uint32_t>(bit.net), word & 1, bit.delay * UNIT);
      word >>= 1;
    }
  }

  void launch(std::uint32_t net, std::uint8_t new_value, std::int32_t at) {
    if (value[net] == new_value) return now.keep(net);
    value[net] = new_value;
    std::int32_t *out = now.open(net, 1);
    *out = Unknown ? at | new_value : at;
    now.close(net, out + 1);
  }

  void evaluate(const Table &table, Index &index) {
    const std::uint32_t *net = table.net;
    const Period &p = now;
    if (!overlaps && (p.count(net[0]) | p.count(net[1]) | p.count(net[2]) | p.count(net[3]) | p.count(net[4])) == 0)
      return now.keep(table.out);
    merge_inputs(table, index);
  }

  void merge_inputs(const Table &table, Index &index) {
    Arriving arriving[MAX_INPUTS];
    unsigned active = 0;
    std::size_t most = 0;
    bool crosses = false;
    for (unsigned k = 0; k < table.inputs; ++k) {
      const std::uint32_t net = table.net[k];
      if (overlaps && before.count(net) != 0) crosses |= before.last_of(net) + table.delay[k] >= before.length;
      if (now.count(net) == 0) continue;
      crosses |= now.last_of(net) + table.delay[k] >= now.length;
      arriving[active++] = {now.of(net), table.delay[k], k};
      most += now.count(net);
    }
    if (crosses) active = collect(table, arriving, most);
    std::int32_t *out = now.open(table.out, most);
    // open() may have moved the changes
    if (!crosses)
      for (unsigned k = 0; k < active; ++k) arriving[k].changes = now.of(table.net[arriving[k].input]);
    now.close(table.out, merge<Unknown>(contents(table), index, arriving, active, out));
  }

  Contents<Unknown> contents(const Table &table) const {
    if constexpr (Unknown)
      if (memories) return {table.table, memories->unknown(static_cast<std::size_t>(&table - netlist.tables.data()))};
    return table.table;
  }

  // The changes that arrive at a table within this period, where some are from the period before or arrive after the end.
  unsigned collect(const Table &table, Arriving *arriving, std::size_t &most) {
    unsigned active = 0;
    most = 0;
    for (unsigned k = 0; k < table.inputs; ++k) {
      std::vector<std::int32_t> &list = collected[k];
      list.clear();
      const std::uint32_t net = table.net[k];
      if (overlaps)
        for (std::uint32_t i = 0; i < before.count(net); ++i) {
          const std::int32_t at = before.of(net)[i] + table.delay[k];
          if (at >= before.length) list.push_back(at - before.length);
        }
      for (std::uint32_t i = 0; i < now.count(net); ++i) {
        const std::int32_t at = now.of(net)[i] + table.delay[k];
        if (at < now.length) list.push_back(at);
      }
      most += list.size();
      list.push_back(END);
      if (list.size() > 1) arriving[active++] = {list.data(), 0, k};
    }
    return active;
  }

  // What a register takes at the end of this period.
  void capture(std::size_t r) {
    const Register &reg = netlist.registers[r];
    const bool changed = (now.count(reg.net[0]) | now.count(reg.net[1]) | now.count(reg.net[2])) != 0;
    const Index first = register_index[r];
    const bool waits = (changed || before_waits) && take_changes(r);
    next[r] = look_own_up(reg, register_index[r]);
    if (waits) {
      now_waits = true;
      judge_late(r);
    }
    if constexpr (!Unknown) {
      if (!changed || !run.settled || !counting) return;
      std::int32_t last = 0;
      for (unsigned k = 0; k < reg.inputs; ++k)
        if (now.count(reg.net[k]) != 0) last = std::max(last, now.last_of(reg.net[k]) + reg.delay[k]);
      if (report.exceeds(r, last)) report.record(r, first, value[reg.q], now);
    }
  }

  // Brings a register's inputs to the end of this period; returns whether changes are left that arrive later.
  bool take_changes(std::size_t r) {
    const Register &reg = netlist.registers[r];
    Index &index = register_index[r];
    bool waits = false;
    for (unsigned k = 0; k < reg.inputs; ++k) {
      const std::uint32_t net = reg.net[k];
      std::uint32_t &left = late[r * REGISTER_INPUTS + k];
      std::uint32_t taken = now.count(net);
      while (taken > 0 && now.of(net)[taken - 1] + reg.delay[k] >= now.length + UNIT) --taken;
      if constexpr (Unknown) {
        if (taken > 0) index.change<true>(k, now.of(net)[taken - 1]);
        else if (left > 0) index.change<true>(k, before.last_of(net));
      } else {
        index.ones = static_cast<std::uint8_t>(index.ones ^ ((taken + left) & 1) << k);
      }
      left = now.count(net) - taken;
      waits |= left > 0;
    }
    return waits;
  }

  std::uint8_t look_own_up(const Register &reg, Index index) const {
    index.set(reg.inputs, value[reg.q]);
    return look_up<Unknown>(reg.table, index);
  }

  // Changes are on the wire to a register or within its setup time when the period ends. They are not taken: a wrong capture if
  // they would change the value. In the other mode it is X if they would change the value at any time.
  void judge_late(std::size_t r) {
    const Register &reg = netlist.registers[r];
    Index index = register_index[r];
    std::uint32_t at[REGISTER_INPUTS] = {};
    for (unsigned k = 0; k < reg.inputs; ++k) at[k] = now.count(reg.net[k]) - late[r * REGISTER_INPUTS + k];
    bool differs = false, ever = false;
    for (;;) {
      unsigned which = reg.inputs;
      std::int32_t least = END;
      for (unsigned k = 0; k < reg.inputs; ++k) {
        if (at[k] == now.count(reg.net[k])) continue;
        const std::int32_t time = now.of(reg.net[k])[at[k]] + reg.delay[k];
        if (time < least) least = time, which = k;
      }
      if (which == reg.inputs) break;
      index.change<Unknown>(which, now.of(reg.net[which])[at[which]++]);
      differs = look_own_up(reg, index) != next[r];
      ever |= differs;
    }
    if (!counting) return;
    if (differs) report.wrong_capture(r);
    if (Unknown && ever) next[r] = 2;
  }

  std::uint64_t read(const std::vector<std::uint32_t> &port) {
    std::uint64_t word = 0;
    unsigned bit = 0;
    for (const std::uint32_t r : port) {
      if (next[r] == 2 && counting) report.unknown_output();
      word |= static_cast<std::uint64_t>(next[r] == 1) << bit++;
    }
    return word;
  }

  Run run;
  Netlist netlist;
  const std::vector<PortBit> &rst = netlist.inputs["rst"], &in_valid = netlist.inputs["in_valid"],
                             &out_ready = netlist.inputs["out_ready"], &in_data = netlist.inputs["in_data"];
  const std::vector<std::uint32_t> &in_ready = netlist.outputs["in_ready"], &out_valid = netlist.outputs["out_valid"],
                                   &out_data = netlist.outputs["out_data"];
  Period now, before;
  std::vector<Index> table_index, register_index;
  std::vector<std::uint32_t> late; // by register and input: changes of the period before that it has not seen yet
  std::vector<std::uint8_t> value; // of registers and inputs in this period
  std::vector<std::uint8_t> next;  // what each register captured at the end of this period
  std::optional<Memories<Unknown>> memories; // none in a netlist without memories
  std::vector<std::int32_t> collected[MAX_INPUTS];
  bool ticks[2] = {false, false};
  bool overlaps = false;
  bool before_waits = false, now_waits = false; // whether any register has changes in `late`
  bool counting = false;
  Report report;
};

} // namespace

std::unique_ptr<Dut> make_dut(const std::string &model, std::uint32_t seed) {
  const Run run = read_run(model);
  if (run.unknown) return std::make_unique<TimedDut<true>>(run, seed);
  return std::make_unique<TimedDut<false>>(run, seed);
}
