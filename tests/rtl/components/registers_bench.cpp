// SPDX-License-Identifier: Apache-2.0
// hash_registers alone, against its map: responses, data FIFO, end of a message, digest, interrupt, reset.
// The program prints the first wrong value and ends with status 1. The addresses are those of the C header of the driver.

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "Vdut.h"
#include "fairhash_registers.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

namespace {

constexpr unsigned OKAY = 0;
constexpr unsigned SLVERR = 2;
constexpr unsigned DEPTH = 16;        // words of the data FIFO
constexpr unsigned DIGEST_WORDS = 5;  // of a digest of 160 bits
constexpr std::uint32_t STATUS_EMPTY = DEPTH << FAIRHASH_STATUS_SPACE_SHIFT;

VerilatedContext context;
Vdut *top;

void expect(const char *what, std::uint64_t value, std::uint64_t expected) {
  if (value == expected) return;
  std::printf("%s is %llx, expected %llx\n", what, static_cast<unsigned long long>(value),
              static_cast<unsigned long long>(expected));
  std::exit(1);
}

void edge() {
  top->eval();
  top->clk = 1;
  top->eval();
  top->clk = 0;
  top->eval();
}

unsigned write(std::uint32_t offset, std::uint32_t word, unsigned strobe = 15) {
  top->s_axi_awaddr = static_cast<CData>(offset);
  top->s_axi_wdata = word;
  top->s_axi_wstrb = static_cast<CData>(strobe);
  top->s_axi_awvalid = top->s_axi_wvalid = 1;
  edge();
  top->s_axi_awvalid = top->s_axi_wvalid = 0;
  edge();
  expect("bvalid two cycles after a write", top->s_axi_bvalid, 1);
  const unsigned response = top->s_axi_bresp;
  top->s_axi_bready = 1;
  edge();
  top->s_axi_bready = 0;
  expect("bvalid after the response", top->s_axi_bvalid, 0);
  return response;
}

struct Read {
  unsigned response;
  std::uint32_t word;
};

Read read(std::uint32_t offset) {
  top->s_axi_araddr = static_cast<CData>(offset);
  top->s_axi_arvalid = 1;
  edge();
  top->s_axi_arvalid = 0;
  expect("rvalid one cycle after a read", top->s_axi_rvalid, 1);
  const Read result = {top->s_axi_rresp, top->s_axi_rdata};
  top->s_axi_rready = 1;
  edge();
  top->s_axi_rready = 0;
  return result;
}

void expect_beat(std::uint32_t word, unsigned keep, bool last) {
  expect("message_tvalid", top->message_tvalid, 1);
  expect("message_tdata", top->message_tdata, word);
  expect("message_tkeep", top->message_tkeep, keep);
  expect("message_tlast", top->message_tlast, last);
  top->message_tready = 1;
  edge();
  top->message_tready = 0;
}

void give_digest(std::uint32_t first) {
  for (unsigned i = 0; i < DIGEST_WORDS; ++i) {
    top->digest_tdata = first + i;
    top->digest_tlast = i == DIGEST_WORDS - 1;
    top->digest_tvalid = 1;
    top->eval();
    expect("digest_tready", top->digest_tready, 1);
    edge();
  }
  top->digest_tvalid = 0;
}

void check_responses() {
  expect("id", read(FAIRHASH_ID).word, 0x46480001);
  expect("core", read(FAIRHASH_CORE).word, 64u << FAIRHASH_CORE_BLOCK_BYTES_SHIFT | 20);
  expect("status", read(FAIRHASH_STATUS).word, STATUS_EMPTY);
  for (const std::uint32_t offset : {0x18u, 0x3cu, FAIRHASH_DATA, FAIRHASH_LAST, FAIRHASH_DIGEST + 4 * DIGEST_WORDS})
    expect("response to a read of nothing", read(offset).response, SLVERR);
  for (const std::uint32_t offset : {FAIRHASH_ID, FAIRHASH_CORE, FAIRHASH_DIGEST, 0x18u})
    expect("response to a write of nothing", write(offset, ~0u), SLVERR);
  expect("response to a write of three bytes", write(FAIRHASH_DATA, 1, 7), SLVERR);
  expect("message_tvalid after it", top->message_tvalid, 0);
}

void check_fifo() {
  for (std::uint32_t i = 0; i < DEPTH; ++i) {
    expect("response to data", write(FAIRHASH_DATA, i), OKAY);
    expect("status", read(FAIRHASH_STATUS).word, (DEPTH - 1 - i) << FAIRHASH_STATUS_SPACE_SHIFT);
  }
  expect("response to one word too many", write(FAIRHASH_DATA, 99), SLVERR);
  expect("status", read(FAIRHASH_STATUS).word, FAIRHASH_STATUS_OVERFLOW);
  expect("response to status", write(FAIRHASH_STATUS, FAIRHASH_STATUS_OVERFLOW), OKAY);
  expect("status", read(FAIRHASH_STATUS).word, 0);
  for (std::uint32_t i = 0; i < DEPTH; ++i) expect_beat(i, 15, false);
  expect("message_tvalid", top->message_tvalid, 0);
  for (unsigned bytes = 0; bytes <= 4; ++bytes) {
    write(FAIRHASH_LAST, bytes);
    write(FAIRHASH_DATA, 7);
    write(FAIRHASH_DATA, 8);
    expect_beat(7, (1u << bytes) - 1, true);
    expect_beat(8, 15, false);
  }
}

void check_digest() {
  give_digest(100);
  expect("irq while it is not enabled", top->irq, 0);
  write(FAIRHASH_CONTROL, FAIRHASH_CONTROL_INTERRUPT_ENABLE);
  expect("irq", top->irq, 1);
  expect("control", read(FAIRHASH_CONTROL).word, FAIRHASH_CONTROL_INTERRUPT_ENABLE);
  expect("digest_tready while a digest waits", top->digest_tready, 0);
  expect("status", read(FAIRHASH_STATUS).word, STATUS_EMPTY | FAIRHASH_STATUS_DONE);
  for (std::uint32_t i = 0; i < DIGEST_WORDS; ++i) expect("digest", read(FAIRHASH_DIGEST + 4 * i).word, 100 + i);
  write(FAIRHASH_STATUS, 0);
  expect("irq after a write of 0", top->irq, 1);
  write(FAIRHASH_STATUS, FAIRHASH_STATUS_DONE);
  expect("irq after done was cleared", top->irq, 0);
  give_digest(200);
  expect("digest", read(FAIRHASH_DIGEST).word, 200);
}

void check_reset() {
  write(FAIRHASH_DATA, 1);
  write(FAIRHASH_LAST, 2);
  write(FAIRHASH_CONTROL, FAIRHASH_CONTROL_RESET | FAIRHASH_CONTROL_INTERRUPT_ENABLE);
  edge();
  expect("status after reset", read(FAIRHASH_STATUS).word, STATUS_EMPTY);
  expect("control after reset", read(FAIRHASH_CONTROL).word, FAIRHASH_CONTROL_INTERRUPT_ENABLE);
  write(FAIRHASH_DATA, 3);
  expect_beat(3, 15, false);
}

} // namespace

int main() {
  context.randReset(2);
  context.randSeed(1);
  Vdut dut(&context);
  top = &dut;
  top->clk = 0;
  top->s_axi_awvalid = top->s_axi_wvalid = top->s_axi_bready = top->s_axi_arvalid = top->s_axi_rready = 0;
  top->message_tready = top->digest_tvalid = 0;
  top->aresetn = 0;
  edge();
  expect("component_reset during aresetn", top->component_reset, 0);
  top->aresetn = 1;
  edge();
  expect("component_reset", top->component_reset, 1);
  check_responses();
  check_fifo();
  check_digest();
  check_reset();
  dut.final();
  std::puts("ok");
  return 0;
}
