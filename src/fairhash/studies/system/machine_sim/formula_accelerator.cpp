// SPDX-License-Identifier: Apache-2.0
// Cores that need the cycles of their formula, setup + load + block * N + final + unload, and overlap them as the cores of the
// catalogue do: the next block is loaded while the current one is processed, and a digest leaves while the next message is processed.

#include <deque>

#include "accelerator.h"

namespace {

struct Formula {
  std::uint64_t setup, load, block, last, unload; // cycles of clk
  std::uint64_t block_bytes, header_bytes, buffer_bytes;
};

// One core with its buffer.
class Core {
public:
  explicit Core(const Formula &formula) : formula(formula) {}

  bool has_room(std::uint64_t bytes) const { return reserved + bytes <= formula.buffer_bytes; }
  void reserve(std::uint64_t bytes) { reserved += bytes; }
  void arrive(std::uint64_t bytes) { present += bytes; }
  void announce(std::uint64_t message, std::uint64_t blocks) { queue.push_back({message, blocks}); }

  // `may_unload`: whether the collector serves this core.
  Activity cycle(bool may_unload) {
    const bool unloaded = digest_waits && may_unload;
    if (unloaded) unload();
    // a core without cycles for loading reads a block as soon as all of it has arrived
    bool loaded = formula.load == 0 && load();
    const bool processed = process();
    if (formula.load > 0) loaded = load();
    if (processed || loaded) return Activity::computing;
    if (engine_done) return Activity::waits_for_output;
    if (!queue.empty() || state != State::idle) return Activity::waits_for_data;
    return unloaded || digest_waits ? Activity::waits_for_output : Activity::idle;
  }

  bool wants_collector() const { return digest_waits; }
  bool collected(std::uint64_t &message) {
    if (!digest_done) return false;
    digest_done = false;
    message = digest_message;
    return true;
  }

private:
  struct Queued {
    std::uint64_t message, blocks;
  };
  enum class State { idle, setup, block };

  void unload() {
    if (++unload_cycles < formula.unload) return;
    unload_cycles = 0;
    digest_waits = false;
    digest_done = true;
  }

  // Hands a digest to the unloader if that is free.
  void finish() {
    if (!engine_done || digest_waits || digest_done) return;
    engine_done = false;
    digest_waits = true;
    digest_message = engine_message;
  }

  // Processes the current block, and takes the next one if it is loaded.
  bool process() {
    finish();
    if (engine_done) return false;
    if (engine_left == 0) {
      if (!block_ready) return false;
      engine_left = formula.block + (ready_is_last ? formula.last : 0);
      engine_is_last = ready_is_last;
      engine_message = ready_message;
      block_ready = false;
    }
    if (--engine_left == 0 && engine_is_last) {
      engine_done = true;
      finish();
    }
    return true;
  }

  // Takes the header of a message, which is part of the `setup` cycles, then each block in `load` cycles.
  bool load() {
    if (block_ready) return false;
    if (state == State::idle) {
      if (queue.empty() || !take(formula.header_bytes)) return false;
      loading = queue.front();
      queue.pop_front();
      setup_left = formula.setup;
      state = setup_left > 0 ? State::setup : State::block;
    }
    if (state == State::setup) {
      if (--setup_left == 0) state = State::block;
      return true;
    }
    const std::uint64_t steps = formula.load > 0 ? formula.load : 1;
    const std::uint64_t end = formula.block_bytes * (load_cycles + 1) / steps;
    if (!take(end - formula.block_bytes * load_cycles / steps)) return false;
    if (++load_cycles == steps) {
      load_cycles = 0;
      block_ready = true;
      ready_message = loading.message;
      ready_is_last = --loading.blocks == 0;
      if (ready_is_last) state = State::idle;
    }
    return true;
  }

  bool take(std::uint64_t bytes) {
    if (present < bytes) return false;
    present -= bytes;
    reserved -= bytes;
    return true;
  }

  Formula formula;
  std::deque<Queued> queue;
  std::uint64_t present = 0, reserved = 0;
  State state = State::idle;
  Queued loading{};
  std::uint64_t setup_left = 0, load_cycles = 0;
  bool block_ready = false, ready_is_last = false;
  std::uint64_t ready_message = 0;
  std::uint64_t engine_left = 0, engine_message = 0;
  bool engine_is_last = false, engine_done = false;
  bool digest_waits = false, digest_done = false;
  std::uint64_t digest_message = 0, unload_cycles = 0;
};

class FormulaAccelerator : public Accelerator {
public:
  FormulaAccelerator(const Parameters &p, const std::vector<Message> &messages)
      : messages(messages), cores(p.cores, Core({p.setup, p.load, p.block, p.final, p.unload,
                                                       p.block_bytes, p.header_bytes, p.buffer_bytes})),
        did(p.cores, Activity::idle) {}

  void announce(std::uint64_t message) override { core(message).announce(message, messages[message].blocks); }
  bool has_room(std::uint64_t message, std::uint64_t bytes, Time) override { return core(message).has_room(bytes); }
  void reserve(std::uint64_t message, std::uint64_t bytes) override { core(message).reserve(bytes); }
  void arrive(std::uint64_t message, std::uint64_t bytes, Time) override { core(message).arrive(bytes); }

  void cycle() override {
    // the collector stays with a core until its digest has left, then serves the next core that has one
    for (std::size_t step = 0; step < cores.size() && !cores[served].wants_collector(); step++)
      served = (served + 1) % cores.size();
    for (std::size_t i = 0; i < cores.size(); i++) did[i] = cores[i].cycle(i == served);
    std::uint64_t message = 0;
    for (Core &one : cores)
      if (one.collected(message)) digests.push_back(message);
  }

  const std::vector<Activity> &activities() const override { return did; }

  bool take_digest(std::uint64_t &message) override {
    if (digests.empty()) return false;
    message = digests.front();
    digests.pop_front();
    return true;
  }

private:
  Core &core(std::uint64_t message) { return cores[messages[message].core]; }

  const std::vector<Message> &messages;
  std::vector<Core> cores;
  std::vector<Activity> did;
  std::deque<std::uint64_t> digests;
  std::size_t served = 0;
};

} // namespace

std::unique_ptr<Accelerator> make_accelerator(const Parameters &parameters, const std::vector<Message> &messages, const char *) {
  return std::make_unique<FormulaAccelerator>(parameters, messages);
}
