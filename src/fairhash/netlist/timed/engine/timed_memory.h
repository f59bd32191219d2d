// SPDX-License-Identifier: Apache-2.0
// The memories of a timed netlist. What their ports capture at a clock edge passes registers. At the edge all ports read, then
// all write.
//
// A port without a clock is a table of the netlist whose last input changes after each edge that changed a bit: one half of the
// table is the contents before the edge, the other half those after it. Until that input changes, the table has the old word.

#ifndef FAIRHASH_TIMED_MEMORY_H
#define FAIRHASH_TIMED_MEMORY_H

#include <random>
#include <utility>

#include "timed_netlist.h"

template <bool Unknown> class Memories {
public:
  // Sets the first values of the outputs too, in `value`.
  Memories(Netlist &netlist, std::mt19937 &draw, std::vector<std::uint8_t> &value)
      : netlist(netlist), value(value), changed(netlist.memories.size()),
        unknown_bits(Unknown ? netlist.tables.size() : 0) {
    for (const Memory &memory : netlist.memories) {
      std::vector<std::uint8_t> &bits = contents.emplace_back();
      for (const char bit : memory.bits)
        bits.push_back(bit == 'x' ? static_cast<std::uint8_t>(draw() >> 7 & 1) : bit == '1');
      if (memory.written >= 0) value[static_cast<std::size_t>(memory.written)] = 0;
    }
    for (const ReadPort &port : netlist.reads)
      for (const ReadBit &bit : port.bits) value[bit.net] = draw() >> 7 & 1;
    for (std::size_t m = 0; m < contents.size(); ++m)
      for (unsigned half = 0; half < 2; ++half) fill_tables(m, half);
  }

  // The bits of a table that are X.
  std::uint32_t unknown(std::size_t table) const { return unknown_bits[table]; }

  // Reads and writes at the edge before this period. `captured` has the values of registers; launch(net, value, delay) is called
  // for every net that the memories drive.
  template <class Launch>
  void edge(const bool *ticks, const std::vector<std::uint8_t> &captured, const Launch &launch) {
    for (const ReadPort &port : netlist.reads) read(port, ticks[port.clock], captured, launch);
    for (const WritePort &port : netlist.writes)
      if (ticks[port.clock]) write(port, captured);
    for (std::size_t m = 0; m < contents.size(); ++m) {
      if (netlist.memories[m].written < 0) continue;
      const auto net = static_cast<std::uint32_t>(netlist.memories[m].written);
      const unsigned half = value[net] ^ static_cast<unsigned>(changed[m]);
      if (changed[m]) fill_tables(m, half);
      changed[m] = false;
      launch(net, static_cast<std::uint8_t>(half), 0);
    }
  }

private:
  static std::uint8_t either(std::uint8_t one, std::uint8_t other) { return one == other ? one : 2; }

  template <class Launch>
  void read(const ReadPort &port, bool ticks, const std::vector<std::uint8_t> &captured, const Launch &launch) {
    const std::uint8_t enable = ticks ? captured[port.enable] : 0, reset = ticks ? captured[port.reset] : 0;
    if (enable != 0) locate(port, captured);
    for (const ReadBit &bit : port.bits) {
      std::uint8_t out = value[bit.net];
      if (enable != 0) {
        const std::uint8_t word = word_bit(port, bit, captured);
        out = enable == 1 ? word : either(out, word);
      }
      if (reset != 0) out = reset == 1 ? 0 : either(out, 0);
      launch(bit.net, out, bit.delay);
    }
  }

  std::uint8_t word_bit(const ReadPort &port, const ReadBit &bit, const std::vector<std::uint8_t> &captured) const {
    const std::vector<std::uint8_t> &bits = contents[port.memory];
    std::uint8_t word = bits[locations[0] + bit.offset];
    for (const std::uint32_t location : locations) word = either(word, bits[location + bit.offset]);
    if (bit.enable < 0) return word;
    const std::uint8_t writes = captured[static_cast<std::size_t>(bit.enable)];
    const std::uint8_t data = captured[static_cast<std::size_t>(bit.data)];
    return writes == 0 ? word : writes == 1 ? data : either(word, data);
  }

  void write(const WritePort &port, const std::vector<std::uint8_t> &captured) {
    bool located = false;
    for (const WrittenBit &bit : port.bits) {
      const std::uint8_t enable = captured[bit.enable];
      if (enable == 0) continue;
      if (!std::exchange(located, true)) locate(port, captured);
      const bool certain = enable == 1 && locations.size() == 1;
      for (const std::uint32_t location : locations) {
        std::uint8_t &stored = contents[port.memory][location + bit.offset];
        const std::uint8_t data = captured[bit.data];
        const std::uint8_t written = certain ? data : either(stored, data);
        changed[port.memory] = changed[port.memory] || written != stored;
        stored = written;
      }
    }
  }

  // The possible locations of the addressed word: one, or more if an address bit is X.
  void locate(const MemoryPort &port, const std::vector<std::uint8_t> &captured) {
    locations.assign(1, port.base);
    for (const AddressBit &bit : port.address) {
      const std::size_t count = locations.size();
      if (captured[bit.reg] == 2) locations.insert(locations.end(), locations.begin(), locations.begin() + count);
      for (std::size_t place = 0; captured[bit.reg] != 0 && place < count; ++place) locations[place] += bit.weight;
    }
  }

  void fill_tables(std::size_t m, unsigned half) {
    for (const Lookup &lookup : netlist.memories[m].lookups) {
      std::uint32_t ones = 0, unknown = 0;
      for (std::size_t i = 0; i < lookup.locations.size(); ++i) {
        const std::uint8_t bit = contents[m][lookup.locations[i]];
        ones |= static_cast<std::uint32_t>(bit == 1) << i;
        unknown |= static_cast<std::uint32_t>(bit == 2) << i;
      }
      const auto size = static_cast<unsigned>(lookup.locations.size());
      const std::uint32_t mask = (half != 0 ? ~0u << size : ~(~0u << size));
      std::uint32_t &table = netlist.tables[lookup.table].table;
      table = (table & ~mask) | ones << size * half;
      if constexpr (Unknown) {
        std::uint32_t &bits = unknown_bits[lookup.table];
        bits = (bits & ~mask) | unknown << size * half;
      }
    }
  }

  Netlist &netlist;
  std::vector<std::uint8_t> &value;
  std::vector<std::vector<std::uint8_t>> contents; // 0, 1, or 2 for X
  std::vector<bool> changed;
  std::vector<std::uint32_t> unknown_bits; // by table; only with the third value
  std::vector<std::uint32_t> locations;
};

#endif
