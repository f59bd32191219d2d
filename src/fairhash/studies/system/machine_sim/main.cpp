// SPDX-License-Identifier: Apache-2.0
// Simulates a machine. Reads a file that machine_run.py writes: lines "name value", then "messages" and a line "bytes blocks stream_bytes"
// for each message. Writes counters to the second file, in the same form.

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "machine.h"

namespace {

const std::pair<const char *, std::uint64_t Parameters::*> FIELDS[] = {
    {"core_fs", &Parameters::core_fs},
    {"bus_fs", &Parameters::bus_fs},
    {"cores", &Parameters::cores},
    {"block_bytes", &Parameters::block_bytes},
    {"header_bytes", &Parameters::header_bytes},
    {"digest_bytes", &Parameters::digest_bytes},
    {"buffer_bytes", &Parameters::buffer_bytes},
    {"setup", &Parameters::setup},
    {"load", &Parameters::load},
    {"block", &Parameters::block},
    {"final", &Parameters::final},
    {"unload", &Parameters::unload},
    {"turnaround", &Parameters::turnaround},
    {"overhead_bytes", &Parameters::overhead_bytes},
    {"width", &Parameters::width},
    {"burst_bytes", &Parameters::burst_bytes},
    {"latency_fs", &Parameters::latency_fs},
    {"interleaved", &Parameters::interleaved},
    {"batch", &Parameters::batch},
    {"batches_in_flight", &Parameters::batches_in_flight},
    {"pad_fs", &Parameters::pad_fs},
    {"pad_fs_per_byte", &Parameters::pad_fs_per_byte},
    {"notify_fs", &Parameters::notify_fs},
    {"complete_fs", &Parameters::complete_fs},
    {"disk_access_fs", &Parameters::disk_access_fs},
    {"disk_fs_per_byte", &Parameters::disk_fs_per_byte},
    {"disk_block_bytes", &Parameters::disk_block_bytes},
    {"limit_fs", &Parameters::limit_fs},
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: %s PARAMETERS COUNTERS [ACCELERATOR]\n", argv[0]);
    return 2;
  }
  std::ifstream in(argv[1]);
  Parameters parameters{};
  std::string name;
  std::size_t known = 0;
  std::uint64_t value = 0;
  while (in >> name && name != "messages" && in >> value) {
    for (const auto &[field, member] : FIELDS) {
      if (name == field) parameters.*member = value, known++;
    }
  }
  if (known != std::size(FIELDS)) {
    std::fprintf(stderr, "%zu of %zu parameters\n", known, std::size(FIELDS));
    return 2;
  }
  std::vector<Message> messages;
  for (Message one{}; in >> one.bytes >> one.blocks >> one.stream_bytes;) messages.push_back(one);

  Machine machine(parameters, messages, argc == 4 ? argv[3] : nullptr);
  const bool complete = machine.run(parameters.limit_fs);
  std::FILE *out = std::fopen(argv[2], "w");
  if (out == nullptr) return 2;
  const auto write = [out](const char *key, std::uint64_t value) { std::fprintf(out, "%s %" PRIu64 "\n", key, value); };
  write("complete", complete);
  write("total_fs", machine.now);
  write("bus_busy", machine.bus.busy);
  write("bus_blocked", machine.bus.blocked);
  write("bus_latency", machine.bus.latency);
  write("simulated_core_cycles", machine.simulated_core_cycles);
  write("cause_disk", machine.causes.disk);
  write("cause_padding", machine.causes.padding);
  write("cause_notification", machine.causes.notification);
  write("cause_transfer", machine.causes.transfer);
  write("cause_buffer", machine.causes.buffer);
  write("cause_computation", machine.causes.computation);
  write("cause_collection", machine.causes.collection);
  for (const CoreCounts &core : machine.cores) {
    std::fprintf(out, "core %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", core.computing, core.waits_for_data,
                 core.waits_for_output, core.idle);
  }
  return std::fclose(out) == 0 ? 0 : 2;
}
