// SPDX-License-Identifier: Apache-2.0
// SHA-256 with AXI4-Stream ports that pads its messages itself (FIPS 180-4, section 5.1.1). A message is bytes, the first one in
// tdata[7:0]; tkeep says which bytes of the last word there are. The digest leaves with its first byte in tdata[7:0].

package sha256_pad_pkg;
  typedef enum logic [1:0] {MESSAGE, PADDING, HASHING, DIGEST} phase_t;

  typedef struct packed {
    logic one;    // the byte 0x80 is still to be added
    logic first;  // the next block is the first of its message
    logic final_block;  // the block holds the length
  } progress_t;

  function automatic logic [31:0] swap(logic [31:0] word);
    return {word[7:0], word[15:8], word[23:16], word[31:24]};
  endfunction
endpackage

module sha256_pad
  import sha256_pad_pkg::*;
(
  input  logic        aclk,
  input  logic        aresetn,
  input  logic [31:0] s_axis_tdata,
  input  logic [3:0]  s_axis_tkeep,
  input  logic        s_axis_tlast,
  input  logic        s_axis_tvalid,
  output logic        s_axis_tready,
  output logic [31:0] m_axis_tdata,
  output logic [3:0]  m_axis_tkeep,
  output logic        m_axis_tlast,
  output logic        m_axis_tvalid,
  input  logic        m_axis_tready
);

  phase_t       phase;
  logic         ended;   // the whole message has been taken
  progress_t    progress;
  logic [4:0]   words;   // words of the block so far
  logic [60:0]  bytes;   // bytes of the message so far
  logic [511:0] block;
  logic [255:0] digest;
  logic [2:0]   given;
  logic         started;
  logic         ready;
  logic         valid;
  logic [2:0]   kept;
  logic [31:0]  word;
  logic [31:0]  pad_word;
  logic         starts;

  assign kept = 3'(s_axis_tkeep[0]) + 3'(s_axis_tkeep[1]) + 3'(s_axis_tkeep[2]) + 3'(s_axis_tkeep[3]);
  assign s_axis_tready = phase == MESSAGE && words != 16;
  assign m_axis_tvalid = phase == DIGEST;
  assign m_axis_tlast  = given == 7;
  assign m_axis_tkeep  = '1;
  assign m_axis_tdata  = swap(digest[255 - 32 * given -: 32]);
  assign starts = phase == HASHING && !started;

  // the bytes of the message in this word, then 0x80 if the message ends inside it
  always_comb begin
    unique case (kept)
      3'd4:    word = swap(s_axis_tdata);
      3'd3:    word = {swap(s_axis_tdata) & 32'hffffff00} | 32'h00000080;
      3'd2:    word = {swap(s_axis_tdata) & 32'hffff0000} | 32'h00008000;
      3'd1:    word = {swap(s_axis_tdata) & 32'hff000000} | 32'h00800000;
      default: word = 32'h80000000;
    endcase
    if (progress.final_block && words == 14) pad_word = {bytes[60:29]};
    else if (progress.final_block && words == 15) pad_word = {bytes[28:0], 3'b000};
    else pad_word = progress.one ? 32'h80000000 : '0;
  end

  sha256_block core (
    .clk(aclk),
    .reset_n(aresetn),
    .init(starts && progress.first),
    .next(starts && !progress.first),
    .block(block),
    .ready(ready),
    .digest(digest),
    .digest_valid(valid)
  );

  always_ff @(posedge aclk) begin
    if (!aresetn) begin
      phase    <= MESSAGE;
      progress <= '{one: 1'b0, first: 1'b1, final_block: 1'b0};
      words    <= '0;
      bytes    <= '0;
      ended    <= 1'b0;
      started  <= 1'b0;
      given    <= '0;
    end else begin
      unique case (phase)
        MESSAGE: begin
          if (words == 16) phase <= HASHING;
          else if (s_axis_tvalid) begin
            block <= {block[479:0], word};
            bytes <= bytes + 61'(kept);
            words <= words + 5'd1;
            if (s_axis_tlast) begin
              ended        <= 1'b1;
              progress.one <= kept == 4;
              // the length fits if the byte 0x80 is in one of the first fourteen words
              progress.final_block <= words < 13 || (words == 13 && kept != 4);
              phase <= words == 15 ? HASHING : PADDING;
            end
          end
        end
        PADDING: begin
          block        <= {block[479:0], pad_word};
          progress.one <= 1'b0;
          words        <= words + 5'd1;
          if (words == 15) phase <= HASHING;
        end
        HASHING: begin
          started <= 1'b1;
          words   <= '0;
          if (started && ready && valid) begin
            started        <= 1'b0;
            progress.first <= 1'b0;
            if (progress.final_block) phase <= DIGEST;
            else if (ended) begin
              phase                <= PADDING;
              progress.final_block <= 1'b1;
            end else phase <= MESSAGE;
          end
        end
        DIGEST: begin
          if (m_axis_tready) begin
            given <= given + 3'd1;
            if (m_axis_tlast) begin
              phase    <= MESSAGE;
              progress <= '{one: 1'b0, first: 1'b1, final_block: 1'b0};
              bytes    <= '0;
              ended    <= 1'b0;
            end
          end
        end
      endcase
    end
  end

endmodule
