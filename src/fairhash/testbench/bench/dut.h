// SPDX-License-Identifier: Apache-2.0
// The device under test as the harness sees it: a core's ports and a clock edge, whatever implements them.

#ifndef FAIRHASH_DUT_H
#define FAIRHASH_DUT_H

#include <cstdint>
#include <memory>
#include <string>

#include "port_word.h"

struct Inputs {
  bool rst = false;
  bool in_valid = false;
  bool out_ready = false;
  PortWord in_data{};
};

struct Outputs {
  bool in_ready = false;
  bool out_valid = false;
  PortWord out_data{};

  bool operator==(const Outputs &other) const {
    return in_ready == other.in_ready && out_valid == other.out_valid && out_data == other.out_data;
  }
};

class Dut {
public:
  virtual ~Dut() = default;
  // Drive the inputs, let the circuit settle, and read the outputs: no clock edge.
  virtual Outputs settle(const Inputs &inputs) = 0;
  // One rising edge of io_clk, of clk too when `both`.
  virtual void edge(bool both) = 0;
  // Whether an output could depend on an input within the cycle, which the harness then tries out in each cycle.
  virtual bool may_follow() const { return true; }
};

// `model` names the circuit's file where the engine reads one; every register starts at a value drawn from `seed`.
std::unique_ptr<Dut> make_dut(const std::string &model, std::uint32_t seed);

#endif
