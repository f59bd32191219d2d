// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/accelerator/accelerator_feeder.vhd. The readers are those of accelerator_reader, without data: each lane has a
// packet or not, and offers words in any cycle.
module proof #(parameter W = 64, parameter BLOCK_BITS = 128, parameter NEEDS_BITS = 0, parameter LANES = 2) (
  input clk, input rst, input [30:0] packet_length, input [31:0] packet_bits, input [W-1:0] word, input room, input out_ready
);
  localparam LIMIT = 8 * LANES + 4;
  wire [LANES-1:0] lane;
  wire word_ready, block_end, starved, ended, out_valid;
  wire [W:0] out_data;
  wire [LANES-1:0] open_lanes;

  (* anyseq *) reg [LANES-1:0] arrives, offers;
  (* anyseq *) reg is_last, is_final;
  reg [LANES-1:0] valid, last, final_block, kept;

  wire packet_valid = |(valid & lane);
  wire word_valid   = |(valid & (offers | kept) & lane);
  wire taken        = word_valid && word_ready;
  wire packet_last  = |(last & lane), packet_final = |(final_block & lane);
  wire lane_empty   = !(|((valid | kept) & lane)) || !word_valid;

  accelerator_feeder dut (.clk(clk), .rst(rst), .lane(lane), .lane_empty(lane_empty), .waiting(!packet_valid),
    .packet_valid(packet_valid), .packet_last(packet_last), .packet_final(packet_final), .packet_length(packet_length),
    .packet_bits(packet_bits), .word(word), .word_valid(word_valid), .word_ready(word_ready), .block_end(block_end),
    .any_packet(|valid), .starved(starved), .room(room), .ended(ended), .out_data(out_data), .out_valid(out_valid),
    .out_ready(out_ready), .open_lanes(open_lanes));

  reset_rule rule (.clk(clk), .rst(rst));

  genvar g;
  generate for (g = 0; g < LANES; g = g + 1) begin : readers
    always @(posedge clk) begin
      if (rst) begin
        valid[g] <= 0;
        kept[g]  <= 0;
      end else begin
        // an offered word stays
        kept[g] <= valid[g] && (offers[g] || kept[g]) && !(lane[g] && taken);
        if (!valid[g]) begin
          valid[g]       <= arrives[g];
          last[g]        <= is_last;
          final_block[g] <= is_final;
        end else if (lane[g] && taken && block_end) begin
          if (final_block[g]) valid[g] <= 0;
          else final_block[g] <= is_final;
        end
      end
    end
  end endgenerate

  // once '1', room stays until a message ends
  reg had_room = 0;
  always @(posedge clk) had_room <= room && !ended && !rst;
  always @* if (had_room && !rst) assume (room);

  // a lane has a packet, and nothing moves, although the core takes words, a message may end, and the feeder is not starved
  reg [7:0] late;
  always @(posedge clk) begin
    if (rst || (out_valid && out_ready)) late <= 0;
    else if (|valid && out_ready && room && !starved && !(|(valid & lane) && !word_valid)) late <= late + 1;
  end

  // block_end is right with each word, and the words of a block are taken from one lane
  reg [7:0]       index; // of the next word in its block
  reg [LANES-1:0] begun; // the lane of the block
  always @(posedge clk) begin
    if (rst) index <= 0;
    else if (taken) begin
      index <= block_end ? 0 : index + 1;
      begun <= lane;
    end
  end

  always @* if (!rst) begin
    assert (late < LIMIT);
    assert ((lane & (lane - 1)) == 0 && lane != 0);
    assert (!ended || packet_last); // a message ends with its last packet only
    assert (!(ended && !room));
    if (word_ready) assert (out_valid == word_valid);
    if (taken) assert (block_end == (index == BLOCK_BITS / W - 1));
    if (index != 0) assert (lane == begun);
  end
endmodule
