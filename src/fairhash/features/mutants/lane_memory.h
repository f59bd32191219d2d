// SPDX-License-Identifier: Apache-2.0
// A memory with its own contents in each lane. A small memory is stored like nets, a vector of lanes for each bit, and read with
// multiplexers. A large one is stored by lanes, and read at each lane's address: a block RAM has thousands of bits, of which a
// port reads a few.

#pragma once

#include <algorithm>
#include <string>

#include "lane_net.h"

class LaneMemory {
public:
  // CONTENTS has bit 0 of word 0 first; the same in all lanes.
  LaneMemory(std::size_t word_count, std::size_t word_bits, const std::vector<bool> &contents)
      : words(word_count), bits(word_bits), parts((word_bits + 63) / 64), small(word_count <= SMALL_WORDS) {
    if (small) {
      nets.resize(words * bits);
      for (std::size_t i = 0; i < nets.size(); ++i) nets[i].bits = contents[i] ? ~Word{} : Word{};
      scratch.resize(words * bits);
      return;
    }
    numbers.resize(LANES * words * parts);
    for (std::size_t word = 0; word < words; ++word)
      for (std::size_t bit = 0; bit < bits; ++bit)
        if (contents[word * bits + bit])
          for (std::size_t lane = 0; lane < LANES; ++lane) at(lane, word)[bit / 64] |= std::uint64_t{1} << bit % 64;
  }

  void read(Net *values, const std::vector<std::uint32_t> &address, const std::vector<std::uint32_t> &data) {
    if (small) {
      std::copy(nets.begin(), nets.end(), scratch.begin());
      std::size_t left = words;
      for (const std::uint32_t net : address) {
        const Word select = values[net].bits;
        left /= 2;
        for (std::size_t word = 0; word < left; ++word)
          for (std::size_t bit = 0; bit < bits; ++bit) {
            const Word zero = scratch[2 * word * bits + bit].bits, one = scratch[(2 * word + 1) * bits + bit].bits;
            scratch[word * bits + bit].bits = zero ^ (select & (zero ^ one));
          }
      }
      for (std::size_t bit = 0; bit < bits; ++bit) values[data[bit]] = scratch[bit];
      return;
    }
    get_numbers(values, address.data(), address.size(), addresses.data());
    for (std::size_t part = 0; part < parts; ++part) {
      for (std::size_t lane = 0; lane < LANES; ++lane) column[lane] = at(lane, addresses[lane])[part];
      put_numbers(values, data.data() + 64 * part, std::min<std::size_t>(64, bits - 64 * part), column.data());
    }
  }

  void write(const Net *values, const std::vector<std::uint32_t> &address, const std::vector<std::uint32_t> &enable,
             const std::vector<std::uint32_t> &data) {
    if (small) {
      for (std::size_t word = 0; word < words; ++word) {
        Word chosen = ~Word{};
        for (std::size_t place = 0; place < address.size(); ++place) {
          const Word value = values[address[place]].bits;
          chosen &= (word >> place & 1) != 0 ? value : ~value;
        }
        for (std::size_t bit = 0; bit < bits; ++bit) {
          Word &stored = nets[word * bits + bit].bits;
          stored ^= chosen & values[enable[bit]].bits & (stored ^ values[data[bit]].bits);
        }
      }
      return;
    }
    get_numbers(values, address.data(), address.size(), addresses.data());
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t count = std::min<std::size_t>(64, bits - 64 * part);
      get_numbers(values, enable.data() + 64 * part, count, enables.data());
      get_numbers(values, data.data() + 64 * part, count, column.data());
      for (std::size_t lane = 0; lane < LANES; ++lane) {
        std::uint64_t &stored = at(lane, addresses[lane])[part];
        stored ^= enables[lane] & (stored ^ column[lane]);
      }
    }
  }

private:
  static constexpr std::size_t SMALL_WORDS = 32;

  std::uint64_t *at(std::size_t lane, std::size_t word) { return numbers.data() + (lane * words + word) * parts; }

  std::size_t words;
  std::size_t bits;
  std::size_t parts; // 64-bit numbers of a word
  bool small;
  std::vector<Net> nets;
  std::vector<Net> scratch;
  std::vector<std::uint64_t> numbers;
  std::vector<std::uint64_t> addresses = std::vector<std::uint64_t>(LANES);
  std::vector<std::uint64_t> enables = std::vector<std::uint64_t>(LANES);
  std::vector<std::uint64_t> column = std::vector<std::uint64_t>(LANES);
};
