// SPDX-License-Identifier: Apache-2.0
// Waveforms of one clock period and their merging. A waveform is a list of changes in ascending order, with END after the last.
//
// With two values a change is its time in ps. With the third value X (Unknown = true) it is time * 4 + new value, so that
// values stay attached to times when a delay, then also times 4, is added. SCALE is that factor.

#ifndef FAIRHASH_WAVEFORMS_H
#define FAIRHASH_WAVEFORMS_H

#include <algorithm>
#include <cstdint>
#include <vector>

constexpr std::int32_t END = 1 << 30;
constexpr unsigned MAX_INPUTS = 5;

template <bool Unknown> constexpr std::int32_t SCALE = Unknown ? 4 : 1;

// The values of a table's inputs: bit k of `ones` is input k; X where bit k of `unknown` is set, and 0 in `ones` there.
struct Index {
  std::uint8_t ones = 0;
  std::uint8_t unknown = 0;

  std::uint8_t value(unsigned input) const { return unknown >> input & 1 ? 2 : ones >> input & 1; }

  void set(unsigned input, std::uint8_t value) {
    const unsigned mask = 1u << input;
    ones = static_cast<std::uint8_t>(value == 1 ? ones | mask : ones & ~mask);
    unknown = static_cast<std::uint8_t>(value == 2 ? unknown | mask : unknown & ~mask);
  }

  template <bool Unknown> void change(unsigned input, std::int32_t change) {
    if constexpr (Unknown)
      set(input, static_cast<std::uint8_t>(change & 3));
    else
      ones = static_cast<std::uint8_t>(ones ^ 1u << input);
  }
};

// A table, and with the third value its bits that are X, which only a table that reads a memory has.
template <bool Unknown> struct Contents {
  std::uint32_t ones;
  Contents(std::uint32_t ones) : ones(ones) {}
};

template <> struct Contents<true> {
  std::uint32_t ones, unknown;
  Contents(std::uint32_t ones, std::uint32_t unknown = 0) : ones(ones), unknown(unknown) {}
};

// 0, 1, or 2 for X: the table has both values for the possible values of its inputs.
template <bool Unknown> inline std::uint8_t look_up(Contents<Unknown> table, Index index) {
  const std::uint8_t value = table.ones >> index.ones & 1;
  if constexpr (Unknown) {
    if (table.unknown >> index.ones & 1) return 2;
    const unsigned mask = index.unknown;
    for (unsigned part = mask; part != 0; part = (part - 1) & mask) {
      if ((table.ones >> (index.ones | part) & 1) != value) return 2;
      if (table.unknown >> (index.ones | part) & 1) return 2;
    }
  }
  return value;
}

// One input of a table in this period: its changes, and what is added to each.
struct Arriving {
  const std::int32_t *changes;
  std::int32_t delay;
  unsigned input;
};

// Applies the changes of COUNT inputs in the order of their arrival, and writes the changes of the output.
// Changes that arrive together count as one. Returns the end of what was written, without END.
template <bool Unknown, unsigned COUNT>
inline std::int32_t *merge(Contents<Unknown> table, Index &index, const Arriving *arriving, std::int32_t *out) {
  const std::int32_t *next[COUNT];
  std::int32_t at[COUNT];
  for (unsigned k = 0; k < COUNT; ++k) {
    next[k] = arriving[k].changes;
    at[k] = *next[k] + arriving[k].delay;
  }
  std::uint8_t value = look_up<Unknown>(table, index);
  for (;;) {
    std::int32_t now = at[0];
    for (unsigned k = 1; k < COUNT; ++k) now = std::min(now, at[k]);
    if (now >= END) return out;
    if constexpr (Unknown) now |= 3;
    for (unsigned k = 0; k < COUNT; ++k) {
      const bool arrives = at[k] <= now;
      if constexpr (Unknown) {
        if (arrives) index.change<true>(arriving[k].input, at[k]);
      } else {
        index.ones = static_cast<std::uint8_t>(index.ones ^ static_cast<unsigned>(arrives) << arriving[k].input);
      }
      next[k] += arrives;
      at[k] = *next[k] + arriving[k].delay;
    }
    const std::uint8_t changed = look_up<Unknown>(table, index);
    *out = Unknown ? (now & ~3) | changed : now;
    out += changed != value;
    value = changed;
  }
}

template <bool Unknown>
inline std::int32_t *merge(Contents<Unknown> table, Index &index, const Arriving *arriving, unsigned count, std::int32_t *out) {
  switch (count) {
  case 0: return out;
  case 1: return merge<Unknown, 1>(table, index, arriving, out);
  case 2: return merge<Unknown, 2>(table, index, arriving, out);
  case 3: return merge<Unknown, 3>(table, index, arriving, out);
  case 4: return merge<Unknown, 4>(table, index, arriving, out);
  default: return merge<Unknown, 5>(table, index, arriving, out);
  }
}

// Where the changes of one net are; `last` is the last of them.
struct Waveform {
  std::uint32_t start = 0, count = 0;
  std::int32_t last = 0;
};

// The waveforms of all nets in one clock period, of `length` in units of changes. The net after the last one never changes: it
// is the missing input of a table.
struct Period {
  std::vector<Waveform> nets;
  std::vector<std::int32_t> changes;
  std::size_t used = 0, active = 0; // changes with their ENDs, and nets with changes
  std::int32_t length = 0;
  std::int32_t last = 0; // the last change of any net

  explicit Period(std::size_t nets) : nets(nets + 1), changes(1 << 16) {}

  std::uint32_t count(std::uint32_t net) const { return nets[net].count; }
  std::int32_t last_of(std::uint32_t net) const { return nets[net].last; }
  const std::int32_t *of(std::uint32_t net) const { return changes.data() + nets[net].start; }

  // Room for `most` changes of a net, to be closed.
  std::int32_t *open(std::uint32_t net, std::size_t most) {
    if (used + most + 1 > changes.size()) changes.resize(2 * (used + most + 1));
    nets[net].start = static_cast<std::uint32_t>(used);
    return changes.data() + used;
  }

  void close(std::uint32_t net, std::int32_t *end) {
    *end = END;
    Waveform &waveform = nets[net];
    waveform.count = static_cast<std::uint32_t>(end - of(net));
    if (waveform.count == 0) return;
    used += waveform.count + 1;
    ++active;
    waveform.last = end[-1];
    last = std::max(last, end[-1]);
  }

  void keep(std::uint32_t net) { nets[net].count = 0; }

  void begin(std::int32_t new_length) {
    used = active = 0;
    last = 0;
    length = new_length;
  }
};

#endif
