// SPDX-License-Identifier: Apache-2.0
// BLAKE2s-256 (RFC 7693) with a port of one block and three commands: `init` starts a message without a block, `update` hashes a block
// that is not the last one, `finish` the last one, of `length` bytes. Half a round a cycle.
//
// A command is accepted in a cycle in which `ready` is high. `ready` is low from the cycle after `update` or `finish` on, for 21 cycles.

module blake2s_finish (
  input              clk,
  input              reset_n,
  input              init,
  input              update,
  input              finish,
  input      [511:0] block,
  input      [6:0]   length,  // bytes of the message in this block; the others are zeros
  output             ready,
  output     [255:0] digest
);

  localparam [255:0] IV = {32'h6a09e667, 32'hbb67ae85, 32'h3c6ef372, 32'ha54ff53a,
                           32'h510e527f, 32'h9b05688c, 32'h1f83d9ab, 32'h5be0cd19};

  reg [511:0] m;
  reg [255:0] h;
  reg [127:0] a, b, c, d;  // rows of the working state, the first word at the top
  reg [63:0]  t;           // bytes of the message so far
  reg [4:0]   left;        // half rounds to go, and one cycle for the sum

  assign ready = left == 0;

  function [31:0] swap(input [31:0] x);
    swap = {x[7:0], x[15:8], x[23:16], x[31:24]};
  endfunction

  function [31:0] rotate(input [31:0] x, input integer n);
    rotate = x >> n | x << (32 - n);
  endfunction

  function [127:0] mix(input [127:0] words, input [31:0] x, input [31:0] y);
    reg [31:0] p, q, r, s;
    begin
      {p, q, r, s} = words;
      p = p + q + x; s = rotate(s ^ p, 16); r = r + s; q = rotate(q ^ r, 12);
      p = p + q + y; s = rotate(s ^ p, 8);  r = r + s; q = rotate(q ^ r, 7);
      mix = {p, q, r, s};
    end
  endfunction

  wire [4:0] number = 5'd21 - left;  // half rounds done
  reg [63:0] order;                  // which words of the message the round takes
  always @*
    case (number[4:1])
      4'd0: order = 64'h0123456789abcdef; 4'd1: order = 64'hea489fd61c02b753; 4'd2: order = 64'hb8c052fdae367194;
      4'd3: order = 64'h7931dcbe265a40f8; 4'd4: order = 64'h905724afe1bc683d; 4'd5: order = 64'h2c6a0b834d75fe19;
      4'd6: order = 64'hc51fed4a0763928b; 4'd7: order = 64'hdb7ec13950f4862a; 4'd8: order = 64'h6fe9b308c2d714a5;
      default: order = 64'ha2847615fb9e3cd0;
    endcase
  wire [31:0] chosen = number[0] ? order[31:0] : order[63:32];

  // half a round: the columns, or the diagonals after turning the rows
  wire [127:0] rb = number[0] ? {b[95:0], b[127:96]} : b;
  wire [127:0] rc = number[0] ? {c[63:0], c[127:64]} : c;
  wire [127:0] rd = number[0] ? {d[31:0], d[127:32]} : d;
  wire [127:0] na, mb, mc, md;
  genvar i;
  generate
    for (i = 0; i < 4; i = i + 1) begin : column
      wire [3:0] first = chosen[31 - 8 * i -: 4];
      wire [3:0] second = chosen[27 - 8 * i -: 4];
      assign {na[127 - 32 * i -: 32], mb[127 - 32 * i -: 32], mc[127 - 32 * i -: 32], md[127 - 32 * i -: 32]} =
        mix({a[127 - 32 * i -: 32], rb[127 - 32 * i -: 32], rc[127 - 32 * i -: 32], rd[127 - 32 * i -: 32]},
            m[511 - 32 * first -: 32], m[511 - 32 * second -: 32]);
    end
    for (i = 0; i < 8; i = i + 1) begin : out
      assign digest[255 - 32 * i -: 32] = swap(h[255 - 32 * i -: 32]);
    end
  endgenerate

  wire [511:0] words;
  generate
    for (i = 0; i < 16; i = i + 1) begin : word
      assign words[511 - 32 * i -: 32] = swap(block[511 - 32 * i -: 32]);
    end
  endgenerate
  wire [63:0] total = t + length;

  always @(posedge clk)
    if (!reset_n) left <= 0;
    else if (left == 0) begin
      if (init) begin
        h <= IV ^ {32'h01010020, 224'd0};
        t <= 0;
      end else if (update || finish) begin
        m <= words;
        t <= total;
        {a, b} <= h;
        {c, d} <= IV ^ {128'd0, total[31:0], total[63:32], {32{finish}}, 32'd0};
        left <= 21;
      end
    end else begin
      left <= left - 1;
      if (left == 1) h <= h ^ {a, b} ^ {c, d};
      else begin
        a <= na;
        b <= number[0] ? {mb[31:0], mb[127:32]} : mb;
        c <= number[0] ? {mc[63:0], mc[127:64]} : mc;
        d <= number[0] ? {md[95:0], md[127:96]} : md;
      end
    end

endmodule
