// SPDX-License-Identifier: Apache-2.0
// Ascon-Hash256 (NIST SP 800-232) in two Boolean shares, against first-order attacks. Each AND is a DOM gate (Gross, Mangard, Korak:
// Domain-Oriented Masking, 2016): products of different shares get a fresh random bit and a register before they are added, so that a
// round takes two cycles, the first of which takes 320 random bits. Padded blocks of 64 bits, lowest byte first. Share 0 is in the
// lower half of each data port.

module ascon_masked (
  input          clk,
  input          rst,
  input  [127:0] block,
  input          block_last,
  input          block_valid,
  output         block_ready,
  output [127:0] digest,
  output         digest_last,
  output         digest_valid,
  input          digest_ready,
  input  [319:0] random,
  input          random_valid,
  output         random_ready
);

  // the state after the permutation of the initial value (SP 800-232, Table 12)
  localparam [319:0] START = {64'h1a5c464906c5976d, 64'h3c7fd4a4d56a4db3, 64'hae65396c6b34b81a, 64'h4bc3a01e333751d2,
                              64'h9b1e5494e934d681};

  reg  [319:0] s0, s1;      // the shares of the state, lane 0 lowest
  reg  [319:0] cross0, cross1; // products of different shares
  reg          first;       // the next block begins a message
  reg          last;        // the block is the last of its message
  reg          busy;        // a permutation runs
  reg          phase;       // its second cycle of a round
  reg  [3:0]   round;
  reg          gives;       // lane 0 is a word of the digest
  reg  [1:0]   word;

  assign block_ready  = !busy && !gives;
  assign digest       = {s1[63:0], s0[63:0]};
  assign digest_valid = gives;
  assign digest_last  = word == 2'd3;
  assign random_ready = busy && !phase;

  // the round constant, then the linear part before the ANDs, of one share
  function [319:0] before(input [319:0] s, input [7:0] constant);
    reg [63:0] x0, x1, x2, x3, x4;
    begin
      {x4, x3, x2, x1, x0} = s;
      x2 = x2 ^ {56'd0, constant};
      x0 = x0 ^ x4;
      x4 = x4 ^ x3;
      x2 = x2 ^ x1;
      before = {x4, x3, x2, x1, x0};
    end
  endfunction

  // every lane becomes the one above it
  function [319:0] above(input [319:0] s);
    above = {s[63:0], s[319:64]};
  endfunction

  // the linear part after the ANDs and the linear diffusion, of one share; only one share is complemented
  function [319:0] after(input [319:0] s, input complement);
    reg [63:0] x0, x1, x2, x3, x4;
    begin
      {x4, x3, x2, x1, x0} = s;
      x1 = x1 ^ x0;
      x0 = x0 ^ x4;
      x3 = x3 ^ x2;
      x2 = x2 ^ {64{complement}};
      x0 = x0 ^ {x0[18:0], x0[63:19]} ^ {x0[27:0], x0[63:28]};
      x1 = x1 ^ {x1[60:0], x1[63:61]} ^ {x1[38:0], x1[63:39]};
      x2 = x2 ^ {x2[0], x2[63:1]} ^ {x2[5:0], x2[63:6]};
      x3 = x3 ^ {x3[9:0], x3[63:10]} ^ {x3[16:0], x3[63:17]};
      x4 = x4 ^ {x4[6:0], x4[63:7]} ^ {x4[40:0], x4[63:41]};
      after = {x4, x3, x2, x1, x0};
    end
  endfunction

  wire [7:0]   constant = {4'd15 - round, round};
  wire [319:0] a0 = before(s0, constant);
  wire [319:0] a1 = before(s1, 8'd0);
  wire [319:0] n0 = ~above(a0);           // x(i+1), complemented in one share
  wire [319:0] n1 = above(a1);
  wire [319:0] b0 = above(above(a0));     // x(i+2)
  wire [319:0] b1 = above(above(a1));

  always @(posedge clk)
    if (random_ready && random_valid) begin
      cross0 <= (n0 & b1) ^ random;
      cross1 <= (n1 & b0) ^ random;
    end

  always @(posedge clk)
    if (block_ready && block_valid) begin
      s0 <= (first ? START : s0) ^ {256'd0, block[63:0]};
      s1 <= (first ? 320'd0 : s1) ^ {256'd0, block[127:64]};
    end else if (busy && phase) begin
      s0 <= after(a0 ^ (n0 & b0) ^ cross0, 1'b1);
      s1 <= after(a1 ^ (n1 & b1) ^ cross1, 1'b0);
    end

  always @(posedge clk)
    if (rst) begin
      first <= 1;
      busy  <= 0;
      gives <= 0;
    end else if (block_ready && block_valid) begin
      first <= block_last;
      last  <= block_last;
      busy  <= 1;
      phase <= 0;
      round <= 0;
      word  <= 0;
    end else if (busy) begin
      phase <= phase ? 1'b0 : random_valid;
      if (phase) begin
        round <= round + 4'd1;
        busy  <= round != 4'd11;
        gives <= round == 4'd11 && last;
      end
    end else if (gives && digest_ready) begin
      gives <= 0;
      busy  <= !digest_last;
      round <= 0;
      word  <= word + 2'd1;
    end

endmodule
