// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/injector.vhd.
module proof #(parameter W = 64, parameter WORDS = 4, parameter DEFERRED = 1) (
  input clk, input rst, input [W-1:0] word, input word_valid, input word_last, input want
);
  wire word_ready, absorb, pending, last, expecting;
  wire [W*(WORDS-1)-1:0] inject;
  wire [W-1:0] last_inject;
  wire [W*(WORDS-2)-1:0] waiting;
  wire full;
  wire [$clog2(WORDS-2 > 1 ? WORDS-2 : 2)-1:0] dut_index;

  injector dut (.clk(clk), .rst(rst), .word(word), .word_valid(word_valid), .word_last(word_last),
    .word_ready(word_ready), .want(want), .absorb(absorb), .pending(pending), .inject(inject),
    .last_inject(last_inject), .last(last), .expecting(expecting), .\gatherer.full (full),
    .\gatherer.waiting (waiting), .\gatherer.index (dut_index));

  wire taken = word_valid && word_ready;
  wire [6:0] index, tracked;
  wire [W-1:0] value;
  reg         ends_message, complete = 0;
  reg         armed = 0, last_taken = 0; // in the cycle before: word WORDS-2, the last word was taken
  reg [W-1:0] last_word;

  reset_rule rule (.clk(clk), .rst(rst));
  block_tracker #(W, WORDS) tracker (.clk(clk), .rst(rst), .taken(taken), .word(word), .index(index), .tracked(tracked),
    .value(value));

  wire arms = taken && index == WORDS - 2;
  wire ends = taken && index == WORDS - 1;

  always @(posedge clk) begin
    armed      <= arms && !rst;
    last_taken <= ends && !rst;
    if (ends) last_word <= word;
    if (rst) complete <= 0;
    else if (ends) begin
      complete     <= 1;
      ends_message <= word_last;
    end
  end

  wire [W-1:0] injected = inject[(WORDS-2-tracked)*W +: W];

  always @* if (!rst) begin
    assert (word_ready == (index != WORDS - 2 || want));
    if (complete) assert (last == ends_message);
    if (DEFERRED) begin
      assert (absorb == armed);
      assert (pending == (index == WORDS - 1 && !armed));
      // the words, each in exactly one cycle
      if (tracked < WORDS - 1) assert (injected == (armed ? value : 0));
      assert (last_inject == (last_taken ? last_word : 0));
    end else begin
      assert (absorb == ends);
      assert (!pending);
      // the words wait in `inject` until the last one arrives
      if (tracked < WORDS - 1) assert (injected == (index == WORDS - 1 ? value : 0));
      assert (last_inject == (index == WORDS - 1 ? word : 0));
    end
    // invariants
    assert (full == (index == WORDS - 2));
    assert (expecting == (index == WORDS - 1));
    if (armed) assert (index == WORDS - 1);
    if (index < WORDS - 2) assert (dut_index == index);
    else assert (dut_index == 0);
    if (tracked < index && tracked < WORDS - 2)
      assert (waiting[((index < WORDS - 2 ? index : WORDS - 2) - 1 - tracked)*W +: W] == value);
  end
endmodule
