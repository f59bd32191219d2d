// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/crossing_gatherer.vhd. It has one clock, io_clk; `tick` and `want` are arbitrary.
module proof #(parameter W = 64, parameter WORDS = 16) (
  input clk, input rst, input tick, input [W-1:0] word, input word_valid, input block_last, input want
);
  wire word_ready, ends_block, present, last, moves;
  wire [W*WORDS-1:0] block_data;
  wire [W*(WORDS-1)-1:0] waiting;
  wire [W-1:0] arrived;
  wire [$clog2(WORDS)-1:0] dut_index;

  crossing_gatherer dut (.io_clk(clk), .rst(rst), .tick(tick), .word(word), .word_valid(word_valid),
    .word_ready(word_ready), .ends_block(ends_block), .block_last(block_last), .want(want), .present(present),
    .last(last), .block_data(block_data), .moves(moves), .waiting(waiting), .arrived(arrived), .index(dut_index));

  reset_rule rule (.clk(clk), .rst(rst));

  wire taken = word_valid && word_ready;
  wire [6:0] index, tracked;
  wire [W-1:0] value;
  reg whole;        // a whole block waits
  reg ends_message;

  block_tracker #(W, WORDS) tracker (.clk(clk), .rst(rst), .taken(taken), .word(word), .index(index), .tracked(tracked),
    .value(value));

  wire completes = taken && index == WORDS - 1;

  always @(posedge clk) begin
    if (completes) ends_message <= block_last;
    if (rst) whole <= 0;
    else whole <= completes || (whole && !(tick && want));
  end

  always @* if (!rst) begin
    assert (present == whole);
    assert (word_ready == (!whole || (tick && want)));
    assert (ends_block == (index == WORDS - 1));
    if (whole) assert (block_data[(WORDS-1-tracked)*W +: W] == value && last == ends_message);
    // invariants
    assert (dut_index == index);
    if (whole) assert (index == 0 && !moves);
    if (moves) assert (index != 0);
    if (moves && tracked < index)
      assert (tracked + 1 == index ? arrived == value : waiting[(index-2-tracked)*W +: W] == value);
    if (!moves && !whole && tracked < index) assert (waiting[(index-1-tracked)*W +: W] == value);
  end
endmodule
