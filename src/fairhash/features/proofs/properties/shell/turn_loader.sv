// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/turn_loader.vhd. The reference is a queue of at most two turns: a block and an empty turn after it.
module proof #(parameter WORDS = 9) (
  input clk, input rst, input tick, input [63:0] in_data, input in_valid, input take
);
  wire in_ready, have, full, last;
  wire [64*WORDS-1:0] data;
  wire receiving, empty, next_last, at_end, shift, ends;
  wire [63:0] word;
  wire [$clog2(WORDS)-1:0] dut_index;

  turn_loader dut (.clk(clk), .rst(rst), .tick(tick), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready),
    .take(take), .have(have), .full(full), .data(data), .last(last), .receiving(receiving), .empty(empty),
    .next_last(next_last), .at_end(at_end), .shift(shift), .ends(ends), .word(word), .index(dut_index));

  reset_rule rule (.clk(clk), .rst(rst));
  sender_is_stable #(64) sender (.clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .data(in_data));

  wire moves  = in_valid && in_ready;
  wire takes  = take && tick;
  wire taken  = takes && have;
  wire header = moves && !payload;
  wire block  = in_data[63:33] != 0;

  reg        payload = 0;         // words of a block are next
  reg        flag;                // the header of the block says that it ends its message
  reg        block_waits, block_last, empty_waits, arriving;
  reg        was_taken = 0;       // a block was taken in the previous cycle
  reg [63:0] block_value;
  wire [6:0] index, tracked;
  wire [63:0] value;

  block_tracker #(64, WORDS) tracker (.clk(clk), .rst(rst), .taken(moves && payload), .word(in_data), .index(index),
    .tracked(tracked), .value(value));

  wire completes = moves && payload && index == WORDS - 1;

  always @(posedge clk) begin
    if (header) flag <= in_data[32];
    // a block is available two cycles after its last word
    arriving  <= completes && !rst;
    was_taken <= block_waits && takes && !rst;
    if (arriving) begin
      block_value <= value;
      block_last  <= flag_of_block;
    end
    if (completes) flag_of_block <= flag;
    if (rst) begin
      payload     <= 0;
      block_waits <= 0;
      empty_waits <= 0;
    end else begin
      if (header) payload <= block;
      else if (completes) payload <= 0;
      block_waits <= arriving || (block_waits && !takes);
      empty_waits <= (header && !block) || (empty_waits && !(takes && !block_waits));
    end
  end
  reg flag_of_block;

  always @* begin
    // a turn is a block or empty, and an empty turn does not end a message
    if (header) assume (block ? in_data[63:33] == 2 * WORDS : !in_data[32]);
    // the datapath takes only a turn that waits
    if (take) assume (have);
    if (!rst) begin
      // a turn in order: the block came before the empty turn
      assert (full == block_waits);
      assert (have == (block_waits || empty_waits));
      if (block_waits) assert (data[(WORDS-1-tracked)*64 +: 64] == block_value && last == block_last);
      // the block stays for one more cycle
      if (was_taken) assert (data[(WORDS-1-tracked)*64 +: 64] == block_value);
      assert (in_ready == (payload ? !block_waits || takes : !empty_waits));
      // invariants
      assert (receiving == payload && empty == empty_waits && ends == arriving);
      assert (at_end == (payload && index == WORDS - 1));
      assert (dut_index == index);
      if (!payload) assert (index == 0);
      if (payload || arriving) assert (next_last == (arriving && !payload ? flag_of_block : flag));
      if (arriving) assert (shift && !block_waits && index == 0);
      if (shift && index != 0) assert (!block_waits);
      if (block_waits) assert (!shift && index == 0);
      if (shift && (tracked + 1 == index || (index == 0 && tracked == WORDS - 1))) assert (word == value);
      if (shift && index != 0 && tracked + 1 < index) assert (data[(index-2-tracked)*64 +: 64] == value);
      if (!shift && !block_waits && tracked < index) assert (data[(index-1-tracked)*64 +: 64] == value);
      if (arriving && tracked < WORDS - 1) assert (data[(WORDS-2-tracked)*64 +: 64] == value);
    end
  end
endmodule
