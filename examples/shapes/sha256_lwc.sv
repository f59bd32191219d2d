// SPDX-License-Identifier: Apache-2.0
// SHA-256 with the ports of the LWC hardware API (version 1.2), around sha256_pad. PDI and DO have W bits; SDI is not used, because a
// hash function has no key. Instructions other than the hash are ignored.

module sha256_lwc #(
  parameter int W = 32  // 8, 16 or 32
) (
  input  logic         clk,
  input  logic         rst,
  input  logic [W-1:0] pdi_data,
  input  logic         pdi_valid,
  output logic         pdi_ready,
  input  logic [W-1:0] sdi_data,
  input  logic         sdi_valid,
  output logic         sdi_ready,
  output logic [W-1:0] do_data,
  output logic         do_valid,
  input  logic         do_ready,
  output logic         do_last
);

  localparam int BYTES = W / 8;
  localparam int PARTS = 32 / W;
  localparam logic [31:0] DIGEST_HEADER = 32'h93000020;

  typedef enum logic [1:0] {INSTRUCTION, HEADER, DATA} input_t;
  typedef enum logic [1:0] {IDLE, HEAD, BODY, STATUS} output_t;

  // a message on its way to sha256_pad
  input_t      in_phase;
  logic [31:0] header;     // what has come of it
  logic [31:0] next_header;
  logic [2:0]  in_part;    // words of the header so far
  logic        last;       // the segment is the last one
  logic [15:0] left;       // bytes of the segment to come
  logic [2:0]  filled;     // bytes of the beat so far
  logic        beat_valid;
  logic        beat_ready;
  logic        beat_last;
  logic [31:0] beat;
  logic [3:0]  keep;
  logic        moves;
  logic        ends;       // this word is the last of its segment

  // a digest on its way to DO
  output_t     out_phase;
  logic [2:0]  out_part;
  logic [31:0] hash;
  logic [3:0]  hash_keep;
  logic        hash_valid;
  logic        hash_last;
  logic        hash_ready;
  logic [31:0] shown;

  assign sdi_ready = 1'b0;
  assign pdi_ready = !beat_valid;
  assign moves = pdi_valid && pdi_ready;
  assign ends = left <= 16'(BYTES);

  generate
    if (W == 32) begin : g_whole
      assign next_header = pdi_data;
    end else begin : g_parts
      assign next_header = {header[31-W:0], pdi_data};
    end
  endgenerate

  always_ff @(posedge clk) begin
    if (rst) begin
      in_phase   <= INSTRUCTION;
      in_part    <= '0;
      filled     <= '0;
      beat_valid <= 1'b0;
    end else begin
      if (beat_valid && beat_ready) beat_valid <= 1'b0;
      if (moves) begin
        unique case (in_phase)
          INSTRUCTION: if (pdi_data[W-1 -: 4] == 4'h8) in_phase <= HEADER;
          HEADER: begin
            header  <= next_header;
            in_part <= in_part + 3'd1;
            if (in_part == 3'(PARTS - 1)) begin
              in_part  <= '0;
              left     <= next_header[15:0];
              last     <= next_header[24];
              keep     <= '0;
              in_phase <= DATA;
              if (next_header[15:0] == 0) begin
                in_phase   <= next_header[24] ? INSTRUCTION : HEADER;
                beat_valid <= next_header[24];
                beat_last  <= 1'b1;
              end
            end
          end
          default: begin
            for (int i = 0; i < BYTES; i++) begin
              beat[8 * (32'(filled) + i) +: 8] <= pdi_data[W - 1 - 8 * i -: 8];
              keep[2'(32'(filled) + i)] <= 16'(i) < left;
            end
            if (filled == 0) for (int i = BYTES; i < 4; i++) keep[i] <= 1'b0;
            filled <= filled + 3'(BYTES);
            left   <= left - 16'(BYTES);
            if (ends || filled == 3'(4 - BYTES)) begin
              filled     <= '0;
              beat_valid <= 1'b1;
              beat_last  <= ends && last;
            end
            if (ends) in_phase <= last ? INSTRUCTION : HEADER;
          end
        endcase
      end
    end
  end

  sha256_pad hasher (
    .aclk(clk),
    .aresetn(!rst),
    .s_axis_tdata(beat),
    .s_axis_tkeep(keep),
    .s_axis_tlast(beat_last),
    .s_axis_tvalid(beat_valid),
    .s_axis_tready(beat_ready),
    .m_axis_tdata(hash),
    .m_axis_tkeep(hash_keep),
    .m_axis_tlast(hash_last),
    .m_axis_tvalid(hash_valid),
    .m_axis_tready(hash_ready)
  );

  assign shown = out_phase == BODY ? sha256_pad_pkg::swap(hash) : out_phase == STATUS ? 32'hE0000000 : DIGEST_HEADER;
  assign do_data  = shown[31 - W * 32'(out_part) -: W];
  assign do_last  = out_phase == STATUS;
  assign do_valid = out_phase == HEAD || out_phase == STATUS || (out_phase == BODY && hash_valid);
  assign hash_ready = out_phase == BODY && do_ready && out_part == 3'(PARTS - 1);

  always_ff @(posedge clk) begin
    if (rst) begin
      out_phase <= IDLE;
      out_part  <= '0;
    end else if (out_phase == IDLE) begin
      if (hash_valid) out_phase <= HEAD;
    end else if (do_valid && do_ready) begin
      out_part <= out_part + 3'd1;
      if (out_phase == STATUS) begin
        out_phase <= IDLE;
        out_part  <= '0;
      end else if (out_part == 3'(PARTS - 1)) begin
        out_part <= '0;
        if (out_phase == HEAD) out_phase <= BODY;
        else if (hash_last) out_phase <= STATUS;
      end
    end
  end

endmodule
