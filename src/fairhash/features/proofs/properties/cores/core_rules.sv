// SPDX-License-Identifier: Apache-2.0
// What every core must do, seen from its ports. The datapath is free, so nothing depends on the values of words.
//
//   digest only after the last block   out_valid is '1' only while a message whose last word was taken has no whole digest yet
//   no deadlock                        a word moves in any LIMIT cycles in which the environment does not stall; they need not be
//                                      consecutive, unless CONSECUTIVE is 1
module core_rules #(parameter DIGEST_WORDS = 8, parameter LIMIT = 100, parameter CONSECUTIVE = 0) (
  input clk, input rst,
  input in_valid, input in_ready, input ends_message, // the last word of a message is taken in this cycle
  input waits_for_block,                              // a message in the core waits for its next block, and others wait with it
  input out_valid, input out_ready,
  output reg [3:0] due,                               // messages whose last word was taken and whose digest has not left
  output reg [4:0] sent                               // words of the current digest that have left
);
  initial due  = 0;
  initial sent = 0;
  reg [7:0] idle = 0; // cycles since the last word moved in which the environment did not stall

  wire takes    = in_valid && in_ready;
  wire gives    = out_valid && out_ready;
  wire complete = gives && sent == DIGEST_WORDS - 1;
  wire may_move = out_ready && (in_valid || (due != 0 && !waits_for_block));

  always @(posedge clk) begin
    if (rst) begin
      due  <= 0;
      sent <= 0;
      idle <= 0;
    end else begin
      due  <= due + ends_message - complete;
      if (gives) sent <= complete ? 0 : sent + 1;
      if (takes || gives) idle <= 0;
      else if (may_move) idle <= idle + 1;
      else if (CONSECUTIVE) idle <= 0;
    end
  end

  always @* if (!rst) begin
    if (out_valid) assert (due != 0);
    assert (due <= 14);
    assert (idle < LIMIT);
  end
endmodule
