// SPDX-License-Identifier: Apache-2.0
// The permutation Keccak-f[1600] (The Keccak reference 3.0, section 1.2), one round a cycle; no padding, no sponge. Lane (x, y) is
// state bits 64 (x + 5y) + 63 down to 64 (x + 5y).
//
// The permutation of state_in starts in a cycle in which start is high; done is high from 24 cycles later until the next start.

module keccak_f1600 (
  input               clk,
  input               rst,
  input               start,
  input      [1599:0] state_in,
  output              done,
  output     [1599:0] state_out
);

  reg [1599:0] state;
  reg [4:0]    left;  // rounds to go
  reg [63:0]   constant;
  wire [1599:0] round;

  assign done = left == 0;
  assign state_out = state;

  always @*
    case (5'd24 - left)
      5'd0: constant = 64'h0000000000000001;
      5'd1: constant = 64'h0000000000008082;
      5'd2: constant = 64'h800000000000808a;
      5'd3: constant = 64'h8000000080008000;
      5'd4: constant = 64'h000000000000808b;
      5'd5: constant = 64'h0000000080000001;
      5'd6: constant = 64'h8000000080008081;
      5'd7: constant = 64'h8000000000008009;
      5'd8: constant = 64'h000000000000008a;
      5'd9: constant = 64'h0000000000000088;
      5'd10: constant = 64'h0000000080008009;
      5'd11: constant = 64'h000000008000000a;
      5'd12: constant = 64'h000000008000808b;
      5'd13: constant = 64'h800000000000008b;
      5'd14: constant = 64'h8000000000008089;
      5'd15: constant = 64'h8000000000008003;
      5'd16: constant = 64'h8000000000008002;
      5'd17: constant = 64'h8000000000000080;
      5'd18: constant = 64'h000000000000800a;
      5'd19: constant = 64'h800000008000000a;
      5'd20: constant = 64'h8000000080008081;
      5'd21: constant = 64'h8000000000008080;
      5'd22: constant = 64'h0000000080000001;
      5'd23: constant = 64'h8000000080008008;
      default: constant = 64'd0;
    endcase

  wire [63:0] a00 = state[0 +: 64];
  wire [63:0] a10 = state[64 +: 64];
  wire [63:0] a20 = state[128 +: 64];
  wire [63:0] a30 = state[192 +: 64];
  wire [63:0] a40 = state[256 +: 64];
  wire [63:0] a01 = state[320 +: 64];
  wire [63:0] a11 = state[384 +: 64];
  wire [63:0] a21 = state[448 +: 64];
  wire [63:0] a31 = state[512 +: 64];
  wire [63:0] a41 = state[576 +: 64];
  wire [63:0] a02 = state[640 +: 64];
  wire [63:0] a12 = state[704 +: 64];
  wire [63:0] a22 = state[768 +: 64];
  wire [63:0] a32 = state[832 +: 64];
  wire [63:0] a42 = state[896 +: 64];
  wire [63:0] a03 = state[960 +: 64];
  wire [63:0] a13 = state[1024 +: 64];
  wire [63:0] a23 = state[1088 +: 64];
  wire [63:0] a33 = state[1152 +: 64];
  wire [63:0] a43 = state[1216 +: 64];
  wire [63:0] a04 = state[1280 +: 64];
  wire [63:0] a14 = state[1344 +: 64];
  wire [63:0] a24 = state[1408 +: 64];
  wire [63:0] a34 = state[1472 +: 64];
  wire [63:0] a44 = state[1536 +: 64];
  wire [63:0] c0 = a00 ^ a01 ^ a02 ^ a03 ^ a04;
  wire [63:0] c1 = a10 ^ a11 ^ a12 ^ a13 ^ a14;
  wire [63:0] c2 = a20 ^ a21 ^ a22 ^ a23 ^ a24;
  wire [63:0] c3 = a30 ^ a31 ^ a32 ^ a33 ^ a34;
  wire [63:0] c4 = a40 ^ a41 ^ a42 ^ a43 ^ a44;
  wire [63:0] d0 = c4 ^ {c1[62:0], c1[63]};
  wire [63:0] d1 = c0 ^ {c2[62:0], c2[63]};
  wire [63:0] d2 = c1 ^ {c3[62:0], c3[63]};
  wire [63:0] d3 = c2 ^ {c4[62:0], c4[63]};
  wire [63:0] d4 = c3 ^ {c0[62:0], c0[63]};
  wire [63:0] t00 = a00 ^ d0;
  wire [63:0] b00 = t00;
  wire [63:0] t01 = a01 ^ d0;
  wire [63:0] b13 = {t01[27:0], t01[63:28]};
  wire [63:0] t02 = a02 ^ d0;
  wire [63:0] b21 = {t02[60:0], t02[63:61]};
  wire [63:0] t03 = a03 ^ d0;
  wire [63:0] b34 = {t03[22:0], t03[63:23]};
  wire [63:0] t04 = a04 ^ d0;
  wire [63:0] b42 = {t04[45:0], t04[63:46]};
  wire [63:0] t10 = a10 ^ d1;
  wire [63:0] b02 = {t10[62:0], t10[63:63]};
  wire [63:0] t11 = a11 ^ d1;
  wire [63:0] b10 = {t11[19:0], t11[63:20]};
  wire [63:0] t12 = a12 ^ d1;
  wire [63:0] b23 = {t12[53:0], t12[63:54]};
  wire [63:0] t13 = a13 ^ d1;
  wire [63:0] b31 = {t13[18:0], t13[63:19]};
  wire [63:0] t14 = a14 ^ d1;
  wire [63:0] b44 = {t14[61:0], t14[63:62]};
  wire [63:0] t20 = a20 ^ d2;
  wire [63:0] b04 = {t20[1:0], t20[63:2]};
  wire [63:0] t21 = a21 ^ d2;
  wire [63:0] b12 = {t21[57:0], t21[63:58]};
  wire [63:0] t22 = a22 ^ d2;
  wire [63:0] b20 = {t22[20:0], t22[63:21]};
  wire [63:0] t23 = a23 ^ d2;
  wire [63:0] b33 = {t23[48:0], t23[63:49]};
  wire [63:0] t24 = a24 ^ d2;
  wire [63:0] b41 = {t24[2:0], t24[63:3]};
  wire [63:0] t30 = a30 ^ d3;
  wire [63:0] b01 = {t30[35:0], t30[63:36]};
  wire [63:0] t31 = a31 ^ d3;
  wire [63:0] b14 = {t31[8:0], t31[63:9]};
  wire [63:0] t32 = a32 ^ d3;
  wire [63:0] b22 = {t32[38:0], t32[63:39]};
  wire [63:0] t33 = a33 ^ d3;
  wire [63:0] b30 = {t33[42:0], t33[63:43]};
  wire [63:0] t34 = a34 ^ d3;
  wire [63:0] b43 = {t34[7:0], t34[63:8]};
  wire [63:0] t40 = a40 ^ d4;
  wire [63:0] b03 = {t40[36:0], t40[63:37]};
  wire [63:0] t41 = a41 ^ d4;
  wire [63:0] b11 = {t41[43:0], t41[63:44]};
  wire [63:0] t42 = a42 ^ d4;
  wire [63:0] b24 = {t42[24:0], t42[63:25]};
  wire [63:0] t43 = a43 ^ d4;
  wire [63:0] b32 = {t43[55:0], t43[63:56]};
  wire [63:0] t44 = a44 ^ d4;
  wire [63:0] b40 = {t44[49:0], t44[63:50]};
  assign round[0 +: 64] = b00 ^ (~b10 & b20) ^ constant;
  assign round[64 +: 64] = b10 ^ (~b20 & b30);
  assign round[128 +: 64] = b20 ^ (~b30 & b40);
  assign round[192 +: 64] = b30 ^ (~b40 & b00);
  assign round[256 +: 64] = b40 ^ (~b00 & b10);
  assign round[320 +: 64] = b01 ^ (~b11 & b21);
  assign round[384 +: 64] = b11 ^ (~b21 & b31);
  assign round[448 +: 64] = b21 ^ (~b31 & b41);
  assign round[512 +: 64] = b31 ^ (~b41 & b01);
  assign round[576 +: 64] = b41 ^ (~b01 & b11);
  assign round[640 +: 64] = b02 ^ (~b12 & b22);
  assign round[704 +: 64] = b12 ^ (~b22 & b32);
  assign round[768 +: 64] = b22 ^ (~b32 & b42);
  assign round[832 +: 64] = b32 ^ (~b42 & b02);
  assign round[896 +: 64] = b42 ^ (~b02 & b12);
  assign round[960 +: 64] = b03 ^ (~b13 & b23);
  assign round[1024 +: 64] = b13 ^ (~b23 & b33);
  assign round[1088 +: 64] = b23 ^ (~b33 & b43);
  assign round[1152 +: 64] = b33 ^ (~b43 & b03);
  assign round[1216 +: 64] = b43 ^ (~b03 & b13);
  assign round[1280 +: 64] = b04 ^ (~b14 & b24);
  assign round[1344 +: 64] = b14 ^ (~b24 & b34);
  assign round[1408 +: 64] = b24 ^ (~b34 & b44);
  assign round[1472 +: 64] = b34 ^ (~b44 & b04);
  assign round[1536 +: 64] = b44 ^ (~b04 & b14);

  always @(posedge clk)
    if (rst) left <= 0;
    else if (start) left <= 24;
    else if (left != 0) left <= left - 1;

  always @(posedge clk)
    if (start) state <= state_in;
    else if (left != 0) state <= round;

endmodule
