// SPDX-License-Identifier: Apache-2.0
// A computer with an accelerator, cycle by cycle: a host that reads, pads and announces batches of messages, a bus that moves
// them in bursts, and the cores with their buffers. Bus and cores have independent clocks; cycle 0 of both begins at time 0.
// docs/system.md describes the model and the counters.

#pragma once

#include <algorithm>
#include <deque>

#include "accelerator.h"

// Where the time of a run went. Each moment belongs to exactly one of them.
struct Causes {
  Time disk = 0, padding = 0, notification = 0, transfer = 0, buffer = 0, computation = 0, collection = 0;
};

struct CoreCounts {
  std::uint64_t computing = 0, waits_for_data = 0, waits_for_output = 0, idle = 0; // cycles
};

// The host: one thread. It prepares a batch, announces it, and completes a batch whose digests are all in memory.
class Host {
public:
  enum class Task { none, disk, padding, notification, completion };

  Host(const Parameters &p, const std::vector<Message> &messages) : p(p), messages(messages) {}

  // Begins what can begin at `now`, and ends what has ended. `finished` counts the batches that the accelerator has finished.
  void step(Time now, std::uint64_t finished) {
    while (until <= now) {
      if (task == Task::disk) start(Task::padding, now, padding_time());
      else if (task == Task::padding) start(Task::notification, now, p.notify_fs);
      else if (task == Task::notification) {
        announced++;
        task = Task::none;
      } else if (task == Task::completion) {
        completed++;
        task = Task::none;
      }
      if (task == Task::none) {
        if (completed < finished) start(Task::completion, now, p.complete_fs);
        else if (announced < batches() && announced - completed < p.batches_in_flight) start(Task::disk, now, disk_time());
        else return;
      }
    }
  }

  std::uint64_t batches() const { return (messages.size() + p.batch - 1) / p.batch; }
  std::uint64_t first(std::uint64_t batch) const { return batch * p.batch; }
  std::uint64_t end(std::uint64_t batch) const { return std::min<std::uint64_t>(first(batch + 1), messages.size()); }

  Task task = Task::none;
  Time until = 0;               // end of the task
  std::uint64_t announced = 0;  // batches
  std::uint64_t completed = 0;  // batches

private:
  void start(Task next, Time now, Time time) {
    task = next;
    until = std::max(until, now) + time;
  }
  Time disk_time() const { return sum(p.disk_access_fs, p.disk_fs_per_byte, p.disk_block_bytes); }
  Time padding_time() const { return sum(p.pad_fs, p.pad_fs_per_byte, 1); }
  Time sum(Time each, Time per_byte, std::uint64_t unit) const {
    Time total = 0;
    for (std::uint64_t i = first(announced); i < end(announced); i++)
      total += each + per_byte * ((messages[i].bytes + unit - 1) / unit * unit);
    return total;
  }

  const Parameters &p;
  const std::vector<Message> &messages;
};

// The bus: it moves the messages of a batch one after another, or in turns of one burst of each of `streams` messages.
class Bus {
public:
  Bus(const Parameters &p, std::vector<Message> &messages, Accelerator &accelerator)
      : p(p), messages(messages), accelerator(accelerator) {}

  void add(std::uint64_t first, std::uint64_t end) { batches.push_back({first, end}); }
  bool has_work() const { return active || !batches.empty(); }
  bool is_blocked() const { return blocked_now; }

  // A bus cycle that begins at `now`.
  void cycle(Time now) {
    blocked_now = false;
    if (!active) {
      if (batches.empty()) return;
      begin_batch();
    }
    if (latency_left > 0) {
      latency_left--;
      latency++;
      return;
    }
    if (burst_left == 0 && !begin_burst(now)) {
      blocked_now = true;
      blocked++;
      return;
    }
    move(now + p.bus_fs);
  }

  std::uint64_t busy = 0, blocked = 0, latency = 0; // cycles

private:
  struct Batch {
    std::uint64_t first, end;
  };
  struct Stream {
    std::uint64_t message = 0, left = 0; // bytes
  };

  void begin_batch() {
    active = true;
    latency_left = (p.latency_fs + p.bus_fs - 1) / p.bus_fs;
    next = batches.front().first;
    if (!p.interleaved)
      for (std::uint64_t i = batches.front().first; i < batches.front().end; i++) announce(i, (i - batches.front().first) % p.cores);
    streams.assign(p.interleaved ? p.cores : 1, {});
    for (std::size_t i = 0; i < streams.size(); i++) refill(i);
    turn = 0;
  }

  void announce(std::uint64_t message, std::uint64_t core) {
    messages[message].core = core;
    accelerator.announce(message);
  }

  // Gives a stream its next message. An interleaved stream belongs to one core.
  void refill(std::size_t stream) {
    if (next == batches.front().end) return;
    if (p.interleaved) announce(next, stream);
    streams[stream] = {next, messages[next].stream_bytes};
    next++;
  }

  bool begin_burst(Time now) {
    while (streams[turn].left == 0) turn = (turn + 1) % streams.size();
    const std::uint64_t bytes = std::min(streams[turn].left, p.burst_bytes);
    if (!accelerator.has_room(streams[turn].message, bytes, now)) return false;
    accelerator.reserve(streams[turn].message, bytes);
    burst_bytes = bytes;
    overhead_left = p.turnaround + (p.overhead_bytes + p.width - 1) / p.width;
    burst_left = overhead_left + (bytes + p.width - 1) / p.width;
    return true;
  }

  void move(Time end) {
    busy++;
    burst_left--;
    if (overhead_left > 0) {
      overhead_left--;
      return;
    }
    const std::uint64_t bytes = std::min(burst_bytes, p.width);
    Stream &stream = streams[turn];
    accelerator.arrive(stream.message, bytes, end);
    burst_bytes -= bytes;
    stream.left -= bytes;
    if (burst_bytes > 0) return;
    if (stream.left == 0) refill(turn);
    turn = (turn + 1) % streams.size();
    for (const Stream &one : streams)
      if (one.left > 0) return;
    active = false;
    batches.pop_front();
  }

  const Parameters &p;
  std::vector<Message> &messages;
  Accelerator &accelerator;
  std::deque<Batch> batches;
  std::vector<Stream> streams;
  std::uint64_t next = 0, turn = 0;
  std::uint64_t latency_left = 0, burst_left = 0, overhead_left = 0, burst_bytes = 0;
  bool active = false, blocked_now = false;
};

// The whole machine.
class Machine {
public:
  Machine(const Parameters &p, std::vector<Message> &messages, const char *accelerator_file)
      : p(p), accelerator(make_accelerator(p, messages, accelerator_file)), host(p, messages), bus(p, messages, *accelerator), cores(p.cores),
        left(host.batches()) {
    for (std::uint64_t batch = 0; batch < host.batches(); batch++) left[batch] = host.end(batch) - host.first(batch);
  }

  // Runs until all messages are hashed, or until `limit`. Returns whether all were.
  bool run(Time limit) {
    while (now < limit) {
      host.step(now, finished);
      while (started < host.announced) {
        bus.add(host.first(started), host.end(started));
        started++;
      }
      if (host.completed == host.batches()) return true;
      if (finished == started && !bus.has_work()) {
        skip_to(host.until); // nothing happens but the work of the host
        continue;
      }
      const Time edge = std::min(next_bus, next_core);
      account(edge - now);
      now = edge;
      if (now == next_bus) {
        bus.cycle(now);
        return_digest();
        next_bus += p.bus_fs;
      }
      if (now == next_core) {
        core_cycle();
        next_core += p.core_fs;
      }
    }
    return false;
  }

  Time now = 0;
  Causes causes;
  std::uint64_t simulated_core_cycles = 0;

private:
  const Parameters &p;
  std::unique_ptr<Accelerator> accelerator;

public:
  Host host;
  Bus bus;
  std::vector<CoreCounts> cores;

private:
  static Time round_up(Time value, Time step) { return (value + step - 1) / step * step; }

  void skip_to(Time time) {
    account(time - now);
    now = time;
    const std::uint64_t skipped = (round_up(time, p.core_fs) - next_core) / p.core_fs;
    if (round_up(time, p.core_fs) > next_core)
      for (CoreCounts &one : cores) one.idle += skipped;
    next_bus = std::max(next_bus, round_up(time, p.bus_fs));
    next_core = std::max(next_core, round_up(time, p.core_fs));
  }

  void core_cycle() {
    accelerator->cycle();
    simulated_core_cycles++;
    starved = working = false;
    const std::vector<Activity> &did = accelerator->activities();
    for (std::size_t i = 0; i < cores.size(); i++) {
      switch (did[i]) {
      case Activity::computing: cores[i].computing++, working = true; break;
      case Activity::waits_for_data: cores[i].waits_for_data++, starved = true; break;
      case Activity::waits_for_output: cores[i].waits_for_output++; break;
      case Activity::idle: cores[i].idle++; break;
      }
    }
    std::uint64_t message = 0;
    while (accelerator->take_digest(message)) digests.push_back(message);
  }

  // Digests return over the other direction of the bus, one burst each.
  void return_digest() {
    if (return_left == 0 && !digests.empty()) {
      return_left = p.turnaround + (p.overhead_bytes + p.width - 1) / p.width +
                    (p.digest_bytes + p.width - 1) / p.width;
    }
    if (return_left > 0 && --return_left == 0) {
      left[digests.front() / p.batch]--;
      digests.pop_front();
      while (finished < started && left[finished] == 0) finished++;
    }
  }

  // Assigns the time until the next edge to one cause.
  void account(Time time) {
    if (finished == started && !bus.has_work()) {
      if (host.task == Host::Task::disk) causes.disk += time;
      else if (host.task == Host::Task::padding) causes.padding += time;
      else causes.notification += time;
    } else if (starved || (!working && bus.has_work())) {
      // a core waits for words: the bus does not bring them in time, or they are in line after words that no buffer has room for
      (bus.is_blocked() ? causes.buffer : causes.transfer) += time;
    } else if (working) causes.computation += time;
    else causes.collection += time;
  }

  Time next_bus = 0, next_core = 0;
  std::uint64_t started = 0, finished = 0; // batches on the bus so far; batches whose digests are in memory
  std::deque<std::uint64_t> digests;      // on their way to the memory
  std::vector<std::uint64_t> left;        // messages of each batch whose digest is not in memory
  std::uint64_t return_left = 0;          // bus cycles
  bool starved = false, working = false;
};
