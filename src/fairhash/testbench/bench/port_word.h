// SPDX-License-Identifier: Apache-2.0
// The value of a data port of the device under test. Ports of up to 64 bits are plain integers; a testbench for wider ports, which
// only external cores have, is compiled with PORT_LIMBS = number of 64-bit limbs.

#ifndef FAIRHASH_PORT_WORD_H
#define FAIRHASH_PORT_WORD_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <istream>
#include <string>

#ifndef PORT_LIMBS
#define PORT_LIMBS 1
#endif

#if PORT_LIMBS == 1

using PortWord = std::uint64_t;

inline PortWord port_ones(unsigned width) { return ~std::uint64_t{0} >> (64 - width); }
inline bool port_bit(PortWord word, unsigned bit) { return word >> bit & 1; }
inline void set_port_bit(PortWord &word, unsigned bit) { word |= std::uint64_t{1} << bit; }
inline std::uint64_t port_limb(PortWord word, unsigned) { return word; }
inline void set_port_limb(PortWord &word, unsigned, std::uint64_t value) { word = value; }

#else

struct PortWord {
  std::array<std::uint64_t, PORT_LIMBS> limb{}; // the lowest bits first

  bool operator==(const PortWord &other) const { return limb == other.limb; }
  bool operator!=(const PortWord &other) const { return limb != other.limb; }
  PortWord operator~() const {
    PortWord result;
    for (std::size_t i = 0; i < PORT_LIMBS; ++i) result.limb[i] = ~limb[i];
    return result;
  }
  PortWord operator&(const PortWord &other) const {
    PortWord result;
    for (std::size_t i = 0; i < PORT_LIMBS; ++i) result.limb[i] = limb[i] & other.limb[i];
    return result;
  }
};

inline bool port_bit(const PortWord &word, unsigned bit) { return word.limb[bit / 64] >> (bit % 64) & 1; }
inline void set_port_bit(PortWord &word, unsigned bit) { word.limb[bit / 64] |= std::uint64_t{1} << (bit % 64); }
inline std::uint64_t port_limb(const PortWord &word, unsigned number) { return word.limb[number]; }
inline void set_port_limb(PortWord &word, unsigned number, std::uint64_t value) { word.limb[number] = value; }
inline PortWord port_ones(unsigned width) {
  PortWord result;
  for (unsigned bit = 0; bit < width; ++bit) set_port_bit(result, bit);
  return result;
}

#endif

// Reads a hexadecimal word; false if the stream holds none.
inline bool read_port_word(std::istream &file, PortWord &word) {
#if PORT_LIMBS == 1
  return static_cast<bool>(file >> std::hex >> word);
#else
  std::string digits;
  if (!(file >> digits)) return false;
  word = PortWord{};
  unsigned place = 0;
  for (std::size_t i = digits.size(); i-- > 0; place += 4) {
    const char digit = digits[i];
    const unsigned value = digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10;
    if (place / 64 < PORT_LIMBS) word.limb[place / 64] |= std::uint64_t{value & 15} << (place % 64);
  }
  return true;
#endif
}

// The word as at least `digits` hexadecimal digits.
inline std::string port_text(const PortWord &word, int digits) {
  std::string text;
  for (unsigned place = PORT_LIMBS * 16; place-- > 0;) {
    const unsigned value = port_limb(word, place / 16) >> (place % 16 * 4) & 15;
    if (!text.empty() || value != 0 || static_cast<int>(place) < digits) text += "0123456789ABCDEF"[value];
  }
  return text;
}

#endif
