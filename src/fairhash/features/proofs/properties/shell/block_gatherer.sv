// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/block_gatherer.vhd.
module proof #(parameter W = 64, parameter WORDS = 4) (
  input clk, input rst, input [W-1:0] word, input word_valid, input word_last, input want_block, input want_last
);
  wire word_ready, full, expecting, gather, take_last, last;
  wire [W*(WORDS-1)-1:0] gathered;
  wire [W*(WORDS-2)-1:0] waiting;
  wire [$clog2(WORDS-2 > 1 ? WORDS-2 : 2)-1:0] dut_index;

  block_gatherer dut (.clk(clk), .rst(rst), .word(word), .word_valid(word_valid), .word_last(word_last),
    .word_ready(word_ready), .want_block(want_block), .want_last(want_last), .full(full), .expecting(expecting),
    .gather(gather), .take_last(take_last), .gathered(gathered), .last(last), .waiting(waiting), .index(dut_index));

  wire taken = word_valid && word_ready;
  wire [6:0] index, tracked;
  wire [W-1:0] value;
  reg ends_message, complete = 0;

  reset_rule rule (.clk(clk), .rst(rst));
  block_tracker #(W, WORDS) tracker (.clk(clk), .rst(rst), .taken(taken), .word(word), .index(index), .tracked(tracked),
    .value(value));

  always @(posedge clk) begin
    if (rst) complete <= 0;
    else if (taken && index == WORDS - 1) begin
      complete     <= 1;
      ends_message <= word_last;
    end
  end

  always @* if (!rst) begin
    // which words are taken, and when
    assert (full == (index == WORDS - 2));
    assert (expecting == (index == WORDS - 1));
    assert (word_ready == (index < WORDS - 2 || (index == WORDS - 2 ? want_block : want_last)));
    assert (gather == (taken && index == WORDS - 2));
    assert (take_last == (taken && index == WORDS - 1));
    // no word is lost, repeated or out of order
    if (gather && tracked < WORDS - 2) assert (gathered[(WORDS-2-tracked)*W +: W] == value);
    if (gather) assert (gathered[W-1:0] == word);
    if (complete) assert (last == ends_message);
    // invariants
    if (index < WORDS - 2) assert (dut_index == index);
    else assert (dut_index == 0);
    if (tracked < index && tracked < WORDS - 2)
      assert (waiting[((index < WORDS - 2 ? index : WORDS - 2) - 1 - tracked)*W +: W] == value);
  end
endmodule
