// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/keccak/keccak_ring.vhd for two slots of twelve passes (keccak-512/case-4), from its ports and its registers.
// The invariants let induction start from reachable states only. The main one says where the messages are whose digest is due.
module proof #(parameter LIMIT = 64, parameter RATE = 576, parameter DIGEST_BITS = 512) (
  input clk, input rst, input in_valid, input [63:0] in_data, input out_ready
);
  localparam WORDS  = RATE / 64;
  localparam DIGEST = DIGEST_BITS / 64;
  localparam PASSES = 12;

  wire in_ready, out_valid, have, full, last, take, load, absorb, drop, advance, deliver, copy, occupied, unbound, released;
  wire receiving, empty, next_last, ends, at_end, shift, settled, took_block, took_last, early_taken, early_block, stepping;
  wire busy, picked, head, moves;
  wire [3:0]        dut_index;
  wire [19:0]       tag;
  wire [DIGEST-1:0] token, clears; // the leftmost bit belongs to word 0
  wire [0:1]        empty_places;  // of the unloader's queue

  keccak_ring dut (.clk(clk), .io_clk(clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready),
    .out_valid(out_valid), .out_ready(out_ready), .have(have), .full(full), .last(last), .take(take), .\control.load (load),
    .absorb(absorb), .drop(drop), .advance(advance), .deliver(deliver), .copy(copy), .\loader.receiving (receiving), .\loader.empty (empty),
    .\loader.next_last (next_last), .\loader.ends (ends), .\loader.at_end (at_end), .\loader.shift (shift),
    .\loader.index (dut_index), .\control.settled (settled), .\control.took_block (took_block),
    .\control.stepping (stepping), .\control.occupied (occupied),
    .\control.unbound (unbound), .\control.released (released),
    .\control.took_last (took_last), .\control.early_taken (early_taken), .\control.early_block (early_block),
    .\control.tag (tag), .\unload.token (token), .\unload.busy (busy), .\unload.full (picked),
    .\unload.clears (clears), .\unload.empty (empty_places), .\unload.head (head), .\unload.moves (moves));

  reset_rule #(1) rule (.clk(clk), .rst(rst));
  sender_is_stable #(64) sender (.clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .data(in_data));

  // the turns that the sender sends
  reg       payload = 0;            // words of a block are next
  reg       flag;                   // the block that is sent ends its message
  reg [3:0] index = 0;              // of the next word of the block
  reg       arriving = 0;           // the last word of a block was taken in the previous cycle
  reg       arriving_last;          // that block ends its message

  wire takes        = in_valid && in_ready;
  wire header       = takes && !payload;
  wire block        = in_data[63:33] != 0;
  wire completes    = takes && payload && index == WORDS - 1;
  wire ends_message = completes && flag;

  // a turn is a block or empty, and an empty turn does not end a message
  always @* if (header) assume (block ? in_data[63:33] == 2 * WORDS : !in_data[32]);

  // the slot that arrives in this step (0), and the other one (1)
  wire [3:0] step_0 = tag[13:10], step_1 = tag[3:0];
  wire near_0 = tag[14], turn_0 = tag[15], due_0 = tag[16], fresh_0 = tag[17], going_0 = tag[18], ending_0 = tag[19];
  wire near_1 = tag[4], turn_1 = tag[5], due_1 = tag[6], fresh_1 = tag[7], going_1 = tag[8], ending_1 = tag[9];

  wire in_control = settled && took_block && !take; // the block of this turn is absorbed in this cycle
  wire more_blocks = going_0 || going_1 || (arriving && !arriving_last) || (full && !last) || (in_control && !took_last);

  wire [3:0] due;
  wire [4:0] sent;
  core_rules #(DIGEST, LIMIT, 1) rules (.clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready),
    .ends_message(ends_message), .waits_for_block(more_blocks), .out_valid(out_valid), .out_ready(out_ready), .due(due),
    .sent(sent));

  reg after_reset = 1; // the cycle after a reset

  // words that left `held` and have not been sent, and the unloader's digests that have not been sent
  wire [1:0] buffered = picked + !empty_places[0] + !empty_places[1];
  wire [4:0] next     = sent + buffered;
  wire [1:0] unsent   = busy + (busy ? next >= DIGEST : buffered != 0);

  always @(posedge clk) begin
    after_reset <= rst;
    arriving <= completes && !rst;
    if (header) flag <= in_data[32];
    if (completes) arriving_last <= flag;
    if (rst) begin
      payload <= 0;
      index   <= 0;
    end else begin
      if (header) payload <= block;
      else if (completes) payload <= 0;
      if (takes && payload) index <= completes ? 0 : index + 1;
    end
  end

  wire [4:0] distance = step_0 + PASSES - step_1;

  always @* if (!rst) begin
    // where the messages are whose digest is due: loader, control, slots, unloader
    assert (due == (arriving && arriving_last) + (full && last) + (in_control && took_last) + ending_0 + ending_1 + unsent);

    // the loader, as in shell/turn_loader.sv
    assert (receiving == payload && ends == arriving && dut_index == index);
    assert (at_end == (payload && index == WORDS - 1));
    assert (have == (full || empty));
    if (!payload) assert (index == 0);
    assert (index < WORDS);
    if (payload || arriving) assert (!empty);
    if (payload) assert (next_last == flag);
    if (arriving) assert (next_last == arriving_last && !full && shift && !payload);
    if (full) assert (!arriving);
    if (full && payload) assert (index == 0 || take);

    // the slots are five or six passes apart, so their turns are never in adjacent steps
    assert (step_0 >= 1 && step_0 <= PASSES && step_1 >= 1 && step_1 <= PASSES);
    assert (distance == 5 || distance == 6 || distance == PASSES + 5 || distance == PASSES + 6);
    assert (turn_0 == (step_0 == PASSES) && turn_1 == (step_1 == PASSES));
    assert (near_0 == (step_0 == PASSES - 1) && near_1 == (step_1 == PASSES - 1));
    assert (!(going_0 && ending_0) && !(going_1 && ending_1));
    assert (due_0 == (turn_0 && ending_0) && due_1 == (turn_1 && ending_1));
    assert (fresh_0 == (turn_0 && !going_0) && fresh_1 == (turn_1 && !going_1));

    // in a cycle that is no step, a slot waits that has its turn
    if (!stepping) assert (turn_0);
    assert (released == (unbound && !occupied));

    // the turn that was taken belongs to the slot whose turn it is
    if (settled) assert (turn_0);
    if (early_taken) assert (take && stepping && turn_1);
    if (early_block) assert (early_taken && load);
    if (settled && !stepping) assert (take);
    if (take) assert (have && (early_taken || (settled && !stepping)));
    if (load) assert (take && full && (early_block || took_block));
    if (take && early_taken) assert (load == early_block);
    if (take && settled) assert (load == took_block);
    if (take && !load) assert (empty);

    // the cycle after take is the step that absorbs the block: the datapath reads it from the loader
    assert (absorb == (settled && took_block && stepping));
    if (early_taken && ending_1) assert (!occupied && !deliver);
    if (settled && ending_0 && !stepping) assert (!occupied && !deliver);

    // the registers without reset differ from those with reset only in the cycle after a reset
    if (!after_reset) assert (advance == stepping && copy == deliver);
    if (after_reset) assert (!stepping && !deliver && !take && !absorb && !drop);

    // an old state is zeroed in its turn
    assert (drop == (stepping && turn_0 && !going_0));

    // a digest is handed over when its slot has its turn, to an unloader that is free
    assert (deliver == (stepping && turn_0 && ending_0));
    if (deliver) assert (!busy);
    assert (occupied == busy);
    assert (moves == (empty_places != 0) && out_valid == (empty_places != 3));
    if (moves && out_valid) assert (!empty_places[head]);
    assert (clears == (~token & {DIGEST{moves}}));
    assert (token == (busy ? 1 << (DIGEST - 1 - next % DIGEST) : 0));
    if (!busy) assert (next == (buffered == 0 ? 0 : DIGEST));
    assert (sent < DIGEST);
  end
endmodule
