// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/block_loader.vhd.
module proof #(parameter W = 64, parameter WORDS = 4) (
  input clk, input rst, input [W-1:0] word, input word_valid, input word_last, input want
);
  wire word_ready, present, last, full, expecting;
  wire [W*WORDS-1:0] held;
  wire [W-1:0] port_word;
  wire [W*(WORDS-2)-1:0] waiting;
  wire [$clog2(WORDS-2 > 1 ? WORDS-2 : 2)-1:0] dut_index;

  block_loader dut (.clk(clk), .rst(rst), .word(word), .word_valid(word_valid), .word_last(word_last),
    .word_ready(word_ready), .want(want), .present(present), .held(held), .port_word(port_word), .last(last),
    .full(full), .expecting(expecting), .\gatherer.waiting (waiting), .\gatherer.index (dut_index));

  wire taken = word_valid && word_ready;
  wire [6:0] index, tracked;
  wire [W-1:0] value;
  reg          ends_message;
  reg [W-1:0]  part;     // what the tracked word of `held` must be
  reg          has_part = 0, complete = 0;

  reset_rule rule (.clk(clk), .rst(rst));
  block_tracker #(W, WORDS) tracker (.clk(clk), .rst(rst), .taken(taken), .word(word), .index(index), .tracked(tracked),
    .value(value));

  always @(posedge clk) begin
    if (rst) begin
      has_part <= 0;
      complete <= 0;
    end else begin
      if (taken && index == WORDS - 2 && tracked <= WORDS - 2) begin
        has_part <= 1;
        part     <= tracked == WORDS - 2 ? word : value;
      end
      if (taken && index == WORDS - 1) begin
        complete     <= 1;
        ends_message <= word_last;
        if (tracked == WORDS - 1) begin
          has_part <= 1;
          part     <= word;
        end
      end
    end
  end

  always @* if (!rst) begin
    // words 0 .. WORDS-3 are taken at once, the other two only when they are requested
    assert (word_ready == (index < WORDS - 2 || want));
    assert (present == (word_valid && index >= WORDS - 2));
    assert (port_word == word);
    // no word is lost, repeated or out of order; words 0 .. WORDS-2 change together, the last one after them
    if (has_part) assert (held[(WORDS-1-tracked)*W +: W] == part);
    if (complete) assert (last == ends_message);
    // invariants
    assert (full == (index == WORDS - 2));
    assert (expecting == (index == WORDS - 1));
    if (index < WORDS - 2) assert (dut_index == index);
    else assert (dut_index == 0);
    if (tracked < index && tracked < WORDS - 2)
      assert (waiting[((index < WORDS - 2 ? index : WORDS - 2) - 1 - tracked)*W +: W] == value);
  end
endmodule
