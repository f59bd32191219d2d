// SPDX-License-Identifier: Apache-2.0
// The interface between the simulated machine (machine.h) and an accelerator: hash cores, each with a message buffer.
// formula_accelerator.cpp models the cores by their cycle formulas; rtl_accelerator.cpp is the compiled RTL of an accelerator, and
// core_accelerator.cpp that of one core. Each of them defines make_accelerator(), and is chosen at link time.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

using Time = std::uint64_t; // femtoseconds

// A message as the accelerator receives it.
struct Message {
  std::uint64_t bytes;   // before padding
  std::uint64_t blocks;  // after padding
  std::uint64_t stream_bytes; // that move over the bus
  std::uint64_t core;         // the core that hashes it, known when it is announced
};

// The machine. Names that end in _fs are times in femtoseconds.
struct Parameters {
  std::uint64_t core_fs; // period of the clock of the cores
  std::uint64_t bus_fs; // period of the bus
  std::uint64_t cores; // number of cores
  std::uint64_t block_bytes; // bytes of a block
  std::uint64_t header_bytes; // bytes of the header that a core receives before a message
  std::uint64_t digest_bytes; // bytes of a digest
  std::uint64_t buffer_bytes; // bytes of the buffer of each core
  std::uint64_t setup; // cycles of a core: for the header
  std::uint64_t load; // of loading a block
  std::uint64_t block; // of processing a block
  std::uint64_t final; // after the last block
  std::uint64_t unload; // of a digest
  std::uint64_t turnaround; // bus cycles of a burst in which nothing moves
  std::uint64_t overhead_bytes; // bytes of a burst before its data
  std::uint64_t width; // bytes that move in a bus cycle
  std::uint64_t burst_bytes; // bytes of data of a burst
  std::uint64_t latency_fs; // from the start of a transfer to its first burst
  std::uint64_t interleaved; // whether bursts of several messages alternate
  std::uint64_t batch; // messages that the host prepares together
  std::uint64_t batches_in_flight; // batches that are prepared before the first of them is completed
  std::uint64_t pad_fs; // host: to pad a message
  std::uint64_t pad_fs_per_byte; // and for each byte of it
  std::uint64_t notify_fs; // to announce a batch
  std::uint64_t complete_fs; // to complete a batch
  std::uint64_t disk_access_fs; // to open a file and find it
  std::uint64_t disk_fs_per_byte; // to read a byte
  std::uint64_t disk_block_bytes; // files are read in whole blocks
  std::uint64_t limit_fs; // the simulation ends then
};

// What a core did in one cycle of its clock.
enum class Activity {
  idle,             // no message was sent or announced
  computing,        // it loads, processes or finishes a block
  waits_for_data,   // a message is announced, and the core needs words that have not arrived
  waits_for_output, // it only delivers a digest, or waits until the collector serves it
};

class Accelerator {
public:
  virtual ~Accelerator() = default;

  // Tells a core that a message will be sent to it. Messages of a core are sent in this order.
  virtual void announce(std::uint64_t message) = 0;

  // Whether the buffer of the message's core has room for so many bytes at `now`. Bytes of bursts in progress have no room.
  virtual bool has_room(std::uint64_t message, std::uint64_t bytes, Time now) = 0;

  // Takes room for a burst that begins.
  virtual void reserve(std::uint64_t message, std::uint64_t bytes) = 0;

  // Bytes of the burst in progress arrive in the buffer in the bus cycle that ends at `end`.
  virtual void arrive(std::uint64_t message, std::uint64_t bytes, Time end) = 0;

  // Simulates one cycle of the clock of the cores.
  virtual void cycle() = 0;

  // What each core did in the last cycle.
  virtual const std::vector<Activity> &activities() const = 0;

  // Removes the digest that was collected first. Returns false if there is none.
  virtual bool take_digest(std::uint64_t &message) = 0;
};

// Args:
//   parameters, messages: of the machine; both exist as long as the accelerator.
//   file: a file for the accelerator alone, or null.
std::unique_ptr<Accelerator> make_accelerator(const Parameters &parameters, const std::vector<Message> &messages, const char *file);
