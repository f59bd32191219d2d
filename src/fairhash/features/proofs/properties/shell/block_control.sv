// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/block_control.vhd.
module proof #(parameter SLOTS = 80, parameter LOADS = 16) (
  input clk, input rst, input word_valid, input block_last, input sending
);
  wire ends_block, loading, advance, start, last_slot, last_round, capture, finished, last;
  wire [6:0] slot, next_slot;

  block_control dut (.clk(clk), .rst(rst), .word_valid(word_valid), .block_last(block_last), .ends_block(ends_block),
    .loading(loading), .sending(sending), .advance(advance), .start(start), .last_slot(last_slot), .last_round(last_round),
    .capture(capture), .finished(finished), .slot(slot), .next_slot(next_slot), .last(last));

  reset_rule #(1) rule (.clk(clk), .rst(rst));

  reg [6:0] index;              // slot of the block
  reg       first;              // the block is the first one of its message
  reg       adds;               // the last round of the block before is computed
  reg       ends_message;       // the latest complete block is the last one of its message
  reg       stored, complete;   // a chaining value, a digest are stored in this cycle
  reg       old_sending, old_finished;

  wire drains = adds && ends_message;          // last round of a message: no word is taken
  wire takes  = index < LOADS && !drains;
  wire steps  = !(takes && !word_valid) && !(index == SLOTS - 1 && sending);

  always @(posedge clk) begin
    old_sending  <= sending;
    old_finished <= finished;
    stored       <= adds && steps && !rst;
    complete     <= drains && !rst;
    if (steps && takes && index == LOADS - 1) ends_message <= block_last;
    if (rst) begin
      index <= 0;
      first <= 1;
      adds  <= 0;
    end else if (steps) begin
      index <= drains || index == SLOTS - 1 ? 0 : index + 1;
      first <= drains;
      adds  <= index == SLOTS - 1;
    end
  end

  always @* begin
    // a digest is sent from the cycle after `finished` on
    if (sending && !old_sending) assume (old_finished);
    if (!rst) begin
      assert (slot == index);
      assert (next_slot == (!steps ? index : drains || index == SLOTS - 1 ? 0 : index + 1));
      assert (advance == steps);
      assert (loading == takes);
      assert (ends_block == (takes && index == LOADS - 1));
      assert (start == (first && index == 0));
      assert (last_slot == (index == SLOTS - 1));
      assert (last_round == adds);
      assert (capture == stored);
      assert (finished == complete);
      // the chaining registers do not change while a digest is sent from them, and a digest is complete when it is stored
      assert (!(capture && sending));
      if (finished) assert (capture && start);
      // invariants
      assert (index < SLOTS);
      if (adds) assert (index == 0 && !first);
      if (first) assert (index == 0);
      if (adds || index >= LOADS) assert (last == ends_message);
      if (sending) assert (!adds && !stored);
    end
  end
endmodule
