// SPDX-License-Identifier: Apache-2.0
// Nets with a value in each lane.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

constexpr std::size_t LANES = 512;
constexpr std::size_t CHUNKS = LANES / 64;
using Word = std::uint64_t __attribute__((vector_size(LANES / 8)));

// One net in all lanes. The alignment is stated, since that of a vector type is not kept in a container (GCC 12).
struct alignas(LANES / 8) Net {
  Word bits;
};

// Bit j of row i becomes bit i of row j.
inline void transpose(std::uint64_t *rows) {
  std::uint64_t mask = 0x00000000FFFFFFFF;
  for (unsigned size = 32; size > 0; size /= 2, mask ^= mask << size) {
    for (unsigned i = 0; i < 64; i = ((i | size) + 1) & ~size) {
      const std::uint64_t swapped = (rows[i] >> size ^ rows[i | size]) & mask;
      rows[i] ^= swapped << size;
      rows[i | size] ^= swapped;
    }
  }
}

// The number of each lane, of at most 64 bits, whose bit i is net `nets[i]`.
inline void get_numbers(const Net *values, const std::uint32_t *nets, std::size_t count, std::uint64_t *numbers) {
  std::array<std::uint64_t, 64> block;
  for (std::size_t chunk = 0; chunk < CHUNKS; ++chunk) {
    block.fill(0);
    for (std::size_t place = 0; place < count; ++place) block[place] = values[nets[place]].bits[chunk];
    transpose(block.data());
    for (std::size_t lane = 0; lane < 64; ++lane) numbers[64 * chunk + lane] = block[lane];
  }
}

// The opposite: the nets get the bits of each lane's number.
inline void put_numbers(Net *values, const std::uint32_t *nets, std::size_t count, const std::uint64_t *numbers) {
  std::array<std::uint64_t, 64> block;
  for (std::size_t chunk = 0; chunk < CHUNKS; ++chunk) {
    for (std::size_t lane = 0; lane < 64; ++lane) block[lane] = numbers[64 * chunk + lane];
    transpose(block.data());
    for (std::size_t place = 0; place < count; ++place) values[nets[place]].bits[chunk] = block[place];
  }
}
