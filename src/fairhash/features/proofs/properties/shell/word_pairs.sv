// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/word_pairs.vhd. `tick` is '1' in the cycles of io_clk that end with a rising edge of clk, as io_phase
// makes it; the number of cycles of io_clk in a period of clk is arbitrary.
module proof #(parameter W = 64) (
  input io_clk, input rst, input tick, input [W-1:0] word, input word_valid, input word_last, input pair_ready
);
  wire word_ready, pair_valid, pair_last, have_first;
  wire [2*W-1:0] pair;
  wire [W-1:0] first_word;

  word_pairs dut (.clk(tick), .io_clk(io_clk), .rst(rst), .tick(tick), .word(word), .word_valid(word_valid),
    .word_last(word_last), .word_ready(word_ready), .pair(pair), .pair_valid(pair_valid), .pair_last(pair_last),
    .pair_ready(pair_ready), .have_first(have_first), .first(first_word));

  reg       half;        // the first word of a pair was taken
  reg [W-1:0] earlier;
  reg       whole;       // a pair waits
  reg [2*W-1:0] value;
  reg       ends_message;
  reg       old_tick = 1, old_rst = 1, old_ready;
  reg [1:0] resets = 0;  // edges of clk in this reset, at most 3

  wire taken      = word_valid && word_ready;
  wire pair_taken = whole && pair_ready && tick; // the core's registers are on clk

  always @(posedge io_clk) begin
    old_tick  <= tick;
    old_rst   <= rst;
    old_ready <= pair_ready;
    resets    <= !rst ? 0 : tick && resets != 3 ? resets + 1 : resets;
    if (rst) half <= 0;
    else if (taken) half <= !half;
    if (taken && !half) earlier <= word;
    if (rst) whole <= 0;
    else if (taken && half) begin
      whole        <= 1;
      value        <= {earlier, word};
      ends_message <= word_last;
    end else if (pair_taken) whole <= 0;
  end

  always @* begin
    // rst and pair_ready come from registers on clk; a reset is three periods of clk or longer
    if (!old_tick) assume (rst == old_rst && pair_ready == old_ready);
    if (old_rst && !rst) assume (resets == 3);
    if (!rst) begin
      assert (word_ready == (!half || (tick && (!whole || pair_ready))));
      assert (pair_valid == whole);
      if (whole) assert (pair == value && pair_last == ends_message);
      // invariants
      assert (have_first == half);
      if (half) assert (first_word == earlier);
    end
  end
endmodule
