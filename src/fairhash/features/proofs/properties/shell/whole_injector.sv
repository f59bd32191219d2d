// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/whole_injector.vhd.
module proof #(parameter W = 64, parameter WORDS = 4) (
  input clk, input rst, input [W-1:0] word, input word_valid, input word_last, input want, input quiet
);
  wire word_ready, take, last, full;
  wire [W*WORDS-1:0] inject;
  wire [W*(WORDS-1)-1:0] waiting;
  wire [$clog2(WORDS-1 > 1 ? WORDS-1 : 2)-1:0] dut_index;

  whole_injector dut (.clk(clk), .rst(rst), .word(word), .word_valid(word_valid), .word_last(word_last),
    .word_ready(word_ready), .want(want), .quiet(quiet), .take(take), .inject(inject), .last(last), .full(full),
    .waiting(waiting), .index(dut_index));

  wire taken = word_valid && word_ready;
  wire [6:0] index, tracked;
  wire [W-1:0] value;
  reg ends_message, complete = 0;
  reg was_taken = 0, was_quiet = 0, started = 0;

  reset_rule rule (.clk(clk), .rst(rst));
  block_tracker #(W, WORDS) tracker (.clk(clk), .rst(rst), .taken(taken), .word(word), .index(index), .tracked(tracked),
    .value(value));

  wire ends = taken && index == WORDS - 1;

  always @(posedge clk) begin
    was_taken <= ends && !rst && !quiet;
    was_quiet <= quiet;
    if (rst) complete <= 0;
    else if (ends) begin
      complete     <= 1;
      ends_message <= word_last;
    end
  end

  always @* if (!rst) begin
    assert (word_ready == (index != WORDS - 1 || want));
    assert (take == ends);
    if (was_taken) assert (inject[(WORDS-1-tracked)*W +: W] == value);
    if (was_quiet) assert (inject[(WORDS-1-tracked)*W +: W] == 0);
    if (complete) assert (last == ends_message);
    // invariants
    assert (full == (index == WORDS - 1));
    if (was_taken) assert (index == 0);
    if (index < WORDS - 1) assert (dut_index == index);
    if (tracked < index) assert (waiting[(index-1-tracked)*W +: W] == value);
  end
endmodule
