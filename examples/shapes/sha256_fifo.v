// SPDX-License-Identifier: Apache-2.0
// SHA-256 between two FIFOs whose signals are active high. A word is read in a cycle in which read is high; it must be on data_in
// while empty_n is high. A digest word is written in a cycle in which write is high; full_n is high while there is room.
// last_in marks the last word of a message.

module sha256_fifo (
  input         clk,
  input         rst,
  input  [31:0] data_in,
  input         last_in,
  input         empty_n,
  output        read,
  output [31:0] data_out,
  output        write,
  input         full_n
);

  reg [511:0] block;
  reg [255:0] result;
  reg [4:0]   words;  // words of the block
  reg [3:0]   left;   // words of the digest
  reg         is_first, is_last, waits;
  wire        ready, valid;
  wire [255:0] digest;
  wire        starts = words == 16 && ready && !waits;

  assign read     = empty_n && words != 16;
  assign data_out = result[255:224];
  assign write    = left != 0 && full_n;

  sha256_block core (clk, !rst, starts && is_first, starts && !is_first, block, ready, digest, valid);

  always @(posedge clk)
    if (rst) begin
      words <= 0;
      left <= 0;
      is_first <= 1;
      waits <= 0;
    end else begin
      if (read) begin
        words <= words + 1;
        is_last <= last_in;
      end
      if (starts) begin
        words <= 0;
        is_first <= is_last;
        waits <= is_last;
      end
      if (waits && ready && left == 0) begin
        left <= 8;
        waits <= 0;
      end
      if (write) left <= left - 1;
    end

  always @(posedge clk) begin
    if (read) block <= {block[479:0], data_in};
    if (waits && ready && left == 0) result <= digest;
    else if (write) result <= {result[223:0], 32'd0};
  end

endmodule
