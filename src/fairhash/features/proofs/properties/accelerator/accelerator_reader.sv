// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/accelerator/accelerator_reader.vhd, against a reference that counts blocks, words and rows.
module proof #(parameter W = 16, parameter BUS_BITS = 64, parameter BLOCK_BITS = 64, parameter TURNS = 0) (
  input clk, input rst, input [BUS_BITS+1:0] row, input row_valid, input word_ready
);
  localparam ROW_WORDS = BUS_BITS / W, BLOCK_WORDS = BLOCK_BITS / W;
  wire row_ready, waiting, packet_valid, packet_last, packet_final, word_valid, described, measured, zeros;
  wire [15:0] packet_id;
  wire [30:0] packet_length;
  wire [31:0] packet_bits;
  wire [2:0] packet_status, status;
  wire [W-1:0] word;
  wire [13:0] blocks;
  wire [$clog2(ROW_WORDS > 1 ? ROW_WORDS : 2)-1:0] position;

  // block_end is that of the feeder: it counts the words of each block
  reg [7:0] index; // of the next word in its block
  wire block_end = index == BLOCK_WORDS - 1;

  accelerator_reader dut (.clk(clk), .rst(rst), .row(row), .row_valid(row_valid), .row_ready(row_ready), .waiting(waiting),
    .packet_valid(packet_valid), .packet_id(packet_id), .packet_last(packet_last), .packet_final(packet_final),
    .packet_length(packet_length), .packet_bits(packet_bits), .packet_status(packet_status), .word(word), .word_valid(word_valid),
    .word_ready(word_ready), .block_end(block_end), .described(described), .measured(measured), .zeros(zeros), .status(status),
    .blocks(blocks), .position(position));

  reset_rule rule (.clk(clk), .rst(rst));
  sender_is_stable #(BUS_BITS + 2) rows (.clk(clk), .rst(rst), .valid(row_valid), .ready(row_ready), .data(row));
  offer_is_stable #(W) words (.clk(clk), .rst(rst), .valid(word_valid), .ready(word_ready), .data(word));

  // the packet that is read
  reg        active;     // its descriptor was taken
  reg        fresh;      // in the previous cycle
  reg [63:0] descriptor;
  reg [13:0] left;       // blocks that have not been sent whole
  reg [7:0]  place;      // words of the current row that were sent
  reg        cut;        // its rows have ended: the rest is zeros
  reg [2:0]  reason;     // why
  reg [3:0]  late;       // cycles in which the feeder takes words and has one to expect, and nothing moves

  wire [1:0]  flags    = row[BUS_BITS+1:BUS_BITS];
  wire [2:0]  meaning  = flags == 0 ? 0 : flags == 1 ? 2 : flags == 2 ? 3 : 7;
  wire        made_up  = descriptor[16];
  wire        taken    = word_valid && word_ready;
  wire        moves    = row_valid && row_ready;
  wire        finishes = taken && block_end && left == 1;
  wire        row_done = taken && !cut && (place == ROW_WORDS - 1 || finishes);

  always @(posedge clk) begin
    fresh <= !rst && !active && row_valid;
    if (rst) begin
      active <= 0;
      index  <= 0;
      late   <= 0;
    end else begin
      late <= taken || moves || !word_ready || !(row_valid || (active && cut)) ? 0 : late + 1;
      if (taken) index <= block_end ? 0 : index + 1;
      if (!active) begin
        active     <= row_valid;
        descriptor <= row[63:0];
        left       <= row[31:18];
        place      <= 0;
        cut        <= row[16];
        reason     <= row[34:32];
      end else if (taken) begin
        if (finishes) active <= 0;
        if (block_end) left <= TURNS && cut && left != 1 ? 1 : left - 1;
        if (!cut) place <= row_done ? 0 : place + 1;
        if (row_done && flags[1]) begin
          cut    <= 1;
          reason <= meaning;
        end
      end
    end
  end

  reg [W-1:0] in_row, swapped;
  integer i;
  always @* begin
    in_row = row[W*place +: W];
    for (i = 0; i < W / 8; i = i + 1) swapped[8*i +: 8] = in_row[W-8-8*i +: 8];
  end

  always @* if (!rst) begin
    // a packet has a block (proof of the distributor: a descriptor without blocks is refused)
    if (!active && row_valid) assume (row[31:18] != 0);

    // no deadlock
    assert (late < 2);
    // each packet has exactly its blocks of words; with TURNS a packet that was cut short ends in the next block or the one after
    assert (waiting == !active);
    assert (packet_valid == (active && !fresh));
    assert (word_valid == (packet_valid && (cut || row_valid)));
    if (active) assert (packet_final == (left == 1));
    if (active) assert (left != 0);
    // rows leave with their last word, and each word is sent once, in order; zeros follow the row that cuts a packet short
    assert (row_ready == (!active || row_done));
    if (word_valid) assert (word == (cut ? 0 : swapped));
    // the description of the packet
    if (packet_valid) begin
      assert (packet_id == descriptor[15:0]);
      assert (packet_last == descriptor[17]);
      assert (packet_bits == descriptor[63:32]);
      assert (packet_length == descriptor[31:18] * (BLOCK_BITS / 32));
    end
    if (taken && finishes) assert (packet_status == (cut ? reason : meaning));
    // invariants
    assert (described == active && measured == (active && !fresh));
    if (fresh) assert (active && index == 0);
    if (!active) assert (index == 0 && !zeros);
    assert (index < BLOCK_WORDS);
    if (active) assert (zeros == cut && blocks == left && place < ROW_WORDS && position == place);
    if (active) assert (status == (cut ? reason : 0));
    if (fresh) assert (late == 0 && left == descriptor[31:18] && packet_id == descriptor[15:0]);
    if (fresh) assert (packet_last == descriptor[17] && packet_bits == descriptor[63:32]);
  end
endmodule
