// SPDX-License-Identifier: Apache-2.0
// SHA-256 with a memory-mapped register interface of 32 bits. Reads are combinational.
//
//   address 0x08   write bit 0: hash the first block of a message; write bit 1: hash a further block
//           0x09   read bit 0: ready
//           0x10   the sixteen words of the block
//           0x20   the eight words of the digest

module sha256_registers (
  input             clk,
  input             reset_n,
  input             cs,
  input             we,
  input      [7:0]  address,
  input      [31:0] write_data,
  output reg [31:0] read_data
);

  reg [511:0] block;
  reg         init, next;
  wire        ready, valid;
  wire [255:0] digest;

  sha256_block core (clk, reset_n, init, next, block, ready, digest, valid);

  always @(posedge clk)
    if (!reset_n) begin
      init <= 0;
      next <= 0;
    end else begin
      init <= cs && we && address == 8'h08 && write_data[0];
      next <= cs && we && address == 8'h08 && write_data[1];
    end

  always @(posedge clk)
    if (cs && we && address[7:4] == 4'h1)
      block[32 * (15 - address[3:0]) +: 32] <= write_data;

  always @*
    if (address[7:4] == 4'h2) read_data = digest[32 * (7 - address[2:0]) +: 32];
    else read_data = {31'd0, ready && valid};

endmodule
