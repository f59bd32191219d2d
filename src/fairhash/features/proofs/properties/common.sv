// SPDX-License-Identifier: Apache-2.0
// Rules that many properties share. An assertion is checked in every cycle, on the values before the clock edge.

// Assumes resets as docs/interface.md, "Reset", allows them: one at the start, and any number later, in any cycle; each is
// high for CYCLES cycles or more.
module reset_rule #(parameter CYCLES = 3) (input clk, input rst);
  reg [7:0] length = 0;
  reg       begun  = 0;

  always @(posedge clk) begin
    begun  <= 1;
    length <= !rst ? 0 : length == CYCLES ? CYCLES : length + 1;
  end

  always @* begin
    if (!begun) assume (rst);
    if (!rst) assume (length == 0 || length == CYCLES);
    assert (length <= CYCLES);
  end
endmodule

// Asserts that an offered word stays offered, unchanged, until it is taken or a reset begins.
module offer_is_stable #(parameter W = 1) (input clk, input rst, input valid, input ready, input [W-1:0] data);
  reg         waits = 0;
  reg [W-1:0] offered;

  always @(posedge clk) begin
    waits   <= valid && !ready && !rst;
    offered <= data;
  end

  always @* if (waits && !rst) begin
    assert (valid);
    assert (data == offered);
  end
endmodule

// Assumes the same of a sender.
module sender_is_stable #(parameter W = 1) (input clk, input rst, input valid, input ready, input [W-1:0] data);
  reg         waits = 0;
  reg [W-1:0] offered;

  always @(posedge clk) begin
    waits   <= valid && !ready && !rst;
    offered <= data;
  end

  always @* if (waits && !rst) begin
    assume (valid);
    assume (data == offered);
  end
endmodule

// Follows one word of each block, chosen arbitrarily: the word with index `tracked` (0 is the first word of a block).
module block_tracker #(parameter W = 8, parameter WORDS = 4) (
  input              clk,
  input              rst,
  input              taken,   // a word is taken in this cycle
  input  [W-1:0]     word,
  output reg [6:0]   index,   // index of the next word in its block: how many words of the block have been taken
  output     [6:0]   tracked, // any constant from 0 to WORDS-1
  output reg [W-1:0] value    // the latest word with that index
);
  (* anyconst *) reg [6:0] any;
  assign tracked = any;

  always @(posedge clk) begin
    if (rst) index <= 0;
    else if (taken) index <= index == WORDS - 1 ? 0 : index + 1;
    if (taken && !rst && index == tracked) value <= word;
  end

  always @* begin
    assume (any < WORDS);
    if (!rst) assert (index < WORDS);
  end
endmodule
